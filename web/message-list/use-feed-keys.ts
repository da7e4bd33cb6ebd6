// Keyboard navigation in the feed.

import type { RefObject } from 'preact';
import { useKeys } from '../data/key-actions.ts';
import type { Organization } from '../data/organization.ts';
import { mayEdit } from '../store/permissions.ts';
import { beginEditing } from './editing.ts';
import type { FeedController } from './feed-controller.ts';
import type { FeedScroller } from './feed-scroller.ts';

/** Edits the viewer's last editable message; false if there is none. */
function editLast(
  controller: FeedController,
  scroller: RefObject<FeedScroller | undefined>,
  { state, ownId }: Organization,
): boolean {
  const now = Date.now() / 1000;
  const last = controller.messages.findLast((message) => mayEdit(state, message, ownId, now));
  if (!last || !controller.reachesNewest) return false;
  controller.select(last.id);
  scroller.current?.focusWhenRendered(last.id);
  beginEditing(last.id);
  return true;
}

export function useFeedKeys(
  controller: FeedController,
  scroller: RefObject<FeedScroller | undefined>,
  organization: Organization,
  onEnd: (readBefore: readonly number[]) => void,
): void {
  const go = (step: 1 | -1) => {
    const next = controller.adjacent(step);
    if (next === undefined) return;
    controller.select(next);
    // The row can be focused immediately; the tab order follows.
    scroller.current?.focus(next);
  };
  // The rows at that end are rendered first.
  const edge = (which: 'first' | 'last') => {
    controller.selectEdge(which);
    scroller.current?.focusWhenRendered(controller.selected);
  };
  useKeys({
    up: () => go(-1),
    down: () => go(1),
    first: () => void controller.toOldest().then(() => edge('first')),
    last() {
      void controller.toNewest().then(() => edge('last'));
      onEnd(scroller.current?.takeRecentlyRead() ?? []);
    },
    editLast: () => editLast(controller, scroller, organization),
    pageUp: () => scroller.current?.page(-1),
    pageDown: () => scroller.current?.page(1),
  });
}
