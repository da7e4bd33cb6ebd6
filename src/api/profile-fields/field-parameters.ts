// The parameters of a custom profile field, for creating and changing one.

import { boolean, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { fieldData } from '../../model/profile-fields/field-data.ts';

export const fieldParameters = {
  name: optionally(text({ maximum: limits.profileFieldNameCodePoints }), 'The name of the field.'),
  hint: optionally(text({ maximum: limits.profileFieldHintCodePoints }), 'The help text of the field.'),
  field_data: optionally(
    fieldData,
    'The options of a dropdown, as `{key: {text, order}}`, or the type of an external account.',
  ),
  display_in_profile_summary: optionally(
    boolean,
    'Whether to show the field on user cards. At most two fields can be shown there.',
    {
      since: 146,
    },
  ),
  required: optionally(boolean, 'Whether to ask people to fill in the field.', { since: 244 }),
  editable_by_user: optionally(
    boolean,
    'Whether people can edit their own values. Otherwise, only administrators can.',
    {
      since: 296,
    },
  ),
  use_for_user_matching: optionally(boolean, 'Whether people can be found by the value of the field.', {
    since: 455,
  }),
};
