// Mentions in notices, which name people and channels without notifying anyone.

import type { Account } from './accounts/account.ts';

/** Mentions a person without notifying them. */
export function silentMention({ fullName, id }: Pick<Account, 'fullName' | 'id'>): string {
  return `@_**${fullName}|${id}**`;
}

export function channelMention(name: string): string {
  return `#**${name}**`;
}
