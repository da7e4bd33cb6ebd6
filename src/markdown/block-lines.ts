// The lines of one text while its blocks are parsed. A list item or quote moves the beginning of its lines past its
// own markers, so that every rule sees a line as if nothing enclosed it.

import type { BlockContext } from './block-context.ts';
import type { LineSource } from './fences.ts';

/**
 * Returns whether a block of the rule's kind begins at `start`, in a container that extends to `end`; adds the
 * block unless `silent`.
 */
export type BlockRule = (lines: BlockLines, start: number, end: number, silent: boolean) => boolean;

/** Rules in the order in which they are tried. The last one accepts everything that the others do not. */
export interface BlockRules {
  readonly all: readonly BlockRule[];
  /** The rules of blocks that may begin without a blank line before them. */
  readonly interrupting: readonly BlockRule[];
}

const TAB_STOP = 4;

export class BlockLines {
  readonly text: string;
  readonly context: BlockContext;
  readonly rules: BlockRules;
  /** By line: where it begins, after the markers of enclosing containers. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** By line: the number of leading spaces and tabs, and the column that they reach. */
  readonly spaces: number[] = [];
  readonly columns: number[] = [];
  /** The number of lines; lower while a quote that ends earlier is parsed. */
  count = 0;
  /** The column at which the text of the current container begins. */
  indent = 0;
  /** The next line to parse. */
  next = 0;
  /** Whether no blank line separated the blocks that were parsed last. */
  isTight = false;

  constructor(text: string, context: BlockContext, rules: BlockRules) {
    this.text = text;
    this.context = context;
    this.rules = rules;
    let start = 0;
    const texts = text.split('\n');
    context.work.spend(texts.length);
    for (const line of texts) {
      const spaces = spacesBefore(line, 0, line.length);
      // Text after the last line break is only a line if it is not empty.
      if (start + line.length === text.length && spaces === line.length) break;
      this.#add(start, start + line.length, spaces, columnAfter(line, 0, spaces));
      this.count++;
      start += line.length + 1;
    }
    this.#add(text.length, text.length, 0, 0);
  }

  #add(start: number, end: number, spaces: number, column: number): void {
    this.starts.push(start);
    this.ends.push(end);
    this.spaces.push(spaces);
    this.columns.push(column);
  }

  /** The position of a line's first non-space character. */
  textStart(line: number): number {
    return (this.starts[line] ?? 0) + (this.spaces[line] ?? 0);
  }

  /** A line from its first non-space character. */
  lineText(line: number): string {
    return this.text.slice(this.textStart(line), this.ends[line]);
  }

  /** The column of the first non-space character, relative to the container's text. */
  indentOf(line: number): number {
    return (this.columns[line] ?? 0) - this.indent;
  }

  isEmpty(line: number): boolean {
    return this.textStart(line) >= (this.ends[line] ?? 0);
  }

  /** The position after the spaces and tabs at `from`. */
  skipSpaces(from: number): number {
    return from + spacesBefore(this.text, from, this.text.length);
  }

  /** The lines from `first` to before `last`, each with up to `indent` columns of indentation removed. */
  slice(first: number, last: number, indent: number): string {
    const parts: string[] = [];
    for (let line = first; line < last; line++) {
      const end = this.ends[line] ?? 0;
      let at = this.starts[line] ?? 0;
      let column = 0;
      for (; at < end && column < indent && isSpace(this.text, at); at++)
        column = nextColumn(this.text, at, column);
      parts.push(' '.repeat(Math.max(column - indent, 0)) + this.text.slice(at, end));
    }
    return parts.join('\n');
  }

  /** The lines of the current container from `start` on, without the indentation of that line. */
  linesFrom(start: number, end: number): LineSource {
    const { itemText, work } = this.context;
    const indent = itemText?.line === start ? itemText.column : (this.columns[start] ?? 0);
    const cached: string[] = [];
    const isInside = (line: number) => line === start || this.isEmpty(line) || this.indentOf(line) >= 0;
    return {
      at: (index) => {
        for (let line = start + cached.length; line <= start + index; line++) {
          if (line >= end || !isInside(line)) return undefined;
          work.spend(1);
          cached.push(this.slice(line, line + 1, indent));
        }
        return cached[index];
      },
    };
  }

  /** Whether a block of another kind begins at a line and ends the current one. */
  isInterrupted(line: number, end: number): boolean {
    this.context.work.spend(1);
    return this.rules.interrupting.some((rule) => rule(this, line, end, true));
  }

  /** Parses blocks from `first` to `end`, or to a line that is indented less than the container. */
  parse(first: number, end: number): void {
    let hasBlank = false;
    this.next = first;
    while (this.next < end) {
      while (this.next < this.count && this.isEmpty(this.next)) this.next++;
      const line = this.next;
      if (line >= end || this.indentOf(line) < 0) return;
      this.context.work.spend(1);
      this.rules.all.some((rule) => rule(this, line, end, false));
      this.isTight = !hasBlank;
      hasBlank ||= this.isEmpty(this.next - 1);
      if (this.next < end && this.isEmpty(this.next)) {
        hasBlank = true;
        this.next++;
      }
    }
  }
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x09;
}

function spacesBefore(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text, at)) at++;
  return at - from;
}

function nextColumn(text: string, at: number, column: number): number {
  return text.charCodeAt(at) === 0x09 ? column + TAB_STOP - (column % TAB_STOP) : column + 1;
}

/** The column after `spaces` spaces and tabs at `from`, relative to `from`. */
export function columnAfter(text: string, from: number, spaces: number): number {
  let column = 0;
  for (let at = from; at < from + spaces; at++) column = nextColumn(text, at, column);
  return column;
}
