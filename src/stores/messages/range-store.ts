// Pages of messages by id, each an index range: of one conversation or channel, of the whole organization, or
// of many ranges at once. Does not check access.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { parseIds } from '../../model/id-column.ts';
import { type PreparedRead, preparedRead } from '../../storage/prepared.ts';
import { cell, idListOf, indexRange, rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/reader-writer.ts';

export type Direction = 'older' | 'newer';

/** A range of ids in an index: `low` inclusive, `high` exclusive. */
export interface IdBounds {
  readonly low: number;
  readonly high: number;
}

/** A page of at most `limit` ids, from the end at which the direction starts. */
export interface IdPage extends IdBounds {
  readonly direction: Direction;
  readonly limit: number;
}

/** A range of ids within one conversation or channel. */
export interface KeyRange extends IdBounds {
  readonly key: number;
}

export type RangeIndex = 'conversation_id' | 'channel_id';

/** The SQL order of ids in a direction. */
export const order = { older: 'desc', newer: 'asc' } as const;

type NearestIds = PreparedRead<KeyRange & { limit: number }, { readonly id: number }>;

/** Written as in the definition of the index over all messages. */
export const organizationKey = sql`(organization_id + 0)`;

function nearest(key: RawBuilder<unknown>, direction: Direction): NearestIds {
  return preparedRead<KeyRange & { limit: number }>()((db, p, engine) => {
    const range = indexRange(engine, { key }, p);
    return db
      .selectFrom('message')
      .select('id')
      .where(range.where)
      .orderBy(range.orderBy(order[direction]))
      .limit(p.limit);
  });
}

/** Pages of ids in both directions from an index over a key and the ids of messages. */
export function bothWaysOf(key: RawBuilder<unknown>) {
  return { older: nearest(key, 'older'), newer: nearest(key, 'newer') } as const;
}

const nearestOfAll = bothWaysOf(organizationKey);

/** A page of ids of the whole organization, in the order of the direction. */
export async function idsAround(reader: Reader, page: IdPage): Promise<number[]> {
  const values = { ...page, key: reader.organizationId };
  return (await nearestOfAll[page.direction].all(reader, values)).map((row) => row.id);
}

/** The kinds of content of a message, as bits. */
export const HasBit = { link: 1, image: 2, attachment: 4, reaction: 8 } as const;

interface RangesValues {
  readonly ranges: string;
  readonly limit: number;
}

type IdLists = PreparedRead<RangesValues, { readonly ids: string | null }>;

function idsIn(column: RangeIndex, direction: Direction): IdLists {
  return preparedRead<RangesValues>()((db, p, engine) => {
    const ids = sql`select m.id from message as m where ${sql.ref(`m.${column}`)} = ${cell(engine, 0)}
      and m.id >= ${cell(engine, 1)} and m.id < ${cell(engine, 2)}
      order by m.id ${sql.raw(order[direction])} limit ${p.limit}`;
    return db.selectFrom(rangeRows(engine, p.ranges)).select(idListOf(engine, ids).as('ids'));
  });
}

const idLists = {
  conversation_id: { older: idsIn('conversation_id', 'older'), newer: idsIn('conversation_id', 'newer') },
  channel_id: { older: idsIn('channel_id', 'older'), newer: idsIn('channel_id', 'newer') },
} as const;

type OneRange = PreparedRead<KeyRange & { limit: number }, { readonly id: number }>;

function idsInOne(column: RangeIndex, direction: Direction): OneRange {
  return preparedRead<KeyRange & { limit: number }>()((db, p) =>
    db
      .selectFrom('message')
      .select('id')
      .where(column, '=', p.key)
      .where('id', '>=', p.low)
      .where('id', '<', p.high)
      .orderBy('id', order[direction])
      .limit(p.limit),
  );
}

/** Most pages are of one conversation or channel; for them a plain index walk takes a quarter of the time. */
const idsOfOne = {
  conversation_id: {
    older: idsInOne('conversation_id', 'older'),
    newer: idsInOne('conversation_id', 'newer'),
  },
  channel_id: { older: idsInOne('channel_id', 'older'), newer: idsInOne('channel_id', 'newer') },
} as const;

/** Ranges per statement; other requests get a turn between statements. */
const RANGES_AT_ONCE = 1000;

/**
 * At most `limit` ids for each range, from the end at which the direction starts, in the order of the ranges.
 */
export async function idsInRanges(
  reader: Reader,
  index: RangeIndex,
  ranges: readonly KeyRange[],
  { direction, limit }: Pick<IdPage, 'direction' | 'limit'>,
): Promise<number[][]> {
  const [only, ...others] = ranges;
  if (!only) return [];
  if (others.length === 0) {
    const rows = await idsOfOne[index][direction].all(reader, { ...only, limit });
    return [rows.map((row) => row.id)];
  }
  return inParts(
    ranges.map(({ key, low, high }) => [key, low, high]),
    (json) => idLists[index][direction].all(reader, { ranges: json, limit }),
  );
}

/** Runs a query over ranges in parts, one statement each; returns a list for each range. */
async function inParts(
  ranges: readonly (readonly number[])[],
  query: (json: string) => Promise<readonly { readonly ids: string | null }[]>,
): Promise<number[][]> {
  const lists: number[][] = [];
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
    if (at > 0) await nextTurn();
    const rows = await query(JSON.stringify(ranges.slice(at, at + RANGES_AT_ONCE)));
    for (const { ids } of rows) lists.push(ids ? parseIds(ids) : []);
  }
  return lists;
}

