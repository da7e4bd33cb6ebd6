// Features of phones and installed clients: keeps the page above the keyboard of a touch screen, and offers to send content
// that another app shared. Loaded after the first view.

import { loadSecondary } from '../components/lazy-chunks.ts';
import type { Organization } from '../data/organization.ts';
import { isConversationWindow } from '../lib/conversation-window.ts';
import { SHARED_CACHE } from '../lib/shared-content.ts';
import { followVisibleArea } from './follow-visible-area.ts';

/** Offers to send the content that another app shared and the service worker stored, if there is any. */
async function offerShared(organization: Organization): Promise<void> {
  // Undefined in some private windows and on plain HTTP.
  const caches: CacheStorage | undefined = globalThis.caches;
  if (organization.isAnonymous || isConversationWindow(location.search) || !(await caches?.has(SHARED_CACHE)))
    return;
  const { takeShared } = await loadSecondary(() => import('./take-shared.tsx'));
  await takeShared(organization);
}

export function followDevice(organization: Organization, signal: AbortSignal): void {
  if (matchMedia('(any-pointer: coarse)').matches) followVisibleArea(signal);
  // After a failure the content stays stored, and is offered when the page is opened again.
  offerShared(organization).catch(() => undefined);
}
