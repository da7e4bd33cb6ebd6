// `user grant` and `user revoke`: permissions that no operation of the API gives.

import { changeGrants, type Grant, grantOf, grants } from '../../actions/accounts/grants.ts';
import { organizationCommand } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { accountByNameOrId } from './named-account.ts';

const meanings = Object.entries(grants)
  .map(([name, meaning]) => `  ${name.padEnd(24)} ${meaning}\n`)
  .join('');

function grantNamed(name: string): Grant {
  const grant = grantOf(name);
  if (grant) return grant;
  const names = Object.keys(grants).join(', ');
  throw new UsageError(`Unknown permission "${name}". Choose from: ${names}.`, 2);
}

function grantCommand(change: 'grant' | 'revoke', help: string, outcome: string) {
  return organizationCommand({
    name: `user ${change}`,
    parameters: ['EMAIL', 'PERMISSION…'],
    help: `${help}\n${meanings}`,
    async run({ positionals: [nameOrId = '', ...names], write }) {
      const permissions = names.map(grantNamed);
      const { id, email } = await write(async (writer) => {
        const account = await accountByNameOrId(writer, nameOrId);
        await changeGrants(writer, account.id, permissions, change);
        return account;
      });
      return {
        text: `${email} ${outcome} ${permissions.join(', ')}\n`,
        json: { user_id: id, [change === 'grant' ? 'granted' : 'revoked']: permissions },
      };
    },
  });
}

export const grantUser = grantCommand('grant', 'Grants an account permissions beyond its role.', 'has');

export const revokeUser = grantCommand(
  'revoke',
  "Revokes permissions that were granted beyond an account's role.",
  'no longer has',
);
