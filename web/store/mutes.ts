// What the viewer has muted: channels, people and conversations, and until when.

import type { State } from '../../client/state/state.ts';
import { isTopicMuted, topicKey } from '../../client/state/topics.ts';
import { mutedDirect } from './muted-direct.ts';
import type { Conversation } from './narrow-targets.ts';
import { peopleKey } from './unread-counts.ts';

/** What can be muted. */
export type MuteTarget =
  | { readonly kind: 'channel'; readonly channelId: number }
  | Conversation
  | { readonly kind: 'person'; readonly personId: number };

/** A mute, with its end in seconds since 1970; null for none. */
export interface Mute {
  readonly until: number | null;
}

/** The mute of something; undefined if it is not muted. A topic that is muted with its channel has no end of its own. */
export function muteOf(state: State, target: MuteTarget): Mute | undefined {
  if (target.kind === 'person') {
    const muted = state.muted_users?.find(({ id }) => id === target.personId);
    return muted && { until: muted.muted_until };
  }
  if (target.kind === 'channel') {
    const own = state.subscriptions?.find(({ stream_id }) => stream_id === target.channelId);
    return own?.is_muted ? { until: own.muted_until } : undefined;
  }
  if (target.kind === 'direct') {
    const until = mutedDirect(state).get(peopleKey(target.ids));
    return until === undefined ? undefined : { until };
  }
  if (!isTopicMuted(state, target.channelId, target.topic)) return undefined;
  const key = topicKey(target.topic);
  const own = state.user_topics?.find(
    (topic) => topic.stream_id === target.channelId && topicKey(topic.topic_name) === key,
  );
  return { until: own?.muted_until ?? null };
}
