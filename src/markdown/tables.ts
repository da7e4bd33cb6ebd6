// Tables: a header row, a row of dashes with the alignment, then rows up to a blank line or another block. Rows are
// truncated or padded to the width of the header.

import { CODE_INDENT } from './block-context.ts';
import type { BlockRule } from './block-lines.ts';
import type { Alignment, Inline } from './blocks.ts';

/** Rows with more cells are not a table: empty cells would outgrow the text. */
const MAX_COLUMNS = 100;
/** The work of a cell, which is parsed and written separately even if it is empty. */
const STEPS_PER_CELL = 5;
const DELIMITER_LINE = /^[|:\- \t]+$/;
const DELIMITER_CELL = /^:?-+:?$/;

/** Parses a table with all of its rows. */
export const tableRule: BlockRule = (lines, start, end) => {
  if (start + 1 >= end || lines.indentOf(start) >= CODE_INDENT || lines.indentOf(start + 1) < 0) return false;
  const delimiterLine = lines.lineText(start + 1);
  if (!delimiterLine.includes('-') || !DELIMITER_LINE.test(delimiterLine)) return false;
  const headerLine = lines.lineText(start);
  if (!headerLine.includes('|') || !delimiterLine.includes('|')) return false;

  const header = splitRow(headerLine);
  const delimiters = splitRow(delimiterLine);
  if (header.length !== delimiters.length || header.length > MAX_COLUMNS) return false;
  if (!delimiters.every((cell) => DELIMITER_CELL.test(cell))) return false;

  const rows: Inline[][] = [];
  let line = start + 2;
  const continues = (row: number) =>
    !lines.isEmpty(row) && lines.indentOf(row) >= 0 && !lines.isInterrupted(row, end);
  for (; line < end && continues(line); line++) {
    lines.context.work.spend(header.length * STEPS_PER_CELL);
    rows.push(fit(splitRow(lines.lineText(line)), header.length));
  }
  if (rows.length === 0) rows.push(fit([], header.length));
  lines.context.add({
    kind: 'table',
    alignments: delimiters.map(alignmentOf),
    header: fit(header, header.length),
    rows,
  });
  lines.next = line;
  return true;
};

function fit(cells: readonly string[], width: number): Inline[] {
  return Array.from({ length: width }, (_, column) => ({ text: cells[column] ?? '' }));
}

function alignmentOf(delimiter: string): Alignment {
  const isLeft = delimiter.startsWith(':');
  const isRight = delimiter.endsWith(':');
  if (isLeft && isRight) return 'center';
  if (isLeft) return 'left';
  return isRight ? 'right' : undefined;
}

/** The trimmed cells of a row. A pipe in a code span or after a backslash does not split. */
function splitRow(line: string): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let cellStart = row.startsWith('|') ? 1 : 0;
  let at = cellStart;
  while (at < row.length) {
    const character = row[at];
    if (character === '\\') at += 2;
    else if (character === '`') at = skipCodeSpan(row, at);
    else if (character === '|') {
      cells.push(row.slice(cellStart, at).trim());
      cellStart = ++at;
    } else at++;
  }
  if (cellStart < row.length) cells.push(row.slice(cellStart).trim());
  return cells;
}

/** The position after the code span that opens at `at`, or after its backticks if it is not closed. */
function skipCodeSpan(row: string, at: number): number {
  let end = at;
  while (row[end] === '`') end++;
  const ticks = row.slice(at, end);
  let close = row.indexOf(ticks, end);
  while (close !== -1) {
    let after = close;
    while (row[after] === '`') after++;
    if (after - close === ticks.length) return after;
    close = row.indexOf(ticks, after);
  }
  return end;
}
