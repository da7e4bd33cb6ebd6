// What keys do wherever one is: go to views, to the next unread conversation, to the fields.

import { useKeys } from '../link/key-actions.ts';
import type { Organization } from '../link/organization.ts';
import { addressOf, type Place } from '../messages/places.ts';
import { unreadCounts } from '../messages/unread-counts.ts';
import { showStatusDialog } from '../people/status-dialog.tsx';
import { composerOf } from './composer-of.ts';
import { showShortcuts } from './shortcuts-dialog.tsx';

function go(address: string): void {
  location.hash = address;
}

function focus(id: string): boolean {
  const field = document.getElementById(id);
  field?.focus();
  return field !== null;
}

/** The unread conversations in the order of the sidebar, after the one that is open. */
function nextUnread(organization: Organization, kind: 'topic' | 'direct'): Place | undefined {
  const counts = unreadCounts(organization.state);
  const places: Place[] =
    kind === 'direct'
      ? [...counts.people.values()].map(({ ids }) => ({ kind: 'direct', ids }))
      : [...counts.channels.values()]
          .flatMap(({ topics }) => [...topics.values()])
          .filter(({ isMuted }) => !isMuted)
          .map(({ channelId, topic }) => ({ kind: 'topic', channelId, topic }));
  const addresses = places.map((place) =>
    addressOf(place as Parameters<typeof addressOf>[0], organization.state),
  );
  const here = addresses.indexOf(location.hash);
  return places[(here + 1) % places.length];
}

function goToUnread(organization: Organization, kind: 'topic' | 'direct'): boolean {
  const place = nextUnread(organization, kind);
  if (!place) return false;
  go(addressOf(place as Parameters<typeof addressOf>[0], organization.state));
  return true;
}

export function usePageActions(organization: Organization): void {
  useKeys({
    inbox: () => go('#inbox'),
    recent: () => go('#recent'),
    combined: () => go('#feed'),
    starred: () => go('#narrow/is/starred'),
    allDirect: () => go('#narrow/is/dm'),
    search: () => focus('search'),
    nextUnreadTopic: () => goToUnread(organization, 'topic'),
    nextUnreadDirect: () => goToUnread(organization, 'direct'),
    newTopic: () => composerOf(organization).open({ kind: 'channel', channelId: undefined, topic: '' }),
    newDirect: () => composerOf(organization).open({ kind: 'direct', personIds: [] }),
    drafts: () => go('#drafts'),
    menu: () => document.querySelector<HTMLElement>('.side-head [aria-haspopup=menu]')?.click(),
    shortcuts: () => showShortcuts(),
    ownStatus: () => showStatusDialog(organization),
    historyBack: () => history.back(),
    historyForward: () => history.forward(),
  });
}
