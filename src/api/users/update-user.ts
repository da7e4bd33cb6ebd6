// PATCH /users/{user_id_or_email}: changes the name, role, profile or email address of another person, or of
// a bot by its owner. (Specification E8.)

import { changeRole } from '../../actions/accounts/change-role.ts';
import { changeEmail } from '../../actions/accounts/email-change.ts';
import { audit } from '../../actions/audit/audit.ts';
import { changeValues } from '../../actions/profile-fields/change-values.ts';
import { oneOf, shortText } from '../../api-contract/codec.ts';
import { badRequest, ownerRequired } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { endQueuesOf } from '../../events/end-queues.ts';
import type { Account } from '../../model/accounts/account.ts';
import { checkedFullName, checkUniqueName } from '../../model/accounts/account-names.ts';
import {
  checkMayAdminister,
  checkMayDemoteProtected,
  checkRoleChange,
} from '../../model/accounts/administer-rules.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { personChanged } from '../../model/people/person-events.ts';
import { sentValues } from '../../model/profile-fields/profile-values.ts';
import { renderedChanges } from '../../queries/profile-fields/render-values.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts, updateAccount } from '../../stores/accounts/account-store.ts';
import { countOtherOwners } from '../../stores/accounts/activity-store.ts';
import type { ActorContext, WithKeyring } from '../../stores/actor-context.ts';
import { checkBotName } from '../../stores/bots/bot-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount, targetAccount } from './acting-account.ts';

export async function renameAccount(
  writer: Writer,
  organization: Organization,
  account: Account,
  sent: string,
): Promise<void> {
  if (sent.trim() === account.fullName) return;
  const name = checkedFullName(sent);
  if (organization.settings.require_unique_names) {
    checkUniqueName(name, account.id, await readAccounts(writer));
  }
  if (account.isBot) checkBotName(name, account.id, await readAccounts(writer));
  const auditFields = { accountId: account.id, details: { old: account.fullName, new: name } };
  await audit(writer, { kind: 'user_renamed', ...auditFields });
  await updateAccount(writer, account.id, { full_name: name });
  writer.emit(personChanged({ user_id: account.id, full_name: name }));
}

/** Changes an account's role, and ends its event queues if it then sees much more or less. */
export async function assignRole(
  { writer, keyring, organization, account: actor }: ActorContext & WithKeyring,
  target: Account,
  role: Role,
): Promise<void> {
  if (role === target.role) return;
  const otherOwners = target.role === Role.owner ? await countOtherOwners(writer, target.id) : 0;
  checkRoleChange(actor, target, role, otherOwners);
  if (await hasSecondFactor(writer, target.id)) checkMayDemoteProtected(actor, target, role);
  const { mustReregister } = await changeRole({ writer, keyring, organization }, target, role);
  if (mustReregister) await endQueuesOf(writer, [target.id]);
}

async function assignEmail(writer: Writer, actor: Account, target: Account, sent: string): Promise<void> {
  const email = sent.trim();
  if (email === target.email) return;
  if (!actor.canChangeUserEmails) throw badRequest('User not authorized to change user emails');
  if (actor.role !== Role.owner) throw ownerRequired();
  await changeEmail(writer, target, email);
}

export const updateUser = writeOperation({
  name: 'update-user',
  method: 'PATCH',
  path: '/users/{user_id_or_email}',
  summary: 'Change another account.',
  access: 'account',
  needsRecentProof: { when: { new_email: 'any', role: 'any' } },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    user_id_or_email: required(shortText, 'The ID or email address of the user.'),
    full_name: optionally(shortText, 'The new name.'),
    role: optionally(
      oneOf(Role.owner, Role.administrator, Role.moderator, Role.member, Role.guest),
      'The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
      { since: 8 },
    ),
    profile_data: optionally(sentValues, 'The values of custom profile fields. Null removes a value.'),
    new_email: optionally(shortText, 'The new email address. Only for owners with a separate permission.', {
      since: 285,
    }),
  },
  result: {},
  async handle(context, values) {
    const { actor } = context;
    const changes = await renderedChanges(context, actor.account, values.profile_data ?? []);
    await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const acting = await actingAccount(writer, actor.account.id);
      const target = await targetAccount(writer, organization, acting, values.user_id_or_email);
      checkMayAdminister(acting, target);
      if (target.isDeleted) throw badRequest('The account was erased and cannot be changed.');
      if (values.new_email !== undefined) await assignEmail(writer, acting, target, values.new_email);
      if (values.role !== undefined)
        await assignRole(
          { writer, keyring: context.services.keyring, organization, account: acting },
          target,
          values.role,
        );
      if (values.full_name !== undefined) await renameAccount(writer, organization, target, values.full_name);
      if (changes.length === 0) return;
      const names = await changeValues(writer, target.id, acting.role, changes);
      if (names.length > 0 && target.id !== acting.id)
        await audit(writer, { kind: 'profile_changed', accountId: target.id, details: { names } });
    });
    return {};
  },
});
