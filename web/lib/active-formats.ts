// Which formatting a caret or selection is in, for the buttons that add and remove it.

import { type Format, startOfLine, type TextSelection } from './formatting.ts';

/** A formatted part of a text: with its marks, and what is between them. */
export interface FormattedRange {
  readonly from: number;
  readonly to: number;
  readonly innerFrom: number;
  readonly innerTo: number;
}

const inlineMarks: readonly (readonly [mark: string, format: Format])[] = [
  ['$$', 'math'],
  ['~~', 'strikethrough'],
  ['**', 'bold'],
  ['*', 'italic'],
];

const LINK = /^\[([^\]\n]*)\]\([^)\n]*\)/;

interface Found extends FormattedRange {
  readonly format: Format;
}

/** The marks within a line; code and links hide what is in them. */
function inlineRanges(line: string, offset: number): Found[] {
  const found: Found[] = [];
  const openMarks = new Map<string, number>();
  const add = (format: Format, from: number, to: number, before: number, after: number) =>
    found.push({
      format,
      from: offset + from,
      to: offset + to,
      innerFrom: offset + from + before,
      innerTo: offset + to - after,
    });
  for (let at = 0; at < line.length; ) {
    const end = line[at] === '`' ? line.indexOf('`', at + 1) : -1;
    const [link = '', label = ''] = line[at] === '[' ? (LINK.exec(line.slice(at)) ?? []) : [];
    if (end > at) {
      add('code', at, end + 1, 1, 1);
      at = end + 1;
    } else if (link !== '') {
      add('link', at, at + link.length, 1, link.length - label.length - 1);
      at += link.length;
    } else {
      const [mark = '', format] = inlineMarks.find(([one]) => line.startsWith(one, at)) ?? [];
      const from = openMarks.get(mark);
      if (format === undefined) at++;
      else if (from !== undefined && at > from + mark.length) {
        add(format, from, at + mark.length, mark.length, mark.length);
        openMarks.delete(mark);
        at += mark.length;
      } else {
        openMarks.set(mark, at);
        at += mark.length;
      }
    }
  }
  return found;
}

const blockFormats: Readonly<Record<string, Format>> = {
  quote: 'quoteText',
  spoiler: 'spoiler',
  math: 'math',
};

/** The fenced blocks around a position, the innermost last; a block that is not closed ends with the text. */
function fencesAround(text: string, position: number): Found[] {
  const open: {
    readonly fence: string;
    readonly format: Format;
    readonly from: number;
    innerFrom: number;
  }[] = [];
  const found: Found[] = [];
  const close = (innerTo: number, to: number) => {
    const { format, from, innerFrom } = open.pop() ?? {};
    if (format === undefined || from === undefined || innerFrom === undefined) return;
    if (innerFrom <= position && position <= Math.max(innerFrom, innerTo))
      found.push({ format, from, to, innerFrom, innerTo: Math.max(innerFrom, innerTo) });
  };
  let at = 0;
  for (const line of text.split('\n')) {
    const [, fence = '', word = ''] = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(line) ?? [];
    const last = open.at(-1);
    const next = Math.min(text.length, at + line.length + 1);
    if (fence !== '' && word === '' && last?.fence === fence) close(at - 1, at + line.length);
    else if (fence !== '' && (!last || last.format === 'quoteText' || last.format === 'spoiler'))
      open.push({ fence, format: blockFormats[word] ?? 'code', from: at, innerFrom: next });
    at += line.length + 1;
  }
  while (open.length > 0) close(text.length, text.length);
  return found.reverse();
}

/** The beginning of a list item, if all selected lines have one. */
function listOf({ text, from, to }: TextSelection): Format | undefined {
  const newline = text.indexOf('\n', to);
  const lines = text.slice(startOfLine(text, from), newline < 0 ? text.length : newline).split('\n');
  if (lines.every((line) => /^\s*[-*] /.test(line))) return 'list';
  return lines.every((line) => /^\s*\d+\. /.test(line)) ? 'numberedList' : undefined;
}

/**
 * The formats that are active for the whole selection, each with the innermost range that has it. Lists have none: their
 * marks are toggled line by line.
 */
export function activeFormats(chosen: TextSelection): Map<Format, FormattedRange | undefined> {
  const { text, from, to } = chosen;
  const active = new Map<Format, FormattedRange | undefined>();
  const isAround = (range: FormattedRange) =>
    (range.innerFrom <= from && to <= range.innerTo) || (range.from === from && to === range.to);
  const fences = fencesAround(text, from).filter(isAround);
  for (const { format, ...range } of fences) active.set(format, range);
  if (active.has('code')) return active;
  const start = startOfLine(text, from);
  const newline = text.indexOf('\n', start);
  const line = text.slice(start, newline < 0 ? text.length : newline);
  // The star of a list item is no mark.
  const [item = ''] = /^\s*(?:[-*]|\d+\.) /.exec(line) ?? [];
  for (const { format, ...range } of inlineRanges(line.slice(item.length), start + item.length))
    if (isAround(range)) active.set(format, range);
  const list = listOf(chosen);
  if (list) active.set(list, undefined);
  return active;
}
