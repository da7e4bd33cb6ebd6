// Finds words in the messages that this browser has: those in memory, and those cached for reading offline. It needs no
// server.

import { wholePlainText } from '../components/plain-text.ts';
import { foldText } from '../lib/ranking.ts';
import type { Message } from '../store/message.ts';
import { isCachedNarrow } from './cached-messages.ts';
import { readRecords } from './database.ts';
import type { Organization } from './organization.ts';

/** A message with the part of its text that was found, without markup. */
export interface CachedText {
  readonly message: Message;
  readonly text: string;
}

interface Entry {
  readonly message: Message;
  readonly text: string;
  /** The text as it is compared. */
  readonly folded: string;
}

/** The length of an excerpt in characters, and how many of them are before the found word. */
const SHOWN = { length: 200, before: 40 };

/** The part of a text with the word: the beginning of the text, unless the word is far from it. */
function excerpt({ text, folded }: Entry, word: string): string {
  const at = folded.indexOf(word);
  const start = at > SHOWN.before * 2 ? at - SHOWN.before : 0;
  return `${start > 0 ? '…' : ''}${text.slice(start, start + SHOWN.length)}`;
}

/** How many messages are prepared before the page may handle other events. */
const BATCH = 200;

export class CachedSearch {
  readonly #organization: Organization;
  readonly #entries = new Map<number, Entry>();

  constructor(organization: Organization) {
    this.#organization = organization;
  }

  /** Reads the messages, in batches. Returns false if the signal was aborted meanwhile. */
  async load(signal: AbortSignal): Promise<boolean> {
    const { messages, ownId } = this.#organization;
    const records = (await readRecords(`messages/${ownId}/`)).filter(isCachedNarrow);
    const cached = records.flatMap((record) => record.messages);
    // Messages in memory are current; cached ones may be older.
    const all = [...messages.store.all(), ...cached];
    for (let start = 0; start < all.length; start += BATCH) {
      if (signal.aborted) return false;
      for (const message of all.slice(start, start + BATCH)) this.#add(message);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return !signal.aborted;
  }

  #add(message: Message): void {
    if (this.#entries.has(message.id)) return;
    const text = wholePlainText(message.content);
    this.#entries.set(message.id, { message, text, folded: foldText(text) });
  }

  /** All messages, in no particular order. */
  messages(): Message[] {
    return [...this.#entries.values()].map(({ message }) => message);
  }

  /** The messages that contain every word of the query, the newest first. */
  find(query: string, limit: number): CachedText[] {
    const words = foldText(query.trim()).split(/\s+/);
    const [first = ''] = words;
    if (first === '') return [];
    return [...this.#entries.values()]
      .filter(({ folded }) => words.every((word) => folded.includes(word)))
      .sort((a, b) => b.message.id - a.message.id)
      .slice(0, limit)
      .map((entry) => ({ message: entry.message, text: excerpt(entry, first) }));
  }
}
