// SCIM users: created, changed and removed by an identity provider. Removing a user deactivates the account
// and keeps what the person wrote. The user is not shown again until it is created again or reactivated here.

import { invalidValue } from '../../model/scim/scim-errors.ts';
import {
  checkRoleValues,
  isRemovedUser,
  isUser,
  roleForValues,
  roleValuesOf,
} from '../../model/scim/scim-resources.ts';
import type { ScimBody } from '../../model/scim/scim-values.ts';
import { parseUser, parseUserChanges, type UserChange } from '../../model/scim/user-change.ts';
import { initialName, type ResultingName } from '../../model/scim/user-names.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { accountByEmail, activeAmong } from '../../stores/accounts/account-store.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { scimSubject, wasErased } from '../../stores/erasure/erased-identity-store.ts';
import { accountIdsOfExternal, putScimUser, scimUsers } from '../../stores/scim/scim-store.ts';
import { makeUser, type NewUser, prepareUser } from '../users/make-user.ts';
import {
  addressTaken,
  applyUserForm,
  deactivateUser,
  externalIdTaken,
  personErased,
  prepareForm,
} from './apply-user.ts';
import {
  requireUser,
  type ScimRequestContext,
  type ScimUnit,
  type ScimUser,
  writeScim,
} from './scim-context.ts';

/** The name of a new user. Without a sent name, the part of the email address before the `@`. */
function firstName(form: UserChange, email: string): ResultingName {
  return initialName(form) ?? { fullName: email.slice(0, email.lastIndexOf('@')), sent: {} };
}

/**
 * The removed user with an email address; undefined if there is none.
 * @throws 409 if a user that is shown has the address
 */
async function removedUser({ writer }: ScimUnit, email: string): Promise<ScimUser | undefined> {
  const account = await accountByEmail(writer, email);
  if (!account) return undefined;
  const scimFields = (await scimUsers(writer, [account.id])).get(account.id);
  if (!isUser(account) || !isRemovedUser(account, scimFields)) throw addressTaken();
  return { account, stored: scimFields };
}

/**
 * @throws 409 if a deactivated account has the external id, so that the same person does not get a second
 * account under another address, or if the person was erased
 */
async function checkIsNew(
  { writer }: ScimUnit,
  email: string,
  externalId: string | null | undefined,
): Promise<void> {
  const subject = externalId == null ? undefined : scimSubject(externalId);
  if (await wasErased(writer, email, subject)) throw personErased();
  if (externalId == null) return;
  const ids = await accountIdsOfExternal(writer, externalId);
  if (ids.length === 0) return;
  const active = await activeAmong(writer, ids);
  if (ids.some((id) => !active.has(id))) throw externalIdTaken();
}

async function newUser(
  unit: ScimUnit,
  user: NewUser,
  { form, name, organizationUrl }: { form: UserChange; name: ResultingName; organizationUrl: string },
) {
  await checkIsNew(unit, user.email, form.externalId);
  checkRoleValues(form.roles ?? [], unit.resourceContext.roles);
  const role = roleForValues(form.roles ?? [], unit.resourceContext.roles);
  const { account, pendingNotices } = await makeUser(unit, user, { ...(role && { role }), organizationUrl });
  await putScimUser(unit.writer, account.id, {
    externalId: form.externalId ?? null,
    names: { fullName: account.fullName, sent: name.sent },
    isRemoved: false,
  });
  if (form.active === false) await deactivateUser(unit, account);
  return { id: account.id, pendingNotices };
}

/** Creates an account, or restores the one that was removed before; returns its id. */
export async function createUser(context: ScimRequestContext, body: ScimBody): Promise<number> {
  const form = parseUser(body);
  const { userName: email } = form;
  if (email === undefined || !isEmailAddress(email))
    throw invalidValue('"userName" is required, and must be an email address.');
  const { organizationUrl, hub, services } = context;
  const name = firstName(form, email);
  const account = { email, fullName: name.fullName, password: undefined };
  const user = await prepareUser(account, { name: hub.state.organization.name, organizationUrl });
  const { id, pendingNotices } = await writeScim(context, async (unit) => {
    const before = await removedUser(unit, email);
    if (!before) return newUser(unit, user, { form, name, organizationUrl });
    const { isDisposable } = user;
    await applyUserForm(unit, before, { ...form, active: form.active ?? true, isDisposable });
    return { id: before.account.id, pendingNotices: [] };
  });
  const write: Parameters<typeof sendPendingNotices>[0]['write'] = (unit) =>
    services.database.write(hub.id, unit);
  await sendPendingNotices({ state: hub.state, reader: hub.reader, write }, pendingNotices);
  return id;
}

/** Replaces all attributes of a user; returns the account's id. */
export async function replaceUser(context: ScimRequestContext, id: string, body: ScimBody): Promise<number> {
  const form = await prepareForm(parseUser(body));
  if (form.userName === undefined) throw invalidValue('"userName" is required.');
  return writeScim(context, async (unit) => {
    const user = await requireUser(unit.writer, id);
    await applyUserForm(unit, user, form);
    return user.account.id;
  });
}

/** Changes some attributes of a user; returns the account's id. */
export async function changeUser(context: ScimRequestContext, id: string, body: ScimBody): Promise<number> {
  // Only the new roles depend on the current ones; everything else can be prepared now.
  const form = await prepareForm(parseUserChanges(body, []));
  return writeScim(context, async (unit) => {
    const user = await requireUser(unit.writer, id);
    const before = roleValuesOf(user.account.role, unit.resourceContext.roles);
    const resolved = form.roles ? { ...form, ...parseUserChanges(body, before) } : form;
    await applyUserForm(unit, user, resolved);
    return user.account.id;
  });
}

/** Removes a user: deactivates the account and ends all access to it. */
export function removeUser(context: ScimRequestContext, id: string): Promise<void> {
  return writeScim(context, async (unit) => {
    const { account, stored } = await requireUser(unit.writer, id);
    const names = stored?.names ?? { fullName: '', sent: {} };
    await putScimUser(unit.writer, account.id, {
      externalId: stored?.externalId ?? null,
      names,
      isRemoved: true,
    });
    if (account.isActive) await deactivateUser(unit, account);
  });
}
