// Applies the attributes of a user at an identity provider to the account, in one unit of work, with the same
// actions that administrators have.

import { reactivateAccount } from '../../actions/accounts/change-activity.ts';
import { changeRole } from '../../actions/accounts/change-role.ts';
import { changeEmail } from '../../actions/accounts/email-change.ts';
import { endQueuesOf } from '../../events/end-queues.ts';
import type { Account } from '../../model/accounts/account.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { Role } from '../../model/accounts/roles.ts';
import { invalidValue, scimError } from '../../model/scim/scim-errors.ts';
import { checkRoleValues, roleForValues, type StoredScimUser } from '../../model/scim/scim-resources.ts';
import type { UserChange } from '../../model/scim/user-change.ts';
import { type ResultingName, resultingName } from '../../model/scim/user-names.ts';
import { textKey } from '../../model/text-key.ts';
import { accountById, accountRowByEmail } from '../../stores/accounts/account-store.ts';
import { countOtherOwners } from '../../stores/accounts/activity-store.ts';
import { checkNewEmail, isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { isDeactivatedByScim, putScimUser, recordScimDeactivation } from '../../stores/scim/scim-store.ts';
import { deactivateWithBots } from '../users/deactivation.ts';
import { renameAccount } from '../users/update-user.ts';
import type { ScimUnit, ScimUser } from './scim-context.ts';

/** 409: another account has the email address. */
export function addressTaken(): Error {
  return scimError(409, 'uniqueness', 'Another account has this userName.');
}

/** 409: a deactivated account has the external id. */
export function externalIdTaken(): Error {
  return scimError(409, 'uniqueness', 'A deactivated account has this externalId. Reactivate it instead.');
}

/** 409: the person was erased. */
export function personErased(): Error {
  return scimError(
    409,
    'uniqueness',
    'This person was erased. Invite them if they should have a new account.',
  );
}

/** The attributes of a user, with the objects that must be looked up before the unit of work. */
export interface PreparedForm extends UserChange {
  readonly isDisposable: boolean;
}

/** Looks up objects before the unit of work. */
export async function prepareForm(form: UserChange): Promise<PreparedForm> {
  const { userName } = form;
  return { ...form, isDisposable: userName !== undefined && (await isDisposableAddress(userName)) };
}

async function applyAddress(
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

/** SCIM can neither make someone an owner nor change an owner's role. */
async function applyRole(unit: ScimUnit, account: Account, { roles }: UserChange): Promise<void> {
  if (roles) checkRoleValues(roles, unit.resourceContext.roles);
  const role = roles && roleForValues(roles, unit.resourceContext.roles, account.role);
  if (role === undefined || role === account.role || account.role === Role.owner) return;
  const { mustReregister } = await changeRole(unit, account, role);
  if (mustReregister) await endQueuesOf(unit.writer, [account.id]);
}

/** The new stored SCIM data of a user. */
function updatedUserData(
  { account, stored }: ScimUser,
  { externalId }: UserChange,
  { sent }: ResultingName,
): StoredScimUser {
  const id = externalId === undefined ? (stored?.externalId ?? null) : externalId;
  return { externalId: id, names: { fullName: account.fullName, sent }, isRemoved: false };
}

/**
 * Deactivates an account with its bots, and records that SCIM did it.
 * @throws 403 for the only owner
 */
export async function deactivateUser(unit: ScimUnit, account: Account): Promise<void> {
  const { writer, organization } = unit;
  if (account.role === Role.owner && (await countOtherOwners(writer, account.id)) === 0)
    throw scimError(403, undefined, 'This is the only owner of the organization, who cannot be deactivated.');
  await deactivateWithBots(writer, organization, account);
  await recordScimDeactivation(writer, account.id);
}

/**
 * Reactivates an account that SCIM deactivated.
 * @throws 403 if it was deactivated here, by an administrator or its person
 */
async function reactivateUser({ writer, organization }: ScimUnit, account: Account): Promise<void> {
  if (!(await isDeactivatedByScim(writer, account.id)))
    throw scimError(
      403,
      undefined,
      `This account was deactivated in ${organization.name}, not by SCIM. Ask an administrator to reactivate it there.`,
    );
  await reactivateAccount(writer, organization, account);
}

/** The account as it is now in the tables. */
async function readAgain({ writer }: ScimUnit, { id }: Account): Promise<Account> {
  const account = await accountById(writer, id);
  if (!account) throw new Error('the changed account was not found');
  return account;
}

/** Applies a request. Attributes that were not sent do not change. */
export async function applyUserForm(unit: ScimUnit, user: ScimUser, form: PreparedForm): Promise<void> {
  const { writer, organization } = unit;
  const { account, stored } = user;
  if (!account.isEmailConfirmed && form.active !== false)
    throw scimError(
      409,
      'uniqueness',
      'The email address of this account is not confirmed and may belong to another person. Confirm or deactivate the account first.',
    );
  const name = resultingName(form, account.fullName, stored?.names);
  if (form.active === true && !account.isActive) await reactivateUser(unit, account);
  await applyAddress(unit, account, form);
  if (name.fullName !== account.fullName)
    await renameAccount(writer, organization, await readAgain(unit, account), name.fullName);
  await applyRole(unit, await readAgain(unit, account), form);
  const now = await readAgain(unit, account);
  await putScimUser(writer, account.id, updatedUserData({ account: now, stored }, form, name));
  if (form.active === false && now.isActive) await deactivateUser(unit, now);
}
