// Converts HTML from a service to plain text. The result becomes part of a message's Markdown and is never
// parsed as HTML again.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { truncate } from './untrusted-markdown.ts';

/** More than is ever shown of a text. The bound keeps unclosed tags from making the patterns slow. */
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

/** The text without tags; paragraphs and line breaks become newlines. */
export function textOfHtml(html: string): string {
  return truncate(html, READ_CHARACTERS)
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<img\b[^<>]*\bsrc="(https?:[^"<>\s]{1,1000})"[^<>]*>/gi, ' $1 ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (match, name: string) => entities[name] ?? match)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
