// Validates values of custom profile fields: what each type accepts, and the text that is stored.

import {
  anyOf,
  type Codec,
  type Decoded,
  id,
  list,
  nullable,
  record,
  shortText,
  text,
} from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../accounts/account.ts';
import { FieldType, fieldChoices, type ProfileField } from './profile-field.ts';

const SHORT_TEXT = 50;

/** A text, the ids of people, or null to remove the value. */
const sentValue = anyOf('is not an allowed_type', shortText, list(id, 1000), nullable(shortText));
export type SentValue = Decoded<typeof sentValue>;

/** `[{"id": 4, "value": "0"}, …]`, as `PATCH /users/me/profile_data` and `PATCH /users/{id}` receive it. */
export const sentValues: Codec<{ id: number; value: SentValue }[]> = list(
  record({ id, value: sentValue }),
  1000,
);

type FindAccount = (id: number) => Pick<Account, 'isActive' | 'isBot'> | undefined;

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isUrl(value: string): boolean {
  return /^(https?|ftp):\/\//i.test(value) && URL.canParse(value);
}

function checkPeople(value: SentValue, findAccount: FindAccount): string {
  if (!Array.isArray(value)) throw badRequest('User IDs is not a list');
  for (const accountId of value) {
    const account = findAccount(accountId);
    if (!account) throw badRequest(`Invalid user ID: ${accountId}`);
    if (!account.isActive) throw badRequest(`User with ID ${accountId} is deactivated`);
    if (account.isBot) throw badRequest(`User with ID ${accountId} is a bot`);
  }
  return JSON.stringify(value);
}

function limitedText(value: string, name: string, maximum: number): string {
  return text({ maximum }).decode(value, name);
}

/**
 * The text to store for a value; null to remove the stored one.
 * @throws an error with the field's name if the value does not fit the field
 */
export function checkedProfileValue(
  field: ProfileField,
  value: SentValue,
  findAccount: FindAccount,
): string | null {
  if (value === null) return null;
  if (field.type === FieldType.people) return checkPeople(value, findAccount);
  if (typeof value !== 'string') throw badRequest(`${field.name} is not a string`);
  switch (field.type) {
    case FieldType.shortText:
    case FieldType.pronouns:
    case FieldType.externalAccount:
      return limitedText(value, field.name, SHORT_TEXT);
    case FieldType.paragraph:
      return limitedText(value, field.name, limits.profileFieldValueCodePoints);
    case FieldType.choice:
      if (fieldChoices(field).includes(value)) return value;
      throw badRequest(`'${value}' is not a valid choice for '${field.name}'.`);
    case FieldType.date:
      if (isDate(value)) return value;
      throw badRequest(`${field.name} is not a date`);
    case FieldType.link:
      if (isUrl(value)) return limitedText(value, field.name, limits.profileFieldValueCodePoints);
      throw badRequest(`${field.name} is not a URL`);
  }
}

/** Whether values of a field are Markdown, so that their HTML is sent with them. */
export function isMarkdownField(field: Pick<ProfileField, 'type'>): boolean {
  return field.type === FieldType.shortText || field.type === FieldType.paragraph;
}

/** A new value of a person's field. */
export interface ValueChange {
  readonly fieldId: number;
  readonly value: SentValue;
  /** The value's HTML if the field may be Markdown, rendered before the unit of work began. */
  readonly html: string | null;
}
