// The oldest unread message of a view, from the state.

import type { State } from '../../client/state/state.ts';
import type { NarrowTarget } from './narrow-targets.ts';
import { topicPolicies } from './topic-policies.ts';
import { unreadIds } from './unread-ids.ts';

function smallest(ids: readonly number[]): number | undefined {
  return ids.reduce<number | undefined>(
    (least, id) => (least === undefined || id < least ? id : least),
    undefined,
  );
}

/** The id of that message; undefined if everything is read, `unknown` if only the server knows. */
export function firstUnread(state: State, view: NarrowTarget): number | 'unknown' | undefined {
  const unread = state.unread_msgs;
  if (!unread) return undefined;
  const direct = () => [...unread.pms, ...unread.huddles].flatMap((group) => group.unread_message_ids);
  switch (view.kind) {
    case 'topic':
    case 'direct':
    case 'channel':
      return smallest(unreadIds(state, view));
    case 'mentions':
      return smallest(unread.mentions);
    case 'allDirect':
      return smallest(direct());
    case 'combined': {
      const { isMuted } = topicPolicies(state);
      const unmuted = unread.streams.filter(({ stream_id, topic }) => !isMuted(stream_id, topic));
      return smallest([...direct(), ...unmuted.flatMap((group) => group.unread_message_ids)]);
    }
    default:
      return 'unknown';
  }
}
