// What listens to the page and its device once it is shown: the first page is loaded without it.

import { showTooltips } from '../components/tooltip.ts';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { listenToBesideClicks } from './beside-clicks.ts';
import { followDevice } from './device.ts';
import { listenToMentions } from './mentions.ts';

/** Listens until the signal is aborted. */
export function listenToPage(organization: Organization, actions: Actions, signal: AbortSignal): void {
  if (signal.aborted) return;
  showTooltips(signal);
  listenToMentions(organization, actions, signal);
  if (!organization.isAnonymous) listenToBesideClicks(organization, signal);
  followDevice(organization, signal);
}
