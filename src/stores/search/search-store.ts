// Writes the full-text index: for each message the stems of its text and topic, in FTS5 or, with its marks
// (`index-markers.ts`), as a `tsvector`. `match-store.ts` reads it. FTS5 writes a segment at the end of every savepoint
// that changed it, so on SQLite all changes of a commit group are made together at its commit.

import { searchWords } from '../../model/search/search-words.ts';
import { arrayElement } from '../../storage/bulk.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { MARKS_OF_MESSAGE } from './index-markers.ts';

/**
 * Prefixes words with the organization on PostgreSQL, so that words are not frequent because of other
 * organizations.
 */
export function prefixedWords(organizationId: number, words: readonly string[]): string[] {
  return words.map((word) => `${organizationId}:${word}`);
}

/** Indexes a stored message by its visible text and its topic. */
export async function indexMessage(
  writer: Writer,
  messageId: number,
  visibleText: string,
  topic: string,
): Promise<void> {
  await indexWords(writer, messageId, searchWords(`${visibleText}\n${topic}`));
}

/** Indexes a stored message by words computed beforehand. */
export async function indexWords(writer: Writer, messageId: number, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  if (writer.engine === 'sqlite') {
    const values = [messageId, words.join(' ')];
    writer.atCommit(async ({ execute }) => {
      await execute('insert into message_words (rowid, words) values (?, ?)', values);
    });
  } else {
    await writer.execute(
      `insert into message_words (message_id, words)
        select one.id, array_to_tsvector($2::text[] || ${MARKS_OF_MESSAGE})
        from (select $1::bigint as id) as one left join message on message.id = one.id`,
      [messageId, prefixedWords(writer.organizationId, words)],
    );
  }
}

/** A message with its stems. */
export interface MessageWords {
  readonly id: number;
  readonly words: readonly string[];
}

/** Indexes many messages in one statement. */
export async function indexManyWords(writer: Writer, messages: readonly MessageWords[]): Promise<void> {
  if (writer.engine === 'sqlite')
    writer.atCommit((atEnd) => insertManyWords(atEnd, writer.organizationId, messages));
  else await insertManyWords(writer, writer.organizationId, messages);
}

/** Indexes many messages immediately, on a connection that no one else writes on. */
export async function insertManyWords(
  { engine, execute }: Pick<Writer, 'engine' | 'execute'>,
  organizationId: number,
  messages: readonly MessageWords[],
): Promise<void> {
  const found = messages.filter(({ words }) => words.length > 0);
  if (found.length === 0) return;
  if (engine === 'sqlite') {
    await execute(
      'insert into message_words (rowid, words) select value ->> 0, value ->> 1 from json_each(?)',
      [JSON.stringify(found.map(({ id, words }) => [id, words.join(' ')]))],
    );
    return;
  }
  // No word contains a line feed.
  await execute(
    `insert into message_words (message_id, words)
      select one.id, array_to_tsvector(string_to_array(one.words, chr(10)) || ${MARKS_OF_MESSAGE})
      from unnest($1::bigint[], $2::text[]) as one(id, words) left join message on message.id = one.id`,
    [
      `{${found.map(({ id }) => id).join(',')}}`,
      `{${found.map(({ words }) => arrayElement(prefixedWords(organizationId, words).join('\n'))).join(',')}}`,
    ],
  );
}

/** Removes messages from the index before they are deleted or indexed again. */
export async function unindexMessages(writer: Writer, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  if (writer.engine === 'sqlite') {
    const values = [JSON.stringify(messageIds)];
    writer.atCommit(async ({ execute }) => {
      await execute('delete from message_words where rowid in (select value from json_each(?))', values);
    });
  } else {
    await writer.execute('delete from message_words where message_id = any($1::bigint[])', [messageIds]);
  }
}
