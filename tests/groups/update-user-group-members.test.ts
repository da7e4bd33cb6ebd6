// People and groups in groups: who may add and remove them, what is refused, and who is notified.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { makeGroup, systemGroups } from './support.ts';

const server = await startTestServer();
const [olive, mona, mel, mia, max, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);
const system = await systemGroups(mel);
const only = (client: ApiClient) => ({ direct_members: [client.userId], direct_subgroups: [] });
const REFUSED = 'Insufficient permission';

async function membersOf(id: number, parameters: Record<string, unknown> = {}): Promise<number[]> {
  return (await mel.ok('GET', `/user_groups/${id}/members`, parameters)).members;
}

test('people are added and removed, and everyone gets events', async () => {
  const { id } = await makeGroup(mel, { members: [max.userId] });
  const [events] = await expectFold([olive, gus], async () => {
    await mel.ok('POST', `/user_groups/${id}/members`, {
      add: [mia.userId, helper.userId],
      delete: [max.userId],
    });
  });
  assert.deepEqual(
    events?.map(({ op, group_id, user_ids }) => ({ op, group_id, user_ids })),
    [
      { op: 'add_members', group_id: id, user_ids: [mia.userId, helper.userId] },
      { op: 'remove_members', group_id: id, user_ids: [max.userId] },
    ],
  );
  assert.deepEqual(await membersOf(id), [mia.userId, helper.userId]);
  await mel.ok('POST', `/user_groups/${id}/members`, { add: [max.userId] });
  assert.deepEqual(await membersOf(id), [mia.userId, max.userId, helper.userId]);
});

describe('permission to change members', () => {
  const cases = [
    { what: 'add others', setting: 'can_add_members_group', body: { add: [max.userId] }, client: mia },
    { what: 'join', setting: 'can_join_group', body: { add: [mia.userId] }, client: mia },
    { what: 'join by adding', setting: 'can_add_members_group', body: { add: [mia.userId] }, client: mia },
    {
      what: 'remove others',
      setting: 'can_remove_members_group',
      body: { delete: [helper.userId] },
      client: mia,
    },
    {
      what: 'manage',
      setting: 'can_manage_group',
      body: { add: [max.userId], delete: [helper.userId] },
      client: mia,
    },
  ] as const;
  const closed = {
    can_manage_group: system['role:nobody'],
    can_add_members_group: system['role:nobody'],
    can_join_group: system['role:nobody'],
    can_leave_group: system['role:nobody'],
    can_remove_members_group: system['role:nobody'],
  };
  for (const { what, setting, body, client } of cases) {
    test(`${setting} alone lets an account ${what}`, async () => {
      const { id } = await makeGroup(mel, { ...closed, members: [helper.userId], [setting]: only(client) });
      await mona.refused('POST', `/user_groups/${id}/members`, body, 'BAD_REQUEST', REFUSED);
      await client.ok('POST', `/user_groups/${id}/members`, body);
    });
  }

  test('can_leave_group lets an account leave, and not remove others', async () => {
    const { id } = await makeGroup(mel, {
      ...closed,
      members: [mia.userId, max.userId],
      can_leave_group: only(mia),
    });
    await max.refused('POST', `/user_groups/${id}/members`, { delete: [max.userId] }, 'BAD_REQUEST', REFUSED);
    await mia.refused('POST', `/user_groups/${id}/members`, { delete: [max.userId] }, 'BAD_REQUEST', REFUSED);
    await mia.ok('POST', `/user_groups/${id}/members`, { delete: [mia.userId] });
  });

  test('joining does not permit adding others in the same request', async () => {
    const { id } = await makeGroup(mel, { ...closed, can_join_group: only(mia) });
    const both = { add: [mia.userId, max.userId] };
    await mia.refused('POST', `/user_groups/${id}/members`, both, 'BAD_REQUEST', REFUSED);
    assert.deepEqual(await membersOf(id), []);
  });

  test('owners may change members by can_manage_all_groups', async () => {
    const { id } = await makeGroup(mel, closed);
    await olive.ok('POST', `/user_groups/${id}/members`, { add: [max.userId] });
  });

  test('an error in the middle rolls back the earlier changes', async () => {
    const { id } = await makeGroup(mel, {
      ...closed,
      can_add_members_group: only(mia),
      members: [helper.userId],
    });
    const body = { add: [max.userId], delete: [helper.userId] };
    await mia.refused('POST', `/user_groups/${id}/members`, body, 'BAD_REQUEST', REFUSED);
    assert.deepEqual(await membersOf(id), [helper.userId]);
  });
});

