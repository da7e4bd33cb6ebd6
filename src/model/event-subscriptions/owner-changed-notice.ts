// The notice to the new owner of a bot about the bot's event subscriptions.

import type { Account } from '../accounts/account.ts';
import type { Notice } from '../pending-notices/notice.ts';
import { silentMention } from '../silent-mention.ts';

/** States that events are no longer posted, and where they were posted; empty if they were not posted anywhere. */
export function ownerChangedNotice(bot: Account, ownerId: number, addresses: readonly string[]): Notice[] {
  if (addresses.length === 0) return [];
  // Only the origins, because the rest of an address may contain a secret.
  const origins = [...new Set(addresses.map((address) => new URL(address).origin))];
  const text = [
    `You now own the bot ${silentMention(bot)}. Its events are no longer posted to ${origins.join(', ')}, which its previous owner had chosen.`,
    'You can turn these event subscriptions on again or delete them next to the bot in your settings.',
  ].join('\n');
  return [{ to: { recipientIds: [ownerId] }, text }];
}
