// Pages of messages by id, each an index range: of one conversation or channel with what is needed to decide
// about them, of everything, of many ranges at once. Nothing here knows access.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { idsFrom } from '../../model/id-column.ts';
import { type PreparedRead, preparedRead } from '../../storage/prepared.ts';
import { cell, idListOf, rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/session.ts';

export type Direction = 'older' | 'newer';

/** Which ids of an index are looked at: `low` inclusive, `high` exclusive. */
export interface IdBounds {
  readonly low: number;
  readonly high: number;
}

/** A page of ids to be read: from the end that the direction begins at, at most `limit`. */
export interface IdPage extends IdBounds {
  readonly direction: Direction;
  readonly limit: number;
}

/** One conversation's or channel's part of the id axis. */
export interface KeyRange extends IdBounds {
  readonly key: number;
}

export type RangeIndex = 'conversation_id' | 'channel_id';

/** How ids are ordered in a direction. */
export const order = { older: 'desc', newer: 'asc' } as const;

type NearestIds = PreparedRead<IdBounds & { organization: number; limit: number }, { readonly id: number }>;

function nearest(direction: Direction): NearestIds {
  return preparedRead<IdBounds & { organization: number; limit: number }>()((db, p) =>
    db
      .selectFrom('message')
      .select('id')
      // Spelled as the index of all messages is made.
      .where(sql`(organization_id + 0)`, '=', p.organization)
      .where('id', '>=', p.low)
      .where('id', '<', p.high)
      .orderBy('id', order[direction])
      .limit(p.limit),
  );
}

const nearestOfAll = { older: nearest('older'), newer: nearest('newer') } as const;

/** The organization's nearest messages, in the direction's order. */
export async function idsAround(reader: Reader, page: IdPage): Promise<number[]> {
  const values = { ...page, organization: reader.organizationId };
  return (await nearestOfAll[page.direction].all(reader, values)).map((row) => row.id);
}

/** What a message holds, as bits. */
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

/** Most pages are of one conversation or channel; for them there is a plain walk at a quarter of the cost. */
const idsOfOne = {
  conversation_id: {
    older: idsInOne('conversation_id', 'older'),
    newer: idsInOne('conversation_id', 'newer'),
  },
  channel_id: { older: idsInOne('channel_id', 'older'), newer: idsInOne('channel_id', 'newer') },
} as const;

/** Ranges that one statement looks at; between two other requests have their turn. */
const RANGES_AT_ONCE = 1000;

/** For each range at most `limit` ids, from the end that the direction begins at; in the ranges' order. */
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

/** Asks about ranges in parts, each of one statement; a list for each range. */
async function inParts(
  ranges: readonly (readonly number[])[],
  ask: (json: string) => Promise<readonly { readonly ids: string | null }[]>,
): Promise<number[][]> {
  const lists: number[][] = [];
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
    if (at > 0) await nextTurn();
    const rows = await ask(JSON.stringify(ranges.slice(at, at + RANGES_AT_ONCE)));
    for (const { ids } of rows) lists.push(ids ? idsFrom(ids) : []);
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

/** Moved messages that stand in one of some channels now: of each channel at most `limit` ids. */
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
 * Moved messages that arrived in a channel during one of the periods given, wherever they stand now: of each
 * period at most `limit` ids.
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
