// The HTML of a mail as Markdown. The converter is loaded with the first mail that needs it.

import type TurndownService from 'turndown';

/** More than any message could hold; what comes after is left out. */
const MAXIMUM_LENGTH = 200_000;

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

function build(Service: typeof TurndownService, quotes: Quotes): TurndownService {
  const service = new Service({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '*',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  // The Markdown of messages has no escapes: they would be shown.
  service.escape = (text) => text;
  service.remove(['style', 'script', 'title', 'head', 'noscript', 'template', 'object', 'iframe'] as never);
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

/** Gives the Markdown; an empty text where the HTML cannot be made sense of. */
export async function htmlToMarkdown(html: string, quotes: Quotes): Promise<string> {
  const { default: Service } = await import('turndown');
  try {
    return build(Service, quotes).turndown(html.slice(0, MAXIMUM_LENGTH)).trim();
  } catch (error) {
    // Elements within elements by the thousand exhaust the stack; no mail that people write does.
    if (error instanceof RangeError) return '';
    throw error;
  }
}
