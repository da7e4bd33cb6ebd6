// What one search found: the messages with its words marked. Each search has its own, since two of them may find the same
// message; what it marked holds as long as the text is the one in which it did.

import type { Message } from './message.ts';

interface Found {
  readonly content: string;
  readonly html: string;
  /** The message and its marked form, which stays the same object as long as the message does. */
  of?: Message;
  marked?: Message;
}

export class FoundWords {
  readonly #found = new Map<number, Found>();

  /** Takes in what a page marked; gives its messages as everybody has them. */
  take(messages: readonly Message[]): readonly Message[] {
    if (messages.every(({ match_content: html }) => html === undefined)) return messages;
    return messages.map(({ match_content: html, ...message }) => {
      if (html !== undefined) this.#found.set(message.id, { content: message.content, html });
      return message;
    });
  }

  /** A message with its words marked; itself where nothing of it was. */
  marked(message: Message): Message {
    const found = this.#found.get(message.id);
    if (!found || found.content !== message.content) return message;
    if (found.of !== message || !found.marked) {
      found.of = message;
      found.marked = { ...message, match_content: found.html };
    }
    return found.marked;
  }

  clear(): void {
    this.#found.clear();
  }
}
