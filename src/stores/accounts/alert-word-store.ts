// Somebody's alert words in the database. A word in another spelling of case is the same word.

import { textKey } from '../../model/text-key.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const wordsOf = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('alert_word').select('word').where('account_id', '=', p.account).orderBy('word_key'),
);

/** Somebody's alert words, as they were written. */
export async function readAlertWords(reader: Reader, accountId: number): Promise<string[]> {
  return (await wordsOf.all(reader, { account: accountId })).map(({ word }) => word);
}

/** Those that are there already stay as they are; gives how many are new. */
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

/** Takes words away in whatever spelling of case; those that are not there are passed over. */
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
