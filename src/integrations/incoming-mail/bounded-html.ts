// Bounds the HTML of a mail. The converter to Markdown and its document take minutes and gigabytes for
// hostile, deeply nested HTML. The converter therefore only receives balanced elements that it can convert,
// limited in number and depth; of all other elements only the text remains.

import { limits } from '../../api-contract/limits.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { withoutQuotedHtml } from './quoted-html.ts';
import { type HtmlListener, readHtml } from './read-html.ts';

/** Whether quotes of an earlier mail remain in the text. */
export type Quotes = 'included' | 'omitted';

const KEPT_ELEMENTS = new Set(
  `a address article b blockquote br code dd del div dl dt em figure footer h1 h2 h3 h4 h5 h6 header hr i img li main ol p
  pre s section strong table tbody td th thead tr u ul`.split(/\s+/),
);
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'class', 'id', 'type', 'start'];
/** Elements that start a new line. */
const BLOCK =
  /^(?:address|article|blockquote|br|d[dlt]|div|fig.*|foot.*|form|h[1-6r]|header|li|main|ol|p|pre|section|t[dhr]|table|ul)$/;

function startTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const allowed = ATTRIBUTES.filter((key) => Object.hasOwn(attributes, key));
  return `<${name}${allowed.map((key) => ` ${key}="${escapeHtml(attributes[key] ?? '')}"`).join('')}>`;
}

/** Reduces a document to the elements that the converter handles, within the limits. */
export function boundedHtml(html: string, quotes: Quotes = 'included'): string {
  const pieces: string[] = [];
  /** The closing tag of each open element; empty for a dropped one. */
  const ends: string[] = [];
  let depth = 0;
  let elements = 0;
  const listener: HtmlListener = {
    opened(name, attributes) {
      const isIncluded =
        KEPT_ELEMENTS.has(name) &&
        depth < limits.incomingMailHtmlDepth &&
        elements < limits.incomingMailHtmlElements;
      ends.push(!isIncluded ? '' : name === 'br' || name === 'hr' || name === 'img' ? ' ' : `</${name}>`);
      if (!isIncluded) return;
      depth++;
      elements++;
      pieces.push(startTag(name, attributes));
    },
    closed() {
      const end = ends.pop();
      if (!end) return;
      depth--;
      if (end !== ' ') pieces.push(end);
    },
    text: (text) => void pieces.push(escapeHtml(text)),
  };
  readHtml(html, quotes === 'included' ? listener : withoutQuotedHtml(listener));
  return pieces.join('');
}

/** The plain text of a document, one line per block: the fallback if the conversion still fails. */
export function plainTextOf(html: string, quotes: Quotes = 'included'): string {
  const pieces: string[] = [];
  const line = (name: string) => {
    if (BLOCK.test(name)) pieces.push('\n');
  };
  const text = (value: string) => void pieces.push(value.replace(/\s+/g, ' '));
  const listener = { opened: line, closed: line, text };
  readHtml(html, quotes === 'included' ? listener : withoutQuotedHtml(listener));
  const lines = pieces.join('').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
