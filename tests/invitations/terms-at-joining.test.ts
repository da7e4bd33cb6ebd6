// Which terms of an invitation still apply when its recipient joins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { joinBy } from './support.ts';

const server = await startTestServer();
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
const groups: { id: number; name: string; members: number[] }[] = (await olive.registerQueue()).snapshot
  .realm_user_groups;
const idOf = (name: string) => groups.find((group) => group.name === name)?.id;

async function makeChannel(name: string): Promise<number> {
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [olive.userId, mel.userId],
  });
  return (await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id;
}

async function makeGroup(name: string): Promise<number> {
  await olive.ok('POST', '/user_groups/create', {
    name,
    description: '',
    members: [],
    can_add_members_group: idOf('role:members'),
  });
  const { user_groups } = await olive.ok('GET', '/user_groups');
  return user_groups.find((group: { name: string }) => group.name === name).id;
}

async function channelsOf(person: ApiClient): Promise<number[]> {
  const { subscriptions } = await person.ok('GET', '/users/me/subscriptions');
  return subscriptions.map((one: { stream_id: number }) => one.stream_id);
}

async function isIn(groupId: number, { userId }: ApiClient): Promise<boolean> {
  return (await olive.ok('GET', `/user_groups/${groupId}/members/${userId}`)).is_user_group_member;
}

test('terms that the inviter may no longer grant are skipped, and the others are granted', async () => {
  const [keptChannel, closedChannel] = [await makeChannel('kept'), await makeChannel('closed')];
  const [keptGroup, lostGroup] = [await makeGroup('ours'), await makeGroup('theirs')];
  await mel.ok('POST', '/invites', {
    invitee_emails: 'ann@example.org',
    stream_ids: [keptChannel, closedChannel],
    group_ids: [keptGroup, lostGroup],
  });
  await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['closed'] });
  await olive.ok('PATCH', `/streams/${closedChannel}`, { is_private: true });
  await olive.ok('PATCH', `/user_groups/${lostGroup}`, {
    can_add_members_group: { new: idOf('role:administrators') },
  });
  const ann = await joinBy(server, 'ann@example.org', 'Ann Archer');
  assert.deepEqual(await channelsOf(ann), [keptChannel]);
  assert.deepEqual([await isIn(keptGroup, ann), await isIn(lostGroup, ann)], [true, false]);
});

test('channels of a chosen default group are joined, whatever the inviter may do', async () => {
  const offeredChannel = await makeChannel('offered');
  await olive.ok('POST', '/default_stream_groups/create', {
    group_name: 'Crafts',
    description: 'Wood and wool',
    stream_names: ['offered'],
  });
  await mel.ok('POST', '/invites', {
    invitee_emails: 'ben@example.org',
    stream_ids: [],
    include_realm_default_subscriptions: true,
  });
  await olive.ok('PATCH', '/realm', {
    can_add_subscribers_group: { new: idOf('role:administrators') },
  });
  const [{ id: groupId }] = (await olive.registerQueue()).snapshot.realm_default_stream_groups;
  const ben = await joinBy(server, 'ben@example.org', 'Ben Brown', [groupId]);
  assert.ok((await channelsOf(ben)).includes(offeredChannel));
});
