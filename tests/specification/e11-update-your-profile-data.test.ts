// E11: the caller's values of custom profile fields.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { assertSuccessOnly, userSeenBy } from './lookups.ts';

const server = await startTestServer();
const [adam, mel, mia, gus] = await Promise.all([
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const path = '/users/me/profile_data';
const newField = async (name: string, field_type: number): Promise<number> =>
  (await adam.ok('POST', '/realm/profile_fields', { name, hint: '', field_type })).id;
const [motto, friends] = [await newField('Motto', 1), await newField('Friends', 6)];
const profileOf = async ({ userId }: { userId: number }) => (await userSeenBy(mia, userId)).profile_data;

test("E11.1 sets the caller's value and returns no data", async () => {
  assertSuccessOnly(await mel.ok('PATCH', path, { data: [{ id: motto, value: 'Onward' }] }));
  assert.equal((await profileOf(mel))[motto].value, 'Onward');
  assert.equal(motto in (await profileOf(gus)), false);
});

test('E11.2 needs a list', async () => {
  await mel.refused('PATCH', path, {}, 'REQUEST_VARIABLE_MISSING', "Missing 'data' argument");
  await mel.refused('PATCH', path, { data: { id: motto, value: 'x' } }, 'BAD_REQUEST', 'data is not a list');
});

test('E11.3 rejects entries without an id or value', async () => {
  for (const entry of [{ id: motto }, { value: 'x' }]) {
    await mel.refused('PATCH', path, { data: [entry] }, 'BAD_REQUEST', /field is missing/);
  }
});

test('E11.4 accepts a text', async () => {
  await mel.ok('PATCH', path, { data: [{ id: motto, value: 'Per aspera' }] });
  assert.equal((await profileOf(mel))[motto].value, 'Per aspera');
});

test('E11.5 accepts a list of user ids', async () => {
  const value = [adam.userId, gus.userId];
  await mel.ok('PATCH', path, { data: [{ id: friends, value }] });
  assert.deepEqual(JSON.parse((await profileOf(mel))[friends].value), value);
});

test('E11.6 removes a value with null', async () => {
  await mel.ok('PATCH', path, { data: [{ id: motto, value: 'Passing' }] });
  await mel.ok('PATCH', path, { data: [{ id: motto, value: null }] });
  assert.equal(motto in (await profileOf(mel)), false);
});

test('E11.7 keeps values that are not named', async () => {
  await mel.ok('PATCH', path, { data: [{ id: motto, value: 'Stays' }] });
  await mel.ok('PATCH', path, { data: [{ id: friends, value: [mia.userId] }] });
  assert.equal((await profileOf(mel))[motto].value, 'Stays');
});

test('E11.8 is for guests too', async () => {
  await gus.ok('PATCH', path, { data: [{ id: motto, value: 'A visitor' }] });
  assert.equal((await profileOf(gus))[motto].value, 'A visitor');
});
