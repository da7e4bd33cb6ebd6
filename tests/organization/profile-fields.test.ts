// Custom profile fields and their values, of all eight types.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [adam, mel, mia, gus] = await Promise.all([
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const everybody = [adam, mel, mia, gus];
let count = 0;

async function create(field: Json): Promise<number> {
  return (await adam.ok('POST', '/realm/profile_fields', { name: `Field ${++count}`, hint: '', ...field }))
    .id;
}

async function fields(): Promise<{ id: number; name: string; [key: string]: unknown }[]> {
  return (await mel.ok('GET', '/realm/profile_fields')).custom_fields;
}

async function profileOf(
  userId: number,
): Promise<Record<string, { value: string; rendered_value?: string }>> {
  const { realm_users: users } = (await mia.registerQueue({ fetch_event_types: ['realm_user'] })).snapshot;
  return users.find((user: { user_id: number }) => user.user_id === userId).profile_data;
}

describe('custom profile fields', () => {
  test('are appended and sent to everyone', async () => {
    let id = 0;
    await expectFold(everybody, async () => {
      id = await create({ field_type: 1, name: 'Favourite colour', hint: 'Any', required: true });
    });
    const field = (await fields()).at(-1);
    assert.deepEqual(field, {
      id,
      type: 1,
      order: field?.order,
      name: 'Favourite colour',
      hint: 'Any',
      field_data: '',
      required: true,
      editable_by_user: true,
    });
  });

  test('change, keep their type, and are reordered', async () => {
    const id = await create({ field_type: 2 });
    await expectFold(everybody, () =>
      adam.ok('PATCH', `/realm/profile_fields/${id}`, {
        name: 'Biography',
        hint: 'Some lines',
        editable_by_user: false,
      }),
    );
    const changedField = (await fields()).find((field) => field.id === id);
    assert.equal(changedField?.name, 'Biography');
    assert.equal(changedField?.editable_by_user, false);
    const order = (await fields()).map((field) => field.id).reverse();
    await expectFold(everybody, () => adam.ok('PATCH', '/realm/profile_fields', { order }));
    assert.deepEqual(
      (await fields()).map((field) => field.id),
      order,
    );
    await adam.refused(
      'PATCH',
      '/realm/profile_fields',
      { order: [id] },
      'BAD_REQUEST',
      'Invalid order mapping.',
    );
  });

  test('of a known external account have their default name', async () => {
    const id = await create({ field_type: 7, field_data: { subtype: 'github' } });
    const field = (await fields()).find((candidate) => candidate.id === id);
    assert.equal(field?.name, 'GitHub username');
    assert.equal(field?.field_data, '{"subtype":"github"}');
    const message = 'Default custom field cannot be updated.';
    await adam.refused('PATCH', `/realm/profile_fields/${id}`, { name: 'Other' }, 'BAD_REQUEST', message);
    await adam.ok('PATCH', `/realm/profile_fields/${id}`, { use_for_user_matching: true });
  });

  test('at most two appear on a person’s card', async () => {
    const summaryFields = (await fields()).filter((field) => field.display_in_profile_summary);
    for (const field of summaryFields) {
      await adam.ok('PATCH', `/realm/profile_fields/${field.id}`, { display_in_profile_summary: false });
    }
    await create({ field_type: 1, display_in_profile_summary: true });
    await create({ field_type: 2, display_in_profile_summary: true });
    const third = { field_type: 1, name: 'Third', display_in_profile_summary: true };
    await adam.refused(
      'POST',
      '/realm/profile_fields',
      third,
      'BAD_REQUEST',
      'Only 2 custom profile fields can be displayed in the profile summary.',
    );
    const people = { ...third, field_type: 6 };
    const unsupported = 'Field type not supported for display in profile summary.';
    await adam.refused('POST', '/realm/profile_fields', people, 'BAD_REQUEST', unsupported);
  });

  test('are refused if invalid', async () => {
    const refuse = (field: Json, message: string | RegExp) =>
      adam.refused('POST', '/realm/profile_fields', field, 'BAD_REQUEST', message);
    await create({ field_type: 1, name: 'Twice' });
    await refuse({ field_type: 1, name: 'Twice' }, 'A field with that label already exists.');
    await refuse({ field_type: 1, name: '  ' }, 'Label cannot be blank.');
    await refuse({ field_type: 9, name: 'Nine' }, 'Invalid field type.');
    await refuse({ field_type: 1, name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)');
    await refuse(
      { field_type: 1, name: 'Hint', hint: 'x'.repeat(81) },
      'hint is too long (limit: 80 characters)',
    );
    await refuse({ field_type: 3, name: 'None', field_data: {} }, 'Field must have at least one choice.');
    await refuse({ field_type: 2, name: 'Match', use_for_user_matching: true }, /user matching/);
    await adam.refused('DELETE', '/realm/profile_fields/9999', {}, 'BAD_REQUEST', 'Field id 9999 not found.');
  });

  test('are changed by administrators', async () => {
    const code = 'UNAUTHORIZED_PRINCIPAL';
    await mel.refused('POST', '/realm/profile_fields', { field_type: 1, name: 'Mine' }, code);
    await mel.refused('PATCH', '/realm/profile_fields', { order: [] }, code);
    await mel.refused('PATCH', '/realm/profile_fields/1', {}, code);
    await mel.refused('DELETE', '/realm/profile_fields/1', {}, code);
  });
});

describe('values of custom profile fields', () => {
  const accepted: readonly (readonly [type: number, value: unknown, stored: string, data?: Json])[] = [
    [1, 'short *text*', 'short *text*'],
    [2, 'a paragraph', 'a paragraph'],
    [3, '1', '1', { 0: { text: 'Vim', order: '1' }, 1: { text: 'Emacs', order: '2' } }],
    [4, '1909-04-05', '1909-04-05'],
    [5, 'https://example.com/me', 'https://example.com/me'],
    [6, [adam.userId, mia.userId], `[${adam.userId},${mia.userId}]`],
    [7, 'zoe', 'zoe', { subtype: 'custom', url_pattern: 'https://example.com/%(username)s' }],
    [8, 'they/them', 'they/them'],
  ];

  for (const [type, value, stored, data] of accepted) {
    test(`of type ${type} are set, sent to everyone, and removed`, async () => {
      const id = await create({ field_type: type, ...(data && { field_data: data }) });
      const eventLists = await expectFold(everybody, () =>
        mel.ok('PATCH', '/users/me/profile_data', { data: [{ id, value }] }),
      );
      const rendered =
        type === 1 ? '<p>short <em>text</em></p>' : type === 2 ? '<p>a paragraph</p>' : undefined;
      const expected = { value: stored, ...(rendered && { rendered_value: rendered }) };
      assert.deepEqual(eventLists[2]?.[0].person, {
        user_id: mel.userId,
        custom_profile_field: { id, ...expected },
      });
      assert.deepEqual((await profileOf(mel.userId))[id], expected);
      await expectFold(everybody, () =>
        type % 2 === 0
          ? mel.ok('DELETE', '/users/me/profile_data', { data: [id] })
          : mel.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: null }] }),
      );
      assert.equal((await profileOf(mel.userId))[id], undefined);
    });
  }

  test('without changes cause no event', async () => {
    const id = await create({ field_type: 1 });
    await mel.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: 'same' }] });
    const listener = await mia.registerQueue();
    await mel.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: 'same' }] });
    assert.deepEqual(await listener.events(), []);
  });

  test('are all refused if one is invalid', async () => {
    const [good, date] = [await create({ field_type: 1 }), await create({ field_type: 4, name: 'Birthday' })];
    const data = [
      { id: good, value: 'fine' },
      { id: date, value: 'yesterday' },
    ];
    await mel.refused('PATCH', '/users/me/profile_data', { data }, 'BAD_REQUEST', 'Birthday is not a date');
    assert.equal((await profileOf(mel.userId))[good], undefined);
    const unknown = { data: [{ id: 9999, value: 'x' }] };
    await mel.refused('PATCH', '/users/me/profile_data', unknown, 'BAD_REQUEST', 'Field id 9999 not found.');
    await mel.refused(
      'DELETE',
      '/users/me/profile_data',
      { data: [9999] },
      'BAD_REQUEST',
      'Field id 9999 not found.',
    );
  });

  test('of fields for administrators are refused to others', async () => {
    const id = await create({ field_type: 1, editable_by_user: false });
    const data = { data: [{ id, value: 'mine' }] };
    const message = 'You are not allowed to change this field. Contact an administrator to update it.';
    await mel.refused('PATCH', '/users/me/profile_data', data, 'BAD_REQUEST', message);
    await mel.refused('DELETE', '/users/me/profile_data', { data: [id] }, 'BAD_REQUEST', message);
    await adam.ok('PATCH', '/users/me/profile_data', data);
  });

  test('are removed with their option or field', async () => {
    const data = { 0: { text: 'Vim', order: '1' }, 1: { text: 'Emacs', order: '2' } };
    const id = await create({ field_type: 3, field_data: data });
    await mel.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: '1' }] });
    await mia.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: '0' }] });
    await expectFold(everybody, () =>
      adam.ok('PATCH', `/realm/profile_fields/${id}`, { field_data: { 0: data[0] } }),
    );
    assert.equal((await profileOf(mel.userId))[id], undefined);
    assert.equal((await profileOf(mia.userId))[id]?.value, '0');
    await expectFold(everybody, () => adam.ok('DELETE', `/realm/profile_fields/${id}`));
    assert.equal((await profileOf(mia.userId))[id], undefined);
  });
});
