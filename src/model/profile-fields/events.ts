// What clients are told of custom profile fields, and of people's values of them.

import type { NewEvent } from '../../contract/event.ts';
import { personChanged } from '../accounts/person-events.ts';
import type { ProfileField } from './field.ts';
import type { ProfileValue } from './value.ts';
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

/** What somebody's profile says in one field now. */
export function valueChanged(value: ProfileValue): NewEvent {
  return personChanged(value.accountId, {
    custom_profile_field: {
      id: value.fieldId,
      value: value.value,
      ...(value.renderedValue !== null && { rendered_value: value.renderedValue }),
    },
  });
}

/** A field that somebody's profile no longer fills in. */
export function valueRemoved(accountId: number, fieldId: number): NewEvent {
  return personChanged(accountId, { custom_profile_field: { id: fieldId, value: null } });
}
