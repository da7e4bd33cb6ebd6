// Permissions that exceed any role, so the API cannot grant them: operators grant them to single accounts
// with a command.

import type { Writer } from '../../storage/reader-writer.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';
import { audit } from '../audit/audit.ts';

/** The permissions by their API names, with what each lets an account do. */
export const grants = {
  can_create_users: 'create users with the API (administrators)',
  can_change_user_emails: "change other people's email addresses (owners)",
  can_forge_sender: 'post to channels without a subscription, for bots that mirror other systems',
} as const;

export type Grant = keyof typeof grants;

/** The permission of that name; undefined for other words. */
export function grantOf(name: string): Grant | undefined {
  return Object.keys(grants).find((grant): grant is Grant => grant === name);
}

/** Grants or revokes permissions of an account. Running servers apply it from the log. */
export async function changeGrants(
  writer: Writer,
  accountId: number,
  names: readonly Grant[],
  change: 'grant' | 'revoke',
): Promise<void> {
  const bit = change === 'grant' ? 1 : 0;
  await updateAccount(writer, accountId, Object.fromEntries(names.map((name) => [name, bit])));
  const kind = change === 'grant' ? 'permissions_granted' : 'permissions_revoked';
  await audit(writer, { kind, accountId, details: { names } });
  const touches = { accounts: [accountId] };
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
}
