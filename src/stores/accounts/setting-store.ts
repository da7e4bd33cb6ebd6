// The stored form of account settings: JSON of the values that differ from the initial ones.

import { isDeepStrictEqual } from 'node:util';
import { parseColumn } from '../../api-contract/parse-column.ts';
import {
  initialUserSettings,
  isUserSetting,
  type UserSettingName,
  type UserSettings,
} from '../../model/accounts/user-settings.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { updateAccount } from './account-store.ts';

export async function storeSettings(
  writer: Writer,
  accountId: number,
  settings: UserSettings,
): Promise<void> {
  const initial: Readonly<Record<string, unknown>> = { ...initialUserSettings };
  const differing = Object.entries(settings).filter(
    ([name, value]) => !isDeepStrictEqual(value, initial[name]),
  );
  await updateAccount(writer, accountId, { settings: JSON.stringify(Object.fromEntries(differing)) });
}

/** The settings that people have changed themselves, which administrators may choose not to override. */
export async function readEditedSettings(
  reader: Reader,
  accountIds: readonly number[],
): Promise<Map<number, ReadonlySet<UserSettingName>>> {
  const rows = await reader.db
    .selectFrom('account')
    .select(['id', 'edited_settings'])
    .where('id', 'in', [...accountIds])
    .execute();
  return new Map(
    rows.map((row) => {
      const names = parseColumn<string[]>(row.edited_settings);
      return [row.id, new Set(names.filter(isUserSetting))];
    }),
  );
}

/** Records that a person has changed settings themselves. */
export async function recordEditedSettings(
  writer: Writer,
  accountId: number,
  names: readonly UserSettingName[],
): Promise<void> {
  const editedNames = (await readEditedSettings(writer, [accountId])).get(accountId) ?? new Set();
  const all = new Set([...editedNames, ...names]);
  if (all.size === editedNames.size) return;
  await updateAccount(writer, accountId, { edited_settings: JSON.stringify([...all]) });
}
