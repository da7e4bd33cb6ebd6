// Makes replies in a Discord channel quote the beginning of the message that they answer.

import type { ImportedAccount } from '../records/directory.ts';

/** How many messages of a channel are remembered. */
const MAX_REMEMBERED = 20_000;
const QUOTED_CHARACTERS = 140;

/** The messages of one channel that a reply can quote. */
export class Replies {
  readonly #quotes = new Map<string, string>();

  remember(id: string, { fullName, id: accountId }: ImportedAccount, text: string): void {
    // A quote mentions people silently, and contains no multi-line code.
    const line = text.replaceAll(/\s+/g, ' ').replaceAll('@**', '@_**').replaceAll('`', "'").trim();
    if (line === '') return;
    const isLong = line.length > QUOTED_CHARACTERS;
    const beginning = isLong ? `${line.slice(0, QUOTED_CHARACTERS).toWellFormed()}…` : line;
    this.#quotes.set(id, `> @_**${fullName}|${accountId}**: ${beginning}`);
    if (this.#quotes.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#quotes.keys();
    if (oldest !== undefined) this.#quotes.delete(oldest);
  }

  /** The quote of a message; empty if it is not remembered. */
  quote(id: string): string {
    return this.#quotes.get(id) ?? '';
  }
}
