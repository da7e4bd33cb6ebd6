// Pages of messages by id, each an index range: of one conversation or channel with what is needed to decide
// about them, of many ranges merged, of one person's rows, of one sender, of words. Nothing here knows access.

import { sql } from 'kysely';
import { type PreparedRead, preparedRead } from '../../storage/prepared.ts';
import { cell, idList, rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/session.ts';
import { headColumns, type MessageHead } from './store.ts';

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

interface PageValues {
  readonly key: number;
  readonly low: number;
  readonly high: number;
  readonly limit: number;
}

const order = { older: 'desc', newer: 'asc' } as const;

function headPage(column: RangeIndex, direction: Direction): PreparedRead<PageValues, MessageHead> {
  return preparedRead<PageValues>()((db, p) =>
    db
      .selectFrom((inner) =>
        inner
          .selectFrom('message')
          .selectAll()
          .where(column, '=', p.key)
          .where('id', '>=', p.low)
          .where('id', '<', p.high)
          .orderBy('id', order[direction])
          .limit(p.limit as never)
          .as('message'),
      )
      .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
      .select(headColumns),
  );
}

const headPages = {
  conversation_id: {
    older: headPage('conversation_id', 'older'),
    newer: headPage('conversation_id', 'newer'),
  },
  channel_id: { older: headPage('channel_id', 'older'), newer: headPage('channel_id', 'newer') },
} as const;

/** One page of one conversation or channel, in the direction's order. */
export async function headsInRange(
  reader: Reader,
  index: RangeIndex,
  direction: Direction,
  range: KeyRange,
  limit: number,
): Promise<MessageHead[]> {
  const heads = await headPages[index][direction].all(reader, { ...range, limit });
  return heads.sort((a, b) => (direction === 'older' ? b.id - a.id : a.id - b.id));
}

function everyHead(
  direction: Direction,
): PreparedRead<IdBounds & { organization: number; limit: number }, MessageHead> {
  return preparedRead<IdBounds & { organization: number; limit: number }>()((db, p) =>
    db
      .selectFrom((inner) =>
        inner
          .selectFrom('message')
          .selectAll()
          .where('id', '>=', p.low)
          .where('id', '<', p.high)
          .orderBy('id', order[direction])
          .limit(p.limit as never)
          .as('message'),
      )
      .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
      .select(headColumns)
      .where('message.organization_id', '=', p.organization),
  );
}

const everyHeads = { older: everyHead('older'), newer: everyHead('newer') } as const;

/** The organization's among the nearest messages of the server, in the direction's order. */
export async function headsAround(
  reader: Reader,
  direction: Direction,
  bounds: IdBounds,
  limit: number,
): Promise<MessageHead[]> {
  const heads = await everyHeads[direction].all(reader, {
    ...bounds,
    organization: reader.organizationId,
    limit,
  });
  return heads.sort((a, b) => (direction === 'older' ? b.id - a.id : a.id - b.id));
}

/** What is checked while an index is walked, so that no row of it leaves the engine in vain; 0: anything. */
export interface ColumnFilter {
  readonly sender: number;
  /** Bits of `HasBit`; all of them must be set. */
  readonly has: number;
}

export const noFilter: ColumnFilter = { sender: 0, has: 0 };

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
    const filter = isFiltered
      ? sql`and (m.sender_id = ${p.sender} or ${p.sender} = 0) and (${hasBits} & ${p.has}) = ${p.has}`
      : sql``;
    const ids = sql`select m.id from message as m where ${sql.ref(`m.${column}`)} = ${cell(engine, 0)}
      and m.id >= ${cell(engine, 1)} and m.id < ${cell(engine, 2)} ${filter}
      order by m.id ${sql.raw(order[direction])} limit ${p.limit}`;
    return db.selectFrom(rangeRows(engine, p.ranges)).select(idList(engine, ids).as('ids'));
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

/** For each range at most `limit` ids, from the end that the direction begins at; in the ranges' order. */
export async function idsInRanges(
  reader: Reader,
  index: RangeIndex,
  direction: Direction,
  ranges: readonly KeyRange[],
  limit: number,
  filter: ColumnFilter,
): Promise<number[][]> {
  if (ranges.length === 0) return [];
  const [plain, filtered] = idLists[index][direction];
  const query = filter.sender === 0 && filter.has === 0 ? plain : filtered;
  const json = JSON.stringify(ranges.map((range) => [range.key, range.low, range.high]));
  const rows = await query.all(reader, { ranges: json, limit, ...filter });
  return rows.map((row) => (row.ids ? (JSON.parse(row.ids) as number[]) : []));
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
    return db.selectFrom(rangeRows(engine, p.ranges)).select(idList(engine, ids).as('ids'));
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
  return rows.map((row) => (row.ids ? (JSON.parse(row.ids) as number[]) : []));
}

interface PersonalValues extends IdBounds {
  readonly account: number;
  readonly mask: number;
  readonly limit: number;
}

/** `(flags & 1) <> 0` and `(flags & 4) <> 0` must stand literally: two partial indexes are made of them. */
function personalIds(
  direction: Direction,
  literalMask?: number,
): PreparedRead<PersonalValues, { readonly id: number }> {
  return preparedRead<PersonalValues>()((db, p) =>
    db
      .selectFrom('personal_message')
      .select('message_id as id')
      .where('account_id', '=', p.account)
      .where('message_id', '>=', p.low)
      .where('message_id', '<', p.high)
      .where(
        literalMask === undefined
          ? sql<boolean>`((flags & ${p.mask}) <> 0 or ${p.mask} = 0)`
          : sql<boolean>`(flags & ${sql.lit(literalMask)}) <> 0`,
      )
      .orderBy('message_id', order[direction])
      .limit(p.limit as never),
  );
}

const personalLists = {
  older: { any: personalIds('older'), 1: personalIds('older', 1), 4: personalIds('older', 4) },
  newer: { any: personalIds('newer'), 1: personalIds('newer', 1), 4: personalIds('newer', 4) },
} as const;

/** Messages that a person has a row for with a flag of `mask` (0: any row). */
export async function personalRowIds(
  reader: Reader,
  direction: Direction,
  accountId: number,
  mask: number,
  bounds: IdBounds,
  limit: number,
): Promise<number[]> {
  const lists = personalLists[direction];
  const query = mask === 1 ? lists[1] : mask === 4 ? lists[4] : lists.any;
  return (await query.all(reader, { account: accountId, mask, ...bounds, limit })).map((row) => row.id);
}

interface SingleValues extends IdBounds {
  readonly key: number;
  readonly limit: number;
}

function senderIds(direction: Direction): PreparedRead<SingleValues, { readonly id: number }> {
  return preparedRead<SingleValues>()((db, p) =>
    db
      .selectFrom('message')
      .select('id')
      .where('sender_id', '=', p.key)
      .where('id', '>=', p.low)
      .where('id', '<', p.high)
      .orderBy('id', order[direction])
      .limit(p.limit as never),
  );
}

const senderLists = { older: senderIds('older'), newer: senderIds('newer') } as const;

/** Messages that an account sent. */
export async function sentIds(
  reader: Reader,
  direction: Direction,
  senderId: number,
  bounds: IdBounds,
  limit: number,
): Promise<number[]> {
  return (await senderLists[direction].all(reader, { key: senderId, ...bounds, limit })).map((row) => row.id);
}

/** The conditions of partial indexes, which must stand literally. */
const partial = {
  mentions: sql<boolean>`(mentions_channel = 1 or has_mention_row = 1)`,
  [HasBit.link]: sql<boolean>`has_link = 1`,
  [HasBit.image]: sql<boolean>`has_image = 1`,
  [HasBit.attachment]: sql<boolean>`has_attachment = 1`,
  [HasBit.reaction]: sql<boolean>`has_reaction = 1`,
} as const;
type Partial = keyof typeof partial;

function partialIds(
  direction: Direction,
  which: Partial,
): PreparedRead<SingleValues, { readonly id: number }> {
  return preparedRead<SingleValues>()((db, p) =>
    db
      .selectFrom('message')
      .select('id')
      .where('organization_id', '=', p.key)
      .where(partial[which])
      .where('id', '>=', p.low)
      .where('id', '<', p.high)
      .orderBy('id', order[direction])
      .limit(p.limit as never),
  );
}

function partialLists(which: Partial) {
  return { older: partialIds('older', which), newer: partialIds('newer', which) };
}

const manyMentionLists = partialLists('mentions');
const holdingLists = {
  [HasBit.link]: partialLists(HasBit.link),
  [HasBit.image]: partialLists(HasBit.image),
  [HasBit.attachment]: partialLists(HasBit.attachment),
  [HasBit.reaction]: partialLists(HasBit.reaction),
} as const;

/** The organization's messages that hold one kind of thing. */
export async function holdingIds(
  reader: Reader,
  direction: Direction,
  bit: (typeof HasBit)[keyof typeof HasBit],
  bounds: IdBounds,
  limit: number,
): Promise<number[]> {
  const values = { key: reader.organizationId, ...bounds, limit };
  return (await holdingLists[bit][direction].all(reader, values)).map((row) => row.id);
}

/** Messages that mention a channel, a topic or groups. */
export async function mentionsOfManyIds(
  reader: Reader,
  direction: Direction,
  bounds: IdBounds,
  limit: number,
): Promise<number[]> {
  const values = { key: reader.organizationId, ...bounds, limit };
  return (await manyMentionLists[direction].all(reader, values)).map((row) => row.id);
}

const firstAtSequences = preparedRead<{ organization: number; sequences: string }>()((db, p, engine) => {
  const sequence = engine === 'sqlite' ? sql<number>`r.value` : sql<number>`(r.value #>> '{}')::bigint`;
  return db.selectFrom(rangeRows(engine, p.sequences)).select([
    sequence.as('sequence'),
    sql<number | null>`(select id from message where (organization_id + 0) = ${p.organization}
        and sequence >= ${sequence} order by sequence limit 1)`.as('id'),
  ]);
});

/** For places in the log the id of the first message sent there or later; missing where there is none yet. */
export async function firstIdsAt(reader: Reader, sequences: readonly number[]): Promise<Map<number, number>> {
  const result = new Map<number, number>();
  if (sequences.length === 0) return result;
  const values = { organization: reader.organizationId, sequences: JSON.stringify(sequences) };
  for (const row of await firstAtSequences.all(reader, values))
    if (row.id !== null) result.set(row.sequence, row.id);
  return result;
}

const atOrAfter = preparedRead<{ organization: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select(['id', 'sequence', 'sent_at'])
    .where(sql<boolean>`(organization_id + 0) = ${p.organization}`)
    .where('sequence', '>=', p.sequence)
    .orderBy('sequence')
    .limit(1),
);
const newestSequence = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select('sequence')
    .where(sql<boolean>`(organization_id + 0) = ${p.organization}`)
    .orderBy('sequence', 'desc')
    .limit(1),
);

/**
 * The id from which on messages were sent at or after a moment; undefined when none was. Found by halving the
 * log, since times rise with it.
 */
export async function firstIdSince(reader: Reader, moment: number): Promise<number | undefined> {
  const organization = reader.organizationId;
  const newest = await newestSequence.first(reader, { organization });
  let low = 0;
  let high = newest?.sequence ?? -1;
  let found: number | undefined;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const row = await atOrAfter.first(reader, { organization, sequence: middle });
    if (!row) return found;
    if (row.sent_at >= moment) {
      found = row.id;
      high = middle - 1;
    } else {
      low = row.sequence + 1;
    }
  }
  return found;
}
