// People who have been away for a while, by presence, logins and sent messages. People who hide their
// presence also count as present if a client or browser of theirs was connected.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

interface Values {
  readonly organization: number;
  readonly after: number;
  readonly through: number;
  readonly since: number;
}

const awaySince = preparedRead<Values>()((db, p) =>
  db
    .selectFrom('account')
    .select((e) => [
      'id',
      e
        .exists(
          e
            .selectFrom('event_queue')
            .select(sql<number>`1`.as('one'))
            .whereRef('event_queue.account_id', '=', 'account.id')
            .where('event_queue.last_seen_at', '>=', p.since),
        )
        .as('has_client'),
      e
        .exists(
          e
            .selectFrom('session')
            .select(sql<number>`1`.as('one'))
            .whereRef('session.account_id', '=', 'account.id')
            .where('session.last_seen_at', '>=', p.since),
        )
        .as('has_browser'),
    ])
    .where('organization_id', '=', p.organization)
    .where('id', '>', p.after)
    .where('id', '<=', p.through)
    .where('bot_type', 'is', null)
    .where('is_active', '=', 1)
    .where('date_joined', '<', p.since)
    .where((e) => e.or([e('last_login_at', 'is', null), e('last_login_at', '<', p.since)]))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('presence')
            .select(sql<number>`1`.as('one'))
            .whereRef('presence.account_id', '=', 'account.id')
            .where('presence.active_at', '>=', p.since),
        ),
      ),
    )
    .where((e) =>
      e(
        e.fn.coalesce(
          e
            .selectFrom('message')
            .select('message.sent_at')
            .whereRef('message.sender_id', '=', 'account.id')
            .orderBy('message.id', 'desc')
            .limit(1),
          sql<number>`0`,
        ),
        '<',
        p.since,
      ),
    )
    .orderBy('id'),
);

/** A person with no recent presence. */
export interface AwayPerson {
  readonly id: number;
  /** Whether a client or browser of theirs has made requests since, automatic ones included. */
  readonly isConnected: boolean;
}

/** People in a range of ids (`after` exclusive) who were away since a time in seconds, ascending by id. */
export async function peopleAwaySince(
  reader: Reader,
  range: { readonly after: number; readonly through: number },
  since: number,
): Promise<AwayPerson[]> {
  const rows = await awaySince.all(reader, { organization: reader.organizationId, ...range, since });
  return rows.map(({ id, has_client, has_browser }) => ({
    id,
    isConnected: Boolean(has_client) || Boolean(has_browser),
  }));
}
