// The policies of all accounts for one topic.

import { sql } from 'kysely';
import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { textKey } from '../../model/text-key.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const atTopic = preparedRead<{ channel: number; key: string }>()((db, p) =>
  db
    .selectFrom('user_topic')
    .innerJoin('account', 'account.id', 'user_topic.account_id')
    .select([
      'user_topic.account_id',
      'user_topic.visibility_policy',
      'user_topic.muted_until',
      'account.role',
    ])
    .where('user_topic.channel_id', '=', p.channel)
    .where('user_topic.topic_key', '=', p.key),
);

/** A policy, and when a mute ends, in seconds since 1970; null for never. */
export interface PeriodPolicy {
  readonly policy: VisibilityPolicy;
  readonly mutedUntil: number | null;
}

/** An account's policy, with its role. */
export interface AccountPolicy extends PeriodPolicy {
  readonly role: number;
}

/** The policies for a topic, by account; accounts without one are left out. */
export async function policiesOfTopic(
  reader: Reader,
  { channelId, topic }: ChannelTopic,
): Promise<Map<number, AccountPolicy>> {
  const rows = await atTopic.all(reader, { channel: channelId, key: textKey(topic) });
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        policy: row.visibility_policy as VisibilityPolicy,
        mutedUntil: row.muted_until,
        role: row.role,
      },
    ]),
  );
}

/** Sets one policy of the given accounts for a topic, replacing the ones they had; `inherit` deletes them. */
export async function replacePolicies(
  writer: Writer,
  target: ChannelTopic,
  policy: PeriodPolicy,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await writer.db
    .deleteFrom('user_topic')
    .where('channel_id', '=', target.channelId)
    .where('topic_key', '=', textKey(target.topic))
    .where('account_id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .execute();
  if (policy.policy === VisibilityPolicy.inherit) return;
  await insertPolicies(writer, target, policy, ids);
}

async function insertPolicies(
  writer: Writer,
  target: ChannelTopic,
  { policy, mutedUntil }: PeriodPolicy,
  ids: readonly number[],
): Promise<void> {
  await writer.db
    .insertInto('user_topic')
    .columns([
      'organization_id',
      'account_id',
      'channel_id',
      'topic_key',
      'topic_name',
      'visibility_policy',
      'updated_at',
      'muted_until',
    ])
    .expression((e) =>
      e
        .selectFrom('account')
        .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
        .select([
          'organization_id',
          'id as account_id',
          sql<number>`cast(${target.channelId} as bigint)`.as('channel_id'),
          sql<string>`cast(${textKey(target.topic)} as text)`.as('topic_key'),
          sql<string>`cast(${target.topic} as text)`.as('topic_name'),
          sql<number>`cast(${policy} as bigint)`.as('visibility_policy'),
          sql<number>`cast(${writer.now} as bigint)`.as('updated_at'),
          sql<number | null>`cast(${mutedUntil} as bigint)`.as('muted_until'),
        ]),
    )
    .execute();
}
