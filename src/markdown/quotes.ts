// Block quotes with `>`: a quote extends to the next blank line, and its later lines may omit the marker. Markers
// without text up to the end of the block are text.

import type { BlockContext } from './block-context.ts';
import { type BlockLines, type BlockRule, columnAfter } from './block-lines.ts';
import { type Block, MAX_DEPTH } from './blocks.ts';

const MAX_MARKER_INDENT = 3;

/** Parses a quote up to the next blank line. */
export const quoteRule: BlockRule = (lines, start, end, silent) => {
  const isEnding = silent && lines.indentOf(start) < 0;
  if (!(isEnding ? beginsWithMarker(lines, start) : hasMarker(lines, start))) return false;
  const { context } = lines;
  if (context.depth >= MAX_DEPTH) return false;
  if (!isEnding && isEmptyQuote(lines, context, start, end)) return false;
  if (silent) return true;

  const restore: (() => void)[] = [];
  let last = start;
  while (last < end && !lines.isEmpty(last)) {
    const line = last;
    context.work.spend(1);
    if (hasMarker(lines, line)) restore.push(skipMarker(lines, line));
    else if (lines.isInterrupted(line, end)) break;
    last++;
  }

  const blocks: Block[] = [];
  const { count, indent } = lines;
  const { itemDepth } = context;
  lines.count = last;
  lines.indent = 0;
  context.itemDepth = 0;
  context.withContainer(blocks, () => lines.parse(start, last));
  context.itemDepth = itemDepth;
  lines.indent = indent;
  lines.count = count;
  for (const undo of restore) undo();
  context.add({ kind: 'quote', blocks });
  lines.next = last;
  return true;
};

function hasMarker(lines: BlockLines, line: number): boolean {
  const indent = lines.indentOf(line);
  return indent >= 0 && indent <= MAX_MARKER_INDENT && beginsWithMarker(lines, line);
}

/** Whether a line begins with a marker, regardless of its indentation. */
function beginsWithMarker(lines: BlockLines, line: number): boolean {
  return lines.text[lines.textStart(line)] === '>';
}

/**
 * Whether the block that begins at `start` consists of markers without text. The result is cached for the lines of
 * the block.
 */
function isEmptyQuote(lines: BlockLines, context: BlockContext, start: number, end: number): boolean {
  if (start < (context.emptyQuotesUntil[context.depth] ?? 0)) return true;
  let line = start;
  while (line < end && hasMarker(lines, line) && isBlank(lines, lines.textStart(line) + 1, line)) line++;
  if (line === start || (line < end && !lines.isEmpty(line))) return false;
  context.emptyQuotesUntil[context.depth] = line;
  return true;
}

function isBlank(lines: BlockLines, from: number, line: number): boolean {
  return lines.skipSpaces(from) >= (lines.ends[line] ?? from);
}

/** Moves the beginning of a line past its `>` and one space; returns a function that undoes that. */
function skipMarker(lines: BlockLines, line: number): () => void {
  const { starts, columns, spaces } = lines;
  const savedBeginning = [starts[line] ?? 0, columns[line] ?? 0, spaces[line] ?? 0] as const;
  let start = lines.textStart(line) + 1;
  if (lines.text[start] === ' ') start++;
  starts[line] = start;
  spaces[line] = lines.skipSpaces(start) - start;
  columns[line] = columnAfter(lines.text, start, spaces[line]);
  return () => {
    [starts[line], columns[line], spaces[line]] = savedBeginning;
  };
}
