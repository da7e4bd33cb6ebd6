// What clients are told of custom profile fields, and of people's values of them.

import type { NewEvent } from '../../contract/event.ts';
import type { ProfileField } from './field.ts';
import type { ProfileValue } from './value-store.ts';
import { wireProfileField } from './view.ts';

/** Always the whole list, in order. */
export function fieldsEvent(fields: readonly ProfileField[]): NewEvent {
  return {
    type: 'custom_profile_fields',
    audience: { kind: 'everyone' },
    payload: { fields: fields.map(wireProfileField) },
    touches: { profileFields: true },
  };
}

function valueEvent(accountId: number, field: Readonly<Record<string, unknown>>): NewEvent {
  return {
    type: 'realm_user',
    audience: { kind: 'everyone' },
    payload: { op: 'update', person: { user_id: accountId, custom_profile_field: field } },
    touches: { accounts: [accountId] },
  };
}

export function valueChanged(value: ProfileValue): NewEvent {
  return valueEvent(value.accountId, {
    id: value.fieldId,
    value: value.value,
    ...(value.renderedValue !== null && { rendered_value: value.renderedValue }),
  });
}

export function valueRemoved(accountId: number, fieldId: number): NewEvent {
  return valueEvent(accountId, { id: fieldId, value: null });
}
