// The topics that are pinned for everyone in the channels that the viewer is subscribed to.

import type { State } from '../../client/state/state.ts';
import { topicKey } from '../../client/state/topics.ts';

/** The keys of the pinned topics of a channel. */
export function pinnedTopicKeys(all: State['pinned_topics'], channelId: number): ReadonlySet<string> {
  const pinned = all?.find(({ stream_id: id }) => id === channelId);
  return new Set(pinned?.topics.map(({ topic }) => topicKey(topic)));
}
