// The account that a command names, and how commands show accounts.

import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Reader } from '../../storage/session.ts';
import { accountByEmail, accountById } from '../../stores/accounts/account-store.ts';
import { UsageError } from '../usage.ts';

/** Roles by the words that commands take. */
const roles: Readonly<Record<string, Role>> = Role;

/** The account with an id in digits, or with an address. Bots of the service itself are not for commands. */
export async function accountNamed(reader: Reader, named: string): Promise<Account> {
  const account = await (/^\d{1,15}$/.test(named)
    ? accountById(reader, Number(named))
    : accountByEmail(reader, named.trim()));
  if (account && !account.isSystemBot) return account;
  throw new UsageError(`There is no account ${named}; "user list" shows all.`);
}

/** The role of a word. */
export function roleNamed(word: string): Role {
  const role = roles[word.toLowerCase()];
  if (role !== undefined) return role;
  throw new UsageError(`There is no role "${word}". There are: ${Object.keys(roles).join(', ')}.`, 2);
}

/** What a role is called. */
export function nameOfRole(role: Role): string {
  return Object.entries(roles).find(([, one]) => one === role)?.[0] ?? String(role);
}

/** An account as scripts are told of it. */
export function accountJson(account: Account) {
  return {
    user_id: account.id,
    email: account.email,
    full_name: account.fullName,
    role: nameOfRole(account.role),
    is_active: account.isActive,
    is_bot: account.isBot,
    date_joined: new Date(account.dateJoined * 1000).toISOString(),
  };
}
