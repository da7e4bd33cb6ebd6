// Changing user groups: who may do so, the check of `old`, unchanged values, deactivation and reactivation.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestCapabilities } from '../../client/capabilities.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { makeGroup, systemGroups } from './support.ts';

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
const system = await systemGroups(mel);
const unaware = { client_capabilities: { ...newestCapabilities, include_deactivated_groups: false } };
const people = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });

test('each changed property is a separate event', async () => {
  const { id } = await makeGroup(mel);
  const [events] = await expectFold([mia, gus], () =>
    mel.ok('PATCH', `/user_groups/${id}`, {
      name: 'renamed',
      description: 'Described',
      can_join_group: { new: people(mia.userId) },
    }),
  );
  assert.deepEqual(
    events?.map(({ op, group_id, data }) => ({ op, group_id, data })),
    [
      { op: 'update', group_id: id, data: { name: 'renamed' } },
      { op: 'update', group_id: id, data: { description: 'Described' } },
      { op: 'update', group_id: id, data: { can_join_group: people(mia.userId) } },
    ],
  );
});

test('an unchanged value is no change and no event', async () => {
  const { id, name } = await makeGroup(mel);
  const queue = await mia.registerQueue();
  await mel.ok('PATCH', `/user_groups/${id}`, {
    name,
    description: 'for a test',
    deactivated: false,
    can_join_group: { new: system['role:nobody'], old: people() },
    can_manage_group: { new: people(mel.userId, mel.userId) },
  });
  await mel.ok('PATCH', `/user_groups/${id}`, { deactivated: true });
  assert.deepEqual(await queue.events(), []);
});

test('a wrong old value refuses the whole change', async () => {
  const { id } = await makeGroup(mel);
  const queue = await mia.registerQueue();
  const changes = {
    name: 'never',
    can_mention_group: { new: system['role:members'], old: system['role:owners'] },
  };
  const message = "'old' value does not match the expected value.";
  const body = await mel.refused('PATCH', `/user_groups/${id}`, changes, 'EXPECTATION_MISMATCH', message);
  assert.equal(body.field_name, 'old');
  assert.deepEqual(await queue.events(), []);
});

test('a name can change its case, but not to another group’s name', async () => {
  const { id, name } = await makeGroup(mel);
  const other = await makeGroup(mel);
  await mel.ok('PATCH', `/user_groups/${id}`, { name: name.toUpperCase() });
  const message = `User group '${other.name}' already exists.`;
  await mel.refused('PATCH', `/user_groups/${id}`, { name: other.name }, 'BAD_REQUEST', message);
});

describe('permission to change a group', () => {
  test('only accounts in can_manage_group or can_manage_all_groups may change a group', async () => {
    const { id } = await makeGroup(mel, { can_manage_group: people(mel.userId, helper.userId) });
    const change = (client: typeof mel, description: string) =>
      client.request('PATCH', `/user_groups/${id}`, { description });
    for (const client of [mel, helper, olive]) {
      assert.equal((await change(client, `by ${client.userId}`)).status, 200, client.email);
    }
    for (const client of [mia, adam]) {
      const { body } = await change(client, 'refused');
      assert.equal(body.msg, 'Insufficient permission', client.email);
    }
    assert.equal((await change(gus, 'refused')).body.msg, 'Not allowed for guest users');
  });

  test('a group can manage itself and its subgroups', async () => {
    const inner = await makeGroup(mel, { members: [mia.userId] });
    const { id } = await makeGroup(mel, { subgroups: [inner.id] });
    await mel.ok('PATCH', `/user_groups/${id}`, { can_manage_group: { new: id } });
    await mia.ok('PATCH', `/user_groups/${id}`, { description: 'mine too' });
    await max.refused(
      'PATCH',
      `/user_groups/${id}`,
      { description: 'x' },
      'BAD_REQUEST',
      'Insufficient permission',
    );
  });

  test('no one can change a system group', async () => {
    const path = `/user_groups/${system['role:members']}`;
    await olive.refused('PATCH', path, { description: 'x' }, 'BAD_REQUEST', 'Insufficient permission');
    await olive.refused('POST', `${path}/deactivate`, {}, 'BAD_REQUEST', 'Insufficient permission');
    await olive.refused(
      'POST',
      `${path}/members`,
      { add: [mel.userId] },
      'BAD_REQUEST',
      'Insufficient permission',
    );
  });

  test('an empty change and an unknown group are refused', async () => {
    const { id } = await makeGroup(mel);
    await mel.refused('PATCH', `/user_groups/${id}`, {}, 'BAD_REQUEST', 'No new data supplied');
    await mel.refused('PATCH', '/user_groups/99999', { name: 'x' }, 'BAD_REQUEST', 'Invalid user group');
    await mel.refused('POST', '/user_groups/99999/deactivate', {}, 'BAD_REQUEST', 'Invalid user group');
  });
});

