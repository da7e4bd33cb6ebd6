// The channels that an event makes unreadable for the viewer; their messages are removed from memory and the
// cache.

import type { ApiEvent } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import { channelIn } from './directory.ts';

/**
 * Whether a channel can be read without a subscription, as far as the state shows. If it can, it is fetched
 * again.
 */
function isOpen(state: State, channelId: number): boolean {
  const channel = channelIn(state, channelId);
  if (!channel || channel.invite_only) return false;
  return state.is_guest !== true || channel.is_web_public;
}

/** The ids of the channels that an event makes unreadable. `state` already includes the event. */
export function lostChannels(state: State, event: ApiEvent): number[] {
  if (event.type === 'stream' && event.op === 'delete') return event.stream_ids;
  if (event.type !== 'subscription' || event.op !== 'remove') return [];
  return event.subscriptions.map(({ stream_id }) => stream_id).filter((id) => !isOpen(state, id));
}
