// Pages of messages by id, each an index range: of one conversation or channel with what is needed to decide
// about them, of everything, of many ranges at once. Nothing here knows access.

import { sql } from 'kysely';
import { idsFrom } from '../../storage/id-column.ts';
import { type PreparedRead, preparedRead } from '../../storage/prepared.ts';
import { cell, idListOf, rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/session.ts';

export type Direction = 'older' | 'newer';

/** Which ids of an index are looked at: `low` inclusive, `high` exclusive. */
export interface IdBounds {
  readonly low: number;
  readonly high: number;
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
      .selectFrom((inner) =>
        inner
          .selectFrom('message')
          .select(['id', 'organization_id'])
          .where('id', '>=', p.low)
          .where('id', '<', p.high)
          .orderBy('id', order[direction])
          .limit(p.limit)
          .as('message'),
      )
      .select('message.id')
      .where('message.organization_id', '=', p.organization),
  );
}

const nearestOfAll = { older: nearest('older'), newer: nearest('newer') } as const;

/** The organization's among the nearest messages of the server, in the direction's order. */
export async function idsAround(
  reader: Reader,
  direction: Direction,
  bounds: IdBounds,
  limit: number,
): Promise<number[]> {
  const organization = reader.organizationId;
  const rows = await nearestOfAll[direction].all(reader, { ...bounds, organization, limit });
  return rows.map((row) => row.id).sort((a, b) => (direction === 'older' ? b - a : a - b));
}

/** What is checked while an index is walked, so that no row of it leaves the engine in vain. */
export interface ColumnFilter {
  /** Bits of `HasBit`; all of them must be set. */
  readonly has: number;
}

/** Takes messages whatever they hold. */
export const noFilter: ColumnFilter = { has: 0 };

/** What a message holds, as bits. */
export const HasBit = { link: 1, image: 2, attachment: 4, reaction: 8 } as const;

interface RangesValues extends ColumnFilter {
  readonly ranges: string;
  readonly limit: number;
}

type IdLists = PreparedRead<RangesValues, { readonly ids: string | null }>;

const hasBits = sql`(m.has_link + 2 * m.has_image + 4 * m.has_attachment + 8 * m.has_reaction)`;

function idsIn(column: RangeIndex, direction: Direction, isFiltered: boolean): IdLists {
  return preparedRead<RangesValues>()((db, p, engine) => {
    const filter = isFiltered ? sql`and (${hasBits} & ${p.has}) = ${p.has}` : sql``;
    const ids = sql`select m.id from message as m where ${sql.ref(`m.${column}`)} = ${cell(engine, 0)}
      and m.id >= ${cell(engine, 1)} and m.id < ${cell(engine, 2)} ${filter}
      order by m.id ${sql.raw(order[direction])} limit ${p.limit}`;
    return db.selectFrom(rangeRows(engine, p.ranges)).select(idListOf(engine, ids).as('ids'));
  });
}

const idLists = {
  conversation_id: {
    older: [idsIn('conversation_id', 'older', false), idsIn('conversation_id', 'older', true)],
    newer: [idsIn('conversation_id', 'newer', false), idsIn('conversation_id', 'newer', true)],
  },
  channel_id: {
    older: [idsIn('channel_id', 'older', false), idsIn('channel_id', 'older', true)],
    newer: [idsIn('channel_id', 'newer', false), idsIn('channel_id', 'newer', true)],
  },
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

/** For each range at most `limit` ids, from the end that the direction begins at; in the ranges' order. */
export async function idsInRanges(
  reader: Reader,
  index: RangeIndex,
  direction: Direction,
  ranges: readonly KeyRange[],
  limit: number,
  filter: ColumnFilter,
): Promise<number[][]> {
  const [only, ...others] = ranges;
  if (!only) return [];
  if (others.length === 0 && filter.has === 0) {
    const rows = await idsOfOne[index][direction].all(reader, { ...only, limit });
    return [rows.map((row) => row.id)];
  }
  const [plain, filtered] = idLists[index][direction];
  const query = filter.has === 0 ? plain : filtered;
  const json = JSON.stringify(ranges.map((range) => [range.key, range.low, range.high]));
  const rows = await query.all(reader, { ranges: json, limit, ...filter });
  return rows.map((row) => (row.ids ? idsFrom(row.ids) : []));
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
 * Moved messages that arrived in a channel during one of the periods given, wherever they stand now: for each
 * period at most `limit` ids.
 */
export async function arrivedIds(
  reader: Reader,
  direction: Direction,
  periods: readonly { readonly channelId: number; readonly from: number; readonly to: number }[],
  bounds: IdBounds,
  limit: number,
): Promise<number[][]> {
  if (periods.length === 0) return [];
  const ranges = JSON.stringify(periods.map(({ channelId, from, to }) => [channelId, from, to]));
  const rows = await arrivalLists[direction].all(reader, { ranges, ...bounds, limit });
  return rows.map((row) => (row.ids ? idsFrom(row.ids) : []));
}
