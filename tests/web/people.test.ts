// The contents of a user card.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person, State } from '../../client/state/state.ts';
import { isOtherZone } from '../../web/lib/is-other-zone.ts';
import { profileFacts, roleName } from '../../web/people/person-facts.ts';

const field = (id: number, type: number, name: string, data: unknown = '') => ({
  id,
  type,
  name,
  field_data: data === '' ? '' : JSON.stringify(data),
});

const state = {
  realm_users: [{ user_id: 4, full_name: 'Max Member' }],
  custom_profile_fields: [
    field(1, 1, 'Pronouns'),
    field(2, 3, 'Office', { a: { text: 'Berlin', order: '1' } }),
    field(3, 5, 'Page'),
    field(4, 6, 'Mentor'),
    field(5, 7, 'Code host', { url_pattern: 'https://example.com/%(username)s' }),
  ],
} as unknown as State;

function factsOf(values: Readonly<Record<number, string>>) {
  const data = Object.entries(values).map(([id, value]) => [id, { value }]);
  return profileFacts(state, { profile_data: Object.fromEntries(data) } as Person);
}

test('fields are displayed by type, empty ones are hidden', () => {
  const facts = factsOf({ 1: 'they', 2: 'a', 3: 'https://example.com/me', 4: '[4]', 5: 'm m' });
  assert.deepEqual(
    facts.map(({ value, link }) => [value, link]),
    [
      ['they', undefined],
      ['Berlin', undefined],
      ['https://example.com/me', 'https://example.com/me'],
      ['Max Member', undefined],
      ['m m', 'https://example.com/m%20m'],
    ],
  );
  assert.deepEqual(factsOf({ 1: '' }), []);
});

test('values that do not match their field are omitted, and only web addresses are links', () => {
  assert.deepEqual(factsOf({ 2: 'gone', 4: 'no list' }), []);
  assert.equal(factsOf({ 3: 'javascript:alert(1)' })[0]?.link, undefined);
});

test('a role has a label', () => {
  const roles = [100, 200, 300, 400, 600].map((role) => roleName({ role, is_bot: false } as Person));
  assert.deepEqual(roles, ['Owner', 'Administrator', 'Moderator', 'Member', 'Guest']);
  assert.equal(roleName({ role: 400, is_bot: true } as Person), 'Bot');
});

test('the local time is only displayed for another time zone', () => {
  assert.equal(isOtherZone('Asia/Kolkata', 'Europe/Berlin'), true);
  assert.equal(isOtherZone('Europe/Berlin', 'Europe/Berlin'), false);
  assert.equal(isOtherZone('', 'Europe/Berlin'), false);
  assert.equal(isOtherZone('Mars/Base', 'Europe/Berlin'), false);
});
