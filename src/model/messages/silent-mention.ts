// How notices name people and channels: a mention that notifies nobody.

import type { Account } from '../accounts/account.ts';

export function silentMention({ fullName, id }: Pick<Account, 'fullName' | 'id'>): string {
  return `@_**${fullName}|${id}**`;
}

export function channelMention(name: string): string {
  return `#**${name}**`;
}
