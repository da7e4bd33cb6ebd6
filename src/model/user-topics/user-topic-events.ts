// Events about the policies that an account set for topics: `user_topic`, and `muted_topics` for older clients.

import { anyOf, anyText, described, id, list, nonNegativeInteger } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import {
  eventType,
  newEvent,
  newPartialEvent,
  type PayloadOf,
} from '../../api-contract/event-declaration.ts';
import { mutedUntilField } from '../muting/muted-until.ts';

/** The policy for one topic, in events and in the snapshot. */
export const userTopicFields = {
  stream_id: id,
  topic_name: anyText,
  last_updated: nonNegativeInteger,
  visibility_policy: nonNegativeInteger,
  muted_until: mutedUntilField,
};

export const userTopicEvent = eventType(
  'user_topic',
  'Your visibility policy for a topic changed: muted, unmuted, followed or none.',
  userTopicFields,
);

export const mutedTopicsSchema = described(
  list(list(anyOf('is neither a text nor a time', anyText, id))),
  "The channel's name, the topic and the time of each.",
);

export const mutedTopicsEvent = eventType(
  'muted_topics',
  'An older form of `user_topic`, for queues that do not request `user_topic`.',
  { muted_topics: mutedTopicsSchema },
);

/** The input of the `muted_topics` view; the channel names are looked up when the event is read. */
export interface MutedTopicsExtra {
  readonly topics: readonly {
    readonly channelId: number;
    readonly topic: string;
    readonly mutedAt: number;
  }[];
}

/** A new policy of the accounts for a topic. */
export function topicPolicyChanged(
  accountIds: readonly number[],
  payload: PayloadOf<typeof userTopicEvent>,
): NewEvent {
  return newEvent(userTopicEvent, payload, { audience: { kind: 'accounts', ids: accountIds } });
}

/** @param topics all topics that the account has muted */
export function mutedTopicsChanged(accountId: number, topics: MutedTopicsExtra['topics']): NewEvent {
  const extra: MutedTopicsExtra = { topics };
  return newPartialEvent(
    mutedTopicsEvent,
    {},
    {
      audience: { kind: 'accounts', ids: [accountId] },
      extra: { ...extra },
    },
  );
}
