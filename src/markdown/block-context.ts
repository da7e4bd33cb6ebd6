// What our block rules share while they walk the lines of one text: the container that blocks are added to and how deep it
// stands.

import type { Block } from './blocks.ts';
import type { Fence, FencePlace } from './fences.ts';
import type { WorkBudget } from './work-budget.ts';

/** Columns of indentation from which on a line is code. */
export const CODE_INDENT = 4;

/** What all texts of a document share. */
interface Document {
  /** The blocks of a fence. */
  parse(fence: Fence, place: FencePlace): Block[];
  readonly work: WorkBudget;
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
  readonly work: WorkBudget;
  readonly #parse: Document['parse'];
  readonly #defaultLanguage: string;
  #container: Block[];

  constructor(container: Block[], { depth, defaultLanguage }: FencePlace, { parse, work }: Document) {
    this.#container = container;
    this.depth = depth;
    this.#defaultLanguage = defaultLanguage;
    this.#parse = parse;
    this.work = work;
  }

  /** Where fences of the present container are read. */
  get fencePlace(): FencePlace {
    return { depth: this.depth, defaultLanguage: this.#defaultLanguage };
  }

  /** Adds the blocks of a fence that stands in the present container. */
  addFence(fence: Fence): void {
    for (const block of this.#parse(fence, this.fencePlace)) this.add(block);
  }

  /** Adds a block to the present container. */
  add(block: Block): void {
    this.#container.push(block);
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
