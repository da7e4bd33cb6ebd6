// State shared by the block rules while they walk the lines of one text: the container that blocks are added to,
// and its depth.

import type { Block } from './blocks.ts';
import type { Fence, FenceContext } from './fences.ts';
import type { WorkBudget } from './work-budget.ts';

/** The columns of indentation from which on a line is code. */
export const CODE_INDENT = 4;

/** The state that all texts of a document share. */
interface Document {
  /** Parses the content of a fence into blocks. */
  parse(fence: Fence, context: FenceContext): Block[];
  readonly work: WorkBudget;
}

/** Collects the blocks of a text. */
export class BlockContext {
  /** The number of quotes, lists and fences around the current line. */
  depth: number;
  /** The number of list items around the current line. */
  itemDepth = 0;
  /** The line with the marker of the innermost list item, and the column at which the item's text begins there. */
  itemText: { readonly line: number; readonly column: number } | undefined;
  /** By depth: the line up to which quote markers are known to be empty. */
  readonly emptyQuotesUntil: number[] = [];
  readonly work: WorkBudget;
  readonly #parse: Document['parse'];
  readonly #defaultLanguage: string;
  #container: Block[];

  constructor(container: Block[], { depth, defaultLanguage }: FenceContext, { parse, work }: Document) {
    this.#container = container;
    this.depth = depth;
    this.#defaultLanguage = defaultLanguage;
    this.#parse = parse;
    this.work = work;
  }

  /** The depth and default language for fences in the current container. */
  get fenceContext(): FenceContext {
    return { depth: this.depth, defaultLanguage: this.#defaultLanguage };
  }

  /** Adds the blocks of a fence to the current container. */
  addFence(fence: Fence): void {
    for (const block of this.#parse(fence, this.fenceContext)) this.add(block);
  }

  /** Adds a block to the current container. */
  add(block: Block): void {
    this.#container.push(block);
  }

  /** Runs `parse` with `container` as the current container, one level deeper. */
  withContainer(container: Block[], parse: () => void): void {
    const outer = this.#container;
    this.#container = container;
    this.depth++;
    parse();
    this.depth--;
    this.#container = outer;
  }
}
