// A custom profile field, which an organization adds to the profiles of its people.

import { badRequest } from '../../api-contract/error.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Row } from '../../storage/schema.ts';

/** The types of fields, by their numbers in the API. */
export const FieldType = {
  shortText: 1,
  paragraph: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;
export type FieldType = (typeof FieldType)[keyof typeof FieldType];

export interface ProfileField {
  readonly id: number;
  readonly type: FieldType;
  readonly name: string;
  readonly hint: string;
  /** The JSON of the choices or the kind of account; empty for other types. */
  readonly data: string;
  readonly position: number;
  readonly isInSummary: boolean;
  readonly isRequired: boolean;
  readonly isEditableByUser: boolean;
  readonly isForMatching: boolean;
}

const types: readonly FieldType[] = Object.values(FieldType);

/** The type for a number that a client sent. @throws if it is not a type */
export function fieldTypeOf(number: number): FieldType {
  const type = types.find((candidate) => candidate === number);
  if (type === undefined) throw badRequest('Invalid field type.');
  return type;
}

export function profileFieldOf(row: Row<'profile_field'>): ProfileField {
  return {
    id: row.id,
    type: row.field_type as FieldType,
    name: row.name,
    hint: row.hint,
    data: row.field_data,
    position: row.position,
    isInSummary: row.display_in_profile_summary === 1,
    isRequired: row.required === 1,
    isEditableByUser: row.editable_by_user === 1,
    isForMatching: row.use_for_user_matching === 1,
  };
}

/** The keys of a field's choices; empty for other types. */
export function fieldChoices(field: ProfileField): readonly string[] {
  return field.type === FieldType.choice ? Object.keys(parseColumn<object>(field.data)) : [];
}
