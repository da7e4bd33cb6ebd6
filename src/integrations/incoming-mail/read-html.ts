// Reads the visible elements and texts of a mail's HTML in order.

import { Parser } from 'htmlparser2';
import { limits } from '../../api-contract/limits.ts';

/** Elements whose text is invisible. */
const INVISIBLE = new Set(['head', 'script', 'style', 'title', 'noscript', 'template', 'object', 'iframe']);

/** Receives the visible elements and texts of a document in order. */
export interface HtmlListener {
  opened(name: string, attributes: Readonly<Record<string, string>>): void;
  closed(name: string): void;
  text(text: string): void;
  /** The document is over and all its elements are closed. */
  ended?(): void;
}

/** Reads a document, up to a limit, for a listener. */
export function readHtml(html: string, listener: HtmlListener): void {
  let invisibleDepth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (INVISIBLE.has(name)) invisibleDepth++;
      else if (invisibleDepth === 0) listener.opened(name, attributes);
    },
    onclosetag(name) {
      if (INVISIBLE.has(name)) invisibleDepth--;
      else if (invisibleDepth === 0) listener.closed(name);
    },
    ontext(text) {
      if (invisibleDepth === 0) listener.text(text);
    },
  });
  parser.end(html.slice(0, limits.incomingMailHtmlCharacters));
  listener.ended?.();
}
