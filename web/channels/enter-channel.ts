// Opens a channel that was just created.

import type { Organization } from '../data/organization.ts';
import { channelIn } from '../store/directory.ts';
import { addressOf } from '../store/narrow-targets.ts';

/** Opens a channel as soon as this page has received it, unless the user goes elsewhere first. */
export function enterChannel(
  organization: Organization,
  channelId: number,
  go: (address: string) => void,
): void {
  const from = location.href;
  const stop = organization.onChange(check);
  function check() {
    const isKnown = channelIn(organization.state, channelId) !== undefined;
    if (!isKnown && location.href === from) return;
    stop();
    if (location.href === from) go(addressOf({ kind: 'channel', channelId }, organization.state));
  }
  check();
}
