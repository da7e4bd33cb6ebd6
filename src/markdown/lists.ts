// Lists: `*`, `-`, `+` are one kind of marker, `1.` is the other; two columns of indentation nest. An item is loose
// (its text is in paragraphs) if there is a blank line within it or between it and a neighbor.

import { type BlockContext, CODE_INDENT } from './block-context.ts';
import type { BlockLines, BlockRule } from './block-lines.ts';
import { type List, type ListItem, MAX_DEPTH } from './blocks.ts';
import { quoteRule } from './quotes.ts';
import { isRuleLine } from './simple-blocks.ts';

const NESTING_COLUMNS = 2;
const MAX_DIGITS = 9;

interface Marker {
  /** The number, or undefined for a bullet. */
  readonly number: number | undefined;
  readonly digits: number;
  /** The position of the item's text. */
  readonly textStart: number;
}

/** Parses a list with all of its items. */
export const listRule: BlockRule = (lines, start, end, silent) => {
  const { context } = lines;
  const marker = markerAt(lines, start);
  if (marker === undefined) return false;
  if (context.itemDepth === 0 && lines.indentOf(start) >= CODE_INDENT) return false;
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
    readItem(lines, context, { line, end, marker: next, item });
    line = lines.next;
    isAfterBlank = lines.isEmpty(line - 1);
    previous = item;
    next = line < end ? siblingAt(lines, line, list) : undefined;
  }
  context.add(list);
  return true;
};

/** The marker of the next item of `list`, if the line has one. */
function siblingAt(lines: BlockLines, line: number, list: List): Marker | undefined {
  if (lines.indentOf(line) < 0 || isRuleLine(lines, line)) return undefined;
  const marker = markerAt(lines, line);
  const isSameKind = (marker?.number === undefined) === (list.start === undefined);
  return isSameKind ? marker : undefined;
}

/** An item to parse: its first line, the end of its container, and its result. */
interface FoundItem {
  readonly line: number;
  readonly end: number;
  readonly marker: Marker;
  readonly item: ListItem;
}

function readItem(lines: BlockLines, context: BlockContext, { line, end, marker, item }: FoundItem): void {
  const { indent, starts, columns, spaces } = lines;
  const savedBeginning = [starts[line] ?? 0, columns[line] ?? 0, spaces[line] ?? 0] as const;
  const lineStartBefore = lines.textStart(line);
  lines.indent = savedBeginning[1] + NESTING_COLUMNS;
  starts[line] = marker.textStart;
  columns[line] = lines.indent;
  spaces[line] = 0;
  context.itemDepth++;
  // An item may begin on the line below its marker.
  context.itemText = { line, column: savedBeginning[1] + marker.textStart - lineStartBefore };
  const isBelow = lines.isEmpty(line);
  const first = isBelow ? line + 1 : line;
  const hasText = first < end && !lines.isEmpty(first) && lines.indentOf(first) >= 0;
  if (!hasText) lines.next = line + 1;
  else context.withContainer(item.blocks, () => lines.parse(first, end));
  takeQuote(lines, context, end, item);
  context.itemDepth--;
  if (!lines.isTight && item.blocks.length > 1) item.isLoose = true;
  [starts[line], columns[line], spaces[line]] = savedBeginning;
  lines.indent = indent;
}

/** A quote directly after an item's text belongs to the item, regardless of its indentation. */
function takeQuote(lines: BlockLines, context: BlockContext, end: number, item: ListItem): void {
  const { next: line } = lines;
  if (line >= end || lines.isEmpty(line) || lines.isEmpty(line - 1) || lines.indentOf(line) >= 0) return;
  if (lines.text[lines.textStart(line)] !== '>') return;
  const { indent } = lines;
  lines.indent = lines.columns[line] ?? 0;
  context.withContainer(item.blocks, () => quoteRule(lines, line, end, false));
  lines.indent = indent;
}

function markerAt(lines: BlockLines, line: number): Marker | undefined {
  const start = lines.textStart(line);
  const end = lines.ends[line] ?? start;
  let at = start;
  let number: number | undefined;
  const first = lines.text[at];
  if (first === '*' || first === '-' || first === '+') at++;
  else {
    while (at < end && isDigit(lines.text.charCodeAt(at))) at++;
    if (at === start || at - start > MAX_DIGITS || lines.text[at] !== '.') return undefined;
    number = Number(lines.text.slice(start, at));
    at++;
  }
  if (at >= end || (lines.text[at] !== ' ' && lines.text[at] !== '\t')) return undefined;
  const digits = number === undefined ? 0 : at - start - 1;
  return { number, digits, textStart: Math.min(lines.skipSpaces(at), end) };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
