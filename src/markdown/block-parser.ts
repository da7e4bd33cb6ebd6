// Parses the source to a block tree: first fences, then all other blocks in the text between them.

import { BlockContext } from './block-context.ts';
import { BlockLines, type BlockRules } from './block-lines.ts';
import { type Block, MAX_DEPTH } from './blocks.ts';
import { type Fence, type FenceContext, type Segment, splitFences } from './fences.ts';
import { listRule } from './lists.ts';
import { quoteRule } from './quotes.ts';
import { headingRule, indentedCodeRule, nestedFenceRule, paragraphRule, ruleRule } from './simple-blocks.ts';
import { tableRule } from './tables.ts';
import type { WorkBudget } from './work-budget.ts';

/** Parses a document. @throws TooMuchWorkError */
export function parseBlocks(source: string, defaultLanguage: string, work: WorkBudget): Block[] {
  const context = { depth: 0, defaultLanguage, work };
  return parseSegments(splitFences(source, context), context);
}

const rules: BlockRules = {
  all: [
    nestedFenceRule,
    indentedCodeRule,
    headingRule,
    tableRule,
    ruleRule,
    listRule,
    quoteRule,
    paragraphRule,
  ],
  interrupting: [nestedFenceRule, headingRule, ruleRule, listRule, quoteRule],
};

interface SegmentContext extends FenceContext {
  readonly work: WorkBudget;
}

function parseSegment(segment: Segment, context: SegmentContext): Block[] {
  const nested = { ...context, depth: context.depth + 1 };
  switch (segment.kind) {
    case 'text':
      return parseText(segment.text, context);
    case 'code': {
      const text = trimBlankLines(segment.text);
      return text === '' ? [] : [{ kind: 'code', text, language: segment.language }];
    }
    case 'math':
      return segment.text.trim() === '' ? [] : [{ kind: 'math', text: segment.text }];
    case 'quote': {
      const blocks = parseSegments(segment.segments, nested);
      return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }];
    }
    case 'spoiler': {
      const title = segment.title === '' ? [] : parseText(segment.title, nested);
      return [{ kind: 'spoiler', title, blocks: parseSegments(segment.segments, nested) }];
    }
  }
}

function parseSegments(segments: readonly Segment[], context: SegmentContext): Block[] {
  return segments.flatMap((segment) => parseSegment(segment, context));
}

function parseText(text: string, { depth, defaultLanguage, work }: SegmentContext): Block[] {
  const blocks: Block[] = [];
  const fenceContext = { depth: Math.min(depth, MAX_DEPTH), defaultLanguage };
  const parse = (fence: Fence, at: FenceContext) => parseSegment(fence, { ...at, work });
  const context = new BlockContext(blocks, fenceContext, { parse, work });
  const lines = new BlockLines(text, context, rules);
  lines.parse(0, lines.count);
  return blocks;
}

function trimBlankLines(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '\n') start++;
  while (end > start && text[end - 1] === '\n') end--;
  return text.slice(start, end);
}
