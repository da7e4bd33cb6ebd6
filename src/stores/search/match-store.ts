// Finds messages that contain all of the given stems, in ways that stay fast however frequent a stem is. FTS5
// returns them ordered by id. A GIN index has no order, and planners do not know how frequent a word is that
// comes as a parameter, so each statement has exactly one possible plan and a limit.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseIds } from '../../model/id-column.ts';
import type { Engine, Reader, Row } from '../../storage/reader-writer.ts';
import type { IdPage } from '../messages/range-store.ts';
import { type MarkFilter, marksFor } from './index-markers.ts';
import { prefixedWords } from './search-store.ts';

/** The engine's query for messages that contain all stems and, on PostgreSQL, have the marks. */
function queryFor(
  { engine, organizationId }: Reader,
  stems: readonly string[],
  marked: MarkFilter = {},
): string {
  if (engine === 'sqlite') return stems.map((stem) => `"${stem.replaceAll('"', '""')}"`).join(' ');
  const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  const words = prefixedWords(organizationId, stems).map(quoted);
  const marks = marksFor(organizationId, marked).map(
    (alternatives) => `(${alternatives.map(quoted).join(' | ')})`,
  );
  return [...words, ...marks].join(' & ');
}

/** The ids gathered as JSON in a row. */
function idsOfRow(row: Row | undefined): number[] {
  return parseIds(String(row?.ids ?? '[]'));
}

/** FTS5 uses bounds only if they are integers; JavaScript numbers are bound as floats. */
const integer = 'cast(+? as integer)';
const inOrder = (order: 'asc' | 'desc') => `select json_group_array(id) as ids from (
    select rowid as id from message_words where message_words match +? and rowid >= ${integer} and rowid < ${integer}
    order by rowid ${order} limit +?
  )`;

/**
 * The ids of messages that contain all stems, at most `limit`, in the order of the direction. SQLite only.
 * Includes messages of other organizations.
 */
export async function matchesInOrder(
  reader: Reader,
  stems: readonly string[],
  { direction, low, high, limit }: IdPage,
): Promise<number[]> {
  const sql = inOrder(direction === 'older' ? 'desc' : 'asc');
  const [row] = await reader.execute(sql, [queryFor(reader, stems), low, high, limit]);
  return idsOfRow(row);
}

/** Stems with marks. */
export interface MarkedStems {
  readonly stems: readonly string[];
  readonly marked: MarkFilter;
}

/** The words are hidden from the planner, which would scan all messages for frequent ones. */
const fewMatching = `select json_agg(id)::text as ids from (
    select message_id as id from message_words where words @@ (select $1::tsquery) limit $2
  ) as found`;

/**
 * The ids of all messages that contain all stems and have the marks, unordered; undefined if there are more
 * than `limit`. PostgreSQL only.
 */
export async function fewMatches(
  reader: Reader,
  { stems, marked }: MarkedStems,
  limit: number,
): Promise<number[] | undefined> {
  const [row] = await reader.execute(fewMatching, [queryFor(reader, stems, marked), limit + 1]);
  const ids = idsOfRow(row);
  return ids.length > limit ? undefined : ids;
}

/** Which of the given consecutive messages contain all stems. The inner limit preserves the order of the walk. */
const ofNearest = (order: 'asc' | 'desc', edge: 'min' | 'max') => `
  select json_agg(id) filter (where words @@ $1::tsquery)::text as ids, ${edge}(id) as edge, count(*) as scanned
  from (
    select message_id as id, words from message_words
    where message_id >= $2 and message_id < $3 order by message_id ${order} limit $4
  ) as nearest`;

/** The matches among consecutive messages. */
export interface MatchedBatch {
  /** In the order of the direction. */
  readonly ids: number[];
  /** The last message scanned; undefined if there are no more. */
  readonly edge: number | undefined;
}

