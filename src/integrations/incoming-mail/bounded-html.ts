// The HTML of a mail within bounds: the converter to Markdown, and the document it makes, take minutes and gigabytes where
// strangers nest elements by the thousand. So it gets balanced elements of the kinds that it has a form for, not too
// many and not too deep; of all others the text stays.

import { limits } from '../../api-contract/limits.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { withoutQuotedHtml } from './quoted-html.ts';
import { type HtmlListener, readHtml } from './read-html.ts';

/** What becomes of what a mail program repeats of the mail before. */
export type Quotes = 'kept' | 'left out';

const KEPT = new Set(
  `a address article b blockquote br code dd del div dl dt em figure footer h1 h2 h3 h4 h5 h6 header hr i img li main ol p
  pre s section strong table tbody td th thead tr u ul`.split(/\s+/),
);
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'class', 'id', 'type', 'start'];
/** What stands in a line of its own. */
const BLOCK =
  /^(?:address|article|blockquote|br|d[dlt]|div|fig.*|foot.*|form|h[1-6r]|header|li|main|ol|p|pre|section|t[dhr]|table|ul)$/;

function startTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const kept = ATTRIBUTES.filter((key) => Object.hasOwn(attributes, key));
  return `<${name}${kept.map((key) => ` ${key}="${escapeHtml(attributes[key] ?? '')}"`).join('')}>`;
}

/** The document with what is converted, and no more of it than is converted in reasonable time. */
export function boundedHtml(html: string, quotes: Quotes = 'kept'): string {
  const pieces: string[] = [];
  /** For each element that is open, what ends it. */
  const ends: string[] = [];
  let depth = 0;
  let elements = 0;
  const listener: HtmlListener = {
    opened(name, attributes) {
      const isKept =
        KEPT.has(name) && depth < limits.incomingMailHtmlDepth && elements < limits.incomingMailHtmlElements;
      ends.push(!isKept ? '' : name === 'br' || name === 'hr' || name === 'img' ? ' ' : `</${name}>`);
      if (!isKept) return;
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
  readHtml(html, quotes === 'kept' ? listener : withoutQuotedHtml(listener));
  return pieces.join('');
}

/** The words of a document, a line for each block: for what cannot be converted even so. */
export function wordsOf(html: string, quotes: Quotes = 'kept'): string {
  const pieces: string[] = [];
  const line = (name: string) => {
    if (BLOCK.test(name)) pieces.push('\n');
  };
  const text = (written: string) => void pieces.push(written.replace(/\s+/g, ' '));
  const listener = { opened: line, closed: line, text };
  readHtml(html, quotes === 'kept' ? listener : withoutQuotedHtml(listener));
  const lines = pieces.join('').split('\n');
  return lines
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join('\n');
}
