// The rules of profile fields: their types, and which properties each may have.

import type { InputOf } from '../../../client/api-types.ts';
import type { Section } from '../../../client/state/state.ts';

export type Field = Section<'custom_profile_fields'>[number];

/** The types by their numbers in the API. */
export const fieldTypes = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  pronouns: 8,
} as const;
export type FieldTypeName = keyof typeof fieldTypes;
export const fieldTypeNames = Object.keys(fieldTypes) as readonly FieldTypeName[];

/** An external account of a kind that is defined here, not known to the server. */
export const OWN_ACCOUNT = 'custom';
const IN_SUMMARY = 2;

export interface Choice {
  /** The key on the server; empty for a new choice. */
  readonly key: string;
  readonly text: string;
}

/** The state of the field's form. */
export interface FieldDraft {
  readonly type: FieldTypeName;
  readonly name: string;
  readonly hint: string;
  readonly choices: readonly Choice[];
  readonly account: string;
  readonly address: string;
  readonly isInSummary: boolean;
  readonly isRequired: boolean;
  readonly isEditable: boolean;
  readonly isForMatching: boolean;
}

export const emptyField: FieldDraft = {
  type: 'shortText',
  name: '',
  hint: '',
  choices: [{ key: '', text: '' }],
  account: 'github',
  address: '',
  isInSummary: false,
  isRequired: false,
  isEditable: true,
  isForMatching: false,
};

function typeName(type: number): FieldTypeName {
  return fieldTypeNames.find((name) => fieldTypes[name] === type) ?? 'shortText';
}

interface SentChoice {
  readonly text: string;
  readonly order: string;
}

function choicesIn(data: string): readonly Choice[] {
  const all = Object.entries(JSON.parse(data || '{}') as Readonly<Record<string, SentChoice>>);
  return all
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => ({ key, text }));
}

/** The form's state for an existing field. */
export function draftOf(field: Field): FieldDraft {
  const type = typeName(field.type);
  const account = (type === 'account' ? JSON.parse(field.field_data) : {}) as {
    readonly subtype?: string;
    readonly url_pattern?: string;
  };
  return {
    type,
    name: field.name,
    hint: field.hint,
    choices: type === 'choice' ? [...choicesIn(field.field_data), { key: '', text: '' }] : emptyField.choices,
    account: account.subtype ?? emptyField.account,
    address: account.url_pattern ?? '',
    isInSummary: field.display_in_profile_summary === true,
    isRequired: field.required,
    isEditable: field.editable_by_user,
    isForMatching: field.use_for_user_matching === true,
  };
}

/** Whether the server names the field, as it does for known external accounts. */
export function isNamedByServer({ type, account }: FieldDraft): boolean {
  return type === 'account' && account !== OWN_ACCOUNT;
}

/** Whether a field may be shown on profile cards: at most two, and none of accounts. */
export function maySummarize(type: FieldTypeName, others: readonly Field[]): boolean {
  return type !== 'people' && others.filter((field) => field.display_in_profile_summary).length < IN_SUMMARY;
}

/** Whether people can be found by the field. */
export function mayMatch(type: FieldTypeName): boolean {
  return type === 'shortText' || type === 'account';
}

const filled = (choices: readonly Choice[]) => choices.filter(({ text }) => text.trim() !== '');

/** Whether everything required is filled in. */
export function isReady(draft: FieldDraft): boolean {
  if (!isNamedByServer(draft) && draft.name.trim() === '') return false;
  if (draft.type === 'choice') return filled(draft.choices).length > 0;
  if (draft.type === 'account' && draft.account === OWN_ACCOUNT)
    return draft.address.includes('%(username)s');
  return true;
}

/** The choices to send. Existing ones keep their keys, so that accounts keep their choice. */
function sentChoices(choices: readonly Choice[]): Readonly<Record<string, SentChoice>> {
  const all = filled(choices);
  let free = Math.max(-1, ...all.map(({ key }) => (key === '' ? -1 : Number(key)))) + 1;
  return Object.fromEntries(
    all.map(({ key, text }, index) => [
      key === '' ? String(free++) : key,
      { text: text.trim(), order: String(index + 1) },
    ]),
  );
}

/** The properties to send; the type and the name of a known external account cannot be changed. */
export function sentField(draft: FieldDraft): Omit<InputOf<'update-custom-profile-field'>, 'field_id'> {
  const { type, account } = draft;
  return {
    ...(!isNamedByServer(draft) && { name: draft.name.trim(), hint: draft.hint.trim() }),
    ...(type === 'choice' && { field_data: sentChoices(draft.choices) }),
    ...(type === 'account' && {
      field_data:
        account === OWN_ACCOUNT
          ? { subtype: account, url_pattern: draft.address.trim() }
          : { subtype: account },
    }),
    display_in_profile_summary: draft.isInSummary,
    required: draft.isRequired,
    editable_by_user: draft.isEditable,
    use_for_user_matching: mayMatch(type) && draft.isForMatching,
  };
}
