// Rules for a custom profile field, on its own and together with the organization's other fields.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { Role } from '../accounts/roles.ts';
import { FieldType, type ProfileField } from './profile-field.ts';

const MAX_IN_SUMMARY = 2;

/** Types that clients cannot show on a person's card. (Clients can show paragraphs since feature level 476.) */
const notInSummary: readonly FieldType[] = [FieldType.people];
const forMatching: readonly FieldType[] = [FieldType.shortText, FieldType.externalAccount];

export type FieldContent = Omit<ProfileField, 'id' | 'position'>;

/** The error for an id that no field has. */
export function fieldNotFound(id: number): ApiError {
  return badRequest(`Field id ${id} not found.`);
}

/**
 * Refuses an invalid field.
 * @param others the organization's other fields
 */
export function checkField(field: FieldContent, others: readonly ProfileField[]): void {
  if (field.name.trim() === '') throw badRequest('Label cannot be blank.');
  if (others.some((other) => other.name === field.name)) {
    throw badRequest('A field with that label already exists.');
  }
  if (field.isInSummary) checkSummary(field, others);
  if (field.isForMatching && !forMatching.includes(field.type)) {
    throw badRequest('Field type not supported for use in user matching.');
  }
}

function checkSummary(field: FieldContent, others: readonly ProfileField[]): void {
  if (notInSummary.includes(field.type)) {
    throw badRequest('Field type not supported for display in profile summary.');
  }
  if (others.filter((other) => other.isInSummary).length >= MAX_IN_SUMMARY) {
    throw badRequest('Only 2 custom profile fields can be displayed in the profile summary.');
  }
}

/** Refuses an order that does not contain exactly the existing fields. */
export function checkFieldOrder(order: readonly number[], fields: readonly ProfileField[]): void {
  const ids = new Set(order);
  if (ids.size !== order.length || ids.size !== fields.length || !fields.every(({ id }) => ids.has(id))) {
    throw badRequest('Invalid order mapping.');
  }
}

/** Refuses a person's change of their own value in a field that only administrators may fill in. */
export function checkMayEditOwnValue(field: ProfileField, role: Role): void {
  if (field.isEditableByUser || role <= Role.administrator) return;
  throw badRequest('You are not allowed to change this field. Contact an administrator to update it.');
}
