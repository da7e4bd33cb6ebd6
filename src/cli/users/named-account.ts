// Finds the account that a command names, and formats accounts for output.

import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountByEmail, accountById } from '../../stores/accounts/account-store.ts';
import { UsageError } from '../usage.ts';

/** Roles by name. */
const roles: Readonly<Record<string, Role>> = Role;

/** The account with an id or email address. System bots are refused. @throws UsageError */
export async function accountByNameOrId(reader: Reader, nameOrId: string): Promise<Account> {
  const account = await (/^\d{1,15}$/.test(nameOrId)
    ? accountById(reader, Number(nameOrId))
    : accountByEmail(reader, nameOrId.trim()));
  if (account && !account.isSystemBot) return account;
  throw new UsageError(
    `No account has the email address or ID ${nameOrId}. Run "user list" to see all accounts.`,
  );
}

/** The role with a name. @throws UsageError */
export function roleByName(name: string): Role {
  const role = roles[name.toLowerCase()];
  if (role !== undefined) return role;
  throw new UsageError(`Unknown role "${name}". Choose one of: ${Object.keys(roles).join(', ')}.`, 2);
}

export function nameOfRole(role: Role): string {
  return Object.entries(roles).find(([, value]) => value === role)?.[0] ?? String(role);
}

/** An account in JSON output. */
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
