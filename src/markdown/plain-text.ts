// Extracts the visible text of rendered HTML for the search index: emoji by their short names, formulas as source.
// Only for HTML that this folder wrote.

import { decodeCharacterReferences } from './entities.ts';
import { elementEnd } from './rendered-html.ts';

const ANNOTATION = '<annotation encoding="application/x-tex">';
/** The beginning of a formula. */
export const FORMULA = '<span class="katex">';
/** Elements whose end also ends a line. */
const LINE_END = /^<(?:br|hr|\/(?:p|div|li|h[1-6]|tr|td|th|blockquote|pre))\b/;
const CUSTOM_EMOJI = /^<img alt="(:[^":]+:)" class="emoji"/;

/** The text of `html`, in lines without markup. */
export function plainText(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', at)) {
    if (open > at) pieces.push(html.slice(at, open));
    if (html.startsWith(FORMULA, open)) {
      const formula = readFormula(html, open);
      pieces.push(formula.source);
      at = formula.end;
      continue;
    }
    const close = html.indexOf('>', open);
    if (close === -1) break;
    const tag = html.slice(open, close + 1);
    at = close + 1;
    pieces.push(LINE_END.test(tag) ? '\n' : (CUSTOM_EMOJI.exec(tag)?.[1] ?? ''));
  }
  pieces.push(html.slice(at));
  return decodeCharacterReferences(
    pieces
      .join('')
      .replace(/\n{2,}/g, '\n')
      .trim(),
  );
}

/** The source of the formula at `start`, and the position after its element. */
export function readFormula(html: string, start: number): { readonly source: string; readonly end: number } {
  const annotation = html.indexOf(ANNOTATION, start);
  const sourceStart = annotation + ANNOTATION.length;
  const sourceEnd = html.indexOf('<', sourceStart);
  if (annotation === -1 || sourceEnd === -1) return { source: '', end: start + FORMULA.length };
  return { source: html.slice(sourceStart, sourceEnd), end: elementEnd(html, 'span', start) };
}
