// What our block rules share while markdown-it walks the lines of one text: the container that blocks are added
// to and how deep it stands. It travels in the library's `env`.

import type { Env, StateBlock } from 'markdown-it';
import type { Block } from './blocks.ts';
import type { FencePlace } from './fences.ts';

/** A block rule of markdown-it: whether a block of its kind begins at `start`; adds it unless `silent`. */
export type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean;

/** Columns of indentation from which on a line is code. */
export const CODE_INDENT = 4;

const KEY = 'parley';

interface ReadLines {
  readonly depth: number;
  readonly indent: number;
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Where blocks go that are found now. */
export class BlockContext {
  /** How many quotes, lists and fences stand around the present line. */
  depth: number;
  /** How many of them are list items. */
  itemDepth = 0;
  /** The line that the innermost item's marker stands on, and the column at which its text begins there. */
  itemText: { readonly line: number; readonly column: number } | undefined;
  /** By depth: the line up to which empty quote markers are known to quote nothing. */
  readonly emptyQuotesUntil: number[] = [];
  readonly #parse: (source: string, place: FencePlace) => Block[];
  readonly #defaultLanguage: string;
  #container: Block[];
  #linesRead: ReadLines | undefined;

  constructor(
    container: Block[],
    { depth, defaultLanguage }: FencePlace,
    parse: (source: string, place: FencePlace) => Block[],
  ) {
    this.#container = container;
    this.depth = depth;
    this.#defaultLanguage = defaultLanguage;
    this.#parse = parse;
  }

  /** Where fences of the present container are read. */
  get fencePlace(): FencePlace {
    return { depth: this.depth, defaultLanguage: this.#defaultLanguage };
  }

  /** The blocks of a text that stands in the present container. */
  parseNested(source: string): Block[] {
    return this.#parse(source, this.fencePlace);
  }

  /** The context of the text that is being parsed. */
  static of(state: StateBlock): BlockContext {
    const context = state.env[KEY];
    if (context instanceof BlockContext) return context;
    throw new TypeError('block rule used outside our parser');
  }

  /** What the library hands to every rule. */
  env(): Env {
    return { [KEY]: this };
  }

  /** Adds a block to the present container. */
  add(block: Block): void {
    this.#container.push(block);
  }

  /**
   * The lines of the present container from `start` on, without the indentation of that line, as `lines` from `offset`.
   * Remembered, since a container may hold many fences.
   */
  linesFrom(state: StateBlock, start: number, end: number): { lines: readonly string[]; offset: number } {
    const { itemText } = this;
    const indent = itemText?.line === start ? itemText.column : (state.sCount[start] ?? 0);
    let read = this.#linesRead;
    if (read?.depth !== this.depth || read.indent !== indent || start < read.start || start >= read.end) {
      let last = start + 1;
      while (last < end && (state.isEmpty(last) || indentOf(state, last) >= 0)) last++;
      const lines = state.getLines(start, last, indent, false).split('\n');
      read = { depth: this.depth, indent, start, end: last, lines };
      this.#linesRead = read;
    }
    return { lines: read.lines, offset: start - read.start };
  }

  /** Runs `parse` so that what it adds goes into `container`, one level deeper. */
  inside(container: Block[], parse: () => void): void {
    const outer = this.#container;
    this.#container = container;
    this.depth++;
    parse();
    this.depth--;
    this.#container = outer;
  }
}

/** The text of a line from its first non-space character. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(lineStart(state, line), state.eMarks[line]);
}

/** Position of the first non-space character of a line. */
export function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** Column of the first non-space character, counted from where the container's text begins. */
export function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}
