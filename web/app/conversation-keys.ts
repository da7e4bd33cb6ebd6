// Keyboard actions on the conversation in view, and those that lead from it to others.

import { subscribe, unsubscribe } from '../channels/channel-actions.ts';
import { openLazily } from '../components/open-lazily.ts';
import type { Composer } from '../composer/composer.ts';
import type { Actions } from '../data/actions.ts';
import { useKeys } from '../data/key-actions.ts';
import { markRead } from '../data/mark-read.ts';
import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { termsOf } from '../lib/destination.ts';
import { narrowTargetIn } from '../sidebar/sidebar-model.ts';
import { channelIn } from '../store/directory.ts';
import { addressOf, addressOfNarrow, topicsAddress } from '../store/narrow-targets.ts';
import { adjacentChannel, nextUnread, type UnreadKind } from './next-conversations.ts';

export interface ConversationKeysOptions {
  readonly organization: Organization;
  /** The actions of the page or window that shows the conversation; their address is the conversation's. */
  readonly actions: Actions;
  readonly composer: () => Composer;
}

export function useConversationKeys({ organization, actions, composer }: ConversationKeysOptions): void {
  const inView = () => narrowTargetIn(viewAt(actions.address()), organization.ownId);
  function channelInView(): number | undefined {
    const view = inView();
    return view?.kind === 'topic' || view?.kind === 'channel' ? view.channelId : undefined;
  }
  function goTo(view: Parameters<typeof addressOf>[0] | undefined): boolean {
    if (!view) return false;
    actions.go(addressOf(view, organization.state));
    return true;
  }
  const goToUnread = (kind: UnreadKind) => goTo(nextUnread(organization.state, kind, inView()));
  const goToChannel = (step: 1 | -1) => goTo(adjacentChannel(organization.state, inView(), step));
  function goToTopics(): boolean {
    const channelId = channelInView();
    if (channelId === undefined) return false;
    actions.go(topicsAddress(channelId, organization.state));
    return true;
  }
  function goToComposed(): boolean {
    const { destination } = composer();
    if (!destination || (destination.kind === 'channel' && destination.channelId === undefined)) return false;
    actions.go(addressOfNarrow(termsOf(destination, organization.ownId), organization.state));
    return true;
  }
  function markInView(): boolean {
    const view = inView();
    if (view?.kind !== 'topic' && view?.kind !== 'direct' && view?.kind !== 'channel') return false;
    void markRead(organization, view);
    return true;
  }
  function toggleMuted(): boolean {
    const view = inView();
    if (view?.kind !== 'topic' && view?.kind !== 'direct') return false;
    void openLazily(
      () => import('../data/change-mute.ts'),
      ({ toggleMute }) => toggleMute(organization, view),
    );
    return true;
  }
  function toggleSubscribed(): boolean {
    const channelId = channelInView();
    const { subscriptions = [] } = organization.state;
    const channel = channelId === undefined ? undefined : channelIn(organization.state, channelId);
    if (!channel) return false;
    const isSubscribed = subscriptions.some(({ stream_id }) => stream_id === channelId);
    void (isSubscribed ? unsubscribe(organization, channel.name) : subscribe(organization, channel.name));
    return true;
  }
  useKeys({
    nextUnreadTopic: () => goToUnread('topic'),
    nextUnreadDirect: () => goToUnread('direct'),
    nextUnreadFollowed: () => goToUnread('followed'),
    previousChannel: () => goToChannel(-1),
    nextChannel: () => goToChannel(1),
    topicsOfChannel: goToTopics,
    newTopic: () => composer().open({ kind: 'channel', channelId: channelInView(), topic: '' }),
    newDirect: () => composer().open({ kind: 'direct', personIds: [] }),
    composingTo: goToComposed,
    markRead: markInView,
    muteTopic: toggleMuted,
    toggleSubscription: toggleSubscribed,
  });
}
