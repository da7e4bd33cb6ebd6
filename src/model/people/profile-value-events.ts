// What clients are told of what people's profiles say in custom fields.

import type { NewEvent } from '../../api-contract/event.ts';
import type { ProfileValue } from '../profile-fields/value.ts';
import { personChanged } from './person-events.ts';

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
