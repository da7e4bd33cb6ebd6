// Scans many messages quickly. Walks an index that covers the columns most narrow terms need, a bounded
// batch at a time. Only matches leave the engine, with the few numbers that decide whether the message is
// read at all.

import { type RawBuilder, sql } from 'kysely';
import { parseIds } from '../../model/id-column.ts';
import { type PreparedRead, preparedRead } from '../../storage/prepared.ts';
import { indexRange } from '../../storage/ranges.ts';
import type { Engine, Reader } from '../../storage/reader-writer.ts';
import { type Direction, HasBit, type IdBounds, type IdPage, order, organizationKey } from './range-store.ts';

/** A message that matched a scan. */
export interface ScannedMessage {
  readonly id: number;
  readonly conversationId: number;
  readonly isMoved: boolean;
}

/** Conditions on a message; all must hold. */
export interface Traits {
  /** 0 means any sender. */
  readonly sender: number;
  /** 0 means no excluded sender. */
  readonly excludedSender: number;
  /** Bits of `HasBit` that must be set, and that must not be. */
  readonly has: number;
  readonly lacks: number;
}

/**
 * Messages that an index lists in id order: all of the organization, one sender's, or those that contain
 * something.
 */
export type MessageList =
  | { readonly kind: 'all' }
  | { readonly kind: 'sent'; readonly senderId: number }
  | { readonly kind: 'containing'; readonly bit: (typeof HasBit)[keyof typeof HasBit] };

/** The result of scanning one batch of a list. */
export interface ScannedBatch {
  /** In the order of the direction. */
  readonly matches: ScannedMessage[];
  /** The last message scanned; undefined if the list ended before the batch did. */
  readonly edge: number | undefined;
}

interface Gathered {
  readonly ids: string | null;
  readonly conversations: string | null;
  readonly moved: string | null;
}

interface GatheredBatch extends Gathered {
  readonly edge: number | null;
  readonly scanned: number;
}

const bits = sql`(has_link + 2 * has_image + 4 * has_attachment + 8 * has_reaction)`;

function passes(p: Traits): RawBuilder<boolean> {
  const id = (value: number) => sql`cast(${value} as bigint)`;
  const mask = (value: number) => sql`cast(${value} as integer)`;
  return sql`(${id(p.sender)} = 0 or sender_id = ${id(p.sender)}) and sender_id <> ${id(p.excludedSender)}
    and (${bits} & ${mask(p.has)}) = ${mask(p.has)} and (${bits} & ${mask(p.lacks)}) = 0`;
}

/** A JSON array of a column over the rows that meet a condition, in row order. */
function jsonArrayOf(engine: Engine, column: 'id' | 'conversation_id', condition: RawBuilder<unknown>) {
  return engine === 'sqlite'
    ? sql<string | null>`json_group_array(${sql.ref(column)}) filter (where ${condition})`
    : sql<string | null>`(json_agg(${sql.ref(column)}) filter (where ${condition}))::text`;
}

type BatchValues = Traits & IdBounds & { readonly key: number; readonly limit: number };

/** The messages of an organization in an index over those that have one thing. */
function having(thing: RawBuilder<boolean>) {
  return (_engine: Engine, { key, low, high }: BatchValues) => ({
    where: sql<boolean>`organization_id = ${key} and ${thing} and id >= ${low} and id < ${high}`,
    orderBy: (direction: 'asc' | 'desc') => sql`id ${sql.raw(direction)}`,
  });
}

/** The range that each index lists; must match the index definition literally. */
const scans = {
  all: (engine: Engine, values: BatchValues) => indexRange(engine, { key: organizationKey }, values),
  sent: (engine: Engine, values: BatchValues) => indexRange(engine, { key: sql`sender_id` }, values),
  [HasBit.link]: having(sql`has_link = 1`),
  [HasBit.image]: having(sql`has_image = 1`),
  [HasBit.attachment]: having(sql`has_attachment = 1`),
  [HasBit.reaction]: having(sql`has_reaction = 1`),
} as const;
type Listed = keyof typeof scans;

