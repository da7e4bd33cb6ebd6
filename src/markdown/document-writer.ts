// Writes the block tree as HTML, with exactly the white space that clients expect.

import type { Alignment, Block, Inline, List, ListItem, Table } from './blocks.ts';
import { writeCodeBlock } from './code-highlighting.ts';
import { type HtmlNode, writeNodes } from './html.ts';
import { writeMathBlock } from './math.ts';
import type { PreviewPlan } from './previews.ts';
import type { TypesetItem } from './typesetting.ts';

export interface WriterInput {
  readonly nodesOf: ReadonlyMap<Inline, readonly HtmlNode[]>;
  readonly previews: PreviewPlan;
  /** The HTML of a formula or of code; undefined if it is shown as typed. */
  readonly typeset: (item: TypesetItem) => string | undefined;
}

interface Piece {
  readonly html: string;
  readonly isPreview: boolean;
}

/** The HTML of a whole document; `nodesOf` contains the parsed inline Markdown. */
export function writeDocument(blocks: readonly Block[], input: WriterInput): string {
  const pieces = writePieces(blocks, input);
  pieces.push(...previewPieces(input.previews.atEnd, input));
  return join(pieces);
}

function writeBlocks(blocks: readonly Block[], input: WriterInput): string {
  return join(writePieces(blocks, input));
}

function writePieces(blocks: readonly Block[], input: WriterInput): Piece[] {
  const pieces: Piece[] = [];
  for (const block of blocks) {
    if (block.kind !== 'paragraph') {
      pieces.push({ html: writeBlock(block, input), isPreview: false });
      continue;
    }
    if (!input.previews.replaced.has(block)) {
      pieces.push({ html: `<p>${writeInline(block, input)}</p>`, isPreview: false });
    }
    pieces.push(...previewPieces(input.previews.after.get(block) ?? [], input));
  }
  return pieces;
}

function previewPieces(nodes: readonly HtmlNode[], input: WriterInput): Piece[] {
  return nodes.map((node) => ({ html: writeInlineNodes([node], input), isPreview: true }));
}

/** Blocks are on lines of their own, except that previews follow each other directly. */
function join(pieces: readonly Piece[]): string {
  let html = '';
  let previous: Piece | undefined;
  for (const piece of pieces) {
    if (previous !== undefined && !(previous.isPreview && piece.isPreview)) html += '\n';
    html += piece.html;
    previous = piece;
  }
  return html;
}

function writeInline(inline: Inline, input: WriterInput): string {
  return writeInlineNodes(input.nodesOf.get(inline) ?? [], input);
}

function writeInlineNodes(nodes: readonly HtmlNode[], { typeset }: WriterInput): string {
  return writeNodes(nodes, (tex) => typeset({ kind: 'formula', tex, display: 'inline' }));
}

function writeBlock(block: Exclude<Block, { kind: 'paragraph' }>, input: WriterInput): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${writeInline(block, input)}</h${block.level}>`;
    case 'rule':
      return '<hr>';
    case 'list':
      return writeList(block, input);
    case 'table':
      return writeTable(block, input);
    case 'quote':
      return `<blockquote>\n${writeBlocks(block.blocks, input)}\n</blockquote>`;
    case 'code':
      return writeCodeBlock(block.text, block.language, input.typeset(block));
    case 'math':
      return writeMathBlock(block.text, (tex) => input.typeset({ kind: 'formula', tex, display: 'block' }));
    case 'spoiler':
      return (
        `<div class="spoiler-block"><div class="spoiler-header">\n${writeLines(block.title, input)}</div>` +
        `<div class="spoiler-content" aria-hidden="true">\n${writeLines(block.blocks, input)}</div></div>`
      );
  }
}

/** Blocks followed by a newline, or nothing. */
function writeLines(blocks: readonly Block[], input: WriterInput): string {
  return blocks.length === 0 ? '' : `${writeBlocks(blocks, input)}\n`;
}

function writeList(list: List, input: WriterInput): string {
  const tag = list.start === undefined ? 'ul' : 'ol';
  const start = list.start === undefined || list.start === 1 ? '' : ` start="${list.start}"`;
  const items = list.items.map((item) => `${writeItem(item, input)}\n`).join('');
  return `<${tag}${start}>\n${items}</${tag}>`;
}

/** A tight item begins with its text, without a paragraph; previews of its links come last. */
function writeItem(item: ListItem, input: WriterInput): string {
  const [first, ...rest] = item.blocks;
  if (first?.kind !== 'paragraph' || item.isLoose) {
    const inner = item.blocks.length === 0 ? '' : `\n${writeLines(item.blocks, input)}`;
    return `<li>${inner}</li>`;
  }
  const text = input.previews.replaced.has(first) ? '' : writeInline(first, input);
  const gap = text === '' && rest.length > 0 ? '\n' : '';
  const previews = join(previewPieces(input.previews.after.get(first) ?? [], input));
  return `<li>${text}${gap}${writeLines(rest, input)}${previews}</li>`;
}

function writeTable(table: Table, input: WriterInput): string {
  const row = (cells: readonly Inline[], tag: 'th' | 'td') => {
    const html = cells.map((cell, column) => writeCell(cell, tag, table.alignments[column], input));
    return `<tr>\n${html.join('')}</tr>\n`;
  };
  const body = table.rows.map((cells) => row(cells, 'td')).join('');
  return `<table>\n<thead>\n${row(table.header, 'th')}</thead>\n<tbody>\n${body}</tbody>\n</table>`;
}

function writeCell(cell: Inline, tag: 'th' | 'td', alignment: Alignment, input: WriterInput): string {
  const style = alignment === undefined ? '' : ` style="text-align: ${alignment};"`;
  return `<${tag}${style}>${writeInline(cell, input)}</${tag}>\n`;
}
