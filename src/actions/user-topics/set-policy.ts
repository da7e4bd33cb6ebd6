// Sets an account's visibility policy for a topic inside a unit of work, and emits it to the account's
// clients.

import type { NewEvent } from '../../api-contract/event.ts';
import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { mutedTopicsOf, policyFor, putPolicy } from '../../stores/user-topics/user-topic-store.ts';

/** The input of the `muted_topics` view; the channel names are looked up when the event is read. */
export interface MutedTopicsExtra {
  readonly topics: readonly {
    readonly channelId: number;
    readonly topic: string;
    readonly mutedAt: number;
  }[];
}

/** The event of a new policy. */
export function topicEvent(accountIds: readonly number[], payload: NewEvent['payload']): NewEvent {
  return {
    type: 'user_topic',
    audience: { kind: 'accounts', ids: accountIds },
    payload,
  };
}

/** The legacy event: the whole list of muted topics. */
export async function mutedTopicsEvent(writer: Writer, accountId: number): Promise<NewEvent> {
  const extra: MutedTopicsExtra = {
    topics: (await mutedTopicsOf(writer, accountId)).map((row) => ({
      channelId: row.channel_id,
      topic: row.topic_name,
      mutedAt: row.updated_at,
    })),
  };
  return {
    type: 'muted_topics',
    audience: { kind: 'accounts', ids: [accountId] },
    payload: {},
    extra: { ...extra },
  };
}

/** Sets a policy; returns whether it changed. An unchanged policy emits nothing. */
export async function setTopicPolicy(
  writer: Writer,
  accountId: number,
  { channelId, topic }: ChannelTopic,
  policy: VisibilityPolicy,
): Promise<boolean> {
  const before = await policyFor(writer, accountId, channelId, topic);
  if (before === policy) return false;
  await putPolicy(writer, accountId, { channelId, topic }, policy);
  if (before === VisibilityPolicy.muted || policy === VisibilityPolicy.muted) {
    writer.emit(await mutedTopicsEvent(writer, accountId));
  }
  writer.emit(
    topicEvent([accountId], {
      stream_id: channelId,
      topic_name: topic,
      last_updated: writer.now,
      visibility_policy: policy,
    }),
  );
  return true;
}
