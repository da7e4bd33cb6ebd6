// Adds Markdown formatting to a selection, or removes it.

import { activeFormats, type FormattedRange } from './active-formats.ts';
import { type Edit, type Format, startOfLine, type TextSelection } from './formatting.ts';

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
} as const satisfies Readonly<Record<Format, (chosen: TextSelection) => Edit>>;

/** The part of a text without the marks of a range, with the same part of it selected. */
function withoutMarks({ text, from, to }: TextSelection, range: FormattedRange): Edit {
  const insert = text.slice(range.innerFrom, range.innerTo);
  const shifted = (at: number) =>
    range.from + Math.max(0, Math.min(at - range.innerFrom, range.innerTo - range.innerFrom));
  return { from: range.from, to: range.to, insert, selection: [shifted(from), shifted(to)] };
}

/** Removes a format where it is active, also around a caret within it; adds it elsewhere. */
export function toggleFormat(chosen: TextSelection, format: Format): Edit {
  const range = activeFormats(chosen).get(format);
  return range ? withoutMarks(chosen, range) : formats[format](chosen);
}
