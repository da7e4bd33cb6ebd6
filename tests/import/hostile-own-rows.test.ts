// Rows of a whole Parley export that are well-formed but inconsistent, or have values that no server writes: each is refused
// with its place and reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotas } from '../../src/api-contract/limits/quotas.ts';
import { FieldType } from '../../src/model/profile-fields/profile-field.ts';
import { changed, type Faults, ownArchive, type Row, readRows } from './own-archive.ts';

const { file } = await ownArchive();
const { check, refused } = await readRows(file);

const added =
  (row: Row) =>
  (rows: Row[]): void =>
    void rows.push(row);

const emoji = {
  id: 1,
  organization_id: 1,
  name: 'copper',
  author_id: null,
  is_animated: 0,
  is_deactivated: 0,
};

const linkifier = {
  id: 1000,
  organization_id: 1,
  position: 0,
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://acme.example/{id}',
  example_input: null,
  reverse_template: null,
  alternative_url_templates: '[]',
};
const field = {
  id: 99,
  organization_id: 1,
  name: 'Forge',
  hint: '',
  field_type: FieldType.externalAccount,
  position: 9,
  display_in_profile_summary: 0,
  required: 0,
  editable_by_user: 1,
  use_for_user_matching: 0,
};

const faults: Faults = [
  ['a missing person', 'message', changed({ sender_id: 9999 }), /"sender_id" names account 9999/],
  [
    'a row of another organization',
    'subscription',
    changed({ organization_id: 7 }),
    /belongs to organization 7, not to 1/,
  ],
  [
    'a file of another organization',
    'attachment',
    (rows) => Object.assign(rows[0] ?? {}, { path_id: String(rows[0]?.path_id).replace('1/', '7/') }),
    /"path_id" is not the path/,
  ],
  ['an unknown role', 'account', changed({ role: 1 }, 5), /has the unknown role/],
  [
    'no administrator',
    'account',
    (rows) => {
      for (const row of rows) if (row.role === 100) row.role = 400;
    },
    /it has no active owner/,
  ],
  [
    'a log position after the end of the log',
    'message',
    changed({ sequence: 2 ** 50 }),
    /after the end of the log/,
  ],
  ['a time that no date has', 'message', changed({ sent_at: 2 ** 52 }), /"sent_at" cannot be/],
  [
    'invalid settings',
    'account',
    changed({ settings: '{"color_scheme": "dark"}' }, 5),
    /"settings" has an invalid value of "color_scheme"/,
  ],
  [
    'invalid login methods',
    'organization',
    changed({ settings: '{"authentication_methods": null}' }),
    /"settings" has an invalid value of "authentication_methods"/,
  ],
  [
    'login methods with another value',
    'organization',
    changed({ settings: '{"authentication_methods": {"Email": 7}}' }),
    /"settings" has an invalid value of "authentication_methods"/,
  ],
  [
    'settings that new accounts cannot begin with',
    'organization',
    changed({ default_settings: '{"enable_sounds": null}' }),
    /"default_settings" has an invalid value of "enable_sounds"/,
  ],

  [
    'a direct conversation without people',
    'conversation',
    (rows) => rows.push({ ...rows[0], id: 99_999, channel_id: null, direct_key: '1,9999', topic_key: '' }),
    /"direct_key" does not name people/,
  ],
  [
    'a picture of a person with files elsewhere',
    'account',
    changed({ avatar_source: 'U', avatar_key: '../..' }, 5),
    /"avatar_key" is not a picture file name/,
  ],
  [
    'an audit log entry of an unknown kind',
    'audit_entry',
    changed({ kind: 'constructor' }),
    /"kind" is not an audit kind/,
  ],
  [
    'invalid details of an audit log entry',
    'audit_entry',
    changed({ details: '["x"]' }),
    /"details" is not an object/,
  ],
  [
    'people of an audit log entry that are not a list',
    'audit_entry',
    changed({ details: '{"user_ids":"all"}' }),
    /"details" is not a list of IDs/,
  ],
  [
    'an emoji whose file lies elsewhere',
    'custom_emoji',
    added({ ...emoji, file_name: '../../secret' }),
    /"file_name" is not a picture file name/,
  ],
  [
    'several addresses in one field',
    'account',
    changed({ email: 'a@one.example, b@two.example' }, -1),
    /"email" is not an email address/,
  ],
  [
    'a pattern that runs too long',
    'linkifier',
    added({ ...linkifier, pattern: '(?P<id>(((a{30}){30}){30}){30})' }),
    /table linkifier, row with id 1000: it is not a valid linkifier/,
  ],
  [
    'other addresses that are invalid',
    'linkifier',
    added({ ...linkifier, alternative_url_templates: '{}' }),
    /table linkifier, row with id 1000: it is not a valid linkifier/,
  ],
  [
    'too many linkifiers',
    'linkifier',
    (rows) => {
      for (let more = 0; more <= quotas.linkifiers.per_organization.ceiling; more++)
        rows.push({ ...linkifier, id: linkifier.id + more });
    },
    /table linkifier: it has more than/,
  ],
  [
    'a playground with a script URL',
    'playground',
    added({ id: 1, organization_id: 1, name: 'x', language: 'x', url_template: 'javascript:{code}' }),
    /table playground, row with id 1: it is not a valid playground/,
  ],
  [
    'a profile field with a script URL',
    'profile_field',
    added({ ...field, field_data: '{"subtype":"custom","url_pattern":"javascript:%(username)s"}' }),
    /table profile_field, row with id 99: it is not a valid profile field/,
  ],
];

for (const [what, table, change, reason] of faults)
  test(`an archive is refused with ${what}`, () => refused(table, change, reason));

test('unchanged rows are consistent', async () => {
  assert.equal(typeof (await check()).newestMessageId, 'number');
});
