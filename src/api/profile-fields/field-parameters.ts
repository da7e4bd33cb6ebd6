// The parameters of a custom profile field, for creating and changing one.

import { boolean, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { fieldData } from '../../model/profile-fields/field-data.ts';

export const fieldParameters = {
  name: optionally(text({ maximum: limits.profileFieldNameCodePoints }), 'What the field is called.'),
  hint: optionally(text({ maximum: limits.profileFieldHintCodePoints }), 'Help for filling it in.'),
  field_data: optionally(
    fieldData,
    'The choices of a dropdown, `{key: {text, order}}`, or the kind of an external account.',
  ),
  display_in_profile_summary: optionally(boolean, 'Shown on the card of a person; at most two fields are.', {
    since: 146,
  }),
  required: optionally(boolean, 'People are asked to fill it in.', { since: 244 }),
  editable_by_user: optionally(boolean, 'People fill it in themselves; else only administrators do.', {
    since: 296,
  }),
  use_for_user_matching: optionally(boolean, 'People are also found by it.', { since: 455 }),
};
