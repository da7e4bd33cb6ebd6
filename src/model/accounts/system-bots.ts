import type { Account } from './account.ts';

// The service's own bots, which send its notices.

export const systemBots = [
  { key: 'notification', email: 'notification-bot@parley.invalid', fullName: 'Notification Bot' },
  { key: 'welcome', email: 'welcome-bot@parley.invalid', fullName: 'Welcome Bot' },
  { key: 'email-gateway', email: 'emailgateway@parley.invalid', fullName: 'Email Gateway' },
] as const;

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
