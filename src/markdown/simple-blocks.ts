// The blocks without inner structure: headings, rules, indented code, fences within lists and quotes, paragraphs.

import type { StateBlock } from 'markdown-it';
import { BlockContext, type BlockRule, CODE_INDENT, indentOf, lineStart, lineText } from './block-context.ts';
import { readFence } from './fences.ts';

const HEADING = /^(#{1,6})[ \t]+(?=\S)/;

/** Whether a heading may begin at a line: where the container's text does, or, ending a list item, one around it. */
function mayBegin(state: StateBlock, line: number, silent: boolean): boolean {
  const indent = indentOf(state, line);
  return indent === 0 || (silent && indent < 0 && (state.sCount[line] ?? 0) % 2 === 0);
}

/** `# text` to `###### text`; closing `#`s are dropped, but for one after a backslash. */
export const headingRule: BlockRule = (state, start, _end, silent) => {
  if (!mayBegin(state, start, silent) || state.src[lineStart(state, start)] !== '#') return false;
  const line = lineText(state, start);
  const opening = HEADING.exec(line);
  if (opening?.[1] === undefined) return false;
  let last = line.trimEnd().length;
  while (line[last - 1] === '#' && line[last - 2] !== '\\') last--;
  const text = line.slice(opening[0].length, last).trim();
  if (text === '') return false;
  if (silent) return true;
  BlockContext.of(state).add({ kind: 'heading', level: opening[1].length, text });
  state.line = start + 1;
  return true;
};

/** Whether a line is nothing but three or more of one of `- * _`, perhaps spaced. */
export function isRuleLine(state: StateBlock, line: number): boolean {
  if (indentOf(state, line) >= CODE_INDENT) return false;
  const first = lineStart(state, line);
  const marker = state.src[first];
  if (marker !== '-' && marker !== '*' && marker !== '_') return false;
  const end = state.eMarks[line] ?? first;
  let count = 0;
  for (let at = first; at < end; at++) {
    const character = state.src[at];
    if (character === marker) count++;
    else if (character !== ' ' && character !== '\t') return false;
  }
  return count >= 3;
}

/** `---`, `***` or `___`. */
export const ruleRule: BlockRule = (state, start, _end, silent) => {
  if (!isRuleLine(state, start)) return false;
  if (silent) return true;
  BlockContext.of(state).add({ kind: 'rule' });
  state.line = start + 1;
  return true;
};

/** Lines indented by four columns; in a list item only after a blank line, since items indent what they hold. */
export const indentedCodeRule: BlockRule = (state, start, end) => {
  if (indentOf(state, start) < CODE_INDENT) return false;
  const context = BlockContext.of(state);
  if (context.itemDepth > 0 && start > 0 && !state.isEmpty(start - 1)) return false;
  let last = start + 1;
  for (let line = start + 1; line < end; line++) {
    if (state.isEmpty(line)) continue;
    if (indentOf(state, line) < CODE_INDENT) break;
    last = line + 1;
  }
  const lines = state.getLines(start, last, state.blkIndent + CODE_INDENT, false).split('\n');
  const text = lines.map((line) => line.trimEnd()).join('\n');
  context.add({ kind: 'code', text, language: '' });
  state.line = last;
  return true;
};

/** A fence at the beginning of a line of a list item or quote; those of the document are cut out before. */
export const nestedFenceRule: BlockRule = (state, start, end, silent) => {
  const context = BlockContext.of(state);
  const indent = indentOf(state, start);
  if (context.depth === 0 || indent < 0 || indent >= CODE_INDENT) return false;
  const first = state.src[lineStart(state, start)];
  if (first !== '`' && first !== '~') return false;
  const opening = readFence([lineText(state, start)], 0, context.fencePlace);
  if (opening === undefined) return false;
  if (silent) return true;
  const { lines, offset } = context.linesFrom(state, start, end);
  const next = Math.min(readFence(lines, offset, context.fencePlace)?.next ?? offset + 1, lines.length);
  const source = lines.slice(offset, next).join('\n');
  for (const block of context.parseNested(source)) context.add(block);
  state.line = start + next - offset;
  return true;
};

/** Everything else: lines up to a blank one or the beginning of another block. */
export const paragraphRule: BlockRule = (state, start, end) => {
  const terminators = state.md.block.ruler.getRules('paragraph');
  let line = start + 1;
  while (line < end && !state.isEmpty(line)) {
    const next = line;
    if (terminators.some((rule) => rule(state, next, end, true))) break;
    line++;
  }
  const text = state.getLines(start, line, state.blkIndent, false).trim();
  BlockContext.of(state).add({ kind: 'paragraph', text });
  state.line = line;
  return true;
};
