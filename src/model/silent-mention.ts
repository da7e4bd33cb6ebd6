// How notices name people and channels: a mention that notifies nobody.

import type { Account } from './accounts/account.ts';

/** Names a person without notifying them. */
export function silentMention({ fullName, id }: Pick<Account, 'fullName' | 'id'>): string {
  return `@_**${fullName}|${id}**`;
}

/** Links a channel by its name. */
export function channelMention(name: string): string {
  return `#**${name}**`;
}
