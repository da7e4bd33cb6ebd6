// Creating user groups: who may do so, the fields of a group, and which names and values are refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { makeGroup, systemGroups } from './support.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const system = await systemGroups(mel);

const create = (parameters: Record<string, unknown>) => ({
  name: 'refused',
  description: '',
  members: [],
  ...parameters,
});

test('a new group is sent to everyone, with the defaults of its settings', async () => {
  const [events] = await expectFold([olive, gus, helper], () =>
    makeGroup(mel, { name: 'support', description: 'Answers', members: [mel.userId] }),
  );
  const [event] = events ?? [];
  assert.ok(event);
  const { id, group } = event;
  assert.ok(id > 0);
  assert.equal(event.type, 'user_group');
  assert.equal(event.op, 'add');
  const creatorOnly = { direct_members: [mel.userId], direct_subgroups: [] };
  assert.ok(Math.abs(group.date_created - Date.now() / 1000) < 60);
  assert.deepEqual(
    { ...group, id: 0, date_created: 0 },
    {
      id: 0,
      name: 'support',
      description: 'Answers',
      date_created: 0,
      creator_id: mel.userId,
      members: [mel.userId],
      direct_subgroup_ids: [],
      is_system_group: false,
      can_add_members_group: creatorOnly,
      can_join_group: system['role:nobody'],
      can_leave_group: system['role:everyone'],
      can_manage_group: creatorOnly,
      can_mention_group: system['role:everyone'],
      can_remove_members_group: system['role:nobody'],
      deactivated: false,
    },
  );
  assert.equal(events?.length, 1);
});

test('subgroups and settings are stored, settings in canonical form', async () => {
  const inner = await makeGroup(mel);
  const { id } = await makeGroup(mel, {
    subgroups: [inner.id],
    can_join_group: { direct_members: [], direct_subgroups: [inner.id] },
    can_leave_group: { direct_members: [], direct_subgroups: [] },
    can_add_members_group: { direct_members: [mia.userId, mel.userId, mia.userId], direct_subgroups: [] },
  });
  const { user_groups } = await mel.ok('GET', '/user_groups');
  const group = user_groups.find((each: { id: number }) => each.id === id);
  assert.deepEqual(group.direct_subgroup_ids, [inner.id]);
  assert.equal(group.can_join_group, inner.id);
  assert.equal(group.can_leave_group, system['role:nobody']);
  assert.deepEqual(group.can_add_members_group, {
    direct_members: [mel.userId, mia.userId].sort((a, b) => a - b),
    direct_subgroups: [],
  });
});

test('bots may create groups, and guests may not', async () => {
  await makeGroup(helper);
  await gus.refused('POST', '/user_groups/create', create({}), 'BAD_REQUEST', 'Not allowed for guest users');
});

test('accounts outside can_create_groups may not create groups', async () => {
  await olive.ok('PATCH', '/realm', { can_create_groups: { new: system['role:owners'] } });
  await adam.refused('POST', '/user_groups/create', create({}), 'BAD_REQUEST', 'Insufficient permission');
  await makeGroup(olive);
  await olive.ok('PATCH', '/realm', { can_create_groups: { new: system['role:members'] } });
});

describe('names', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', "User group name can't be empty!"],
    ['  ', "User group name can't be empty!"],
    ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
    ['@all', "User group name cannot start with '@'."],
    ['role:mine', "User group name cannot start with 'role:'."],
    ['user:mine', "User group name cannot start with 'user:'."],
    ['stream:mine', "User group name cannot start with 'stream:'."],
    ['channel:mine', "User group name cannot start with 'channel:'."],
  ];
  for (const [name, message] of cases) {
    test(`the name ${JSON.stringify(name.slice(0, 20))} is refused`, async () => {
      await mel.refused('POST', '/user_groups/create', create({ name }), 'BAD_REQUEST', message);
    });
  }

  test('a name in use is refused in any spelling', async () => {
    const { name } = await makeGroup(mel);
    const upper = name.toUpperCase();
    const message = `User group '${upper}' already exists.`;
    await mel.refused('POST', '/user_groups/create', create({ name: upper }), 'BAD_REQUEST', message);
  });
});

describe('members and values', () => {
  const cases: readonly (readonly [string, Record<string, unknown>, string, string])[] = [
    ['an unknown member', { members: [99_999] }, 'BAD_REQUEST', 'Invalid user ID: 99999'],
    ['an unknown subgroup', { subgroups: [99_999] }, 'BAD_REQUEST', 'Invalid user group ID: 99999'],
    ['an unknown group', { can_join_group: 99_999 }, 'BAD_REQUEST', 'Invalid user group'],
    [
      'everyone',
      { can_manage_group: system['role:everyone'] },
      'BAD_REQUEST',
      "'can_manage_group' setting cannot be set to 'role:everyone' group.",
    ],
    [
      'the internet',
      { can_mention_group: system['role:internet'] },
      'BAD_REQUEST',
      "'can_mention_group' setting cannot be set to 'role:internet' group.",
    ],
    [
      'an unknown person',
      { can_join_group: { direct_members: [99_999], direct_subgroups: [] } },
      'BAD_REQUEST',
      'Invalid user ID: 99999',
    ],
    [
      'an unknown group within',
      { can_join_group: { direct_members: [mel.userId], direct_subgroups: [99_999] } },
      'BAD_REQUEST',
      'Invalid user group ID: 99999',
    ],
  ];
  for (const [what, parameters, code, message] of cases) {
    test(`${what} is refused`, async () => {
      await mel.refused('POST', '/user_groups/create', create(parameters), code, message);
      const { user_groups } = await mel.ok('GET', '/user_groups');
      assert.ok(!user_groups.some((group: { name: string }) => group.name === 'refused'));
    });
  }
});

test('first members are notified, except for bots and the creator', async () => {
  const [miaListener, melListener] = await Promise.all([mia.registerQueue(), mel.registerQueue()]);
  const { name } = await makeGroup(mel, { members: [mel.userId, mia.userId, helper.userId] });
  const [message, ...more] = await miaListener.eventsOf('message');
  assert.deepEqual(more, []);
  assert.equal(message.message.sender_full_name, 'Notification Bot');
  assert.match(message.message.content, /added you to the group/);
  assert.match(message.message.content, new RegExp(`user-group-mention silent"[^>]*>${name}<`));
  assert.match(message.message.content, new RegExp(`data-user-id="${mel.userId}"`));
  assert.deepEqual(await melListener.eventsOf('message'), []);
});

test('a group is mentioned by its name, whatever word it is', async () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    await makeGroup(mel, { name, members: [mel.userId] });
    const { rendered } = await mel.ok('POST', '/messages/render', { content: `@*${name}*` });
    assert.match(rendered, new RegExp(`user-group-mention" data-user-group-id="\\d+">@${name}</span>`));
  }
});
