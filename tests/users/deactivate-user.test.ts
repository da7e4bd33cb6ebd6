// Deactivating and reactivating people.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newClient } from '../access/support.ts';
import { expectFold } from '../support/fold.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, max, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);
const path = (client: { userId: number }) => `/users/${client.userId}`;

async function subscribers(channel: string): Promise<number> {
  const { streams } = (await olive.registerQueue()).snapshot;
  const found = streams?.find((one: { name: string }) => one.name === channel);
  return found?.subscriber_count ?? -1;
}

describe('DELETE /users/{id}', () => {
  test('deactivates the bots first, ends queues and credentials, and is sent to everyone', async () => {
    const listener = await mel.registerQueue();
    const botListener = await helper.registerQueue();
    const [oliveEvents = []] = await expectFold([olive, mia, gus], () => adam.ok('DELETE', path(mel)));
    const activity = oliveEvents.filter(({ type }) => type === 'realm_user').map(({ person }) => person);
    assert.deepEqual(activity, [
      { user_id: helper.userId, is_active: false },
      { user_id: mel.userId, is_active: false },
    ]);
    for (const client of [mel, helper]) {
      const { status, body } = await client.request('GET', '/users/me');
      assert.equal(status, 401);
      assert.equal(body.code, 'USER_DEACTIVATED');
    }
    await assert.rejects(listener.events());
    await assert.rejects(botListener.events());
    assert.equal((await mia.ok('GET', path(mel))).user.is_active, false);
  });

  test('ends a waiting poll at once', async () => {
    const person = await newClient(server, { key: 'waiting' });
    const listener = await person.registerQueue();
    const pendingPoll = person.request('GET', '/events', {
      queue_id: listener.queueId,
      last_event_id: listener.snapshot.last_event_id,
    });
    await adam.ok('DELETE', path(person));
    assert.notEqual((await pendingPoll).status, 200);
  });

  test('reactivation restores channels and groups, and leaves the bots deactivated', async () => {
    const before = await subscribers('general');
    const [oliveEvents = []] = await expectFold([olive, mia, gus], () =>
      adam.ok('POST', `${path(mel)}/reactivate`),
    );
    assert.ok(oliveEvents.some(({ person }) => person?.user_id === mel.userId && person.is_active === true));
    if (before >= 0) assert.equal(await subscribers('general'), before + 1);
    await mel.ok('GET', '/users/me');
    assert.equal((await mia.ok('GET', path(helper))).user.is_active, false);
    await mel.ok('POST', `${path(helper)}/reactivate`);
    await helper.ok('GET', '/users/me');
  });

  test('is refused without permission, for owners and unknown accounts, and if already deactivated', async () => {
    for (const client of [mel, gus])
      await client.refused('DELETE', path(max), {}, 'BAD_REQUEST', 'Insufficient permission');
    const only = 'Cannot deactivate the only organization owner';
    for (const client of [adam, olive]) await client.refused('DELETE', path(olive), {}, 'BAD_REQUEST', only);
    const second = await newClient(server, { key: 'second-owner', role: 100 });
    await adam.refused('DELETE', path(second), {}, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
    await olive.ok('DELETE', path(second));
    await adam.refused('DELETE', '/users/999', {}, 'BAD_REQUEST', 'No such user');
    const person = await newClient(server, { key: 'twice' });
    await adam.ok('DELETE', path(person));
    await adam.refused('DELETE', path(person), {}, 'BAD_REQUEST', 'User is deactivated');
    await adam.refused('POST', `${path(max)}/reactivate`, {}, 'BAD_REQUEST', 'User is already active');
    await mel.refused('POST', `${path(person)}/reactivate`, {}, 'BAD_REQUEST', 'Insufficient permission');
  });

  test('can erase the profile, and refuses invalid actions', async () => {
    const person = await newClient(server, { key: 'erased' });
    const refusedValues = { actions: { delete_direct_messages: 'all' } };
    await adam.refused('DELETE', path(person), refusedValues, 'BAD_REQUEST', /delete_direct_messages/);
    await person.ok('GET', '/users/me');
    await expectFold([olive, gus], () =>
      adam.ok('DELETE', path(person), { actions: { delete_profile: true } }),
    );
    assert.equal((await mia.ok('GET', path(person))).user.full_name, 'Deleted user');
  });

  test('mails a comment if there is one', async () => {
    const person = await newClient(server, { key: 'mailed' });
    await adam.ok('DELETE', path(person), { deactivation_notification_comment: 'Farewell' });
    const [mail, ...more] = await mailTo(server, 'mailed@example.com');
    assert.equal(mail?.subject, 'Your account on Parley Demo was deactivated');
    assert.match(mail.text ?? '', /Farewell/);
    assert.deepEqual(more, []);
  });
});

describe('DELETE /users/me', () => {
  test('deactivates the caller', async () => {
    const person = await newClient(server, { key: 'leaving' });
    await expectFold([olive, mia], () => person.ok('DELETE', '/users/me'));
    assert.equal((await person.request('GET', '/users/me')).status, 401);
  });

  test('is refused to the only owner', async () => {
    const body = await olive.refused(
      'DELETE',
      '/users/me',
      {},
      'CANNOT_DEACTIVATE_LAST_USER',
      'Cannot deactivate the only organization owner',
    );
    assert.equal(body.is_last_owner, true);
    assert.equal(body.entity, 'organization owner');
  });
});

test('permissions leave deactivated people out', async () => {
  const { group_id: id } = await mia.ok('POST', '/user_groups/create', {
    name: 'namers',
    description: '',
    members: [mia.userId, max.userId],
    can_join_group: { direct_members: [mia.userId, max.userId], direct_subgroups: [] },
  });
  await expectFold([olive, gus], () => adam.ok('DELETE', path(max)));
  const [oliveEvents = []] = await expectFold([olive, gus], () => adam.ok('POST', `${path(max)}/reactivate`));
  assert.ok(
    oliveEvents.some(
      ({ type, op, group_id }) => type === 'user_group' && op === 'add_members' && group_id === id,
    ),
  );
  assert.ok(
    oliveEvents.some(({ type, op, group_id }) => type === 'user_group' && op === 'update' && group_id === id),
  );
});
