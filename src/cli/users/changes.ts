// `user role`, `user deactivate` and `user reactivate`: administrators' changes to accounts.

import { reactivateAccount } from '../../actions/accounts/change-activity.ts';
import { changeRole } from '../../actions/accounts/change-role.ts';
import { deactivateWithBots } from '../../api/users/deactivation.ts';
import { endQueuesOf } from '../../events/end-queues.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById, readAccounts } from '../../stores/accounts/account-store.ts';
import { countOtherOwners } from '../../stores/accounts/activity-store.ts';
import { checkBotName } from '../../stores/bots/bot-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { organizationCommand } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { accountByNameOrId, accountJson, nameOfRole, roleByName } from './named-account.ts';

export const changeRoleCommand = organizationCommand({
  name: 'user role',
  parameters: ['EMAIL', 'ROLE'],
  help: "Changes an account's role to owner, administrator, moderator, member or guest.\n",
  async run({ positionals: [nameOrId = '', roleName = ''], write, keyring: openKeyring }) {
    const role = roleByName(roleName);
    const keyring = await openKeyring();
    const account = await write(async (writer) => {
      const found = await accountByNameOrId(writer, nameOrId);
      if (found.role === role) return found;
      if (found.role === Role.owner && (await countOtherOwners(writer, found.id)) === 0) {
        throw new UsageError(`${found.email} is the only owner. Make someone else an owner first.`);
      }
      const organization = await readOrganization(writer);
      const { mustReregister } = await changeRole({ writer, keyring, organization }, found, role);
      if (mustReregister) await endQueuesOf(writer, [found.id]);
      return { ...found, role };
    });
    return { text: `${account.email} has the role ${nameOfRole(role)}.\n`, json: accountJson(account) };
  },
});

export const deactivateUserCommand = organizationCommand({
  name: 'user deactivate',
  parameters: ['EMAIL'],
  help: 'Deactivates an account and its bots. Their messages stay.\n',
  async run({ positionals: [nameOrId = ''], write }) {
    const deactivated = await write(async (writer) => {
      const found = await accountByNameOrId(writer, nameOrId);
      if (!found.isActive) throw new UsageError(`${found.email} is already deactivated.`);
      if (found.role === Role.owner && !found.isBot && (await countOtherOwners(writer, found.id)) === 0) {
        throw new UsageError(`${found.email} is the only owner. Make someone else an owner first.`);
      }
      return deactivateWithBots(writer, await readOrganization(writer), found);
    });
    return {
      text: deactivated.map(({ email }) => `${email} was deactivated.\n`).join(''),
      json: deactivated.map((account) => accountJson({ ...account, isActive: false })),
    };
  },
});

export const reactivateUserCommand = organizationCommand({
  name: 'user reactivate',
  parameters: ['EMAIL'],
  help: 'Reactivates a deactivated account, with its channels and groups.\n',
  async run({ positionals: [nameOrId = ''], write }) {
    const account = await write(async (writer) => {
      const found = await accountByNameOrId(writer, nameOrId);
      if (found.isActive) throw new UsageError(`${found.email} is already active.`);
      if (found.isDeleted) throw new UsageError(`${nameOrId} was deleted and cannot be reactivated.`);
      if (found.isBot) await checkBotMayReturn(writer, found);
      await reactivateAccount(writer, await readOrganization(writer), found);
      return { ...found, isActive: true };
    });
    return { text: `${account.email} was reactivated.\n`, json: accountJson(account) };
  },
});

/**
 * A reactivated bot needs an unused name and an active owner; in the app, the account that reactivates it
 * becomes its owner.
 */
async function checkBotMayReturn(writer: Writer, bot: Account): Promise<void> {
  checkBotName(bot.fullName, bot.id, await readAccounts(writer));
  const owner = bot.botOwnerId === null ? undefined : await accountById(writer, bot.botOwnerId);
  if (owner?.isActive) return;
  const first = owner && !owner.isDeleted ? `Reactivate ${owner.email} first, or ask` : 'Ask';
  throw new UsageError(
    `${bot.email} has no active owner. ${first} an administrator to reactivate it in the app and become its owner.`,
  );
}
