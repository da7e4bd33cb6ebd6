// Changes an account's personal settings inside a unit of work, and emits the consequences.

import { isDeepStrictEqual } from 'node:util';
import { entriesOf } from '../../api-contract/typed-records.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { exportConsentChanged, userSettingChanged } from '../../model/accounts/settings-events.ts';
import type { UserSettingName, UserSettings } from '../../model/accounts/user-settings.ts';
import { emailEvents } from '../../model/people/email-events.ts';
import { presenceHidden } from '../../model/presence/presence-events.ts';
import { statusChanged } from '../../model/statuses/status-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { storeSettings } from '../../stores/accounts/setting-store.ts';
import { deleteDraftsOf } from '../../stores/drafts/draft-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { readStatus } from '../../stores/statuses/status-store.ts';

/** Setting values by name, decoded by their codecs. */
export type SettingChanges = Readonly<Partial<UserSettings>>;

/** Changes the settings that differ; returns their names. */
export async function changeUserSettings(
  writer: Writer,
  account: Account,
  requested: SettingChanges,
): Promise<readonly UserSettingName[]> {
  const changes = entriesOf(requested).filter(
    ([name, value]) => !isDeepStrictEqual(account.settings[name], value),
  );
  if (changes.length === 0) return [];
  const settings = { ...account.settings, ...Object.fromEntries(changes) } as UserSettings;
  await storeSettings(writer, account.id, settings);
  for (const [name, value] of changes) writer.emit(userSettingChanged(account.id, name, value));
  await emitConsequences(writer, account, { ...account, settings });
  return changes.map(([name]) => name);
}

async function emitConsequences(writer: Writer, before: Account, after: Account): Promise<void> {
  const differs = (name: UserSettingName) => before.settings[name] !== after.settings[name];
  if (differs('email_address_visibility')) {
    const organization = await readOrganization(writer);
    const events = emailEvents(organization, before, after, await readAccounts(writer));
    for (const event of events) writer.emit(event);
  }
  if (differs('presence_enabled')) {
    const status = await readStatus(writer, after.id);
    writer.emit(statusChanged(after, status, !after.settings.presence_enabled));
    if (!after.settings.presence_enabled) writer.emit(presenceHidden(after.id, writer.now));
  }
  if (differs('enable_drafts_synchronization') && !after.settings.enable_drafts_synchronization) {
    await deleteDraftsOf(writer, after.id);
  }
  if (differs('allow_private_data_export') && !after.isBot) {
    const administrators = (await readAccounts(writer)).filter(({ role }) => role <= Role.administrator);
    const ids = administrators.map(({ id }) => id);
    writer.emit(exportConsentChanged(after.id, after.settings.allow_private_data_export, ids));
  }
}
