// Statements that find the candidates for notifications, used by `candidate-facts.ts`.

import { sql } from 'kysely';
import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Schema } from '../../storage/schema.ts';

const subscriptionColumns = [
  'account_id',
  'channel_id',
  'is_muted',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

/** The columns of a subscription that decide what the account is notified of. */
export type NotificationSubscription = Pick<Schema['subscription'], (typeof subscriptionColumns)[number]>;

/** The personal rows of messages. */
export const mentionedBy = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('personal_message')
    .select(['message_id', 'account_id', 'flags'])
    .where('message_id', 'in', idsOf(engine, p.ids)),
);
/** The mentions of groups and of topics in messages. */
export const massMentions = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message_mention')
    .select(['message_id', 'group_ids', 'topic_participant_ids'])
    .where('message_id', 'in', idsOf(engine, p.ids)),
);
/** Visibility policies of accounts for topics of channels. */
export const policiesIn = preparedRead<{ channels: string; keys: string }>()((db, p, engine) =>
  db
    .selectFrom('user_topic')
    .select(['account_id', 'channel_id', 'topic_key', 'visibility_policy'])
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('topic_key', 'in', textsOf(engine, p.keys)),
);
/** The accounts that have muted any of the given people. */
export const mutersOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('muted_user')
    .select(['account_id', 'muted_account_id'])
    .where('muted_account_id', 'in', idsOf(engine, p.ids)),
);
/** The subscriptions of the given accounts to the given channels. */
export const namedSubscribers = preparedRead<{ accounts: string; channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(subscriptionColumns)
    .where('account_id', 'in', idsOf(engine, p.accounts))
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('is_active', '=', 1),
);
/** Subscribers of channels with mail notifications for them. */
export const mailedSubscribers = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(subscriptionColumns)
    .where('channel_id', 'in', idsOf(engine, p.channels))
    // Written as in the definition of the partial index.
    .where(sql<boolean>`email_notifications = 1 and is_active = 1`),
);
/** Subscribers of channels with push notifications for them. */
export const pushedSubscribers = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(subscriptionColumns)
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('push_notifications', '=', sql.lit(1))
    .where('is_active', '=', 1),
);
/** All subscribers of channels, for mentions of everyone. */
export const allSubscribers = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(subscriptionColumns)
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('is_active', '=', 1),
);

/** A statement that finds subscribers with one kind of notification for a channel. */
export type SubscriberStatement = typeof mailedSubscribers;
