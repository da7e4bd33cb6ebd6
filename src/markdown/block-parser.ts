// Source to block tree: fences first, then markdown-it over the texts between them, with our rules only.

import MarkdownIt, { type MarkdownIt as Engine } from 'markdown-it';
import { BlockContext } from './block-context.ts';
import { type Block, MAX_DEPTH } from './blocks.ts';
import { type Segment, splitFences } from './fences.ts';
import { listRule } from './lists.ts';
import { quoteRule } from './quotes.ts';
import { headingRule, indentedCodeRule, nestedFenceRule, paragraphRule, ruleRule } from './simple-blocks.ts';
import { tableRule } from './tables.ts';

const engine = createEngine();

/** Parses a document, or a part of one that stands at `depth`. */
export function parseBlocks(source: string, depth = 0): Block[] {
  return splitFences(source, depth).flatMap((segment) => parseSegment(segment, depth));
}

function parseSegment(segment: Segment, depth: number): Block[] {
  switch (segment.kind) {
    case 'text':
      return parseText(segment.text, depth);
    case 'code': {
      const text = trimBlankLines(segment.text);
      return text === '' ? [] : [{ kind: 'code', text, language: segment.language, isFenced: true }];
    }
    case 'math':
      return segment.text.trim() === '' ? [] : [{ kind: 'math', text: segment.text }];
    case 'quote': {
      const blocks = parseSegments(segment.segments, depth + 1);
      return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }];
    }
    case 'spoiler': {
      const title = segment.title === '' ? [] : parseText(segment.title, depth + 1);
      return [{ kind: 'spoiler', title, blocks: parseSegments(segment.segments, depth + 1) }];
    }
  }
}

function parseSegments(segments: readonly Segment[], depth: number): Block[] {
  return segments.flatMap((segment) => parseSegment(segment, depth));
}

function parseText(text: string, depth: number): Block[] {
  const blocks: Block[] = [];
  const context = new BlockContext(blocks, Math.min(depth, MAX_DEPTH), parseBlocks);
  engine.block.parse(text, engine, context.env(), []);
  return blocks;
}

function trimBlankLines(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '\n') start++;
  while (end > start && text[end - 1] === '\n') end--;
  return text.slice(start, end);
}

/** Rules in the order in which they are tried; `interrupts` says which blocks they may end without a blank line. */
function createEngine(): Engine {
  const markdown = new MarkdownIt('zero', { maxNesting: Number.MAX_SAFE_INTEGER });
  const { ruler } = markdown.block;
  const interrupts = { alt: ['paragraph', 'blockquote'] };
  ruler.push('parley_nested_fence', nestedFenceRule, interrupts);
  ruler.push('parley_indented_code', indentedCodeRule);
  ruler.push('parley_heading', headingRule, interrupts);
  ruler.push('parley_table', tableRule);
  ruler.push('parley_rule', ruleRule, interrupts);
  ruler.push('parley_list', listRule, interrupts);
  ruler.push('parley_quote', quoteRule, interrupts);
  ruler.push('parley_paragraph', paragraphRule);
  ruler.enableOnly([
    'parley_nested_fence',
    'parley_indented_code',
    'parley_heading',
    'parley_table',
    'parley_rule',
    'parley_list',
    'parley_quote',
    'parley_paragraph',
  ]);
  return markdown;
}
