// The block structure of a parsed document: plain data, independent of the viewer. Objects with a `text` contain
// inline Markdown that is not yet parsed, because that depends on what exists (users, channels) when it is rendered.

/** The deepest nesting of quotes, lists and fences; markers beyond it are text. */
export const MAX_DEPTH = 100;

/** A run of inline Markdown. */
export interface Inline {
  readonly text: string;
}

export type Alignment = 'left' | 'center' | 'right' | undefined;

export interface ListItem {
  /** Whether its paragraphs are written as paragraphs, because blank lines separate them. */
  isLoose: boolean;
  readonly blocks: Block[];
}

export interface List {
  readonly kind: 'list';
  /** The first number, or undefined for bullets. */
  readonly start: number | undefined;
  readonly items: ListItem[];
}

export interface Table {
  readonly kind: 'table';
  readonly alignments: readonly Alignment[];
  readonly header: readonly Inline[];
  readonly rows: readonly (readonly Inline[])[];
}

export type Block =
  | ({ readonly kind: 'paragraph' } & Inline)
  | ({ readonly kind: 'heading'; readonly level: number } & Inline)
  | { readonly kind: 'rule' }
  | List
  | Table
  | { readonly kind: 'quote'; readonly blocks: Block[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'math'; readonly text: string }
  | { readonly kind: 'spoiler'; readonly title: readonly Block[]; readonly blocks: readonly Block[] };

/** Where a run of inline Markdown is in the document. */
export interface InlinePosition {
  /** Where a preview of its links is placed: after the block, or at the end of the document. */
  readonly previewsFollow: boolean;
  /** Whether it is in a quote: mentions are silent, and links get no previews. */
  readonly isQuoted: boolean;
}

/** Calls `visit` for every run of inline Markdown, in document order. */
export function visitInlines(
  blocks: readonly Block[],
  visit: (inline: Inline, position: InlinePosition) => void,
  isQuoted = false,
): void {
  for (const block of blocks) {
    switch (block.kind) {
      case 'paragraph':
        visit(block, { previewsFollow: true, isQuoted });
        break;
      case 'heading':
        visit(block, { previewsFollow: false, isQuoted });
        break;
      case 'list':
        for (const item of block.items) visitInlines(item.blocks, visit, isQuoted);
        break;
      case 'table':
        for (const row of [block.header, ...block.rows]) {
          for (const cell of row) visit(cell, { previewsFollow: false, isQuoted });
        }
        break;
      case 'quote':
        visitInlines(block.blocks, visit, true);
        break;
      case 'spoiler':
        visitInlines(block.title, visit, isQuoted);
        visitInlines(block.blocks, visit, isQuoted);
        break;
      case 'rule':
      case 'code':
      case 'math':
        break;
    }
  }
}
