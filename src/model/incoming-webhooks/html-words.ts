// The words of a text that a service sends as HTML. It is Markdown afterwards and is written as such, so nothing of it is
// ever read as HTML again.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { cut } from './text.ts';

/** More than is shown of any text; tags that never end are gone over again and again. */
const READ_CHARACTERS = 20_000;

const entities = lookupTable<string>({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
});

/** The text without its tags; paragraphs and breaks are lines. */
export function wordsOfHtml(html: string): string {
  return cut(html, READ_CHARACTERS)
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<img\b[^<>]*\bsrc="(https?:[^"<>\s]{1,1000})"[^<>]*>/gi, ' $1 ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
