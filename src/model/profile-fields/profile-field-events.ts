// `custom_profile_fields` events, which always contain the whole list.

import { list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';
import type { ProfileField } from './profile-field.ts';
import { profileFieldSchema, wireProfileField } from './wire-profile-field.ts';

export const profileFieldsEvent = eventType(
  'custom_profile_fields',
  'The custom profile fields changed. Contains the whole list.',
  { fields: list(profileFieldSchema) },
);

/** @param fields the whole list, in order */
export function profileFieldsChanged(fields: readonly ProfileField[]): NewEvent {
  return newEvent(
    profileFieldsEvent,
    { fields: fields.map(wireProfileField) },
    { audience: { kind: 'everyone' }, touches: { profileFields: true } },
  );
}
