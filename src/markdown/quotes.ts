// Block quotes by `>`: one quote reaches to the next blank line, and its later lines may leave the marker out.
// Markers with nothing behind them up to the end of the block are text.

import type { StateBlock } from 'markdown-it';
import { BlockContext, type BlockRule, indentOf, lineStart } from './block-context.ts';
import { type Block, MAX_DEPTH } from './blocks.ts';

const MAX_MARKER_INDENT = 3;
const CODE_TAB = 4;

/** A quote up to the next blank line. */
export const quoteRule: BlockRule = (state, start, end, silent) => {
  const isEnding = silent && indentOf(state, start) < 0;
  if (!(isEnding ? beginsWithMarker(state, start) : hasMarker(state, start))) return false;
  const context = BlockContext.of(state);
  if (context.depth >= MAX_DEPTH) return false;
  if (!isEnding && quotesNothing(state, context, start, end)) return false;
  if (silent) return true;

  const terminators = state.md.block.ruler.getRules('blockquote');
  const restore: (() => void)[] = [];
  let last = start;
  while (last < end && !state.isEmpty(last)) {
    const line = last;
    if (hasMarker(state, line)) restore.push(skipMarker(state, line));
    else if (terminators.some((rule) => rule(state, line, end, true))) break;
    last++;
  }

  const blocks: Block[] = [];
  const { lineMax, blkIndent } = state;
  const { itemDepth } = context;
  state.lineMax = last;
  state.blkIndent = 0;
  context.itemDepth = 0;
  context.inside(blocks, () => state.md.block.tokenize(state, start, last));
  context.itemDepth = itemDepth;
  state.blkIndent = blkIndent;
  state.lineMax = lineMax;
  for (const undo of restore) undo();
  context.add({ kind: 'quote', blocks });
  state.line = last;
  return true;
};

function hasMarker(state: StateBlock, line: number): boolean {
  const indent = indentOf(state, line);
  return indent >= 0 && indent <= MAX_MARKER_INDENT && beginsWithMarker(state, line);
}

/** Whether a line begins with a marker and a text behind it, wherever it is indented. */
function beginsWithMarker(state: StateBlock, line: number): boolean {
  return state.src[lineStart(state, line)] === '>';
}

/** Whether the block that begins at `start` is only markers without text. Asked once per line of such a run. */
function quotesNothing(state: StateBlock, context: BlockContext, start: number, end: number): boolean {
  if (start < (context.emptyQuotesUntil[context.depth] ?? 0)) return true;
  let line = start;
  while (line < end && hasMarker(state, line) && isBlank(state, lineStart(state, line) + 1, line)) line++;
  if (line === start || (line < end && !state.isEmpty(line))) return false;
  context.emptyQuotesUntil[context.depth] = line;
  return true;
}

function isBlank(state: StateBlock, from: number, line: number): boolean {
  return state.skipSpaces(from) >= (state.eMarks[line] ?? from);
}

/** Moves the beginning of a line behind its `>` and one space; returns how to undo that. */
function skipMarker(state: StateBlock, line: number): () => void {
  const { bMarks, bsCount, sCount, tShift } = state;
  const saved = [bMarks[line] ?? 0, bsCount[line] ?? 0, sCount[line] ?? 0, tShift[line] ?? 0] as const;
  const end = state.eMarks[line] ?? 0;
  let start = lineStart(state, line) + 1;
  if (state.src[start] === ' ') start++;
  let column = 0;
  let at = start;
  for (; at < end; at++) {
    if (state.src[at] === ' ') column++;
    else if (state.src[at] === '\t') column += CODE_TAB - (column % CODE_TAB);
    else break;
  }
  bMarks[line] = start;
  bsCount[line] = 0;
  sCount[line] = column;
  tShift[line] = at - start;
  return () => {
    [bMarks[line], bsCount[line], sCount[line], tShift[line]] = saved;
  };
}
