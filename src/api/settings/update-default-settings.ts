// PATCH /realm/user_settings_defaults: changes the personal settings that new accounts start with.
// (Specification E5.)

import { isDeepStrictEqual } from 'node:util';
import { audit } from '../../actions/audit/audit.ts';
import { valueChange } from '../../actions/audit/changes.ts';
import { entriesOf } from '../../api-contract/typed-records.ts';
import { decodeUserSettings, settingsWithDefault } from '../../model/accounts/user-settings.ts';
import { defaultSettingChanged } from '../../model/organizations/organization-events.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { changeDefaultSettings } from '../../stores/organizations/setting-store.ts';
import { writeOperation } from '../operation.ts';
import { parametersFor, settingsInRequest } from './setting-parameters.ts';

export const updateDefaultSettings = writeOperation({
  name: 'update-realm-user-settings-defaults',
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  summary: 'Change the default settings for new accounts. Existing accounts do not change.',
  since: 96,
  access: 'administrator',
  parameters: parametersFor(settingsWithDefault),
  result: {},
  async handle(context, values) {
    const sentSettings = settingsInRequest(values);
    await context.write(async (writer) => {
      const { defaultSettings } = await readOrganization(writer);
      const oldValues = decodeUserSettings(defaultSettings);
      const changes = entriesOf(sentSettings).filter(
        ([name, value]) => !isDeepStrictEqual(oldValues[name], value),
      );
      if (changes.length === 0) return;
      await changeDefaultSettings(writer, Object.fromEntries(changes));
      for (const [name, value] of changes) {
        const details = valueChange(name, { old: oldValues[name], new: value });
        await audit(writer, { kind: 'default_setting_changed', details });
        writer.emit(defaultSettingChanged(name, value));
      }
    });
    return {};
  },
});