test('invalid changes are refused', async () => {
  const { id } = await makeGroup(mel, { members: [mia.userId] });
  const path = `/user_groups/${id}/members`;
  const nothing =
    'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".';
  await mel.refused('POST', path, {}, 'BAD_REQUEST', nothing);
  await mel.refused('POST', path, { add: [] }, 'BAD_REQUEST', nothing);
  await mel.refused(
    'POST',
    path,
    { add: [mia.userId] },
    'BAD_REQUEST',
    `User ${mia.userId} is already a member of this group`,
  );
  await mel.refused(
    'POST',
    path,
    { delete: [max.userId] },
    'BAD_REQUEST',
    `There is no member '${max.userId}' in this user group`,
  );
  await mel.refused('POST', path, { add: [99_999] }, 'BAD_REQUEST', 'Invalid user ID: 99999');
  await mel.refused(
    'POST',
    '/user_groups/99999/members',
    { add: [mia.userId] },
    'BAD_REQUEST',
    'Invalid user group',
  );
});

test('people are notified who added them to which group, or that they were removed', async () => {
  const { id } = await makeGroup(mel);
  const [miaListener, helperListener, melListener] = await Promise.all([
    mia.registerQueue(),
    helper.registerQueue(),
    mel.registerQueue(),
  ]);
  await mel.ok('POST', `/user_groups/${id}/members`, { add: [mia.userId, helper.userId, mel.userId] });
  await mel.ok('POST', `/user_groups/${id}/members`, { delete: [mia.userId] });
  const notices = (await miaListener.eventsOf('message')).map(({ message }) => message.content);
  assert.equal(notices.length, 2);
  assert.match(notices[0], /added you to the group/);
  assert.match(notices[1], /removed you from the group/);
  assert.deepEqual(await helperListener.eventsOf('message'), []);
  assert.deepEqual(await melListener.eventsOf('message'), []);
});