function batches(list: Listed, direction: Direction): PreparedRead<BatchValues, GatheredBatch> {
  return preparedRead<BatchValues>()((db, p, engine) => {
    const range = scans[list](engine, p);
    const scanned = sql<{ id: number }>`(
      select id, conversation_id, is_moved, (${passes(p)}) as passes
      from message where ${range.where} order by ${range.orderBy(order[direction])} limit ${p.limit}
    )`.as('scanned');
    return db
      .selectFrom(scanned)
      .select([
        jsonArrayOf(engine, 'id', sql`passes`).as('ids'),
        jsonArrayOf(engine, 'conversation_id', sql`passes`).as('conversations'),
        jsonArrayOf(engine, 'id', sql`passes and is_moved = 1`).as('moved'),
        sql<number | null>`${sql.raw(direction === 'older' ? 'min' : 'max')}(id)`.as('edge'),
        sql<number>`count(*)`.as('scanned'),
      ]);
  });
}

function bothWays(list: Listed) {
  return { older: batches(list, 'older'), newer: batches(list, 'newer') };
}

const batchesOf = {
  all: bothWays('all'),
  sent: bothWays('sent'),
  [HasBit.link]: bothWays(HasBit.link),
  [HasBit.image]: bothWays(HasBit.image),
  [HasBit.attachment]: bothWays(HasBit.attachment),
  [HasBit.reaction]: bothWays(HasBit.reaction),
} as const;

const messagesByIds = preparedRead<Traits & { organization: number; ids: string }>()((db, p, engine) => {
  // Uses the covering index instead of the rows, where message texts lie between the columns.
  const among =
    engine === 'sqlite'
      ? sql`json_each(${p.ids}) as requested cross join message indexed by message_glimpse on message.id = requested.value`
      : sql`json_array_elements_text(${p.ids}::json) as requested join message on message.id = requested.value::bigint`;
  const scanned = sql<{ id: number }>`(
    select message.id, conversation_id, is_moved from ${among}
    where (organization_id + 0) = ${p.organization} and ${passes(p)} order by message.id
  )`.as('scanned');
  return db
    .selectFrom(scanned)
    .select([
      jsonArrayOf(engine, 'id', sql`true`).as('ids'),
      jsonArrayOf(engine, 'conversation_id', sql`true`).as('conversations'),
      jsonArrayOf(engine, 'id', sql`is_moved = 1`).as('moved'),
    ]);
});

function matchesFrom({ ids, conversations, moved }: Gathered): ScannedMessage[] {
  const conversationIds = parseIds(conversations ?? '[]');
  const movedIds = new Set(parseIds(moved ?? '[]'));
  return parseIds(ids ?? '[]').map((id, index) => ({
    id,
    conversationId: conversationIds[index] ?? 0,
    isMoved: movedIds.has(id),
  }));
}

function keyOf(reader: Reader, list: MessageList): { readonly listed: Listed; readonly key: number } {
  switch (list.kind) {
    case 'all':
      return { listed: 'all', key: reader.organizationId };
    case 'sent':
      return { listed: 'sent', key: list.senderId };
    case 'containing':
      return { listed: list.bit, key: reader.organizationId };
  }
}

/** Scans the next `limit` messages of a list from the start of the direction and returns the matches. */
export async function scanList(
  reader: Reader,
  list: MessageList,
  page: IdPage,
  traits: Traits,
): Promise<ScannedBatch> {
  const { listed: which, key } = keyOf(reader, list);
  const values = { ...traits, ...page, key };
  const row = await batchesOf[which][page.direction].first(reader, values);
  if (!row) return { matches: [], edge: undefined };
  return {
    matches: matchesFrom(row),
    edge: row.scanned < page.limit || row.edge === null ? undefined : row.edge,
  };
}

/** Scans messages by id and returns the matches in the order of `ids`. Deleted ones are left out. */
export async function scanIds(
  reader: Reader,
  ids: readonly number[],
  traits: Traits,
): Promise<ScannedMessage[]> {
  if (ids.length === 0) return [];
  const values = { ...traits, organization: reader.organizationId, ids: JSON.stringify(ids) };
  const row = await messagesByIds.first(reader, values);
  const found = new Map((row ? matchesFrom(row) : []).map((match) => [match.id, match]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
