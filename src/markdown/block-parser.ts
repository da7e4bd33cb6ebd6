// Source to block tree: fences first, then markdown-it over the texts between them, with our rules only.

import MarkdownIt, { type MarkdownIt as Engine } from 'markdown-it';
import { BlockContext } from './block-context.ts';
import { type Block, MAX_DEPTH } from './blocks.ts';
import { type FencePlace, type Segment, splitFences } from './fences.ts';
import { listRule } from './lists.ts';
import { quoteRule } from './quotes.ts';
import { headingRule, indentedCodeRule, nestedFenceRule, paragraphRule, ruleRule } from './simple-blocks.ts';
import { tableRule } from './tables.ts';

const engine = createEngine();

/** Parses a document, or a part of one. */
export function parseBlocks(source: string, place: FencePlace = WHOLE): Block[] {
  return splitFences(source, place).flatMap((segment) => parseSegment(segment, place));
}

const WHOLE: FencePlace = { depth: 0, defaultLanguage: '' };

function parseSegment(segment: Segment, place: FencePlace): Block[] {
  const inside = { ...place, depth: place.depth + 1 };
  switch (segment.kind) {
    case 'text':
      return parseText(segment.text, place);
    case 'code': {
      const text = trimBlankLines(segment.text);
      return text === '' ? [] : [{ kind: 'code', text, language: segment.language }];
    }
    case 'math':
      return segment.text.trim() === '' ? [] : [{ kind: 'math', text: segment.text }];
    case 'quote': {
      const blocks = parseSegments(segment.segments, inside);
      return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }];
    }
    case 'spoiler': {
      const title = segment.title === '' ? [] : parseText(segment.title, inside);
      return [{ kind: 'spoiler', title, blocks: parseSegments(segment.segments, inside) }];
    }
  }
}

function parseSegments(segments: readonly Segment[], place: FencePlace): Block[] {
  return segments.flatMap((segment) => parseSegment(segment, place));
}

function parseText(text: string, { depth, defaultLanguage }: FencePlace): Block[] {
  const blocks: Block[] = [];
  const place = { depth: Math.min(depth, MAX_DEPTH), defaultLanguage };
  const context = new BlockContext(blocks, place, parseBlocks);
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
