// `custom_profile_fields` events.

import type { NewEvent } from '../../api-contract/event.ts';
import type { ProfileField } from './profile-field.ts';
import { wireProfileField } from './wire-profile-field.ts';

/** @param fields the whole list, in order */
export function profileFieldsChanged(fields: readonly ProfileField[]): NewEvent {
  return {
    type: 'custom_profile_fields',
    audience: { kind: 'everyone' },
    payload: { fields: fields.map(wireProfileField) },
    touches: { profileFields: true },
  };
}
