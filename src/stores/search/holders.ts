// Which messages hold all of some stems, asked of the index in the ways that stay short however frequent a stem is.
// FTS5 gives them in the order of ids. A GIN index knows no order, and no planner knows how frequent a word is that
// comes as a parameter: so each statement has one way only in which it can be carried out, and a bound.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { idsFrom } from '../../model/id-column.ts';
import type { Engine, Reader, Row } from '../../storage/session.ts';
import type { IdPage } from '../messages/range-store.ts';
import { type Marked, marksFor } from './marks.ts';
import { ownWords } from './search-store.ts';

/** The engine's query for messages that hold all stems and, on PostgreSQL, have the marks. */
function queryFor({ engine, organizationId }: Reader, stems: readonly string[], marked: Marked = {}): string {
  if (engine === 'sqlite') return stems.map((stem) => `"${stem.replaceAll('"', '""')}"`).join(' ');
  const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  const words = ownWords(organizationId, stems).map(quoted);
  const marks = marksFor(organizationId, marked).map((some) => `(${some.map(quoted).join(' | ')})`);
  return [...words, ...marks].join(' & ');
}

/** The ids of a row in which they were gathered as JSON. */
function idsOfRow(row: Row | undefined): number[] {
  return idsFrom(String(row?.ids ?? '[]'));
}

/** FTS5 keeps to bounds that are integers only, and numbers of this language are bound as others. */
const integer = 'cast(? as integer)';
const inOrder = (order: 'asc' | 'desc') => `select json_group_array(id) as ids from (
    select rowid as id from message_words where message_words match ? and rowid >= ${integer} and rowid < ${integer}
    order by rowid ${order} limit ?
  )`;

/**
 * The ids of messages that hold all stems, at most `limit`, in the direction's order: the embedded engine's only. Other
 * organizations' messages are among them.
 */
export async function holdersInOrder(
  reader: Reader,
  stems: readonly string[],
  { direction, low, high, limit }: IdPage,
): Promise<number[]> {
  const sql = inOrder(direction === 'older' ? 'desc' : 'asc');
  const [row] = await reader.execute(sql, [queryFor(reader, stems), low, high, limit]);
  return idsOfRow(row);
}

/** Words, and marks beside them. */
export interface MarkedWords {
  readonly stems: readonly string[];
  readonly marked: Marked;
}

/** The planner is not told which words: for frequent ones it would rather look through all messages. */
const few = `select json_agg(id)::text as ids from (
    select message_id as id from message_words where words @@ (select $1::tsquery) limit $2
  ) as found`;

/**
 * The ids of all messages that hold all stems and have the marks, in no order; undefined where they are more than `limit`.
 * PostgreSQL's only.
 */
export async function fewHolders(
  reader: Reader,
  { stems, marked }: MarkedWords,
  limit: number,
): Promise<number[] | undefined> {
  const [row] = await reader.execute(few, [queryFor(reader, stems, marked), limit + 1]);
  const ids = idsOfRow(row);
  return ids.length > limit ? undefined : ids;
}

/** Which of some consecutive messages hold all stems. The limit within keeps the order of the walk. */
const ofNearest = (order: 'asc' | 'desc', edge: 'min' | 'max') => `
  select json_agg(id) filter (where words @@ $1::tsquery)::text as ids, ${edge}(id) as edge, count(*) as looked
  from (
    select message_id as id, words from message_words
    where message_id >= $2 and message_id < $3 order by message_id ${order} limit $4
  ) as nearest`;

/** What a look at consecutive messages found. */
export interface Held {
  /** In the direction's order. */
  readonly ids: number[];
  /** The last message that was looked at; undefined where there are no more. */
  readonly edge: number | undefined;
}

/** Looks at `limit` messages from the end that the direction begins at for the same. PostgreSQL's only. */
export async function holdersOfNearest(
  reader: Reader,
  { stems, marked }: MarkedWords,
  { direction, low, high, limit }: IdPage,
): Promise<Held> {
  const sql = direction === 'older' ? ofNearest('desc', 'min') : ofNearest('asc', 'max');
  const [row] = await reader.execute(sql, [queryFor(reader, stems, marked), low, high, limit]);
  return { ids: idsOfRow(row), edge: Number(row?.looked) < limit ? undefined : Number(row?.edge) };
}

/** Messages per id that are looked at before a question for each id alone costs less. */
const LOOKS_PER_ID = { sqlite: 500, postgres: 8 } as const;
/** Of one statement: ids that are asked for one by one, and messages that are looked at. */
const IDS_AT_ONCE = { sqlite: 100, postgres: 2000 } as const;
const LOOKS_AT_ONCE = { sqlite: 100_000, postgres: 20_000 } as const;

// `offset 0` keeps PostgreSQL from asking the index for all holders first.
const between = {
  sqlite: `select json_group_array(rowid) as ids from message_words
    where message_words match ? and rowid >= ${integer} and rowid <= ${integer}`,
  postgres: `select json_agg(id)::text as ids from (
      select message_id as id, words from message_words where message_id >= $2 and message_id <= $3 offset 0
    ) as nearest where words @@ $1::tsquery`,
} as const;
const among = {
  sqlite: `select json_group_array(rowid) as ids from message_words
    where message_words match ? and rowid in (select value from json_each(?))`,
  postgres: `select json_agg(id)::text as ids from (
      select message_id as id, words from message_words where message_id = any($2::bigint[]) offset 0
    ) as named where words @@ $1::tsquery`,
} as const;

/** The first ids of a list that lie near each other, where a walk past them is cheap; else none. */
function nearEachOther(engine: Engine, ids: readonly number[]): readonly number[] {
  const [first = 0] = ids;
  let count = 0;
  while (count < ids.length && (ids[count] ?? 0) - first < LOOKS_AT_ONCE[engine]) count++;
  const distance = (ids[count - 1] ?? 0) - first;
  return distance < count * LOOKS_PER_ID[engine] ? ids.slice(0, count) : [];
}

/** Those of some ids that hold all stems, each asked for by itself. FTS5 would search on from each for one with all. */
async function askedOneByOne(
  reader: Reader,
  stems: readonly string[],
  ids: readonly number[],
): Promise<number[]> {
  const { engine } = reader;
  if (engine === 'postgres') {
    const [row] = await reader.execute(among.postgres, [queryFor(reader, stems), `{${ids.join()}}`]);
    return idsOfRow(row);
  }
  let holders = [...ids];
  for (const stem of stems) {
    const [row] = await reader.execute(among.sqlite, [queryFor(reader, [stem]), JSON.stringify(holders)]);
    holders = idsOfRow(row);
  }
  return holders;
}

/** Those among some messages that hold all stems; others may be in the set too. */
export async function holdersAmong(
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
    const near = nearEachOther(engine, ascending.slice(at));
    const some = near.length > 0 ? near : ascending.slice(at, at + IDS_AT_ONCE[engine]);
    const holders =
      near.length > 0
        ? idsOfRow((await reader.execute(between[engine], [query, near[0] ?? 0, near.at(-1) ?? 0]))[0])
        : await askedOneByOne(reader, stems, some);
    for (const id of holders) found.add(id);
    at += some.length;
  }
  return found;
}
