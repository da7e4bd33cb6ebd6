// E6: creating a custom profile field.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('gus'),
  server.as('helper'),
]);
const path = '/realm/profile_fields';
const choices = { a: { text: 'A', order: '1' }, b: { text: 'B', order: '2' } };
const dataOf: Readonly<Record<number, Json>> = {
  3: choices,
  7: { subtype: 'custom', url_pattern: 'https://example.com/%(username)s' },
};
let count = 0;

function field(values: Json): Json {
  const data = dataOf[Number(values.field_type)];
  return { name: `Field ${++count}`, ...(data && { field_data: data }), ...values };
}
async function createField(values: Json) {
  const { id } = await adam.ok('POST', path, field(values));
  return listedField(id);
}
async function listedField(id: number) {
  const { custom_fields: all } = await mel.ok('GET', path);
  return all.find((one: { id: number }) => one.id === id);
}
async function expectRefused(values: Json): Promise<void> {
  const { status, body } = await adam.request('POST', path, field(values));
  assert.deepEqual([status, body.result], [400, 'error'], JSON.stringify(values));
}

test('E6.1 is for administrators', async () => {
  for (const client of [olive, adam]) await client.ok('POST', path, field({ field_type: 1 }));
  for (const client of [mona, mel, gus, helper]) {
    await client.refused('POST', path, field({ field_type: 1 }), 'UNAUTHORIZED_PRINCIPAL');
  }
});

test('E6.2 returns the id', async () => {
  const { id, ...rest } = await adam.ok('POST', path, field({ field_type: 1 }));
  assert.ok(Number.isInteger(id));
  assert.deepEqual(rest, { result: 'success', msg: '' });
  assert.equal((await listedField(id)).id, id);
});

test('E6.3 field_type is from 1 to 8', async () => {
  for (const field_type of [1, 2, 3, 4, 5, 6, 7, 8]) {
    assert.equal((await createField({ field_type })).type, field_type);
  }
  for (const field_type of [0, 9, 'text']) await expectRefused({ field_type });
  await adam.refused('POST', path, field({}), 'REQUEST_VARIABLE_MISSING', /'field_type'/);
});

test('E6.4 accepts a name and an optional hint', async () => {
  const both = await createField({ field_type: 1, name: 'Motto', hint: 'In a line' });
  assert.deepEqual([both.name, both.hint], ['Motto', 'In a line']);
  assert.equal((await createField({ field_type: 1 })).hint, '');
});

test('E6.5 accepts field_data as the type requires', async () => {
  assert.deepEqual(JSON.parse((await createField({ field_type: 3 })).field_data), choices);
  for (const wrong of ['A, B', ['A', 'B'], 7]) await expectRefused({ field_type: 3, field_data: wrong });
});

test('E6.6 E6.7 E6.8 accepts display_in_profile_summary for two fields of every type but users', async () => {
  for (const field_type of [1, 2, 3, 4, 5, 7, 8]) {
    const { id, ...shown } = await createField({ field_type, display_in_profile_summary: true });
    assert.equal(shown.display_in_profile_summary, true, String(field_type));
    await adam.ok('DELETE', `${path}/${id}`);
  }
  await expectRefused({ field_type: 6, display_in_profile_summary: true });
  await expectRefused({ field_type: 1, display_in_profile_summary: 'perhaps' });
  assert.ok(!(await createField({ field_type: 1 })).display_in_profile_summary);
  for (const field_type of [1, 2]) await createField({ field_type, display_in_profile_summary: true });
  await expectRefused({ field_type: 1, display_in_profile_summary: true });
});

for (const [id, name, byDefault] of [
  ['E6.9', 'required', false],
  ['E6.10', 'editable_by_user', true],
  ['E6.11', 'use_for_user_matching', false],
] as const) {
  test(`${id} accepts a boolean for ${name}`, async () => {
    assert.equal((await createField({ field_type: 1 }))[name] ?? false, byDefault);
    for (const value of [true, false]) {
      assert.equal((await createField({ field_type: 1, [name]: value }))[name] ?? false, value);
    }
    await expectRefused({ field_type: 1, [name]: 'perhaps' });
  });
}
