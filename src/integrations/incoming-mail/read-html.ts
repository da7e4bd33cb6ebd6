// The elements and texts of a mail's HTML in order, without what is not shown.

import { Parser } from 'htmlparser2';
import { limits } from '../../api-contract/limits.ts';

/** The text in these is not shown. */
const UNREAD = new Set(['head', 'script', 'style', 'title', 'noscript', 'template', 'object', 'iframe']);

/** Hears of a document's elements and texts in order; what is not shown is left out. */
export interface HtmlListener {
  opened(name: string, attributes: Readonly<Record<string, string>>): void;
  closed(name: string): void;
  text(text: string): void;
  /** The document is over, and all its elements are closed. */
  ended?(): void;
}

/** Reads a document, up to a bound, for a listener. */
export function readHtml(html: string, listener: HtmlListener): void {
  let unread = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (UNREAD.has(name)) unread++;
      else if (unread === 0) listener.opened(name, attributes);
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread--;
      else if (unread === 0) listener.closed(name);
    },
    ontext(written) {
      if (unread === 0) listener.text(written);
    },
  });
  parser.end(html.slice(0, limits.incomingMailHtmlCharacters));
  listener.ended?.();
}