/** The matches among the next `limit` messages from the start of the direction. PostgreSQL only. */
export async function matchesAmongNearest(
  reader: Reader,
  { stems, marked }: MarkedStems,
  { direction, low, high, limit }: IdPage,
): Promise<MatchedBatch> {
  const sql = direction === 'older' ? ofNearest('desc', 'min') : ofNearest('asc', 'max');
  const [row] = await reader.execute(sql, [queryFor(reader, stems, marked), low, high, limit]);
  return { ids: idsOfRow(row), edge: Number(row?.scanned) < limit ? undefined : Number(row?.edge) };
}

/** Up to this many messages scanned per id, a scan is cheaper than a lookup for each id. */
const SCANNED_PER_ID = { sqlite: 500, postgres: 8 } as const;
/** Limits per statement: ids looked up individually, and messages scanned. */
const IDS_AT_ONCE = { sqlite: 100, postgres: 2000 } as const;
const SCANNED_AT_ONCE = { sqlite: 100_000, postgres: 20_000 } as const;

// `offset 0` keeps PostgreSQL from reading all matches from the index first.
const between = {
  sqlite: `select json_group_array(rowid) as ids from message_words
    where message_words match ? and rowid >= ${integer} and rowid <= ${integer}`,
  postgres: `select json_agg(id)::text as ids from (
      select message_id as id, words from message_words where message_id >= $2 and message_id <= $3 offset 0
    ) as nearest where words @@ $1::tsquery`,
} as const;
const matchesOfIds = {
  sqlite: `select json_group_array(rowid) as ids from message_words
    where message_words match ? and rowid in (select value from json_each(?))`,
  postgres: `select json_agg(id)::text as ids from (
      select message_id as id, words from message_words where message_id = any($2::bigint[]) offset 0
    ) as named where words @@ $1::tsquery`,
} as const;

/**
 * The first ids of a list that are close enough to each other for a scan; empty if a scan is not worth it.
 */
function closeTogether(engine: Engine, ids: readonly number[]): readonly number[] {
  const [first = 0] = ids;
  let count = 0;
  while (count < ids.length && (ids[count] ?? 0) - first < SCANNED_AT_ONCE[engine]) count++;
  const distance = (ids[count - 1] ?? 0) - first;
  return distance < count * SCANNED_PER_ID[engine] ? ids.slice(0, count) : [];
}

/**
 * The ids whose messages contain all stems, by a lookup per id. FTS5 gets one stem at a time: with several it
 * would search on from each id to the next message with all of them.
 */
async function lookedUp(reader: Reader, stems: readonly string[], ids: readonly number[]): Promise<number[]> {
  const { engine } = reader;
  if (engine === 'postgres') {
    const [row] = await reader.execute(matchesOfIds.postgres, [queryFor(reader, stems), `{${ids.join()}}`]);
    return idsOfRow(row);
  }
  let matches = [...ids];
  for (const stem of stems) {
    const [row] = await reader.execute(matchesOfIds.sqlite, [
      queryFor(reader, [stem]),
      JSON.stringify(matches),
    ]);
    matches = idsOfRow(row);
  }
  return matches;
}

/** The ids whose messages contain all stems; the set may contain others too. */
export async function matchesAmong(
  reader: Reader,
  stems: readonly string[],
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  if (stems.length === 0) return found;
  const { engine } = reader;
  const query = queryFor(reader, stems);
  const ascending = [...ids].sort((a, b) => a - b);
  for (let at = 0; at < ascending.length; ) {
    if (at > 0) await nextTurn();
    const close = closeTogether(engine, ascending.slice(at));
    const batch = close.length > 0 ? close : ascending.slice(at, at + IDS_AT_ONCE[engine]);
    const matches =
      close.length > 0
        ? idsOfRow((await reader.execute(between[engine], [query, close[0] ?? 0, close.at(-1) ?? 0]))[0])
        : await lookedUp(reader, stems, batch);
    for (const id of matches) found.add(id);
    at += batch.length;
  }
  return found;
}
