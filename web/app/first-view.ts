// Fetches the messages of the view in the address as soon as there is an organization, before rendering and
// everything that can wait.

import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { cachedStart } from '../message-list/cached-start.ts';
import { firstUnread } from '../store/first-unread.ts';
import { isRedirect, narrowScreen } from './narrow-screen.ts';

/** Fetches the messages unless they are in memory. The view then shares the request. */
export function fetchFirstView(
  { messages, state, ownId, isAnonymous }: Organization,
  fragment: string,
): void {
  const view = viewAt(fragment);
  if (view?.kind !== 'narrow' || isRedirect(view.terms, state)) return;
  const { narrow, near, target, isLookup } = narrowScreen(view, ownId, isAnonymous);
  const list = messages.of(narrow);
  const unread = isLookup ? undefined : firstUnread(state, target);
  const isLoaded = near === undefined ? cachedStart(list.ranges, unread) : list.ranges.around(near);
  // Errors are shown by the view.
  if (!isLoaded) list.open(near ?? (isLookup ? 'newest' : 'first_unread')).catch(() => undefined);
}
