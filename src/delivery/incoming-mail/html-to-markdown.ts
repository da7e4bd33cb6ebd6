// The HTML of a mail as Markdown.

import TurndownService from 'turndown';
import { boundedHtml } from './bounded-html.ts';

/** As much of an element of the converter's document as is looked at. */
interface MailElement {
  readonly nodeName: string;
  getAttribute(name: string): string | null;
}

/** Whether an element holds what a mail program repeats of the mail before. */
function isQuote(element: MailElement): boolean {
  const names = ` ${element.getAttribute('class') ?? ''} `;
  if (
    / (?:gmail_quote|gmail_quote_container|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote|OutlookMessageHeader) /.test(
      names,
    )
  )
    return true;
  if (/^(?:divRplyFwdMsg|appendonsend|isForwardContent)$/.test(element.getAttribute('id') ?? '')) return true;
  return element.nodeName === 'BLOCKQUOTE' && element.getAttribute('type') === 'cite';
}

/** What becomes of what a mail program repeats of the mail before. */
export type Quotes = 'kept' | 'left out';

function converter(quotes: Quotes): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '*',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  // The Markdown of messages has no escapes: they would be shown.
  service.escape = (text) => text;
  service.addRule('image', {
    filter: 'img',
    // A picture without a description is there for looks, or to see whether the mail is read.
    replacement: (_content, node) => {
      const element = node as unknown as MailElement;
      const [alt, source] = [element.getAttribute('alt')?.trim(), element.getAttribute('src') ?? ''];
      if (!alt) return '';
      return /^https?:\/\//i.test(source) ? `[${alt}](${source})` : alt;
    },
  });
  if (quotes === 'left out')
    service.addRule('quote', {
      filter: (node) => isQuote(node as unknown as MailElement),
      replacement: () => '',
    });
  return service;
}

/** The Markdown of a document; empty where it has no text. */
export function htmlToMarkdown(html: string, quotes: Quotes): string {
  return converter(quotes).turndown(boundedHtml(html)).trim();
}
