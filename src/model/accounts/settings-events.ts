// Events about changed personal settings: for the person's own clients, and for others who need to know.

import type { NewEvent } from '../../api-contract/event.ts';
import { isLanguage, languages } from '../languages.ts';

/** @param property a setting, or `timezone` */
export function userSettingChanged(accountId: number, property: string, value: unknown): NewEvent {
  const isNamed = property === 'default_language' && typeof value === 'string' && isLanguage(value);
  return {
    type: 'user_settings',
    audience: { kind: 'accounts', ids: [accountId] },
    payload: { op: 'update', property, value, ...(isNamed && { language_name: languages[value] }) },
    touches: { accounts: [accountId] },
  };
}

/** Whether a person's private data may be exported; for administrators. */
export function exportConsentChanged(
  accountId: number,
  consented: boolean,
  administratorIds: readonly number[],
): NewEvent {
  return {
    type: 'realm_export_consent',
    audience: { kind: 'accounts', ids: administratorIds },
    payload: { user_id: accountId, consented },
  };
}
