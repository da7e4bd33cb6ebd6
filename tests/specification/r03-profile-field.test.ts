// Custom profile fields and their values.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [adam, mel, mia] = await Promise.all([server.as('adam'), server.as('mel'), server.as('mia')]);
const choices = { red: { text: 'Red', order: '2' }, blue: { text: 'Blue', order: '1' } };
const account = { subtype: 'custom', url_pattern: 'https://example.com/%(username)s' };
let count = 0;

function withData(field: Json): Json {
  const data = field.field_type === 3 ? choices : field.field_type === 7 ? account : undefined;
  return { name: `Field ${++count}`, hint: '', ...(data && { field_data: data }), ...field };
}
const create = async (field: Json): Promise<number> =>
  (await adam.ok('POST', '/realm/profile_fields', withData(field))).id;
const listedField = async (id: number) =>
  (await mel.ok('GET', '/realm/profile_fields')).custom_fields.find((one: { id: number }) => one.id === id);
const set = (id: number, value: unknown) =>
  mel.ok('PATCH', '/users/me/profile_data', { data: [{ id, value }] });
const refused = (id: number, value: unknown) =>
  mel.refused('PATCH', '/users/me/profile_data', { data: [{ id, value }] }, 'BAD_REQUEST');
const storedValue = async (id: number) => (await mel.ok('GET', '/users/me')).profile_data[id]?.value;

test('R-profile-field.1 R-profile-field.2 a field has an id, a name and a hint', async () => {
  const id = await create({ field_type: 1, name: 'Nickname', hint: 'What friends call you' });
  assert.ok(Number.isInteger(id));
  const field = await listedField(id);
  assert.deepEqual([field.name, field.hint], ['Nickname', 'What friends call you']);
});

test('R-profile-field.3 a field has one of eight types', async () => {
  for (const type of [1, 2, 3, 4, 5, 6, 7, 8]) {
    assert.equal((await listedField(await create({ field_type: type }))).type, type);
  }
});

test('R-profile-field.4 only dropdowns and external accounts have field_data', async () => {
  for (const type of [1, 2, 4, 5, 6, 8]) {
    const id = await create({ field_type: type, field_data: choices });
    assert.equal((await listedField(id)).field_data, '');
  }
  const id = await create({ field_type: 7 });
  assert.deepEqual(JSON.parse((await listedField(id)).field_data), account);
});

test('R-profile-field.5 a dropdown has choices with texts and orders', async () => {
  const id = await create({ field_type: 3 });
  assert.deepEqual(JSON.parse((await listedField(id)).field_data), choices);
  for (const wrong of [{ red: { text: 'Red' } }, { red: { text: 'Red', order: 1 } }, { red: 'Red' }]) {
    const field = withData({ field_type: 3, field_data: wrong });
    await adam.refused('POST', '/realm/profile_fields', field, 'BAD_REQUEST');
  }
});

test('R-profile-field.6 R-profile-field.7 at most two fields are in the summary, and none of type users', async () => {
  const people = withData({ field_type: 6, display_in_profile_summary: true });
  await adam.refused('POST', '/realm/profile_fields', people, 'BAD_REQUEST');
  for (const type of [1, 3]) await create({ field_type: type, display_in_profile_summary: true });
  const third = withData({ field_type: 1, display_in_profile_summary: true });
  await adam.refused('POST', '/realm/profile_fields', third, 'BAD_REQUEST', /2/);
});

test('R-profile-field.8 a required field can be empty', async () => {
  const id = await create({ field_type: 1, required: true });
  assert.equal((await listedField(id)).required, true);
  assert.equal(await storedValue(id), undefined);
  await set(id, 'there');
  await set(id, null);
  assert.equal(await storedValue(id), undefined);
});

test('R-profile-field.9 some fields can be changed by administrators only', async () => {
  const id = await create({ field_type: 1, editable_by_user: false });
  await refused(id, 'mine');
  await adam.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: 'his' }] });
  await adam.ok('PATCH', `/users/${mel.userId}`, { profile_data: [{ id, value: 'given' }] });
  assert.equal(await storedValue(id), 'given');
});

test('R-profile-field.10 R-profile-field.11 matching is possible for two types, and is listed if true', async () => {
  for (const type of [1, 7]) {
    const id = await create({ field_type: type, use_for_user_matching: true });
    assert.equal((await listedField(id)).use_for_user_matching, true);
  }
  for (const type of [2, 3, 4, 5, 6, 8]) {
    const field = withData({ field_type: type, use_for_user_matching: true });
    await adam.refused('POST', '/realm/profile_fields', field, 'BAD_REQUEST');
  }
  assert.ok(!('use_for_user_matching' in (await listedField(await create({ field_type: 1 })))));
});

test('R-profile-field.12 values match the type', async () => {
  const cases: readonly (readonly [type: number, right: string, wrong: unknown])[] = [
    [1, 'short', 7],
    [2, 'several\nlines', [mia.userId]],
    [3, 'red', 'green'],
    [4, '2001-02-03', '3 February'],
    [5, 'https://example.com/', 'example'],
    [7, 'mel', 7],
    [8, 'she/her', 7],
  ];
  for (const [type, right, wrong] of cases) {
    const id = await create({ field_type: type });
    await refused(id, wrong);
    await set(id, right);
    assert.equal(await storedValue(id), right);
  }
});

test('R-profile-field.13 the value of a users field is a list of users', async () => {
  const id = await create({ field_type: 6 });
  await set(id, [mia.userId, adam.userId]);
  assert.deepEqual(JSON.parse(await storedValue(id)), [mia.userId, adam.userId]);
  await refused(id, [99_999]);
  await refused(id, 'mia');
});

test('R-profile-field.14 null removes the value', async () => {
  const id = await create({ field_type: 2 });
  await set(id, 'something');
  await set(id, null);
  assert.equal(await storedValue(id), undefined);
});
