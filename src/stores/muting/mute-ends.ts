// The mutes of topics, people, channels and direct conversations that are to end.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

type MuteTable = 'user_topic' | 'muted_user' | 'subscription' | 'muted_direct_conversation';

/** Queries for the ends of mutes in a table, as its rows `R`. Times are seconds since 1970. */
export interface MuteEnds<R> {
  /** When the next mute ends, over all active organizations. */
  next(reader: Reader): Promise<number | undefined>;
  /** Rows of all active organizations whose mute is to end, the earliest first. */
  due(reader: Reader, now: number, limit: number): Promise<R[]>;
  /** The same in one organization and for one account, as a unit of work sees them. */
  dueOf(writer: Writer, accountId: number, now: number, limit: number): Promise<R[]>;
}

function muteEnds<T extends MuteTable>(name: T): MuteEnds<Row<T>> {
  // Typed as one of the tables; the others have all the columns used here.
  const table = name as 'muted_user';
  // The settings of channels that a person has left do not change.
  const mayEnd = sql<boolean>`${sql.raw(name === 'subscription' ? 'is_active = 1' : '1 = 1')}`;
  const earliest = preparedRead<Record<never, never>>()((db) =>
    db
      .selectFrom(table)
      .innerJoin('organization', 'organization.id', `${table}.organization_id`)
      .select('muted_until')
      .where('muted_until', 'is not', null)
      .where(mayEnd)
      .where('is_deactivated', '=', 0)
      .orderBy('muted_until')
      .limit(1),
  );
  const dueBy = preparedRead<{ now: number; limit: number }>()((db, p) =>
    db
      .selectFrom(table)
      .innerJoin('organization', 'organization.id', `${table}.organization_id`)
      .selectAll(table)
      .where('muted_until', '<=', p.now)
      .where(mayEnd)
      .where('is_deactivated', '=', 0)
      .orderBy('muted_until')
      .limit(p.limit),
  );
  const ofAccount = preparedRead<{ account: number; now: number; limit: number }>()((db, p) =>
    db
      .selectFrom(table)
      .selectAll()
      .where('account_id', '=', p.account)
      .where('muted_until', '<=', p.now)
      .where(mayEnd)
      .orderBy('muted_until')
      .limit(p.limit),
  );
  return {
    next: async (reader) => (await earliest.first(reader, {}))?.muted_until ?? undefined,
    due: async (reader, now, limit) => (await dueBy.all(reader, { now, limit })) as unknown as Row<T>[],
    dueOf: async (writer, account, now, limit) =>
      (await ofAccount.all(writer, { account, now, limit })) as unknown as Row<T>[],
  };
}

export const topicMuteEnds = muteEnds('user_topic');
export const personMuteEnds = muteEnds('muted_user');
export const channelMuteEnds = muteEnds('subscription');
export const directMuteEnds = muteEnds('muted_direct_conversation');
