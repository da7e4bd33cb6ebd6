// What the new owner of a bot is told of its event subscriptions.

import type { Account } from '../accounts/account.ts';
import type { Notice } from '../pending-notices/notice.ts';
import { silentMention } from '../silent-mention.ts';

/** That its events are posted no longer, and where they were; nothing where they were posted nowhere. */
export function ownerChangedNotice(bot: Account, ownerId: number, addresses: readonly string[]): Notice[] {
  if (addresses.length === 0) return [];
  // Of the addresses no more than where they are: the rest may open something.
  const places = [...new Set(addresses.map((address) => new URL(address).origin))];
  const text = [
    `The bot ${silentMention(bot)} is yours now. Its events are no longer posted to ${places.join(', ')}, because that was its former owner’s wish.`,
    'Where events are posted can be switched on again, or removed, beside the bot in your settings.',
  ].join('\n');
  return [{ to: { recipientIds: [ownerId] }, text }];
}
