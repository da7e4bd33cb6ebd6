// Alert words: which people asked to be told of which words, and which of them a text holds.

import { textOutsideCode } from '../../markdown/fences.ts';
import type { StatePart } from '../state/organization-state.ts';

/** The accounts that watch for each word, by the word in lower case. */
export type AlertWords = ReadonlyMap<string, readonly number[]>;

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
    const words = new Map<string, number[]>();
    for (const row of rows) {
      const key = row.word.toLowerCase();
      const present = words.get(key);
      if (present) present.push(row.account_id);
      else words.set(key, [row.account_id]);
    }
    return words;
  },
};

/** What may stand before a word, and behind it, besides the edges of the text. */
const BEFORE = new Set(' \n(".,\';[*>`');
const AFTER = new Set(" \n)?:.,';]!*`");

/** Whether a text holds a word by itself, as in a sentence. Both are in lower case. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1];
    const after = text[at + word.length];
    if ((before === undefined || BEFORE.has(before)) && (after === undefined || AFTER.has(after)))
      return true;
  }
  return false;
}

/** The accounts one of whose alert words stands in a message's source, outside fenced code. */
export function alertedAccounts(words: AlertWords, content: string): number[] {
  if (words.size === 0) return [];
  const text = textOutsideCode(content).toLowerCase();
  const alerted = new Set<number>();
  for (const [word, accounts] of words) {
    if (holdsWord(text, word)) for (const id of accounts) alerted.add(id);
  }
  return [...alerted];
}
