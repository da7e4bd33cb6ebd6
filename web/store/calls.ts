// The calls that the viewer can see, and the conversations they are in.

import type { Section, State } from '../../client/state/state.ts';
import { type Conversation, isSameTarget, type NarrowTarget, otherIds } from './narrow-targets.ts';

/** A call that goes on. */
export type LiveCall = Section<'calls'>[number];
export type CallParticipant = LiveCall['participants'][number];

export function conversationOfCall(
  { stream_id, topic, user_ids }: Pick<LiveCall, 'stream_id' | 'topic' | 'user_ids'>,
  ownId: number,
): Conversation {
  return stream_id === null
    ? { kind: 'direct', ids: otherIds(user_ids, ownId) }
    : { kind: 'topic', channelId: stream_id, topic };
}

/** The call in a conversation; undefined if there is none. */
export function callIn(state: State, conversation: NarrowTarget): LiveCall | undefined {
  return state.calls?.find((call) =>
    isSameTarget(conversationOfCall(call, state.user_id ?? 0), conversation),
  );
}

/** The ids of those in the call of a conversation, separated by commas; empty without a call. */
export function callersIn(state: State, conversation: NarrowTarget): string {
  return (callIn(state, conversation)?.participants ?? []).map(({ user_id }) => user_id).join();
}

export function callById(state: State, id: number): LiveCall | undefined {
  return state.calls?.find((call) => call.id === id);
}
