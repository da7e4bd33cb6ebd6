// PATCH /users/{id}: roles, names, profiles and addresses of others.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newClient } from '../access/support.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { grant } from './support.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, max, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);
const path = (client: { userId: number }) => `/users/${client.userId}`;

describe('roles', () => {
  test('a change is sent with the resulting group changes', async () => {
    const person = await newClient(server, { key: 'rising' });
    const [oliveEvents = []] = await expectFold([olive, mel, gus], () =>
      adam.ok('PATCH', path(person), { role: 300 }),
    );
    assert.deepEqual(
      oliveEvents.map(({ type, op, person: changedPerson }) => [type, op, changedPerson]),
      [
        ['realm_user', 'update', { user_id: person.userId, role: 300 }],
        ['user_group', 'remove_members', undefined],
        ['user_group', 'remove_members', undefined],
        ['user_group', 'add_members', undefined],
      ],
    );
    assert.equal((await mel.ok('GET', path(person))).user.role, 300);
  });

  test('a new administrator sees hidden addresses and all bots', async () => {
    await max.ok('PATCH', '/settings', { email_address_visibility: 3 });
    const person = await newClient(server, { key: 'promoted' });
    const [personEvents = []] = await expectFold([person, mel], () =>
      olive.ok('PATCH', path(person), { role: 200 }),
    );
    assert.ok(
      personEvents.some(({ person: changedPerson }) => changedPerson?.delivery_email === 'max@example.com'),
    );
    assert.ok(personEvents.some(({ type, bot }) => type === 'realm_bot' && bot.user_id === helper.userId));
    const [back = []] = await expectFold([person], () => olive.ok('PATCH', path(person), { role: 400 }));
    assert.ok(
      back.some(
        ({ person: changedPerson }) =>
          changedPerson?.user_id === max.userId && changedPerson.delivery_email === null,
      ),
    );
    assert.ok(back.some(({ type, op }) => type === 'realm_bot' && op === 'delete'));
  });

  test('a new guest loses the public channels, and regains them as a member', async () => {
    const person = await newClient(server, { key: 'demoted' });
    const [personEvents = []] = await expectFold([person, olive], () =>
      adam.ok('PATCH', path(person), { role: 600 }),
    );
    assert.ok(personEvents.some(({ type, op }) => type === 'stream' && op === 'delete'));
    const [back = []] = await expectFold([person, gus], () => adam.ok('PATCH', path(person), { role: 400 }));
    assert.ok(back.some(({ type, op }) => type === 'stream' && op === 'create'));
  });

  test('the same role again is no change', async () => {
    const listener = await olive.registerQueue();
    await adam.ok('PATCH', path(mel), { role: 400 });
    assert.deepEqual(await listener.events(), []);
  });

  test('owners are appointed and demoted by owners only, and one remains', async () => {
    await adam.refused(
      'PATCH',
      path(mel),
      { role: 100 },
      'UNAUTHORIZED_PRINCIPAL',
      'Must be an organization owner',
    );
    await adam.refused(
      'PATCH',
      path(olive),
      { role: 400 },
      'UNAUTHORIZED_PRINCIPAL',
      'Must be an organization owner',
    );
    const last = 'The owner permission cannot be removed from the only organization owner.';
    await olive.refused('PATCH', path(olive), { role: 200 }, 'BAD_REQUEST', last);
    const second = await newClient(server, { key: 'second' });
    await olive.ok('PATCH', path(second), { role: 100 });
    await second.ok('PATCH', path(olive), { role: 200 });
    await second.ok('PATCH', path(olive), { role: 100 });
    await olive.ok('PATCH', path(second), { role: 400 });
  });

  test('members and unknown roles are refused, and guests are promoted step by step', async () => {
    for (const client of [mona, mel, gus]) {
      await client.refused('PATCH', path(mia), { role: 600 }, 'BAD_REQUEST', 'Insufficient permission');
    }
    await adam.refused('PATCH', path(mia), { role: 500 }, 'BAD_REQUEST', 'Invalid role');
    const message = 'Guests cannot be organization administrators';
    await olive.refused('PATCH', path(gus), { role: 200 }, 'BAD_REQUEST', message);
    assert.equal((await mel.ok('GET', path(gus))).user.role, 600);
  });
});

describe('names', () => {
  test('are changed by administrators, who may name the account by its address', async () => {
    const [oliveEvents = []] = await expectFold([olive, mia, gus], () =>
      adam.ok('PATCH', '/users/mia@example.com', { full_name: ' Mia M. ' }),
    );
    assert.deepEqual(
      oliveEvents.map(({ person }) => person),
      [{ user_id: mia.userId, full_name: 'Mia M.' }],
    );
    await adam.ok('PATCH', path(mia), { full_name: 'Mia Member' });
  });

  for (const [name, message] of [
    ['x', 'Name too short!'],
    ['x'.repeat(101), 'Name too long!'],
    ['a@b', 'Invalid characters in name!'],
    ['Zoe|7', 'Invalid format!'],
  ] as const) {
    test(`cannot be ${name.slice(0, 6)}: ${message}`, async () => {
      await adam.refused('PATCH', path(mia), { full_name: name, role: 600 }, 'BAD_REQUEST', message);
      assert.equal((await mel.ok('GET', path(mia))).user.role, 400);
    });
  }

  test('of bots are changed by their owners too', async () => {
    await mel.ok('PATCH', path(helper), { full_name: 'Helpful Bot' });
    await mia.refused('PATCH', path(helper), { full_name: 'Mine' }, 'BAD_REQUEST', 'Insufficient permission');
    await mel.refused(
      'PATCH',
      path(helper),
      { full_name: 'Max Member' },
      'BAD_REQUEST',
      'Name is already in use!',
    );
  });

  test('unknown ids are not found', async () => {
    await adam.refused('PATCH', '/users/999', { full_name: 'Nobody' }, 'BAD_REQUEST', 'No such user');
  });
});

describe('profiles', () => {
  test('are filled by administrators, even where people may not fill them themselves', async () => {
    const { id } = await olive.ok('POST', '/realm/profile_fields', {
      name: 'Badge',
      field_type: 1,
      editable_by_user: false,
    });
    const value = [{ id, value: 'A7' }];
    const [oliveEvents = []] = await expectFold([olive, mia, gus], () =>
      adam.ok('PATCH', path(mia), { profile_data: value }),
    );
    assert.equal(oliveEvents[0].person.custom_profile_field.value, 'A7');
    await expectFold([olive, gus], () =>
      adam.ok('PATCH', path(mia), { profile_data: [{ id, value: null }] }),
    );
    await adam.refused(
      'PATCH',
      path(mia),
      { profile_data: [{ id: 99, value: 'x' }] },
      'BAD_REQUEST',
      'Field id 99 not found.',
    );
  });
});

describe('addresses', () => {
  test('are changed by owners with a special permission', async () => {
    const person = await newClient(server, { key: 'moving' });
    const change = { new_email: 'moved@example.com' };
    const message = 'User not authorized to change user emails';
    await olive.refused('PATCH', path(person), change, 'BAD_REQUEST', message);
    await grant(server, adam, { can_change_user_emails: 1 });
    await adam.refused('PATCH', path(person), change, 'UNAUTHORIZED_PRINCIPAL');
    await grant(server, olive, { can_change_user_emails: 1 });
    await olive.refused('PATCH', path(person), { new_email: 'mel@example.com' }, 'BAD_REQUEST');
    await expectFold([olive, mel, gus], () => olive.ok('PATCH', path(person), change));
    assert.equal((await mel.ok('GET', path(person))).user.delivery_email, 'moved@example.com');
  });
});
