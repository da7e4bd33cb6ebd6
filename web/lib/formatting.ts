// Adds Markdown formatting to a selection, or removes it.

/** Replaces a part of a text and sets the selection. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selection: readonly [from: number, to: number];
}

export interface TextSelection {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Wraps the selection in a mark, or removes it. */
function wrap({ text, from, to }: TextSelection, mark: string, end = mark): Edit {
  const inner = text.slice(from, to);
  const size = mark.length;
  // The text around it must be the mark itself, not half of a longer one.
  const isAround =
    text.slice(from - size, from) === mark &&
    text.slice(to, to + end.length) === end &&
    text[from - size - 1] !== mark[0];
  if (isAround) {
    const start = from - size;
    return { from: start, to: to + end.length, insert: inner, selection: [start, start + inner.length] };
  }
  const isWithin =
    inner.length > size + end.length &&
    inner.startsWith(mark) &&
    inner.endsWith(end) &&
    !inner.startsWith(mark + mark[0]);
  if (isWithin) {
    const bare = inner.slice(size, -end.length);
    return { from, to, insert: bare, selection: [from, from + bare.length] };
  }
  // Surrounding spaces stay outside: `**word **` is not bold.
  const core = inner.trim();
  const before = core === '' ? '' : inner.slice(0, inner.indexOf(core));
  const after = core === '' ? '' : inner.slice(before.length + core.length);
  const start = from + before.length + size;
  const insert = `${before}${mark}${core}${end}${after}`;
  return { from, to, insert, selection: [start, start + core.length] };
}

/** The index of the first character of a line. */
function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Puts the selection into a fenced block. */
function fence({ text, from, to }: TextSelection, head: string): Edit {
  const inner = text.slice(from, to).replace(/^\n+|\n+$/g, '');
  const before = startOfLine(text, from) === from ? '' : '\n';
  const after = to >= text.length || text[to] === '\n' ? '' : '\n';
  const opening = `${before}${head}\n`;
  const start = from + opening.length;
  return { from, to, insert: `${opening}${inner}\n\`\`\`${after}`, selection: [start, start + inner.length] };
}

/** Changes the beginning of each selected line. */
function toggleLines(
  { text, from, to }: TextSelection,
  pattern: RegExp,
  mark: (index: number) => string,
): Edit {
  const start = startOfLine(text, from);
  const newline = text.indexOf('\n', to);
  const end = newline < 0 ? text.length : newline;
  const lines = text.slice(start, end).split('\n');
  const isMarked = lines.every((line) => pattern.test(line));
  const changed = lines.map((line, index) =>
    isMarked ? line.replace(pattern, '') : `${mark(index)}${line}`,
  );
  const insert = changed.join('\n');
  return {
    from: start,
    to: end,
    insert,
    selection:
      lines.length > 1 ? [start, start + insert.length] : [start + insert.length, start + insert.length],
  };
}

function link(chosen: TextSelection): Edit {
  const inner = chosen.text.slice(chosen.from, chosen.to);
  const { from, to } = chosen;
  if (/^https?:\/\/\S+$/.test(inner)) {
    return { from, to, insert: `[](${inner})`, selection: [from + 1, from + 1] };
  }
  const start = from + inner.length + 3;
  return { from, to, insert: `[${inner}](url)`, selection: [start, start + 3] };
}

export const formats = {
  bold: (chosen: TextSelection) => wrap(chosen, '**'),
  italic: (chosen: TextSelection) => wrap(chosen, '*'),
  strikethrough: (chosen: TextSelection) => wrap(chosen, '~~'),
  code: (chosen: TextSelection) =>
    chosen.text.slice(chosen.from, chosen.to).includes('\n') ? fence(chosen, '```') : wrap(chosen, '`'),
  link: link,
  quoteText: (chosen: TextSelection) => fence(chosen, '```quote'),
  spoiler: (chosen: TextSelection) => fence(chosen, '```spoiler '),
  math: (chosen: TextSelection) => wrap(chosen, '$$'),
  list: (chosen: TextSelection) => toggleLines(chosen, /^\s*[-*] /, () => '- '),
  numberedList: (chosen: TextSelection) => toggleLines(chosen, /^\s*\d+\. /, (index) => `${index + 1}. `),
} as const;

export type Format = keyof typeof formats;

/** Continues a list after a line break; an empty item ends it. Undefined outside lists. */
export function continuedList({ text, from, to }: TextSelection): Edit | undefined {
  if (from !== to) return undefined;
  const start = startOfLine(text, from);
  const line = text.slice(start, from);
  const [, space = '', mark = '', number, rest = ''] = /^(\s*)([-*]|(\d+)\.) (.*)$/.exec(line) ?? [];
  if (mark === '') return undefined;
  if (rest === '') return { from: start, to, insert: '', selection: [start, start] };
  const next = `\n${space}${number === undefined ? mark : `${Number(number) + 1}.`} `;
  return { from, to, insert: next, selection: [from + next.length, from + next.length] };
}

/** A URL pasted over selected text turns it into a link. */
export function pastedLink({ text, from, to }: TextSelection, pasted: string): Edit | undefined {
  const inner = text.slice(from, to);
  const address = pasted.trim();
  if (from === to || /\s/.test(address) || !/^https?:\/\/\S+$/.test(address)) return undefined;
  if (inner.includes('\n') || /^https?:\/\//.test(inner)) return undefined;
  const insert = `[${inner}](${address})`;
  return { from, to, insert, selection: [from + insert.length, from + insert.length] };
}
