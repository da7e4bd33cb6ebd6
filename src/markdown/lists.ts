// Lists: `*`, `-`, `+` are one kind of marker, `1.` the other; two columns of indentation nest. An item is
// loose (its text stands in paragraphs) if a blank line stands within it or between it and a neighbour.

import type { StateBlock } from 'markdown-it';
import { BlockContext, type BlockRule, CODE_INDENT, indentOf, lineStart } from './block-context.ts';
import { type List, type ListItem, MAX_DEPTH } from './blocks.ts';
import { quoteRule } from './quotes.ts';
import { isRuleLine } from './simple-blocks.ts';

const NESTING_COLUMNS = 2;
const MAX_DIGITS = 9;

interface Marker {
  /** The number, or undefined for a bullet. */
  readonly number: number | undefined;
  readonly digits: number;
  /** Position of the item's text. */
  readonly textStart: number;
}

/** A list with all of its items. */
export const listRule: BlockRule = (state, start, end, silent) => {
  const context = BlockContext.of(state);
  const marker = markerAt(state, start);
  if (marker === undefined) return false;
  if (context.itemDepth === 0 && indentOf(state, start) >= CODE_INDENT) return false;
  if (silent) return marker.digits <= 1 || context.itemDepth > 0;
  if (context.depth >= MAX_DEPTH) return false;

  const list: List = { kind: 'list', start: marker.number, items: [] };
  let line = start;
  let next: Marker | undefined = marker;
  let isAfterBlank = false;
  let previous: ListItem | undefined;
  while (next !== undefined) {
    const item: ListItem = { isLoose: isAfterBlank, blocks: [] };
    if (previous !== undefined && isAfterBlank) previous.isLoose = true;
    list.items.push(item);
    readItem(state, context, { line, end, marker: next, item });
    line = state.line;
    isAfterBlank = state.isEmpty(line - 1);
    previous = item;
    next = line < end ? siblingAt(state, line, list) : undefined;
  }
  context.add(list);
  return true;
};

/** The marker of a further item of `list`, if the line has one. */
function siblingAt(state: StateBlock, line: number, list: List): Marker | undefined {
  if (indentOf(state, line) < 0 || isRuleLine(state, line)) return undefined;
  const marker = markerAt(state, line);
  const isSameKind = (marker?.number === undefined) === (list.start === undefined);
  return isSameKind ? marker : undefined;
}

/** An item that is to be read: where it begins, where what holds it ends, and into what. */
interface FoundItem {
  readonly line: number;
  readonly end: number;
  readonly marker: Marker;
  readonly item: ListItem;
}

function readItem(state: StateBlock, context: BlockContext, { line, end, marker, item }: FoundItem): void {
  const { blkIndent, bMarks, sCount, tShift } = state;
  const saved = [bMarks[line] ?? 0, sCount[line] ?? 0, tShift[line] ?? 0] as const;
  const lineStartBefore = lineStart(state, line);
  state.blkIndent = saved[1] + NESTING_COLUMNS;
  bMarks[line] = marker.textStart;
  sCount[line] = state.blkIndent;
  tShift[line] = 0;
  context.itemDepth++;
  // An item may begin on the line below its marker.
  context.itemText = { line, column: saved[1] + marker.textStart - lineStartBefore };
  const isBelow = state.isEmpty(line);
  const first = isBelow ? line + 1 : line;
  const hasText = first < end && !state.isEmpty(first) && indentOf(state, first) >= 0;
  if (!hasText) state.line = line + 1;
  else context.inside(item.blocks, () => state.md.block.tokenize(state, first, end));
  takeQuote(state, context, end, item);
  context.itemDepth--;
  if (!state.tight && item.blocks.length > 1) item.isLoose = true;
  [bMarks[line], sCount[line], tShift[line]] = saved;
  state.blkIndent = blkIndent;
}

/** A quote that follows an item's text directly belongs to the item, however little it is indented. */
function takeQuote(state: StateBlock, context: BlockContext, end: number, item: ListItem): void {
  const { line } = state;
  if (line >= end || state.isEmpty(line) || state.isEmpty(line - 1) || indentOf(state, line) >= 0) return;
  if (state.src[lineStart(state, line)] !== '>') return;
  const { blkIndent } = state;
  state.blkIndent = state.sCount[line] ?? 0;
  context.inside(item.blocks, () => quoteRule(state, line, end, false));
  state.blkIndent = blkIndent;
}

function markerAt(state: StateBlock, line: number): Marker | undefined {
  const start = lineStart(state, line);
  const end = state.eMarks[line] ?? start;
  let at = start;
  let number: number | undefined;
  const first = state.src[at];
  if (first === '*' || first === '-' || first === '+') at++;
  else {
    while (at < end && isDigit(state.src.charCodeAt(at))) at++;
    if (at === start || at - start > MAX_DIGITS || state.src[at] !== '.') return undefined;
    number = Number(state.src.slice(start, at));
    at++;
  }
  if (at >= end || (state.src[at] !== ' ' && state.src[at] !== '\t')) return undefined;
  const digits = number === undefined ? 0 : at - start - 1;
  return { number, digits, textStart: Math.min(state.skipSpaces(at), end) };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
