// `user list`: lists an organization's accounts.

import { readAccounts } from '../../stores/accounts/account-store.ts';
import { organizationCommand, table, textFlag } from '../organization-command.ts';
import { accountJson, nameOfRole, roleByName } from './named-account.ts';

export const listUsers = organizationCommand({
  name: 'user list',
  parameters: [],
  help: `Lists people and bots by ID.
  --role ROLE          only this role: owner, administrator, moderator, member or guest
  --deactivated        only deactivated accounts (default: only active ones)
  --bots               only bots (default: people and bots)
`,
  flags: { role: { type: 'string' }, deactivated: { type: 'boolean' }, bots: { type: 'boolean' } },
  async run(context) {
    const { reader, flags } = context;
    const roleName = textFlag(context, 'role');
    const role = roleName === undefined ? undefined : roleByName(roleName);
    const accounts = (await readAccounts(reader))
      .filter(({ isSystemBot, isDeleted }) => !isSystemBot && !isDeleted)
      .filter(({ isActive }) => isActive !== (flags.deactivated === true))
      .filter((account) => (role === undefined || account.role === role) && (account.isBot || !flags.bots))
      .sort((a, b) => a.id - b.id);
    const rows = accounts.map((account) => [
      account.id,
      account.email,
      account.fullName,
      nameOfRole(account.role),
      kindOf(account),
    ]);
    return {
      text: table(['ID', 'EMAIL', 'NAME', 'ROLE', 'KIND'], rows),
      json: accounts.map(accountJson),
    };
  },
});

function kindOf({ isBot }: { readonly isBot: boolean }): string {
  return isBot ? 'bot' : 'person';
}
