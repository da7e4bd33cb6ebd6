// Pages of message ids from indexes that are lists of their own: one person's rows, one sender's messages, those
// that mention many, those that hold links and the like. Nothing here knows access.

import { sql } from 'kysely';
import { type PreparedRead, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { type Direction, HasBit, type IdBounds, order } from './range-store.ts';

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
      .limit(p.limit),
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
      .limit(p.limit),
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
      .limit(p.limit),
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
