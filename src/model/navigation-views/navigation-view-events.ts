// What a person's own clients are told of their navigation.

import type { NewEvent } from '../../api-contract/event.ts';
import { type NavigationViewRow, wireNavigationView } from './navigation-view.ts';

function event(accountId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'navigation_view', audience: { kind: 'accounts', ids: [accountId] }, payload };
}

/** A new view, for the other clients of its person. */
export function navigationViewAdded(row: NavigationViewRow): NewEvent {
  return event(row.account_id, { op: 'add', navigation_view: wireNavigationView(row) });
}

/** `data` holds what changed. */
export function navigationViewChanged(
  accountId: number,
  fragment: string,
  data: { readonly is_pinned?: boolean; readonly name?: string },
): NewEvent {
  return event(accountId, { op: 'update', fragment, data });
}

/** A view that is gone, by the fragment that names it. */
export function navigationViewRemoved(accountId: number, fragment: string): NewEvent {
  return event(accountId, { op: 'remove', fragment });
}
