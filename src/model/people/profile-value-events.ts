// Events about the values of custom fields in people's profiles.

import type { NewEvent } from '../../api-contract/event.ts';
import type { ProfileValue } from '../profile-fields/profile-value.ts';
import { personChanged } from './person-events.ts';

export function profileValueChanged(value: ProfileValue): NewEvent {
  return personChanged({
    user_id: value.accountId,
    custom_profile_field: {
      id: value.fieldId,
      value: value.value,
      ...(value.renderedValue !== null && { rendered_value: value.renderedValue }),
    },
  });
}

export function profileValueRemoved(accountId: number, fieldId: number): NewEvent {
  return personChanged({ user_id: accountId, custom_profile_field: { id: fieldId, value: null } });
}
