// Leaves out of a mail's HTML what its mail program repeats of the mail before: the element that holds it (Gmail, Apple Mail,
// Thunderbird, Yahoo, Proton and others), or all from a mark on (Outlook, Zimbra, which put nothing around it). A forwarded
// mail, which is marked the same way, stays.

import type { HtmlListener } from './read-html.ts';
import { beginsHeader, isForwardLine } from './repeated-mail.ts';

type Attributes = Readonly<Record<string, string>>;

/** How much of a document goes: the element, all from the element on, or the latter where its text begins a mail's header. */
type Mark = 'element' | 'rest' | 'rest where a header begins';

/** Programs for newsletters and Outlook put prefixes before names of classes (`x_gmail_quote`, `ydp1a2byahoo_quoted`). */
const QUOTE_CLASS =
  /(?:^|\s)(?:x_)*(?:gmail_quote(?:_container)?|gmail_attr|moz-cite-prefix|protonmail_quote|tutanota_quote|zmail_extra|\w*yahoo_quoted)(?:\s|$)/;
const QUOTE_ID = /yahoo_quoted/;
const REST_CLASS = /(?:^|\s)(?:x_)*(?:OutlookMessageHeader|mail-editor-reference-message-container)(?:\s|$)/;
const REST_ID =
  /^(?:x_)*(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container|isReplyContent)$/;
/** The line that Outlook draws above the header: `border-top:solid #E1E1E1 1.0pt`, in the colour of its version. */
const BORDER_TOP = /(?:^|[\s;])border-top(?:-style)?\s*:[^;]{0,60}\bsolid\b/i;
/** Of attributes and of a possible quote so much is looked at. */
const MOST_CHARACTERS = 300;
const MOST_HELD = 200;

function markOf(name: string, attributes: Attributes): Mark | undefined {
  const [classes = '', id = '', style = ''] = [attributes.class, attributes.id, attributes.style].map((one) =>
    one?.slice(0, MOST_CHARACTERS),
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
  /** How many elements are open around it. */
  readonly depth: number;
  readonly pass: () => void;
}

/** A possible quote: what came since it began, until its first words say whether it is one. */
interface Held {
  readonly mark: Mark;
  readonly depth: number;
  readonly events: HtmlEvent[];
  words: string;
}

class QuoteSieve implements HtmlListener {
  readonly #to: HtmlListener;
  #depth = 0;
  /** Whether words were passed on: a mail that begins with a mark for the rest is all quote. */
  #hasWords = false;
  #held: Held | undefined;
  /** While an element is left out: how many are open around it. */
  #outside: number | undefined;
  #keepsRest = false;
  /** Where the rest is left out: how many elements are open still, whose ends are passed on. */
  #toClose: number | undefined;

  constructor(to: HtmlListener) {
    this.#to = to;
  }

  opened(name: string, attributes: Attributes): void {
    this.#decide();
    const depth = this.#depth++;
    const isLooking = !this.#held && !this.#keepsRest && this.#outside === undefined;
    const mark = isLooking && this.#toClose === undefined ? markOf(name, attributes) : undefined;
    if (mark) this.#held = { mark, depth, events: [], words: '' };
    this.#take({ kind: 'opened', depth, pass: () => this.#to.opened(name, attributes) });
  }

  closed(name: string): void {
    this.#decide();
    const depth = --this.#depth;
    this.#take({ kind: 'closed', depth, pass: () => this.#to.closed(name) });
    if (this.#outside === depth) this.#outside = undefined;
    // What ends without a word was no quote; but a mark for the rest is often empty.
    if (this.#held?.depth === depth && this.#held.mark !== 'rest') this.#release();
  }

  text(text: string): void {
    this.#take({ kind: 'text', depth: this.#depth, pass: () => this.#to.text(text) });
    if (this.#held) this.#held.words += text.slice(0, MOST_CHARACTERS);
    else if (text.trim() !== '') this.#hasWords = true;
    if (this.#held && this.#held.words.length > MOST_CHARACTERS) this.#decide();
  }

  ended(): void {
    this.#release();
    this.#to.ended?.();
  }

  #take(event: HtmlEvent): void {
    if (this.#held) {
      this.#held.events.push(event);
      if (this.#held.events.length > MOST_HELD) this.#release();
    } else if (this.#toClose !== undefined) this.#takeEnd(event);
    else if (this.#outside === undefined) event.pass();
  }

  /** Passes on the ends of elements that were passed on themselves. */
  #takeEnd({ kind, depth, pass }: HtmlEvent): void {
    if (kind !== 'closed' || this.#toClose === undefined || depth >= this.#toClose) return;
    this.#toClose = depth;
    pass();
  }

  /** Passes on what was held back: it is no quote. */
  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    for (const { pass } of held?.events ?? []) pass();
    if (held && held.words.trim() !== '') this.#hasWords = true;
  }

  /** Decides by the first words of a possible quote, once there are some. */
  #decide(): void {
    const held = this.#held;
    const words = held?.words.trim() ?? '';
    if (!held || words === '') return;
    if (isForwardLine(words.split('\n', 1)[0] ?? '')) {
      this.#keepsRest = true;
      // Not as a quote (Apple Mail), which would be left out later.
      const [, ...inside] = held.events;
      this.#held = { ...held, events: inside };
      this.#to.opened('div', {});
      this.#release();
    } else if (held.mark === 'element') {
      this.#held = undefined;
      this.#outside = held.depth;
    } else if (this.#hasWords && (held.mark === 'rest' || beginsHeader(words))) {
      this.#held = undefined;
      this.#toClose = held.depth;
      for (const event of held.events) this.#takeEnd(event);
    } else this.#release();
  }
}

/** Passes a document on to a listener without what is repeated in it. */
export function withoutQuotedHtml(to: HtmlListener): HtmlListener {
  return new QuoteSieve(to);
}
