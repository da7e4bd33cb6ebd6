// The targets of navigation keys: unread conversations and channels in the order of the sidebar, starting
// after the current one and wrapping around.

import type { State } from '../../client/state/state.ts';
import { sidebarSections } from '../sidebar/sidebar-sections.ts';
import { type Conversation, isSameTarget, type NarrowTarget } from '../store/narrow-targets.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { unreadCounts } from '../store/unread-counts.ts';

/** The next one after the current one; the first if the current one is not in the list. */
function after<P extends NarrowTarget>(
  candidates: readonly P[],
  current: NarrowTarget | undefined,
  step: 1 | -1 = 1,
): P | undefined {
  const index = current ? candidates.findIndex((candidate) => isSameTarget(candidate, current)) : -1;
  if (index < 0) return step === 1 ? candidates[0] : candidates.at(-1);
  return candidates.at((index + step) % candidates.length);
}

/** The subscribed channels in the order of the sidebar. */
function channelIds(state: State): number[] {
  const source = { state, counts: unreadCounts(state), current: undefined, topicsOf: () => [] };
  const rows = sidebarSections(source).flatMap(({ key, rows }) => (key === 'more' ? [] : rows));
  return rows.flatMap(({ target }) => (target.kind === 'channel' ? [target.channelId] : []));
}

export type UnreadKind = 'topic' | 'followed' | 'direct';

/** The next conversation with unread messages; muted ones are skipped. */
export function nextUnread(
  state: State,
  kind: UnreadKind,
  current: NarrowTarget | undefined,
): Conversation | undefined {
  const counts = unreadCounts(state);
  if (kind === 'direct') {
    const people = [...counts.people.values()]
      .filter(({ isMuted }) => !isMuted)
      .sort((a, b) => b.newestId - a.newestId);
    return after(
      people.map(({ ids }): Conversation => ({ kind: 'direct', ids })),
      current,
    );
  }
  const policies = topicPolicies(state);
  const topics = channelIds(state)
    .flatMap((id) => [...(counts.channels.get(id)?.topics.values() ?? [])])
    .filter(({ isMuted }) => !isMuted)
    .filter(({ channelId, topic }) => kind === 'topic' || policies.isFollowed(channelId, topic));
  return after(
    topics.map(({ channelId, topic }): Conversation => ({ kind: 'topic', channelId, topic })),
    current,
  );
}

/** The channel before or after the current one, or after the one of the current topic. */
export function adjacentChannel(
  state: State,
  current: NarrowTarget | undefined,
  step: 1 | -1,
): Extract<NarrowTarget, { kind: 'channel' }> | undefined {
  const channel =
    current?.kind === 'topic' ? ({ kind: 'channel', channelId: current.channelId } as const) : current;
  return after(
    channelIds(state).map((channelId) => ({ kind: 'channel', channelId }) as const),
    channel,
    step,
  );
}
