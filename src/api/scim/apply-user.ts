// Brings an account to what an identity provider says of it, by the acts that administrators have, in one unit of work.

import { reactivateAccount } from '../../actions/accounts/change-activity.ts';
import { changeRole } from '../../actions/accounts/change-role.ts';
import { changeEmail } from '../../actions/accounts/email-change.ts';
import { endQueuesOf } from '../../events/end-queues.ts';
import type { Account } from '../../model/accounts/account.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { Role } from '../../model/accounts/roles.ts';
import { invalidValue, scimRefusal } from '../../model/scim/refusals.ts';
import { checkRoleValues, type KeptUser, roleOfValues } from '../../model/scim/resources.ts';
import type { UserForm } from '../../model/scim/user-form.ts';
import { type ResultingName, resultingName } from '../../model/scim/user-names.ts';
import { textKey } from '../../model/text-key.ts';
import { accountById, accountRowByEmail } from '../../stores/accounts/account-store.ts';
import { countOtherOwners } from '../../stores/accounts/activity-store.ts';
import { checkNewEmail, isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { isDeactivatedByScim, keepUser, noteDeactivation } from '../../stores/scim/scim-store.ts';
import { deactivateWithBots } from '../users/deactivation.ts';
import { renameAccount } from '../users/update-user.ts';
import type { KnownUser, ScimUnit } from './place.ts';

/** 409: the address is somebody's. */
export function addressTaken(): Error {
  return scimRefusal(409, 'uniqueness', 'Another account has this userName.');
}

/** 409: the external id is a deactivated person's. */
export function externalIdTaken(): Error {
  return scimRefusal(409, 'uniqueness', 'A deactivated account has this externalId. Reactivate it instead.');
}

/** 409: the person was erased. */
export function personErased(): Error {
  return scimRefusal(
    409,
    'uniqueness',
    'This person was erased. Invite them, if they are to have a new account.',
  );
}

/** What is said of somebody, with what must be looked up of it before the unit of work. */
export interface PreparedForm extends UserForm {
  readonly isDisposable: boolean;
}

/** Looks it up. */
export async function preparedForm(form: UserForm): Promise<PreparedForm> {
  const { userName } = form;
  return { ...form, isDisposable: userName !== undefined && (await isDisposableAddress(userName)) };
}

async function followAddress(
  { writer, organization }: ScimUnit,
  account: Account,
  { userName, isDisposable }: PreparedForm,
): Promise<void> {
  if (userName === undefined || textKey(userName) === textKey(account.email)) return;
  if (!isEmailAddress(userName)) throw invalidValue('"userName" must be an email address.');
  if (await accountRowByEmail(writer, userName)) throw addressTaken();
  await checkNewEmail(writer, organization, userName, isDisposable);
  await changeEmail(writer, account, userName);
}

/** Nobody becomes an owner by it, and no owner ceases to be one. */
async function followRole(unit: ScimUnit, account: Account, { roles }: UserForm): Promise<void> {
  if (roles) checkRoleValues(roles, unit.shown.roles);
  const role = roles && roleOfValues(roles, unit.shown.roles, account.role);
  if (role === undefined || role === account.role || account.role === Role.owner) return;
  const { mustBeginAnew } = await changeRole(unit, account, role);
  if (mustBeginAnew) await endQueuesOf(unit.writer, [account.id]);
}

/** What is kept from now on of what was said. */
function keptAfter(
  { account, kept }: KnownUser,
  { externalId }: UserForm,
  { sent }: ResultingName,
): KeptUser {
  const id = externalId === undefined ? (kept?.externalId ?? null) : externalId;
  return { externalId: id, names: { of: account.fullName, sent }, isRemoved: false };
}

/** Deactivates somebody, of whom something is kept, with their bots. @throws 403 for the only owner */
export async function deactivateUser(unit: ScimUnit, account: Account): Promise<void> {
  const { writer, organization } = unit;
  if (account.role === Role.owner && (await countOtherOwners(writer, account.id)) === 0)
    throw scimRefusal(
      403,
      undefined,
      'This is the only owner of the organization, who cannot be deactivated.',
    );
  await deactivateWithBots(writer, organization, account);
  await noteDeactivation(writer, account.id);
}

/** Reactivates an account that SCIM deactivated. @throws 403 for one that was deactivated here, by an administrator or its person */
async function reactivateUser({ writer, organization }: ScimUnit, account: Account): Promise<void> {
  if (!(await isDeactivatedByScim(writer, account.id)))
    throw scimRefusal(
      403,
      undefined,
      `This account was deactivated in ${organization.name}, not by SCIM. Ask an administrator to reactivate it there.`,
    );
  await reactivateAccount(writer, organization, account);
}

/** The account as the tables have it now. */
async function again({ writer }: ScimUnit, { id }: Account): Promise<Account> {
  const account = await accountById(writer, id);
  if (!account) throw new Error('an account was not read again');
  return account;
}

/** Does what a request says of somebody. What it does not say stays as it is. */
export async function applyForm(unit: ScimUnit, user: KnownUser, form: PreparedForm): Promise<void> {
  const { writer, organization } = unit;
  const { account, kept } = user;
  if (!account.isEmailConfirmed && form.active !== false)
    throw scimRefusal(
      409,
      'uniqueness',
      'The address of this account is not confirmed, so it may be another person’s. Confirm or deactivate the account first.',
    );
  const name = resultingName(form, account.fullName, kept?.names);
  if (form.active === true && !account.isActive) await reactivateUser(unit, account);
  await followAddress(unit, account, form);
  if (name.fullName !== account.fullName)
    await renameAccount(writer, organization, await again(unit, account), name.fullName);
  await followRole(unit, await again(unit, account), form);
  const now = await again(unit, account);
  await keepUser(writer, account.id, keptAfter({ account: now, kept }, form, name));
  if (form.active === false && now.isActive) await deactivateUser(unit, now);
}
