// Errors about an organization's customizations: linkifiers, playgrounds, domains, profile fields, emoji.

import { type ExpectedError, type ExpectedErrors, UNKNOWN_ID } from './expected-error.ts';
import { emojiFiles } from './files.ts';

const NOT_AN_OWNER = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const NOT_AN_ADMINISTRATOR = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };
const byMember: ExpectedError = { what: 'a member', by: 'mel', ...NOT_AN_ADMINISTRATOR };

const noField = (id: number) => `Field id ${id} not found.`;
const fields: readonly ExpectedError[] = [
  { what: 'an unknown field', with: () => ({ field_id: UNKNOWN_ID }), msg: noField(UNKNOWN_ID) },
  {
    what: "the other organization's field",
    with: ({ foreignIds }) => ({ field_id: foreignIds.field }),
    msg: ({ foreignIds }) => noField(foreignIds.field),
  },
];
const linkifiers: readonly ExpectedError[] = [
  {
    what: 'an unknown linkifier',
    with: () => ({ filter_id: UNKNOWN_ID }),
    msg: 'Linkifier not found.',
  },
  {
    what: "the other organization's linkifier",
    with: ({ foreignIds }) => ({ filter_id: foreignIds.linkifier }),
    msg: 'Linkifier not found.',
  },
];
const domains: readonly ExpectedError[] = [
  {
    what: 'a domain that is not in the list',
    with: () => ({ domain: 'nothing.example' }),
    msg: 'No entry found for domain nothing.example.',
  },
  { what: 'an administrator', by: 'adam', ...NOT_AN_OWNER },
];

export const customizationErrors: ExpectedErrors = {
  'add-linkifier': [
    byMember,
    {
      what: 'an invalid pattern',
      with: () => ({ pattern: '(' }),
      msg: 'Bad regular expression: error parsing regexp: missing closing ): `(`',
    },
    {
      what: 'a group that the address does not use',
      with: () => ({ url_template: 'https://example.com/' }),
      msg: "Group 'id' in linkifier pattern is not present in URL template.",
    },
    {
      what: 'an existing pattern',
      with: () => ({ pattern: '#(?P<id>[0-9]+)' }),
      msg: 'A linkifier with this pattern already exists.',
    },
  ],
  'update-linkifier': [...linkifiers, byMember],
  'remove-linkifier': [...linkifiers, byMember],
  'reorder-linkifiers': [
    {
      what: 'some of the linkifiers',
      with: ({ ids }) => ({ ordered_linkifier_ids: [ids.linkifier] }),
      msg: 'The ordered list must enumerate all existing linkifiers exactly once',
    },
    {
      what: "the other organization's linkifier",
      with: ({ ids, foreignIds }) => ({ ordered_linkifier_ids: [...ids.linkifiers, foreignIds.linkifier] }),
      msg: 'The ordered list must enumerate all existing linkifiers exactly once',
    },
  ],
  'add-code-playground': [
    byMember,
    { what: 'a blank name', with: () => ({ name: '  ' }), msg: 'name cannot be blank' },
    {
      what: 'an address without the code',
      with: () => ({ url_template: 'https://example.com/' }),
      msg: 'Missing the required variable "code" in the URL template',
    },
  ],
  'remove-code-playground': [
    {
      what: 'an unknown playground',
      with: () => ({ playground_id: UNKNOWN_ID }),
      msg: 'Invalid playground',
    },
    {
      what: "the other organization's playground",
      with: ({ foreignIds }) => ({ playground_id: foreignIds.playground }),
      msg: 'Invalid playground',
    },
    byMember,
  ],
  'add-domain': [
    {
      what: 'a domain that is already allowed',
      with: () => ({ domain: 'example.com' }),
      msg: 'The domain example.com is already a part of your organization.',
    },
    {
      what: 'an invalid domain',
      with: () => ({ domain: 'nothing' }),
      msg: 'Invalid domain: Domain must have at least one dot (.)',
    },
    { what: 'an administrator', by: 'adam', ...NOT_AN_OWNER },
  ],
  'update-domain': domains,
  'remove-domain': domains,
  'create-custom-profile-field': [
    byMember,
    { what: 'an unknown type', with: () => ({ field_type: 99 }), msg: 'Invalid field type.' },
    { what: 'no name', with: () => ({ name: ' ' }), msg: 'Label cannot be blank.' },
    {
      what: 'the name of another field',
      with: () => ({ name: 'Team' }),
      msg: 'A field with that label already exists.',
    },
    {
      what: 'a list without choices',
      with: () => ({ field_type: 3 }),
      msg: 'Field must have at least one choice.',
    },
  ],
  'update-custom-profile-field': [
    ...fields,
    byMember,
    {
      what: 'the name of another field',
      with: () => ({ name: 'Team' }),
      msg: 'A field with that label already exists.',
    },
  ],
  'delete-custom-profile-field': [...fields, byMember],
  'reorder-custom-profile-fields': [
    {
      what: 'some of the fields',
      with: ({ ids }) => ({ order: [ids.field] }),
      msg: 'Invalid order mapping.',
    },
    {
      what: "the other organization's field",
      with: ({ ids, foreignIds }) => ({ order: [ids.choiceField, foreignIds.field] }),
      msg: 'Invalid order mapping.',
    },
  ],
  'upload-custom-emoji': [
    ...emojiFiles,
    { what: 'a guest', by: 'gus', msg: 'Insufficient permission' },
    {
      what: 'the name of another emoji',
      with: () => ({ emoji_name: 'party' }),
      msg: 'A custom emoji with this name already exists.',
    },
    {
      what: 'the name of a Unicode emoji, by a member',
      by: 'mel',
      with: () => ({ emoji_name: 'smile' }),
      msg: 'Only administrators can override default emoji.',
    },
  ],
  'deactivate-custom-emoji': [
    {
      what: 'an unknown emoji',
      with: () => ({ emoji_name: 'nothing' }),
      status: 404,
      msg: "Emoji 'nothing' does not exist",
    },
    {
      what: 'a member who did not create it',
      by: 'mia',
      msg: 'Must be an organization administrator or emoji author',
    },
  ],
};
