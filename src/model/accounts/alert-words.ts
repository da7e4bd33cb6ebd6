// Alert words: which people asked to be told of which words, and which of them a text holds.

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

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/** Whether a text holds a word as a whole word. Both are in lower case. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const startsWord = !isWordCharacter(text[at - 1]) || !isWordCharacter(word[0]);
    const endsWord = !isWordCharacter(text[at + word.length]) || !isWordCharacter(word.at(-1));
    if (startsWord && endsWord) return true;
  }
  return false;
}

/** The accounts one of whose alert words stands in a message. */
export function alertedAccounts(words: AlertWords, content: string): number[] {
  if (words.size === 0) return [];
  const text = content.toLowerCase();
  const alerted = new Set<number>();
  for (const [word, accounts] of words) {
    if (holdsWord(text, word)) for (const id of accounts) alerted.add(id);
  }
  return [...alerted];
}