describe('deactivating', () => {
  test('is an update for clients that know deactivated groups, and a removal for others', async () => {
    const { id } = await makeGroup(mel);
    const [knowing] = await expectFold([mia], () => mel.ok('POST', `/user_groups/${id}/deactivate`));
    assert.deepEqual(knowing?.[0].data, { deactivated: true });
    await mel.ok('PATCH', `/user_groups/${id}`, { deactivated: false });
    const [miaEvents] = await expectFold(
      [mia],
      () => mel.ok('POST', `/user_groups/${id}/deactivate`),
      unaware,
    );
    assert.deepEqual(
      miaEvents?.map(({ op, group_id }) => ({ op, group_id })),
      [{ op: 'remove', group_id: id }],
    );
  });

  test('later changes of the group are sent only to clients that know it', async () => {
    const { id } = await makeGroup(mel);
    await mel.ok('POST', `/user_groups/${id}/deactivate`);
    const change = async () => {
      await mel.ok('PATCH', `/user_groups/${id}`, {
        name: `gone ${id}`,
        can_join_group: { new: people(mia.userId) },
      });
      await mel.ok('POST', `/user_groups/${id}/members`, { add: [helper.userId] });
    };
    const [unawareSeen] = await expectFold([mia], change, unaware);
    assert.deepEqual(unawareSeen, []);
    const back = () => mel.ok('PATCH', `/user_groups/${id}`, { deactivated: false });
    const [events] = await expectFold([mia], back, unaware);
    assert.equal(events?.[0].op, 'add');
    assert.equal(events?.[0].group.name, `gone ${id}`);
    assert.deepEqual(events?.[0].group.members, [helper.userId]);
  });

  test('a deactivated group is listed on request, cannot be used, and cannot be deactivated again', async () => {
    const { id } = await makeGroup(mel);
    await mel.ok('POST', `/user_groups/${id}/deactivate`);
    const groupIds = async (parameters: Record<string, unknown>) =>
      (await mel.ok('GET', '/user_groups', parameters)).user_groups.map((group: { id: number }) => group.id);
    assert.ok(!(await groupIds({})).includes(id));
    assert.ok((await groupIds({ include_deactivated_groups: true })).includes(id));
    const message = 'User group is deactivated.';
    const other = await makeGroup(mel);
    const path = `/user_groups/${other.id}`;
    await mel.refused('PATCH', path, { can_join_group: { new: id } }, 'BAD_REQUEST', message);
    const anonymousGroup = { direct_members: [mel.userId], direct_subgroups: [id] };
    await mel.refused('PATCH', path, { can_join_group: { new: anonymousGroup } }, 'BAD_REQUEST', message);
    await mel.refused('POST', `${path}/subgroups`, { add: [id] }, 'BAD_REQUEST', message);
    await mel.refused('POST', `/user_groups/${id}/deactivate`, {}, 'BAD_REQUEST', message);
    await mel.refused(
      'POST',
      '/user_groups/create',
      { name: 'n', description: '', members: [], subgroups: [id] },
      'BAD_REQUEST',
      message,
    );
  });

  test('is refused while the group is used, with all uses', async () => {
    const used = await makeGroup(olive);
    const outer = await makeGroup(olive, {
      subgroups: [used.id],
      can_join_group: { direct_members: [mel.userId], direct_subgroups: [used.id] },
    });
    await olive.ok('PATCH', '/realm', { can_create_bots_group: { new: used.id } });
    const body = await olive.refused(
      'POST',
      `/user_groups/${used.id}/deactivate`,
      {},
      'CANNOT_DEACTIVATE_GROUP_IN_USE',
      'Cannot deactivate user group in use.',
    );
    assert.deepEqual(body.objections, [
      { type: 'subgroup', supergroup_ids: [outer.id] },
      { type: 'user_group', group_id: outer.id, settings: ['can_join_group'] },
      { type: 'realm', settings: ['can_create_bots_group'] },
    ]);
    await olive.ok('PATCH', '/realm', { can_create_bots_group: { new: system['role:members'] } });
  });

  test('a bot can deactivate a group that it may change', async () => {
    const { id } = await makeGroup(mel, { can_manage_group: people(helper.userId) });
    await helper.ok('POST', `/user_groups/${id}/deactivate`, {});
    const foreign = await makeGroup(mel);
    const path = `/user_groups/${foreign.id}/deactivate`;
    await helper.refused('POST', path, {}, 'BAD_REQUEST', 'Insufficient permission');
  });
});
