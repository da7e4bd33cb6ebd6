// The full-text index: for each message the stems of its text and topic, in FTS5 or as a `tsvector`. FTS5 writes a
// segment at the end of every savepoint in which it was changed, so there all changes of a group of units are made
// in a row at its commit.

import type { Reader, Writer } from '../../storage/session.ts';
import { searchWords } from './words.ts';

/** Stems hold letters of any script; joined by spaces they are what the engines store. */
function storedWords(text: string): string[] {
  return searchWords(text);
}

/** Indexes a new message by its visible text and its topic. */
export async function indexMessage(
  writer: Writer,
  messageId: number,
  visibleText: string,
  topic: string,
): Promise<void> {
  await indexWords(writer, messageId, storedWords(`${visibleText}\n${topic}`));
}

/** The same with the words made ready beforehand. */
export async function indexWords(writer: Writer, messageId: number, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  if (writer.engine === 'sqlite') {
    const values = [messageId, words.join(' ')];
    writer.atCommit(async ({ execute }) => {
      await execute('insert into message_words (rowid, words) values (?, ?)', values);
    });
  } else {
    await writer.execute(
      'insert into message_words (message_id, words) values ($1, array_to_tsvector($2::text[]))',
      [messageId, words],
    );
  }
}

/** A message with the stems by which it is found. */
export interface WordsOf {
  readonly id: number;
  readonly words: readonly string[];
}

/** The same for many messages, in one statement. */
export async function indexWordsOf(writer: Writer, messages: readonly WordsOf[]): Promise<void> {
  const found = messages.filter(({ words }) => words.length > 0);
  if (found.length === 0) return;
  if (writer.engine === 'sqlite') {
    const values = [JSON.stringify(found.map(({ id, words }) => [id, words.join(' ')]))];
    writer.atCommit(async ({ execute }) => {
      await execute(
        'insert into message_words (rowid, words) select value ->> 0, value ->> 1 from json_each(?)',
        values,
      );
    });
  } else {
    await writer.execute(
      `insert into message_words (message_id, words)
        select (row ->> 0)::bigint, array_to_tsvector(array(select json_array_elements_text(row -> 1)))
        from json_array_elements($1::json) as row`,
      [JSON.stringify(found.map(({ id, words }) => [id, words]))],
    );
  }
}

/** Takes messages out of the index; before they are deleted or indexed anew. */
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

/** The engine's query for messages that hold all stems. */
function queryFor(engine: Reader['engine'], stems: readonly string[]): string {
  return engine === 'sqlite'
    ? stems.map((stem) => `"${stem.replaceAll('"', '""')}"`).join(' ')
    : stems.map((stem) => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(' & ');
}

const idPages = {
  sqlite: (order: string) => `select rowid as id from message_words
    where message_words match ? and rowid >= ? and rowid < ? order by rowid ${order} limit ?`,
  postgres: (order: string) => `select message_id as id from message_words
    where words @@ $1::tsquery and message_id >= $2 and message_id < $3 order by message_id ${order} limit $4`,
} as const;
const idsAmong = {
  sqlite: `select rowid as id from message_words
    where message_words match ? and rowid in (select value from json_each(?))`,
  postgres: `select message_id as id from message_words where words @@ $1::tsquery
    and message_id in (select value::bigint from json_array_elements_text($2::json))`,
} as const;

/**
 * The ids of messages that hold all stems, `low` inclusive to `high` exclusive, at most `limit`. Other
 * organizations' messages are among them.
 */
export async function matchingIds(
  reader: Reader,
  direction: 'older' | 'newer',
  stems: readonly string[],
  { low, high }: { readonly low: number; readonly high: number },
  limit: number,
): Promise<number[]> {
  if (stems.length === 0) return [];
  const sql = idPages[reader.engine](direction === 'older' ? 'desc' : 'asc');
  const rows = await reader.execute(sql, [queryFor(reader.engine, stems), low, high, limit]);
  return rows.map((row) => Number(row.id));
}

/** Those among some messages that hold all stems. */
export async function matchingAmong(
  reader: Reader,
  stems: readonly string[],
  ids: readonly number[],
): Promise<Set<number>> {
  if (stems.length === 0 || ids.length === 0) return new Set();
  const values = [queryFor(reader.engine, stems), JSON.stringify(ids)];
  const rows = await reader.execute(idsAmong[reader.engine], values);
  return new Set(rows.map((row) => Number(row.id)));
}
