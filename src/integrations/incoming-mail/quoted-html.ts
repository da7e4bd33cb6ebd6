// Removes the quote of an earlier mail from a mail's HTML: the element that holds it (Gmail, Apple Mail,
// Thunderbird, Yahoo, Proton and others), or everything after a mark (Outlook, Zimbra, which do not wrap it).
// A forwarded mail, which is marked the same way, remains.

import { beginsHeader, isForwardLine } from './quoted-mail.ts';
import type { HtmlListener } from './read-html.ts';

type Attributes = Readonly<Record<string, string>>;

/**
 * The part that a mark removes: the element, everything from it on, or the latter only if its text begins a
 * mail's header.
 */
type Mark = 'element' | 'rest' | 'rest where a header begins';

/** Newsletter programs and Outlook prefix class names (`x_gmail_quote`, `ydp1a2byahoo_quoted`). */
const QUOTE_CLASS =
  /(?:^|\s)(?:x_)*(?:gmail_quote(?:_container)?|gmail_attr|moz-cite-prefix|protonmail_quote|tutanota_quote|zmail_extra|\w*yahoo_quoted)(?:\s|$)/;
const QUOTE_ID = /yahoo_quoted/;
const REST_CLASS = /(?:^|\s)(?:x_)*(?:OutlookMessageHeader|mail-editor-reference-message-container)(?:\s|$)/;
const REST_ID =
  /^(?:x_)*(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container|isReplyContent)$/;
/** The line that Outlook draws above the header: `border-top:solid #E1E1E1 1.0pt`, in the color of its version. */
const BORDER_TOP = /(?:^|[\s;])border-top(?:-style)?\s*:[^;]{0,60}\bsolid\b/i;
/** How many characters of attributes and how many events of a possible quote are examined. */
const MAXIMUM_CHARACTERS = 300;
const MAXIMUM_EVENTS = 200;

function markOf(name: string, attributes: Attributes): Mark | undefined {
  const [classes = '', id = '', style = ''] = [attributes.class, attributes.id, attributes.style].map(
    (attribute) => attribute?.slice(0, MAXIMUM_CHARACTERS),
  );
  if (REST_ID.test(id) || REST_CLASS.test(classes)) return 'rest';
  if (name === 'hr' && attributes['data-marker'] === '__DIVIDER__') return 'rest';
  if (QUOTE_CLASS.test(classes) || QUOTE_ID.test(id)) return 'element';
  if (name === 'blockquote' && attributes.type?.toLowerCase() === 'cite') return 'element';
  if (name === 'div' && attributes.name === 'quote') return 'element';
  return name === 'div' && BORDER_TOP.test(style) ? 'rest where a header begins' : undefined;
}

interface HtmlEvent {
  readonly kind: 'opened' | 'closed' | 'text';
  /** The number of open elements around it. */
  readonly depth: number;
  readonly pass: () => void;
}

/** A possible quote: its events are buffered until its first words decide. */
interface PendingQuote {
  readonly mark: Mark;
  readonly depth: number;
  readonly events: HtmlEvent[];
  words: string;
}

class QuoteFilter implements HtmlListener {
  readonly #to: HtmlListener;
  #depth = 0;
  /** Whether text was passed on: a mail that begins with a mark for the rest is all quote. */
  #hasWords = false;
  #pending: PendingQuote | undefined;
  /** While an element is removed: the number of open elements around it. */
  #removedDepth: number | undefined;
  #keepsRest = false;
  /** While the rest is removed: the number of elements still open, whose ends are passed on. */
  #openDepth: number | undefined;

  constructor(to: HtmlListener) {
    this.#to = to;
  }

  opened(name: string, attributes: Attributes): void {
    this.#decide();
    const depth = this.#depth++;
    const isSearching = !this.#pending && !this.#keepsRest && this.#removedDepth === undefined;
    const mark = isSearching && this.#openDepth === undefined ? markOf(name, attributes) : undefined;
    if (mark) this.#pending = { mark, depth, events: [], words: '' };
    this.#handle({ kind: 'opened', depth, pass: () => this.#to.opened(name, attributes) });
  }

  closed(name: string): void {
    this.#decide();
    const depth = --this.#depth;
    this.#handle({ kind: 'closed', depth, pass: () => this.#to.closed(name) });
    if (this.#removedDepth === depth) this.#removedDepth = undefined;
    // An element that ends without text is not a quote. But the element that marks the rest as a quote is often empty.
    if (this.#pending?.depth === depth && this.#pending.mark !== 'rest') this.#release();
  }

  text(text: string): void {
    this.#handle({ kind: 'text', depth: this.#depth, pass: () => this.#to.text(text) });
    if (this.#pending) this.#pending.words += text.slice(0, MAXIMUM_CHARACTERS);
    else if (text.trim() !== '') this.#hasWords = true;
    if (this.#pending && this.#pending.words.length > MAXIMUM_CHARACTERS) this.#decide();
  }

  ended(): void {
    this.#release();
    this.#to.ended?.();
  }

  #handle(event: HtmlEvent): void {
    if (this.#pending) {
      this.#pending.events.push(event);
      if (this.#pending.events.length > MAXIMUM_EVENTS) this.#release();
    } else if (this.#openDepth !== undefined) this.#passEnd(event);
    else if (this.#removedDepth === undefined) event.pass();
  }

  /** Passes on the ends of elements whose starts were passed on. */
  #passEnd({ kind, depth, pass }: HtmlEvent): void {
    if (kind !== 'closed' || this.#openDepth === undefined || depth >= this.#openDepth) return;
    this.#openDepth = depth;
    pass();
  }

  /** Passes on the buffered events: they are not a quote. */
  #release(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    for (const { pass } of pending?.events ?? []) pass();
    if (pending && pending.words.trim() !== '') this.#hasWords = true;
  }

  /** Decides by the first words of a possible quote, once there are some. */
  #decide(): void {
    const pending = this.#pending;
    const words = pending?.words.trim() ?? '';
    if (!pending || words === '') return;
    if (isForwardLine(words.split('\n', 1)[0] ?? '')) {
      this.#keepsRest = true;
      // Replaces the quote element (Apple Mail), which would be removed later.
      const [, ...inside] = pending.events;
      this.#pending = { ...pending, events: inside };
      this.#to.opened('div', {});
      this.#release();
    } else if (pending.mark === 'element') {
      this.#pending = undefined;
      this.#removedDepth = pending.depth;
    } else if (this.#hasWords && (pending.mark === 'rest' || beginsHeader(words))) {
      this.#pending = undefined;
      this.#openDepth = pending.depth;
      for (const event of pending.events) this.#passEnd(event);
    } else this.#release();
  }
}

/** Wraps a listener so that it does not receive quotes. */
export function withoutQuotedHtml(to: HtmlListener): HtmlListener {
  return new QuoteFilter(to);
}
