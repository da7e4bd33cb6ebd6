// Policies of accounts for topics. A topic need not exist to have one.

import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { textKey } from '../../model/text-key.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type UserTopicRow = Row<'user_topic'>;

const ofAccount = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('user_topic')
    .selectAll()
    .where('account_id', '=', p.account)
    .orderBy('channel_id')
    .orderBy('topic_key'),
);
const ofTopic = preparedRead<{ accounts: string; channel: number; key: string }>()((db, p, engine) =>
  db
    .selectFrom('user_topic')
    .selectAll()
    .where('channel_id', '=', p.channel)
    .where('topic_key', '=', p.key)
    .where('account_id', 'in', idsOf(engine, p.accounts)),
);
const userTopicByKey = preparedRead<{ account: number; channel: number; key: string }>()((db, p) =>
  db
    .selectFrom('user_topic')
    .selectAll()
    .where('account_id', '=', p.account)
    .where('channel_id', '=', p.channel)
    .where('topic_key', '=', p.key),
);
const mutedOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('user_topic')
    .selectAll()
    .where('account_id', '=', p.account)
    .where('visibility_policy', '=', VisibilityPolicy.muted)
    .orderBy('channel_id')
    .orderBy('topic_key'),
);
const upsert = preparedWrite<{
  organization: number;
  account: number;
  channel: number;
  key: string;
  name: string;
  policy: number;
  now: number;
  until: number | null;
}>()((db, p) =>
  db
    .insertInto('user_topic')
    .values({
      organization_id: p.organization,
      account_id: p.account,
      channel_id: p.channel,
      topic_key: p.key,
      topic_name: p.name,
      visibility_policy: p.policy,
      updated_at: p.now,
      muted_until: p.until,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'channel_id', 'topic_key']).doUpdateSet((e) => ({
        topic_name: e.ref('excluded.topic_name'),
        visibility_policy: e.ref('excluded.visibility_policy'),
        updated_at: e.ref('excluded.updated_at'),
        muted_until: e.ref('excluded.muted_until'),
      })),
    ),
);
const remove = preparedWrite<{ account: number; channel: number; key: string }>()((db, p) =>
  db
    .deleteFrom('user_topic')
    .where('account_id', '=', p.account)
    .where('channel_id', '=', p.channel)
    .where('topic_key', '=', p.key),
);

/** All policies of an account. */
export async function userTopicsOf(reader: Reader, accountId: number): Promise<UserTopicRow[]> {
  return ofAccount.all(reader, { account: accountId });
}

export async function mutedTopicsOf(reader: Reader, accountId: number): Promise<UserTopicRow[]> {
  return mutedOf.all(reader, { account: accountId });
}

/** The policies of the given accounts for one topic, by account; accounts without one are left out. */
export async function policiesFor(
  reader: Reader,
  accountIds: readonly number[],
  channelId: number,
  topic: string,
): Promise<Map<number, VisibilityPolicy>> {
  const values = { accounts: JSON.stringify(accountIds), channel: channelId, key: textKey(topic) };
  const rows = await ofTopic.all(reader, values);
  return new Map(rows.map((row) => [row.account_id, row.visibility_policy as VisibilityPolicy]));
}

/** An account's row for one topic. */
export async function userTopic(
  reader: Reader,
  accountId: number,
  { channelId, topic }: ChannelTopic,
): Promise<UserTopicRow | undefined> {
  return userTopicByKey.first(reader, { account: accountId, channel: channelId, key: textKey(topic) });
}

/** An account's policy for one topic. */
export async function policyFor(
  reader: Reader,
  accountId: number,
  channelId: number,
  topic: string,
): Promise<VisibilityPolicy> {
  const row = await userTopic(reader, accountId, { channelId, topic });
  return (row?.visibility_policy ?? VisibilityPolicy.inherit) as VisibilityPolicy;
}

/** Stores a policy, and when a mute ends; `inherit` deletes the row. */
export async function putPolicy(
  writer: Writer,
  accountId: number,
  { channelId, topic }: ChannelTopic,
  policy: VisibilityPolicy,
  mutedUntil: number | null,
): Promise<void> {
  const key = { account: accountId, channel: channelId, key: textKey(topic) };
  if (policy === VisibilityPolicy.inherit) {
    await remove.all(writer, key);
    return;
  }
  await upsert.all(writer, {
    ...key,
    organization: writer.organizationId,
    name: topic,
    policy,
    now: writer.now,
    until: mutedUntil,
  });
}