describe('groups within groups', () => {
  test('are added and removed, and everyone gets events', async () => {
    const [inner, outer] = [await makeGroup(mel, { members: [max.userId] }), await makeGroup(mel)];
    const path = `/user_groups/${outer.id}`;
    const [events] = await expectFold([olive, gus], async () => {
      await mel.ok('POST', `${path}/subgroups`, { add: [inner.id, system['role:moderators']] });
      await mel.ok('POST', `${path}/members`, { delete_subgroups: [system['role:moderators']] });
    });
    assert.deepEqual(
      events?.map(({ op, direct_subgroup_ids }) => ({ op, direct_subgroup_ids })),
      [
        { op: 'add_subgroups', direct_subgroup_ids: [inner.id, system['role:moderators']] },
        { op: 'remove_subgroups', direct_subgroup_ids: [system['role:moderators']] },
      ],
    );
    assert.deepEqual(await membersOf(outer.id), [max.userId]);
    assert.deepEqual(await membersOf(outer.id, { direct_member_only: true }), []);
    const { is_user_group_member } = await mel.ok('GET', `${path}/members/${max.userId}`);
    assert.equal(is_user_group_member, true);
    const direct = await mel.ok('GET', `${path}/members/${max.userId}`, { direct_member_only: true });
    assert.equal(direct.is_user_group_member, false);
  });

  test('are never in each other', async () => {
    const [inner, middle, outer] = [await makeGroup(mel), await makeGroup(mel), await makeGroup(mel)];
    await mel.ok('POST', `/user_groups/${middle.id}/subgroups`, { add: [inner.id] });
    await mel.ok('POST', `/user_groups/${outer.id}/members`, { add_subgroups: [middle.id] });
    const circular = (id: number) => `User group ${id} is already a subgroup of one of the passed subgroups.`;
    const into = (id: number, group: number, message: string) =>
      mel.refused('POST', `/user_groups/${id}/subgroups`, { add: [group] }, 'BAD_REQUEST', message);
    await into(inner.id, outer.id, circular(inner.id));
    await into(inner.id, inner.id, circular(inner.id));
    await into(outer.id, middle.id, `User group ${middle.id} is already a subgroup of this group.`);
    await into(outer.id, 99_999, 'Invalid user group ID: 99999');
    const { subgroups } = await mel.ok('GET', `/user_groups/${outer.id}/subgroups`);
    assert.deepEqual(subgroups, [inner.id, middle.id]);
    const direct = await mel.ok('GET', `/user_groups/${outer.id}/subgroups`, { direct_subgroup_only: true });
    assert.deepEqual(direct.subgroups, [middle.id]);
  });

  test('are refused in invalid combinations', async () => {
    const { id } = await makeGroup(mel);
    const path = `/user_groups/${id}/subgroups`;
    await mel.refused(
      'POST',
      path,
      {},
      'BAD_REQUEST',
      'Nothing to do. Specify at least one of "add" or "delete".',
    );
    await mia.refused('POST', path, { add: [system['role:owners']] }, 'BAD_REQUEST', REFUSED);
    const absent = `User group ${system['role:owners']} is not a subgroup of this group.`;
    await mel.refused('POST', path, { delete: [system['role:owners']] }, 'BAD_REQUEST', absent);
  });
});

describe('system groups', () => {
  test('have the members that roles determine', async () => {
    const { user_groups } = await mel.ok('GET', '/user_groups');
    const members = Object.fromEntries(
      user_groups.map((group: { name: string; members: number[] }) => [group.name, group.members]),
    );
    const ordinary = [mel, mia, max, helper].map(({ userId }) => userId).sort((a, b) => a - b);
    assert.deepEqual(members['role:nobody'], []);
    assert.deepEqual(members['role:owners'], [olive.userId]);
    assert.deepEqual(members['role:moderators'], [mona.userId]);
    assert.deepEqual(members['role:members'], ordinary);
    assert.deepEqual(members['role:fullmembers'], ordinary);
    assert.deepEqual(members['role:everyone'], [gus.userId]);
    assert.deepEqual(members['role:internet'], []);
  });

  test('contain each other by role', async () => {
    const { user_groups } = await mel.ok('GET', '/user_groups');
    const names = user_groups
      .map((group: { name: string }) => group.name)
      .filter((name: string) => name.startsWith('role:'));
    assert.deepEqual(names, [
      'role:nobody',
      'role:owners',
      'role:administrators',
      'role:moderators',
      'role:fullmembers',
      'role:members',
      'role:everyone',
      'role:internet',
    ]);
    const all = await membersOf(system['role:everyone'] ?? 0);
    assert.equal(all.length, 8);
    assert.deepEqual(await membersOf(system['role:administrators'] ?? 0), [
      olive.userId,
      (await server.as('adam')).userId,
    ]);
  });
});

test('reading membership is refused for guests, unknown groups and unknown people', async () => {
  const { id } = await makeGroup(mel, { members: [mia.userId] });
  for (const path of ['members', 'subgroups', `members/${mia.userId}`]) {
    await gus.refused('GET', `/user_groups/${id}/${path}`, {}, 'BAD_REQUEST', 'Not allowed for guest users');
    await mel.refused('GET', `/user_groups/99999/${path}`, {}, 'BAD_REQUEST', 'Invalid user group');
    await helper.ok('GET', `/user_groups/${id}/${path}`);
  }
  await gus.refused('GET', '/user_groups', {}, 'BAD_REQUEST', 'Not allowed for guest users');
  await mel.refused('GET', `/user_groups/${id}/members/99999`, {}, 'BAD_REQUEST', 'No such user');
});
