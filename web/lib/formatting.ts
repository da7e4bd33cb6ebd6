// Edits of a text at its caret that happen while it is typed.

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

/** What `formats.ts` can add to a selection, or remove. */
export type Format =
  | 'bold'
  | 'italic'
  | 'strikethrough'
  | 'code'
  | 'link'
  | 'quoteText'
  | 'spoiler'
  | 'math'
  | 'list'
  | 'numberedList';

/** The index of the first character of a line. */
export function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

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
