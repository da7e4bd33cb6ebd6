// A shared screen ends with the permission to share it, in the unit of work that takes the permission.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { Device } from './device.ts';

const server = await startTestServer();
const [olive, mel, mia] = [await server.as('olive'), await server.as('mel'), await server.as('mia')];
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
const { realm_user_groups: groups } = await olive.ok('POST', '/register', {
  fetch_event_types: ['realm_user_groups'],
});
const groupOf = (role: string): number =>
  groups.find(({ name }: { name: string }) => name === `role:${role}`).id;
const allow = (group: unknown) => olive.ok('PATCH', '/realm', { can_share_screen_group: { new: group } });
const refusal = 'You do not have permission to share your screen in calls.';
let topics = 0;

/** A call of mel, who shares the screen, and mia. */
async function sharedCall(): Promise<[Device, Device]> {
  const [first, second] = [await Device.of(mel), await Device.of(mia)];
  await first.start({ type: 'channel', to: stream_id, topic: `screen ${topics++}` });
  await second.join(first.callId);
  await first.change({ screen: true, hand: true });
  return [first, second];
}

/** What the others see of mel. */
async function seen({ callId }: Device): Promise<Json> {
  const { call } = await mia.ok('GET', `/calls/${callId}`);
  return call.participants.find(({ user_id }: { user_id: number }) => user_id === mel.userId);
}

/** The events about calls that mel and mia get from a change. */
async function callEvents(change: () => Promise<unknown>): Promise<string[][]> {
  const events = await expectFold([mel, mia], change);
  return events.map((own) => own.filter(({ type }) => type === 'call').map(({ op }) => String(op)));
}

afterEach(async () => {
  await allow(groupOf('everyone'));
  for (const { id } of (await mel.ok('GET', '/calls')).calls) await olive.ok('POST', `/calls/${id}/end`);
});

describe('a shared screen ends', () => {
  test('with the setting of the organization, and the device stays in the call', async () => {
    const [first, second] = await sharedCall();
    assert.deepEqual(await callEvents(() => allow(groupOf('moderators'))), [['update'], ['update']]);
    const { screen, hand } = await seen(first);
    assert.deepEqual([screen, hand], [false, true]);
    const path = `/calls/${first.callId}/me`;
    const again = { session: first.session, screen: true };
    await mel.refused('PATCH', path, again, 'BAD_REQUEST', refusal);
    await allow(groupOf('everyone'));
    // It is no longer taken.
    await second.change({ screen: true });
  });

  test('with the membership in a group that may share', async () => {
    const { group_id } = await olive.ok('POST', '/user_groups/create', {
      name: 'presenters',
      description: '',
      members: [mel.userId],
    });
    await allow(group_id);
    const [first] = await sharedCall();
    const events = await callEvents(() =>
      olive.ok('POST', `/user_groups/${group_id}/members`, { delete: [mel.userId] }),
    );
    assert.deepEqual(events, [['update'], ['update']]);
    assert.equal((await seen(first)).screen, false);
  });

  test('with the role', async () => {
    await allow(groupOf('members'));
    const [first] = await sharedCall();
    const setRole = (role: number) => olive.ok('PATCH', `/users/${mel.userId}`, { role });
    await setRole(600);
    assert.equal((await seen(first)).screen, false);
    await setRole(400);
  });
});

test('a shared screen goes on after changes that leave the permission', async () => {
  const [first] = await sharedCall();
  assert.deepEqual(await callEvents(() => allow(groupOf('members'))), [[], []]);
  assert.equal((await seen(first)).screen, true);
});
