// A custom profile field as clients read it.

import type { ProfileField } from './field.ts';

export interface WireProfileField {
  readonly id: number;
  readonly type: number;
  readonly order: number;
  readonly name: string;
  readonly hint: string;
  readonly field_data: string;
  readonly required: boolean;
  readonly editable_by_user: boolean;
  readonly display_in_profile_summary?: true;
  readonly use_for_user_matching?: true;
}

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
    // Only sent when true.
    ...(field.isInSummary && { display_in_profile_summary: true }),
    ...(field.isForMatching && { use_for_user_matching: true }),
  };
}
