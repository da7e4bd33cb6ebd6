// A custom profile field in its wire form.

import {
  anyText,
  boolean,
  type Decoded,
  id,
  nonNegativeInteger,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { FieldType, type ProfileField } from './profile-field.ts';

export const profileFieldSchema = record({
  id,
  type: nonNegativeInteger,
  order: nonNegativeInteger,
  name: anyText,
  hint: anyText,
  field_data: anyText,
  required: boolean,
  editable_by_user: boolean,
  display_in_profile_summary: optional(boolean),
  use_for_user_matching: optional(boolean),
});

export type WireProfileField = Decoded<typeof profileFieldSchema>;

export function wireProfileField(field: ProfileField): WireProfileField {
  return {
    id: field.id,
    type: field.type,
    order: field.position,
    name: field.name,
    hint: field.hint,
    field_data: field.data,
    required: field.isRequired,
    editable_by_user: field.isEditableByUser,
    // Sent only if true.
    ...(field.isInSummary && { display_in_profile_summary: true }),
    ...(field.isForMatching && { use_for_user_matching: true }),
  };
}

/** All types, by the names that clients use for them. */
export const wireFieldTypes = {
  SHORT_TEXT: { id: FieldType.shortText, name: 'Text (short)' },
  LONG_TEXT: { id: FieldType.paragraph, name: 'Text (long)' },
  SELECT: { id: FieldType.choice, name: 'List of options' },
  DATE: { id: FieldType.date, name: 'Date' },
  URL: { id: FieldType.link, name: 'Link' },
  USER: { id: FieldType.people, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FieldType.externalAccount, name: 'External account' },
  PRONOUNS: { id: FieldType.pronouns, name: 'Pronouns' },
} as const;
