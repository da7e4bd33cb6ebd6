// The way into a channel that was just made.

import type { Organization } from '../data/organization.ts';
import { channelIn } from '../store/directory.ts';
import { addressOf } from '../store/places.ts';

/** Shows a channel as soon as this page has been told of it, unless somebody goes elsewhere before. */
export function goInto(organization: Organization, channelId: number, go: (address: string) => void): void {
  const from = location.href;
  const stop = organization.onChange(look);
  function look() {
    const isThere = channelIn(organization.state, channelId) !== undefined;
    if (!isThere && location.href === from) return;
    stop();
    if (location.href === from) go(addressOf({ kind: 'channel', channelId }, organization.state));
  }
  look();
}
