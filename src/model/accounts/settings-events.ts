// Events about changed personal settings: for the person's own clients, and for others who need to know.

import { anyText, boolean, id, oneOf } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import {
  eventType,
  eventTypeWithOps,
  newEvent,
  type PayloadOf,
  PropertyFields,
} from '../../api-contract/event-declaration.ts';
import { isLanguage, languages } from '../languages.ts';
import { userSettingFields } from './account-schema.ts';

const { default_language, ...otherSettings } = userSettingFields;

export const userSettingsEvent = eventTypeWithOps('user_settings', 'You changed a personal setting.', {
  update: [
    new PropertyFields({ ...otherSettings, timezone: anyText }, {}),
    { property: oneOf('default_language'), value: default_language, language_name: anyText },
  ],
});

export const exportConsentEvent = eventType(
  'realm_export_consent',
  'A user allowed or disallowed exporting their private data.',
  { user_id: id, consented: boolean },
);

type SettingChange = PayloadOf<typeof userSettingsEvent>;

/**
 * @param property a setting, or `timezone`
 * @param value a value of this setting; the compiler checks only that it is one of some setting
 */
export function userSettingChanged(
  accountId: number,
  property: SettingChange['property'],
  value: SettingChange['value'],
): NewEvent {
  const delivery = {
    audience: { kind: 'accounts', ids: [accountId] },
    touches: { accounts: [accountId] },
  } as const;
  if (property !== 'default_language')
    return newEvent(userSettingsEvent, { op: 'update', property, value }, delivery);
  if (typeof value !== 'string' || !isLanguage(value)) throw new Error(`${value} is not a language`);
  const change = { op: 'update', property, value, language_name: languages[value] } as const;
  return newEvent(userSettingsEvent, change, delivery);
}

/** Whether a person's private data may be exported; for administrators. */
export function exportConsentChanged(
  accountId: number,
  consented: boolean,
  administratorIds: readonly number[],
): NewEvent {
  return newEvent(
    exportConsentEvent,
    { user_id: accountId, consented },
    { audience: { kind: 'accounts', ids: administratorIds } },
  );
}