function movedIn(direction: Direction): IdLists {
  return preparedRead<RangesValues>()((db, p, engine) => {
    const ids = sql`select m.id from message as m where m.channel_id = ${cell(engine, 0)} and m.is_moved = 1
      and m.id >= ${cell(engine, 1)} and m.id < ${cell(engine, 2)}
      order by m.id ${sql.raw(order[direction])} limit ${p.limit}`;
    return db.selectFrom(rangeRows(engine, p.ranges)).select(idListOf(engine, ids).as('ids'));
  });
}

const movedLists = { older: movedIn('older'), newer: movedIn('newer') } as const;

/** Moved messages that are now in the given channels, at most `limit` ids per channel. */
export function movedIds(
  reader: Reader,
  channelIds: readonly number[],
  { direction, low, high, limit }: IdPage,
): Promise<number[][]> {
  const ranges = channelIds.map((id) => [id, low, high]);
  return inParts(ranges, (json) => movedLists[direction].all(reader, { ranges: json, limit }));
}

interface ArrivalValues {
  readonly ranges: string;
  readonly low: number;
  readonly high: number;
  readonly limit: number;
}

function arrivals(direction: Direction): PreparedRead<ArrivalValues, { readonly ids: string | null }> {
  return preparedRead<ArrivalValues>()((db, p, engine) => {
    const ids = sql`select a.message_id as id from message_arrival as a where a.channel_id = ${cell(engine, 0)}
      and a.sequence >= ${cell(engine, 1)} and a.sequence < ${cell(engine, 2)}
      and a.message_id >= ${p.low} and a.message_id < ${p.high}
      group by a.message_id order by a.message_id ${sql.raw(order[direction])} limit ${p.limit}`;
    return db.selectFrom(rangeRows(engine, p.ranges)).select(idListOf(engine, ids).as('ids'));
  });
}

const arrivalLists = { older: arrivals('older'), newer: arrivals('newer') } as const;

/**
 * Moved messages that arrived in a channel during one of the periods, wherever they are now; at most `limit`
 * ids per period.
 */
export function arrivedIds(
  reader: Reader,
  periods: readonly { readonly channelId: number; readonly from: number; readonly to: number }[],
  page: IdPage,
): Promise<number[][]> {
  return inParts(
    periods.map(({ channelId, from, to }) => [channelId, from, to]),
    (json) => arrivalLists[page.direction].all(reader, { ...page, ranges: json }),
  );
}
