// The slow part of rendering: formulas and code. A document lists them in order; a server typesets them outside its
// event loop, a browser where it renders. All items of a message share one budget of HTML and one of expanded
// macros, so that no message becomes many times as large as its text.

import type { Block, Inline } from './blocks.ts';
import { highlightCode, isHighlighted } from './code-highlighting.ts';
import { ExpansionBudget } from './formula-macros.ts';
import type { HtmlNode } from './html.ts';
import { formulasOfBlock, typesetFormula } from './math.ts';

/** Something to typeset. */
export type TypesetItem =
  | { readonly kind: 'formula'; readonly tex: string; readonly display: 'inline' | 'block' }
  | { readonly kind: 'code'; readonly text: string; readonly language: string };

/** The typeset items of a message. */
export interface Typeset {
  /** The HTML of each item, in order; undefined if it is shown as typed. */
  readonly html: readonly (string | undefined)[];
  /** Whether items are shown as typed because the message has too many. */
  readonly isTruncated: boolean;
}

/** The maximum HTML of all formulas and code of a message, in characters. */
const MAX_HTML = 100_000;
/**
 * The tokens that the macros of a message may expand to: a short definition used in every formula stays far below.
 */
const MAX_EXPANDED_TOKENS = 4000;

/** The distinct items of a document. */
export function typesetItems(
  blocks: readonly Block[],
  nodesOf: ReadonlyMap<Inline, readonly HtmlNode[]>,
): TypesetItem[] {
  const items = new Map<string, TypesetItem>();
  const add = (item: TypesetItem) => items.set(itemKey(item), item);
  const addNodes = (nodes: readonly HtmlNode[]) => {
    for (const node of nodes) {
      if (node.kind === 'formula') add({ kind: 'formula', tex: node.tex, display: 'inline' });
      else if (node.kind === 'element') addNodes(node.children);
    }
  };
  const addInline = (inline: Inline) => addNodes(nodesOf.get(inline) ?? []);
  const addBlocks = (list: readonly Block[]) => {
    for (const block of list) addBlock(block);
  };
  const addBlock = (block: Block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        addInline(block);
        break;
      case 'list':
        for (const item of block.items) addBlocks(item.blocks);
        break;
      case 'table':
        for (const row of [block.header, ...block.rows]) for (const cell of row) addInline(cell);
        break;
      case 'quote':
        addBlocks(block.blocks);
        break;
      case 'spoiler':
        addBlocks(block.title);
        addBlocks(block.blocks);
        break;
      case 'math':
        for (const tex of formulasOfBlock(block.text)) add({ kind: 'formula', tex, display: 'block' });
        break;
      case 'code':
        if (isHighlighted(block.text, block.language)) add({ ...block, kind: 'code' });
        break;
      case 'rule':
        break;
    }
  };
  addBlocks(blocks);
  return [...items.values()];
}

/** The key that identifies an item. */
export function itemKey(item: TypesetItem): string {
  return item.kind === 'formula' ? `${item.display} ${item.tex}` : `code ${item.language}\n${item.text}`;
}

/**
 * Typesets the items of a message one after another into `html`; if it is interrupted, the finished items are
 * complete. Invalid items are undefined. Items that exceed the budget, and all later ones, are missing.
 * @returns whether the budget was used up
 */
export function typesetInto(items: readonly TypesetItem[], html: (string | undefined)[]): boolean {
  let remaining = MAX_HTML;
  const expansion = new ExpansionBudget(MAX_EXPANDED_TOKENS);
  for (const item of items) {
    const itemHtml = typesetItem(item, expansion);
    remaining -= itemHtml?.length ?? 0;
    if (remaining < 0) return true;
    html.push(itemHtml);
  }
  return false;
}

function typesetItem(item: TypesetItem, expansion: ExpansionBudget): string | undefined {
  try {
    return item.kind === 'formula'
      ? typesetFormula(item.tex, item.display, expansion)
      : highlightCode(item.text, item.language);
  } catch {
    // Not valid TeX, or nested too deeply for a grammar.
    return undefined;
  }
}

/** Typesets the items of a message synchronously, however long that takes. */
export function typesetNow(items: readonly TypesetItem[]): Typeset {
  const html: (string | undefined)[] = [];
  return { isTruncated: typesetInto(items, html), html };
}
