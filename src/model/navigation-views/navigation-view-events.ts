// `navigation_view` events for a person's own clients.

import type { NewEvent } from '../../api-contract/event.ts';
import { type NavigationViewRow, wireNavigationView } from './navigation-view.ts';

function event(accountId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'navigation_view', audience: { kind: 'accounts', ids: [accountId] }, payload };
}

export function navigationViewAdded(row: NavigationViewRow): NewEvent {
  return event(row.account_id, { op: 'add', navigation_view: wireNavigationView(row) });
}

/** @param data the changed fields */
export function navigationViewChanged(
  accountId: number,
  fragment: string,
  data: { readonly is_pinned?: boolean; readonly name?: string },
): NewEvent {
  return event(accountId, { op: 'update', fragment, data });
}

/** @param fragment identifies the view */
export function navigationViewRemoved(accountId: number, fragment: string): NewEvent {
  return event(accountId, { op: 'remove', fragment });
}
