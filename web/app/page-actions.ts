// Keyboard actions that work everywhere: going to views, to the next unread conversation, to fields.

import { subscribe, toggleTopicMuted, unsubscribe } from '../channels/channel-actions.ts';
import { focusView } from '../components/focus-view.ts';
import type { Actions } from '../data/actions.ts';
import { useKeys } from '../data/key-actions.ts';
import { markRead } from '../data/mark-read.ts';
import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { termsOf } from '../lib/destination.ts';
import { narrowTargetIn } from '../sidebar/sidebar-model.ts';
import { channelIn } from '../store/directory.ts';
import { addressOf, addressOfNarrow, type NarrowTarget, topicsAddress } from '../store/narrow-targets.ts';
import { composerOf } from './composer-of.ts';
import { showOwnStatus, showShortcuts } from './lazy-dialogs.ts';
import { adjacentChannel, nextUnread, type UnreadKind } from './next-conversations.ts';
import { openPalette } from './open-palette.ts';

function go(address: string): void {
  location.hash = address;
}

/** Focuses a field and selects its text, so that typing replaces it. */
function focus(id: string): boolean {
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
  return field !== null;
}

function goToNarrow({ state }: Organization, view: Parameters<typeof addressOf>[0] | undefined): boolean {
  if (!view) return false;
  go(addressOf(view, state));
  return true;
}

function goToUnread(organization: Organization, kind: UnreadKind): boolean {
  return goToNarrow(organization, nextUnread(organization.state, kind, narrowInView(organization)));
}

function goToChannel(organization: Organization, step: 1 | -1): boolean {
  return goToNarrow(organization, adjacentChannel(organization.state, narrowInView(organization), step));
}

function goToTopics(organization: Organization): boolean {
  const view = narrowInView(organization);
  if (view?.kind !== 'topic' && view?.kind !== 'channel') return false;
  go(topicsAddress(view.channelId, organization.state));
  return true;
}

function goToComposed(organization: Organization): boolean {
  const { destination } = composerOf(organization);
  if (!destination || (destination.kind === 'channel' && destination.channelId === undefined)) return false;
  go(addressOfNarrow(termsOf(destination, organization.ownId), organization.state));
  return true;
}

/** The narrow in view, if the view is one. */
function narrowInView({ ownId }: Organization): NarrowTarget | undefined {
  return narrowTargetIn(viewAt(location.hash), ownId);
}

function channelInView(organization: Organization): number | undefined {
  const view = narrowInView(organization);
  return view?.kind === 'topic' || view?.kind === 'channel' ? view.channelId : undefined;
}

function markInView(organization: Organization): boolean {
  const view = narrowInView(organization);
  if (view?.kind !== 'topic' && view?.kind !== 'direct' && view?.kind !== 'channel') return false;
  void markRead(organization, view);
  return true;
}

function toggleMuted(organization: Organization): boolean {
  const view = narrowInView(organization);
  if (view?.kind !== 'topic') return false;
  void toggleTopicMuted(organization, view);
  return true;
}

function toggleSubscribed(organization: Organization): boolean {
  const view = narrowInView(organization);
  if (view?.kind !== 'topic' && view?.kind !== 'channel') return false;
  const { subscriptions = [] } = organization.state;
  const channel = channelIn(organization.state, view.channelId);
  if (!channel) return false;
  const isSubscribed = subscriptions.some(({ stream_id }) => stream_id === view.channelId);
  void (isSubscribed ? unsubscribe(organization, channel.name) : subscribe(organization, channel.name));
  return true;
}

const homes = { inbox: '#inbox', recent: '#recent', all_messages: '#feed' } as const;

function goHome({ state }: Organization): boolean {
  const settings = state.user_settings;
  if (!settings?.web_escape_navigates_to_home_view) return false;
  go(homes[settings.web_home_view as keyof typeof homes] ?? '#inbox');
  return true;
}

export function usePageActions(organization: Organization, actions: Actions): void {
  useKeys({
    inbox: () => go('#inbox'),
    recent: () => go('#recent'),
    combined: () => go('#feed'),
    starred: () => go('#narrow/is/starred'),
    allDirect: () => go('#narrow/is/dm'),
    palette: () => openPalette(organization, actions),
    search: () => focus('search'),
    nextUnreadTopic: () => goToUnread(organization, 'topic'),
    nextUnreadDirect: () => goToUnread(organization, 'direct'),
    nextUnreadFollowed: () => goToUnread(organization, 'followed'),
    previousChannel: () => goToChannel(organization, -1),
    nextChannel: () => goToChannel(organization, 1),
    topicsOfChannel: () => goToTopics(organization),
    newTopic: () =>
      composerOf(organization).open({ kind: 'channel', channelId: channelInView(organization), topic: '' }),
    newDirect: () => composerOf(organization).open({ kind: 'direct', personIds: [] }),
    drafts: () => go('#drafts'),
    composingTo: () => goToComposed(organization),
    markRead: () => markInView(organization),
    muteTopic: () => toggleMuted(organization),
    toggleSubscription: () => toggleSubscribed(organization),
    leave() {
      const before = location.hash;
      goHome(organization);
      focusView();
      // The view that it leads to is rendered then.
      if (location.hash !== before)
        addEventListener('hashchange', () => setTimeout(focusView), { once: true });
    },
    menu: () => document.querySelector<HTMLElement>('.side-head [aria-haspopup=menu]')?.click(),
    shortcuts: () => showShortcuts(),
    ownStatus: () => showOwnStatus(organization),
    historyBack: () => history.back(),
    historyForward: () => history.forward(),
  });
}
