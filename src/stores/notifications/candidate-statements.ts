// The statements of `candidate-facts.ts`.

import { sql } from 'kysely';
import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';

const standingColumns = [
  'account_id',
  'channel_id',
  'is_muted',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

/** How a person stands to a channel, as far as it decides what they are notified of. */
export type Standing = Pick<SubscriptionTable, (typeof standingColumns)[number]>;

/** What the rows of single people say about messages. */
export const mentionedBy = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('personal_message')
    .select(['message_id', 'account_id', 'flags'])
    .where('message_id', 'in', idsOf(engine, p.ids)),
);
/** The mentions of groups and of topics in messages. */
export const mentionsOfMany = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message_mention')
    .select(['message_id', 'group_ids', 'topic_participant_ids'])
    .where('message_id', 'in', idsOf(engine, p.ids)),
);
/** People's policies for topics of channels. */
export const policiesIn = preparedRead<{ channels: string; keys: string }>()((db, p, engine) =>
  db
    .selectFrom('user_topic')
    .select(['account_id', 'channel_id', 'topic_key', 'visibility_policy'])
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('topic_key', 'in', textsOf(engine, p.keys)),
);
/** Who has muted some people. */
export const mutersOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('muted_user')
    .select(['account_id', 'muted_account_id'])
    .where('muted_account_id', 'in', idsOf(engine, p.ids)),
);
/** How some people stand to some channels that they are subscribed to. */
export const namedSubscribers = preparedRead<{ accounts: string; channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(standingColumns)
    .where('account_id', 'in', idsOf(engine, p.accounts))
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('is_active', '=', 1),
);
/** The subscribers of channels who chose mail for them. */
export const mailedSubscribers = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(standingColumns)
    .where('channel_id', 'in', idsOf(engine, p.channels))
    // Spelled out, as the index of those rows has it.
    .where(sql<boolean>`email_notifications = 1 and is_active = 1`),
);
/** The subscribers of channels who chose their phones for them. */
export const pushedSubscribers = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(standingColumns)
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('push_notifications', '=', sql.lit(1))
    .where('is_active', '=', 1),
);
/** Everybody who is subscribed to channels: for mentions of all of them. */
export const allSubscribers = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(standingColumns)
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('is_active', '=', 1),
);

/** The statement that finds those who chose a way of being notified for a channel. */
export type ChosenSubscribers = typeof mailedSubscribers;
