// Where the keys that go on lead: the unread conversations and the channels, in the order of the sidebar, after the one
// that is open and around.

import type { State } from '../../client/state/state.ts';
import { channelSections } from '../sidebar/sidebar-model.ts';
import { type Conversation, isSamePlace, type Place } from '../store/places.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { unreadCounts } from '../store/unread-counts.ts';

/** The one after the one that is open; the first where that is none of them. */
function after<P extends Place>(
  places: readonly P[],
  here: Place | undefined,
  step: 1 | -1 = 1,
): P | undefined {
  const at = here ? places.findIndex((place) => isSamePlace(place, here)) : -1;
  if (at < 0) return step === 1 ? places[0] : places.at(-1);
  return places.at((at + step) % places.length);
}

/** The channels that one is subscribed to, in the order of the sidebar. */
function channelIds(state: State): number[] {
  const sections = channelSections(state, unreadCounts(state), undefined, () => []);
  return sections.flatMap(({ channels }) => channels.map(({ channel }) => channel.stream_id));
}

export type UnreadKind = 'topic' | 'followed' | 'direct';

/** The next conversation with something unread; muted ones are passed by. */
export function nextUnread(
  state: State,
  kind: UnreadKind,
  here: Place | undefined,
): Conversation | undefined {
  const counts = unreadCounts(state);
  if (kind === 'direct') {
    const people = [...counts.people.values()].sort((a, b) => b.newestId - a.newestId);
    return after(
      people.map(({ ids }): Conversation => ({ kind: 'direct', ids })),
      here,
    );
  }
  const policies = topicPolicies(state);
  const topics = channelIds(state)
    .flatMap((id) => [...(counts.channels.get(id)?.topics.values() ?? [])])
    .filter(({ isMuted }) => !isMuted)
    .filter(({ channelId, topic }) => kind === 'topic' || policies.isFollowed(channelId, topic));
  return after(
    topics.map(({ channelId, topic }): Conversation => ({ kind: 'topic', channelId, topic })),
    here,
  );
}

/** The channel before or after the one that is open, or that the open topic is in. */
export function channelBeside(
  state: State,
  here: Place | undefined,
  step: 1 | -1,
): Extract<Place, { kind: 'channel' }> | undefined {
  const channel = here?.kind === 'topic' ? ({ kind: 'channel', channelId: here.channelId } as const) : here;
  return after(
    channelIds(state).map((channelId) => ({ kind: 'channel', channelId }) as const),
    channel,
    step,
  );
}
