// Reads what an account has muted, unmuted or followed: by topic, and by channel for topics without a policy of
// their own.

import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const policiesOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('user_topic')
    .select(['channel_id', 'topic_key', 'visibility_policy'])
    .where('account_id', '=', p.account),
);
const mutedChannelsOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('subscription')
    .select('channel_id')
    .where('account_id', '=', p.account)
    .where('is_active', '=', 1)
    .where('is_muted', '=', 1),
);

/** An account's policies for topics and muted channels. */
export interface Muting {
  readonly mutedChannels: ReadonlySet<number>;
  /** By channel, then by the topic's key. */
  readonly policies: ReadonlyMap<number, ReadonlyMap<string, number>>;
}

/** Reads what an account has muted, unmuted and follows. */
export async function readMuting(reader: Reader, accountId: number): Promise<Muting> {
  const [policyRows, muted] = await Promise.all([
    policiesOf.all(reader, { account: accountId }),
    mutedChannelsOf.all(reader, { account: accountId }),
  ]);
  const policies = new Map<number, Map<string, number>>();
  for (const row of policyRows) {
    const topics = policies.get(row.channel_id);
    if (topics) topics.set(row.topic_key, row.visibility_policy);
    else policies.set(row.channel_id, new Map([[row.topic_key, row.visibility_policy]]));
  }
  return { mutedChannels: new Set(muted.map((row) => row.channel_id)), policies };
}

/** The account's policy for a topic; `inherit` without one. */
export function policyOf(muting: Muting, channelId: number, topicKey: string): number {
  return muting.policies.get(channelId)?.get(topicKey) ?? VisibilityPolicy.inherit;
}

/** Whether the topic itself is muted, regardless of its channel. */
export function isTopicItselfMuted(muting: Muting, channelId: number, topicKey: string): boolean {
  return policyOf(muting, channelId, topicKey) === VisibilityPolicy.muted;
}

/** Whether a topic is hidden: muted itself, or in a muted channel and neither unmuted nor followed. */
export function isTopicMuted(muting: Muting, channelId: number, topicKey: string): boolean {
  const policy = policyOf(muting, channelId, topicKey);
  if (policy === VisibilityPolicy.muted) return true;
  return policy === VisibilityPolicy.inherit && muting.mutedChannels.has(channelId);
}
