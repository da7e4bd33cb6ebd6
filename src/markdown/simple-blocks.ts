// The blocks without inner structure: headings, rules, indented code, fences within lists and quotes, and paragraphs.

import { CODE_INDENT } from './block-context.ts';
import type { BlockLines, BlockRule } from './block-lines.ts';
import { readFence, readOpening } from './fences.ts';

const HEADING = /^(#{1,6})[ \t]+(?=\S)/;

/** Whether a heading may begin at a line: at the container's indentation or, ending a list item, at that of an outer item. */
function mayBegin(lines: BlockLines, line: number, silent: boolean): boolean {
  const indent = lines.indentOf(line);
  return indent === 0 || (silent && indent < 0 && (lines.columns[line] ?? 0) % 2 === 0);
}

/** Parses `# text` to `###### text`; trailing `#`s are dropped, except one after a backslash. */
export const headingRule: BlockRule = (lines, start, _end, silent) => {
  if (!mayBegin(lines, start, silent) || lines.text[lines.textStart(start)] !== '#') return false;
  const line = lines.lineText(start);
  const opening = HEADING.exec(line);
  if (opening?.[1] === undefined) return false;
  let last = line.trimEnd().length;
  while (line[last - 1] === '#' && line[last - 2] !== '\\') last--;
  const text = line.slice(opening[0].length, last).trim();
  if (text === '') return false;
  if (silent) return true;
  lines.context.add({ kind: 'heading', level: opening[1].length, text });
  lines.next = start + 1;
  return true;
};

/** Whether a line consists of three or more of one of `- * _`, possibly with spaces. */
export function isRuleLine(lines: BlockLines, line: number): boolean {
  if (lines.indentOf(line) >= CODE_INDENT) return false;
  const first = lines.textStart(line);
  const marker = lines.text[first];
  if (marker !== '-' && marker !== '*' && marker !== '_') return false;
  const end = lines.ends[line] ?? first;
  let count = 0;
  for (let at = first; at < end; at++) {
    const character = lines.text[at];
    if (character === marker) count++;
    else if (character !== ' ' && character !== '\t') return false;
  }
  return count >= 3;
}

/** Parses `---`, `***` or `___`. */
export const ruleRule: BlockRule = (lines, start, _end, silent) => {
  if (!isRuleLine(lines, start)) return false;
  if (silent) return true;
  lines.context.add({ kind: 'rule' });
  lines.next = start + 1;
  return true;
};

/** Parses lines indented by four columns; within a list item only after a blank line, since items indent their content. */
export const indentedCodeRule: BlockRule = (lines, start, end) => {
  if (lines.indentOf(start) < CODE_INDENT) return false;
  const { context } = lines;
  if (context.itemDepth > 0 && start > 0 && !lines.isEmpty(start - 1)) return false;
  let last = start + 1;
  for (let line = start + 1; line < end; line++) {
    if (lines.isEmpty(line)) continue;
    if (lines.indentOf(line) < CODE_INDENT) break;
    last = line + 1;
  }
  const source = lines.slice(start, last, lines.indent + CODE_INDENT).split('\n');
  const text = source.map((line) => line.trimEnd()).join('\n');
  context.add({ kind: 'code', text, language: '' });
  lines.next = last;
  return true;
};

/** Parses a fence at the beginning of a line of a list item or quote; top-level fences are split off earlier. */
export const nestedFenceRule: BlockRule = (lines, start, end, silent) => {
  const { context } = lines;
  const indent = lines.indentOf(start);
  if (context.depth === 0 || indent < 0 || indent >= CODE_INDENT) return false;
  const first = lines.text[lines.textStart(start)];
  if (first !== '`' && first !== '~') return false;
  if (readOpening(lines.lineText(start), context.fenceContext) === undefined) return false;
  if (silent) return true;
  const found = readFence(lines.linesFrom(start, end), 0, context.fenceContext);
  if (found === undefined) return false;
  context.addFence(found.fence);
  lines.next = start + found.next;
  return true;
};

/** Parses everything else: lines up to a blank one or the beginning of another block. */
export const paragraphRule: BlockRule = (lines, start, end) => {
  let line = start + 1;
  while (line < end && !lines.isEmpty(line) && !lines.isInterrupted(line, end)) line++;
  const text = lines.slice(start, line, lines.indent).trim();
  lines.context.add({ kind: 'paragraph', text });
  lines.next = line;
  return true;
};
