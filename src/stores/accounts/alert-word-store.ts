// Alert words of accounts. Words that differ only in case are the same word.

import { textKey } from '../../model/text-key.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const wordsOf = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('alert_word').select('word').where('account_id', '=', p.account).orderBy('word_key'),
);

/** The alert words of an account, as written. */
export async function readAlertWords(reader: Reader, accountId: number): Promise<string[]> {
  return (await wordsOf.all(reader, { account: accountId })).map(({ word }) => word);
}

/** Adds the words that are not there yet and returns how many were new. */
export async function addAlertWords(
  writer: Writer,
  accountId: number,
  words: readonly string[],
): Promise<number> {
  if (words.length === 0) return 0;
  const added = await writer.db
    .insertInto('alert_word')
    .values(
      words.map((word) => ({
        organization_id: writer.organizationId,
        account_id: accountId,
        word,
        word_key: textKey(word),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('word_key')
    .execute();
  return added.length;
}

/** Removes words regardless of case; ignores words that are not there. */
export async function removeAlertWords(
  writer: Writer,
  accountId: number,
  words: readonly string[],
): Promise<void> {
  if (words.length === 0) return;
  await writer.db
    .deleteFrom('alert_word')
    .where('account_id', '=', accountId)
    .where('word_key', 'in', words.map(textKey))
    .execute();
}
