// Converts the HTML of a mail to Markdown.

import TurndownService from 'turndown';
import { boundedHtml, type Quotes } from './bounded-html.ts';

/** The part of the converter's document elements that is used. */
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
  // Parley's Markdown has no escapes: they would be visible.
  service.escape = (text) => text;
  service.addRule('image', {
    filter: 'img',
    // An image without a description is decorative or a tracking pixel.
    replacement: (_content, node) => {
      const element = node as unknown as MailElement;
      const [alt, source] = [element.getAttribute('alt')?.trim(), element.getAttribute('src') ?? ''];
      if (!alt) return '';
      return /^https?:\/\//i.test(source) ? `[${alt}](${source})` : alt;
    },
  });
  return service;
}

/** The Markdown of a document; empty if it has no text. */
export function htmlToMarkdown(html: string, quotes: Quotes): string {
  return converter().turndown(boundedHtml(html, quotes)).trim();
}
