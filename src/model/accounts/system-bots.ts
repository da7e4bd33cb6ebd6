// The server's own bots, which send its notices.

import type { Account } from './account.ts';

export const systemBots = [
  { key: 'notification', email: 'notification-bot@parley.invalid', fullName: 'Notification Bot' },
  { key: 'welcome', email: 'welcome-bot@parley.invalid', fullName: 'Welcome Bot' },
  { key: 'email-gateway', email: 'emailgateway@parley.invalid', fullName: 'Email Gateway' },
] as const;

/** The account id of a system bot. @throws if the organization does not have the bot */
export function systemBotId(
  { id, accounts }: { readonly id: number; readonly accounts: ReadonlyMap<number, Account> },
  key: (typeof systemBots)[number]['key'],
): number {
  const systemBot = systemBots.find((bot) => bot.key === key);
  for (const account of accounts.values()) {
    if (account.isSystemBot && account.email === systemBot?.email) return account.id;
  }
  throw new Error(`organization ${id} has no ${key} bot`);
}
