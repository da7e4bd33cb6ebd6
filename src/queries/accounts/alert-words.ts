// Alert words: the accounts that watch for each word, and the words that a text contains.

import { textOutsideCode } from '../../markdown/fences.ts';
import type { StatePart } from '../state/organization-state.ts';

/** All alert words of the organization. */
export const alertWordsPart: StatePart<AlertWords> = {
  key: 'alertWords',
  async read(reader) {
    const rows = await reader.db
      .selectFrom('alert_word')
      .innerJoin('account', 'account.id', 'alert_word.account_id')
      .select(['alert_word.word', 'alert_word.account_id'])
      .where('alert_word.organization_id', '=', reader.organizationId)
      .where('account.is_active', '=', 1)
      .execute();
    const accountsOf = new Map<string, number[]>();
    for (const row of rows) {
      const key = row.word.toLowerCase();
      const accountIds = accountsOf.get(key);
      if (accountIds) accountIds.push(row.account_id);
      else accountsOf.set(key, [row.account_id]);
    }
    return new AlertWords(accountsOf);
  },
};

/** The characters allowed before and after a word, besides the edges of the text. */
const BEFORE = new Set(' \n(".,\';[*>`');
const AFTER = new Set(" \n)?:.,';]!*`");

/**
 * Sorted words, found in a text by binary search at each position where a word may begin. One account may
 * have a thousand words, and searching for each of them would take seconds.
 */
export class AlertWords {
  /** The accounts that watch for each word, by the word in lower case. */
  readonly accountsOf: ReadonlyMap<string, readonly number[]>;
  readonly #words: readonly string[];
  readonly #lengths: Int32Array;
  /** By word: the index of the longest other word that is its prefix, or -1. */
  readonly #prefixes: Int32Array;
  readonly #longest: number;

  constructor(accountsOf: ReadonlyMap<string, readonly number[]>) {
    this.accountsOf = accountsOf;
    this.#words = [...accountsOf.keys()].sort();
    this.#lengths = Int32Array.from(this.#words, ({ length }) => length);
    this.#longest = this.#lengths.reduce((longest, length) => Math.max(longest, length), 0);
    this.#prefixes = new Int32Array(this.#words.length);
    for (const [index, word] of this.#words.entries()) {
      this.#prefixes[index] = this.#longestPrefix(word, index - 1);
    }
  }

  /**
   * The accounts with an alert word that occurs as a separate word in a message's source, outside fenced
   * code.
   */
  alertedBy(content: string): number[] {
    if (this.#words.length === 0) return [];
    const text = textOutsideCode(content).toLowerCase();
    const mayEnd = new Uint8Array(text.length + 1).fill(1);
    for (let at = 0; at < text.length; at++) mayEnd[at] = AFTER.has(text[at] ?? '') ? 1 : 0;
    const found = new Uint8Array(this.#words.length);
    for (let at = 0; at < text.length; at++) {
      if (at > 0 && !BEFORE.has(text[at - 1] ?? '')) continue;
      const rest = text.slice(at, at + this.#longest);
      for (let index = this.#longestWordAt(rest); index >= 0; index = this.#prefixes[index] ?? -1) {
        if (mayEnd[at + (this.#lengths[index] ?? 0)]) found[index] = 1;
      }
    }
    const alerted = this.#words.filter((_, index) => found[index]);
    return [...new Set(alerted.flatMap((word) => this.accountsOf.get(word) ?? []))];
  }

  /** The index of the longest word that a text begins with, or -1; the others are its prefixes. */
  #longestWordAt(text: string): number {
    let end = this.#words.length;
    for (let start = 0; start < end; ) {
      const middle = (start + end) >> 1;
      if ((this.#words[middle] ?? '') <= text) start = middle + 1;
      else end = middle;
    }
    return this.#longestPrefix(text, end - 1);
  }

  /** The longest of a word and its prefixes that a text begins with, or -1. */
  #longestPrefix(text: string, index: number): number {
    let prefix = index;
    while (prefix >= 0 && !text.startsWith(this.#words[prefix] ?? '')) prefix = this.#prefixes[prefix] ?? -1;
    return prefix;
  }
}
