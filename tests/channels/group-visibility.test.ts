// Private channels that accounts see through a group.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const gus = await server.as('gus');

test('joining a group shows the channels that it gives access to, and leaving it hides them', async () => {
  const outer: number = (
    await olive.ok('POST', '/user_groups/create', { name: 'outer', description: '', members: [olive.userId] })
  ).group_id;
  const inner: number = (
    await olive.ok('POST', '/user_groups/create', {
      name: 'inner',
      description: '',
      members: [max.userId, gus.userId],
    })
  ).group_id;
  const id: number = (
    await olive.ok('POST', '/channels/create', {
      name: 'by group',
      subscribers: [olive.userId],
      invite_only: true,
      can_subscribe_group: outer,
      can_add_subscribers_group: { direct_members: [mel.userId], direct_subgroups: [] },
    })
  ).id;
  const ops = (events: { type: string; op: string }[] | undefined) =>
    events?.filter((event) => event.type === 'stream').map((event) => event.op);
  for (const parameters of [{}, { include_subscribers: 'true' }]) {
    const eventsOfJoining = await expectFold(
      [mia, max, mel, gus],
      () => olive.ok('POST', `/user_groups/${outer}/members`, { add: [mia.userId] }),
      parameters,
    );
    assert.deepEqual(eventsOfJoining.map(ops), [['create'], [], [], []]);
    const nested = await expectFold(
      [mia, max, mel, gus],
      () => olive.ok('POST', `/user_groups/${outer}/subgroups`, { add: [inner] }),
      parameters,
    );
    assert.deepEqual(nested.map(ops), [[], ['create'], [], []], 'not guests');
    const afterRemoval = await expectFold(
      [mia, max, mel],
      () => olive.ok('POST', `/user_groups/${inner}/members`, { delete: [max.userId] }),
      parameters,
    );
    assert.deepEqual(afterRemoval.map(ops), [[], ['delete'], []]);
    await max.refused('GET', `/streams/${id}`, {}, 'BAD_REQUEST', 'Invalid channel ID');
    await olive.ok('POST', `/user_groups/${inner}/members`, { add: [max.userId] });
    const out = await expectFold(
      [mia, max, mel],
      () => olive.ok('POST', `/user_groups/${outer}/subgroups`, { delete: [inner] }),
      parameters,
    );
    assert.deepEqual(out.map(ops), [[], ['delete'], []]);
    const eventsOfRemoval = await expectFold(
      [mia, max, mel],
      () => olive.ok('POST', `/user_groups/${outer}/members`, { delete: [mia.userId] }),
      parameters,
    );
    assert.deepEqual(eventsOfRemoval.map(ops), [['delete'], [], []]);
  }
});

test('full members see their channels when the waiting period ends, however it ends', async () => {
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');
  const idOf = (name: string): number => groups.find((one: { name: string }) => one.name === name).id;
  const nested = {
    name: 'full members and others',
    description: '',
    members: [],
    subgroups: [idOf('role:fullmembers')],
  };
  const { group_id: outerGroupId } = await olive.ok('POST', '/user_groups/create', nested);
  for (const can_subscribe_group of [idOf('role:fullmembers'), outerGroupId]) {
    const { id } = await olive.ok('POST', '/channels/create', {
      name: `for full members ${can_subscribe_group}`,
      subscribers: [olive.userId],
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group,
    });
    const opsFor = (events: { type: string; op: string; streams?: { stream_id: number }[] }[] | undefined) =>
      events
        ?.filter((event) => event.type === 'stream' && event.streams?.some((one) => one.stream_id === id))
        .map((event) => event.op);
    const setWaitingPeriod = (days: number) =>
      expectFold([mel, olive, gus], () => olive.ok('PATCH', '/realm', { waiting_period_threshold: days }));
    assert.deepEqual((await setWaitingPeriod(100_000)).map(opsFor), [['delete'], [], []]);
    await mel.refused('GET', `/streams/${id}`, {}, 'BAD_REQUEST', 'Invalid channel ID');
    assert.deepEqual((await setWaitingPeriod(0)).map(opsFor), [['create'], [], []]);
  }
});
