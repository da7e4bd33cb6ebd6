// The highlighted text of the messages of one search. Each search has its own, since two of them may find the
// same message. A highlight is valid as long as the message's text is unchanged.

import type { Message } from './message.ts';

interface Highlight {
  readonly content: string;
  readonly html: string;
  /** The message and its highlighted form, which keeps its identity as long as the message does. */
  of?: Message;
  marked?: Message;
}

export class SearchHighlights {
  readonly #highlights = new Map<number, Highlight>();

  /** Stores the highlights of a page; returns its messages without them. */
  extract(messages: readonly Message[]): readonly Message[] {
    if (messages.every(({ match_content: html }) => html === undefined)) return messages;
    return messages.map(({ match_content: html, ...message }) => {
      if (html !== undefined) this.#highlights.set(message.id, { content: message.content, html });
      return message;
    });
  }

  /** A message with its matches highlighted; the message itself if there are none. */
  withHighlights(message: Message): Message {
    const highlight = this.#highlights.get(message.id);
    if (!highlight || highlight.content !== message.content) return message;
    if (highlight.of !== message || !highlight.marked) {
      highlight.of = message;
      highlight.marked = { ...message, match_content: highlight.html };
    }
    return highlight.marked;
  }

  clear(): void {
    this.#highlights.clear();
  }
}
