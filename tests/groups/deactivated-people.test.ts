// Deactivated people are left out of groups and permissions in answers, but not removed from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient, setActive } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';
import { makeGroup } from './support.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const deactivatedClient = await newClient(server, { key: 'gone' });
const miaAndDeactivated = { direct_members: [mia.userId, deactivatedClient.userId], direct_subgroups: [] };
const onlyMia = { direct_members: [mia.userId], direct_subgroups: [] };

async function groupOf(id: number) {
  const { user_groups } = await mel.ok('GET', '/user_groups');
  return user_groups.find((group: { id: number }) => group.id === id);
}

test('people are left out while they are deactivated, and return with reactivation', async () => {
  const { id } = await makeGroup(mel, {
    members: [mia.userId, deactivatedClient.userId],
    can_join_group: miaAndDeactivated,
  });
  await setActive(server, deactivatedClient.userId, false);
  const withoutPerson = await groupOf(id);
  assert.deepEqual(withoutPerson.members, [mia.userId]);
  assert.deepEqual(withoutPerson.can_join_group, onlyMia);
  const path = `/user_groups/${id}`;
  assert.deepEqual((await mel.ok('GET', `${path}/members`)).members, [mia.userId]);
  assert.equal(
    (await mel.ok('GET', `${path}/members/${deactivatedClient.userId}`)).is_user_group_member,
    false,
  );
  const message = `Invalid user ID: ${deactivatedClient.userId}`;
  await mel.refused(
    'POST',
    `${path}/members`,
    { delete: [deactivatedClient.userId] },
    'BAD_REQUEST',
    message,
  );
  await mel.refused('PATCH', path, { can_join_group: { new: miaAndDeactivated } }, 'BAD_REQUEST', message);
  await setActive(server, deactivatedClient.userId, true);
  const groupAfterReturn = await groupOf(id);
  assert.deepEqual(groupAfterReturn.members, [mia.userId, deactivatedClient.userId]);
  assert.deepEqual(groupAfterReturn.can_join_group, miaAndDeactivated);
});

test('an old value is compared with what clients read', async () => {
  const { id } = await makeGroup(mel, { can_join_group: miaAndDeactivated });
  await setActive(server, deactivatedClient.userId, false);
  const path = `/user_groups/${id}`;
  const queue = await mia.registerQueue();
  await mel.ok('PATCH', path, { can_join_group: { new: onlyMia, old: onlyMia } });
  assert.deepEqual(await queue.events(), []);
  await mel.refused(
    'PATCH',
    path,
    { can_join_group: { new: onlyMia, old: miaAndDeactivated } },
    'EXPECTATION_MISMATCH',
  );
  const melToo = { direct_members: [mel.userId, mia.userId], direct_subgroups: [] };
  await mel.ok('PATCH', path, { can_join_group: { new: melToo, old: onlyMia } });
  await setActive(server, deactivatedClient.userId, true);
});
