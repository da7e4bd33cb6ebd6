// The messages of the view that the address names, asked for as soon as there is an organization: before it is drawn, and
// before anything that can wait.

import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { heldStart } from '../message-list/held-start.ts';
import { firstUnread } from '../store/first-unread.ts';
import { leadsOn, narrowScreen } from './narrow-screen.ts';

/** Asks for them where they are not held; the view then waits for the same answer. */
export function askForFirstView({ messages, state, ownId, isVisitor }: Organization, fragment: string): void {
  const view = viewAt(fragment);
  if (view?.kind !== 'narrow' || leadsOn(view.terms, state)) return;
  const { narrow, near, place, isLookup } = narrowScreen(view, ownId, isVisitor);
  const list = messages.of(narrow);
  const unread = isLookup ? undefined : firstUnread(state, place);
  const isHeld = near === undefined ? heldStart(list.ranges, unread) : list.ranges.around(near);
  // The view says so where it cannot be had.
  if (!isHeld) list.open(near ?? (isLookup ? 'newest' : 'first_unread')).catch(() => undefined);
}
