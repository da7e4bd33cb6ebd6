// PATCH /settings: changes the caller's name, email address, password, time zone and personal settings; for
// administrators, with `target_users`, the personal settings of others.

import { changeUserSettings, type SettingChanges } from '../../actions/accounts/change-settings.ts';
import { audit } from '../../actions/audit/audit.ts';
import { shortText } from '../../api-contract/codec.ts';
import { administratorRequired, badRequest } from '../../api-contract/error.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { Role } from '../../model/accounts/roles.ts';
import { timeZone } from '../../model/accounts/time-zones.ts';
import { isUserSetting, type UserSettingName, userSettings } from '../../model/accounts/user-settings.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { readEditedSettings, recordEditedSettings } from '../../stores/accounts/setting-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { changePassword, newPasswordHash } from './change-password.ts';
import { changeFullName, changeTimeZone, checkedEmailChange, requestEmailChange } from './change-profile.ts';
import { parametersFor, settingsInRequest } from './setting-parameters.ts';
import { accountsOfTarget, type TargetUsers, targetUsers } from './target-accounts.ts';

const allSettings: readonly UserSettingName[] = Object.keys(userSettings).filter(isUserSetting);

/** Rejects settings that people may only choose for themselves. */
function checkForOthers(changes: SettingChanges): void {
  const own = Object.keys(changes).find((name) => isUserSetting(name) && userSettings[name].isSelfOnly);
  if (own !== undefined) throw badRequest(`Invalid ${own}: only the user can change this setting.`);
}

async function changeOthers(
  writer: Writer,
  actorId: number,
  target: TargetUsers,
  changes: SettingChanges,
): Promise<void> {
  if ((await actingAccount(writer, actorId)).role > Role.administrator) throw administratorRequired();
  const accounts = await accountsOfTarget(writer, target);
  const ids = accounts.map((account) => account.id);
  const edited =
    target.skip_if_already_edited && ids.length > 0 ? await readEditedSettings(writer, ids) : new Map();
  for (const account of accounts) {
    const own: ReadonlySet<string> = edited.get(account.id) ?? new Set();
    const remaining = Object.entries(changes).filter(([name]) => !own.has(name));
    const names = await changeUserSettings(writer, account, Object.fromEntries(remaining));
    if (names.length === 0 || account.id === actorId) continue;
    await audit(writer, { kind: 'user_settings_changed', accountId: account.id, details: { names } });
  }
}

async function changeOwn(writer: Writer, accountId: number, changes: SettingChanges): Promise<void> {
  const account = await accountById(writer, accountId);
  if (!account) return;
  await changeUserSettings(writer, account, changes);
  await recordEditedSettings(writer, accountId, Object.keys(changes).filter(isUserSetting));
}

export const updateSettings = writeOperation({
  name: 'update-settings',
  method: 'PATCH',
  path: '/settings',
  summary: 'Change your profile and settings. Administrators can also change the settings of others.',
  access: 'account',
  needsRecentProof: { when: { email: 'any' } },
  alsoAt: [
    { path: '/settings/display' },
    { path: '/settings/notifications' },
    { method: 'POST', path: '/settings/display' },
    { method: 'POST', path: '/settings/notifications' },
  ],
  parameters: {
    target_users: optionally(targetUsers, 'The users whose settings to change. Defaults to you.', {
      since: 444,
    }),
    full_name: optionally(shortText, 'The new name.'),
    email: optionally(
      shortText,
      'The new email address. It takes effect when you follow the link in the confirmation email. Rejected if the server has no mail server.',
    ),
    old_password: optionally(shortText, 'The current password. Required to set a new one.'),
    new_password: optionally(shortText, 'The new password.'),
    timezone: optionally(timeZone, 'The IANA name of the time zone.'),
    ...parametersFor(allSettings),
  },
  result: {},
  async handle(context, values) {
    const changes = settingsInRequest(values);
    const { account } = context.actor;
    if (values.target_users) {
      if (account.role > Role.administrator) throw administratorRequired();
      checkForOthers(changes);
      const target = values.target_users;
      await context.write((writer) => changeOthers(writer, account.id, target, changes));
      return {};
    }
    await changeAll(context, values, changes);
    return {};
  },
});

interface Profile {
  readonly full_name: string | undefined;
  readonly email: string | undefined;
  readonly old_password: string | undefined;
  readonly new_password: string | undefined;
  readonly timezone: string | undefined;
}

async function changeAll(context: WriteContext, profile: Profile, changes: SettingChanges): Promise<void> {
  const { account } = context.actor;
  const email = await checkedEmailChange(context, profile.email);
  const passwordHash = await newPasswordHash(context, profile.old_password, profile.new_password);
  await context.write(async (writer) => {
    if (profile.full_name !== undefined) await changeFullName(writer, account.id, profile.full_name);
    if (passwordHash !== undefined) await changePassword(writer, account, passwordHash);
    // This comes after the new password, which cancels pending changes of address.
    if (email !== undefined) await requestEmailChange(writer, account.id, email, context.organizationUrl);
    if (profile.timezone !== undefined) await changeTimeZone(writer, account.id, profile.timezone);
    await changeOwn(writer, account.id, changes);
  });
}
