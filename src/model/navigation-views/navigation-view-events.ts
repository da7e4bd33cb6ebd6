// `navigation_view` events for a person's own clients.

import { anyText, boolean, optional, record } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import { type NavigationViewRow, navigationViewSchema, wireNavigationView } from './navigation-view.ts';

export const navigationViewEvent = eventTypeWithOps(
  'navigation_view',
  'One of the views in your navigation was added, changed or removed.',
  {
    add: { navigation_view: navigationViewSchema },
    update: { fragment: anyText, data: record({ is_pinned: optional(boolean), name: optional(anyText) }) },
    remove: { fragment: anyText },
  },
);

export function navigationViewAdded(row: NavigationViewRow): NewEvent {
  return newPersonalEvent(navigationViewEvent, row.account_id, {
    op: 'add',
    navigation_view: wireNavigationView(row),
  });
}

/** @param data the changed fields */
export function navigationViewChanged(
  accountId: number,
  fragment: string,
  data: { readonly is_pinned?: boolean; readonly name?: string },
): NewEvent {
  return newPersonalEvent(navigationViewEvent, accountId, { op: 'update', fragment, data });
}

/** @param fragment identifies the view */
export function navigationViewRemoved(accountId: number, fragment: string): NewEvent {
  return newPersonalEvent(navigationViewEvent, accountId, { op: 'remove', fragment });
}
