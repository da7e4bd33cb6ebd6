// Pages of message ids from indexes that are lists of their own: an account's rows, a sender's messages,
// messages that mention many accounts at once, messages with links, and so on. Does not check access.

import { sql } from 'kysely';
import { FlagBit } from '../../model/messages/message-flags.ts';
import { type PreparedRead, preparedRead } from '../../storage/prepared.ts';
import { indexRange } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { bothWaysOf, type Direction, HasBit, type IdBounds, type IdPage, order } from './range-store.ts';

interface SingleValues extends IdBounds {
  readonly key: number;
  readonly limit: number;
}

/**
 * Rows with a flag, or all rows. The flag must be a literal in the SQL, as in `(flags & 1) <> 0`, to match
 * the partial indexes.
 */
function personalIds(
  direction: Direction,
  bit: number | undefined,
): PreparedRead<SingleValues, { readonly id: number }> {
  return preparedRead<SingleValues>()((db, p, engine) => {
    const range = indexRange(engine, { key: sql`account_id`, id: sql`message_id` }, p);
    return db
      .selectFrom('personal_message')
      .select('message_id as id')
      .where(range.where)
      .$if(bit !== undefined, (query) => query.where(sql<boolean>`(flags & ${sql.lit(bit)}) <> 0`))
      .orderBy(range.orderBy(order[direction]))
      .limit(p.limit);
  });
}

function bothWays(bit?: number) {
  return { older: personalIds('older', bit), newer: personalIds('newer', bit) };
}

const personalLists = {
  any: bothWays(),
  starred: bothWays(FlagBit.starred),
  mentioned: bothWays(FlagBit.mentioned),
  has_alert_word: bothWays(FlagBit.has_alert_word),
} as const;

/** The ids of messages for which an account has a row: any row, or one with a flag. */
export async function personalRowIds(
  reader: Reader,
  { accountId, flag }: { readonly accountId: number; readonly flag: keyof typeof personalLists },
  page: IdPage,
): Promise<number[]> {
  const values = { ...page, key: accountId };
  return (await personalLists[flag][page.direction].all(reader, values)).map((row) => row.id);
}

const senderLists = bothWaysOf(sql`sender_id`);

/** The ids of messages that an account sent. */
export async function sentIds(reader: Reader, senderId: number, page: IdPage): Promise<number[]> {
  return (await senderLists[page.direction].all(reader, { ...page, key: senderId })).map((row) => row.id);
}

/** The conditions of partial indexes; they must match the index definitions literally. */
const partial = {
  mentions: sql<boolean>`(mentions_channel = 1 or has_mention_row = 1)`,
  arrivedRead: sql<boolean>`arrives_read = 1`,
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

const massMentionLists = partialLists('mentions');
const arrivedReadLists = partialLists('arrivedRead');
const listsByBit = {
  [HasBit.link]: partialLists(HasBit.link),
  [HasBit.image]: partialLists(HasBit.image),
  [HasBit.attachment]: partialLists(HasBit.attachment),
  [HasBit.reaction]: partialLists(HasBit.reaction),
} as const;

/** The ids of the organization's messages that contain one kind of thing. */
export async function idsWithBit(
  reader: Reader,
  bit: (typeof HasBit)[keyof typeof HasBit],
  page: IdPage,
): Promise<number[]> {
  const values = { ...page, key: reader.organizationId };
  return (await listsByBit[bit][page.direction].all(reader, values)).map((row) => row.id);
}

/** The ids of messages that mention a channel, a topic or groups. */
export async function massMentionIds(reader: Reader, page: IdPage): Promise<number[]> {
  const values = { ...page, key: reader.organizationId };
  return (await massMentionLists[page.direction].all(reader, values)).map((row) => row.id);
}

/** The ids of messages that were stored as read for everyone when they were sent. */
export async function arrivedReadIds(reader: Reader, page: IdPage): Promise<number[]> {
  const values = { ...page, key: reader.organizationId };
  return (await arrivedReadLists[page.direction].all(reader, values)).map((row) => row.id);
}
