// The HTML of a mail as Markdown.

import TurndownService from 'turndown';
import { boundedHtml, type Quotes } from './bounded-html.ts';

/** As much of an element of the converter's document as is looked at. */
interface MailElement {
  getAttribute(name: string): string | null;
}

function converter(): TurndownService {
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
  return service;
}

/** The Markdown of a document; empty where it has no text. */
export function htmlToMarkdown(html: string, quotes: Quotes): string {
  return converter().turndown(boundedHtml(html, quotes)).trim();
}
