// Builds the search index of messages. It is specific to each engine and not part of a backup or copy.

import { plainText } from '../markdown/plain-text.ts';
import { searchWords } from '../model/search/search-words.ts';
import type { Statements } from '../storage/rows/table-structure.ts';
import { insertManyWords } from '../stores/search/search-store.ts';
import type { Progress } from './backup-error.ts';

const MESSAGES_AT_ONCE = 500;
const IDS_AT_ONCE = 20_000;

interface MessageToIndex {
  readonly id: number;
  readonly organization_id: number;
  readonly rendered_content: string;
  readonly topic_name: string;
}

/** The id of a message in the index. */
const idColumn = { sqlite: 'rowid', postgres: 'message_id' } as const;

/**
 * Indexes all messages that are not indexed yet, on a connection without other writers; `saveProgress` is called after
 * each page. Returns how many there were.
 */
export async function indexAllWords(
  target: Statements,
  progress: Progress,
  saveProgress: () => Promise<void> = async () => undefined,
): Promise<number> {
  let indexedMessages = 0;
  for await (const ids of idsToIndex(target)) {
    await indexPage(target, ids);
    indexedMessages += ids.length;
    await saveProgress();
    progress('words', indexedMessages, undefined);
  }
  return indexedMessages;
}

/** The ids of messages that are not in the index, in pages. Messages without words never are. */
async function* idsToIndex({ engine, execute }: Statements): AsyncGenerator<number[]> {
  const [first, second] = engine === 'sqlite' ? ['?', '?'] : ['$1', '$2'];
  const idsOf = async (sql: string, ...values: number[]) =>
    (await execute(sql, values)).map(({ id }) => Number(id));
  const id = idColumn[engine];
  let last = 0;
  for (;;) {
    const ids = await idsOf(
      `select id from message where id > ${first} order by id limit ${IDS_AT_ONCE}`,
      last,
    );
    const [lowest, highest] = [ids[0], ids.at(-1)];
    if (lowest === undefined || highest === undefined) return;
    const indexed = `select ${id} as id from message_words where ${id} between ${first} and ${second}`;
    const indexedIds = new Set(await idsOf(indexed, lowest, highest));
    const missing = ids.filter((one) => !indexedIds.has(one));
    for (let at = 0; at < missing.length; at += MESSAGES_AT_ONCE)
      yield missing.slice(at, at + MESSAGES_AT_ONCE);
    last = highest;
  }
}

async function indexPage(target: Statements, ids: readonly number[]): Promise<void> {
  const list =
    target.engine === 'sqlite'
      ? 'select value from json_each(?)'
      : 'select value::bigint from json_array_elements_text($1::json)';
  const sql = `select m.id, m.organization_id, m.rendered_content, c.topic_name
    from message as m join conversation as c on c.id = m.conversation_id
    where m.id in (${list}) order by m.id`;
  const rows = (await target.execute(sql, [JSON.stringify(ids)])).map(messageOf);
  for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organization_id)) {
    const words = own.map(({ id, rendered_content, topic_name }) => ({
      id,
      words: searchWords(`${plainText(rendered_content)}\n${topic_name}`),
    }));
    await insertManyWords(target, organizationId, words);
  }
}

/**
 * Removes the words of messages that are about to be removed from a table or to change there.
 * @param keys of rows of the table, as lines of JSON: of messages, or of conversations, whose topic is indexed with them
 */
export async function removeWords(
  { engine, execute }: Statements,
  table: string,
  keys: readonly string[],
): Promise<void> {
  if (table !== 'message' && table !== 'conversation') return;
  const ids =
    engine === 'sqlite'
      ? 'select value ->> 0 from json_each(?)'
      : 'select (line ->> 0)::bigint from json_array_elements($1::json) as line';
  const messages = table === 'message' ? ids : `select id from message where conversation_id in (${ids})`;
  await execute(`delete from message_words where ${idColumn[engine]} in (${messages})`, [
    `[${keys.join(',')}]`,
  ]);
}

function messageOf(row: Record<string, unknown>): MessageToIndex {
  return {
    id: Number(row.id),
    organization_id: Number(row.organization_id),
    rendered_content: String(row.rendered_content),
    topic_name: String(row.topic_name),
  };
}
