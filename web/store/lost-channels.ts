// The channels that somebody may not read any more, by an event: what is held and kept of them goes.

import type { ApiEvent } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import { channelIn } from './directory.ts';

interface Told {
  readonly op: string;
  readonly stream_ids?: readonly number[];
  readonly subscriptions?: readonly { readonly stream_id: number }[];
}

/** Whether somebody who is not subscribed may read it, as far as that can be told: it is asked for again where they may. */
function isOpen(state: State, channelId: number): boolean {
  const channel = channelIn(state, channelId);
  if (!channel || channel.invite_only) return false;
  return state.is_guest !== true || channel.is_web_public;
}

/** Their ids; `state` has taken the event in. */
export function lostChannels(state: State, event: ApiEvent): number[] {
  const { op, stream_ids = [], subscriptions = [] } = event as unknown as Told;
  if (event.type === 'stream' && op === 'delete') return [...stream_ids];
  if (event.type !== 'subscription' || op !== 'remove') return [];
  return subscriptions.map(({ stream_id }) => stream_id).filter((id) => !isOpen(state, id));
}
