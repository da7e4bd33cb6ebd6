// PATCH /streams/{id}: the permissions that a channel grants to groups, and their effects.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { makePrivate, startChannelsOfMel } from './channels-of-mel.ts';

const { adam, channelOfMel, get, group, gus, max, mel, mia, observers, olive } = await startChannelsOfMel();

test('group settings check the old value, are sent in wire form, and update the older policies', async () => {
  const id = await channelOfMel();
  const names = Object.keys(await get(id)).filter((key) => /^can_.*_group$/.test(key));
  assert.equal(names.length, 12);
  for (const name of names) {
    const old = (await get(id))[name];
    const value = {
      direct_members: [max.userId, olive.userId],
      direct_subgroups: [group('role:moderators')],
    };
    const eventLists = await expectFold([mel, mia, max, gus], () =>
      olive.ok('PATCH', `/streams/${id}`, { [name]: { new: value, old } }),
    );
    const wireValue: unknown = {
      direct_members: [olive.userId, max.userId].sort((a, b) => a - b),
      direct_subgroups: [group('role:moderators')],
    };
    assert.deepEqual(eventLists[1]?.[0].value, wireValue, name);
    assert.deepEqual((await get(id))[name], wireValue);
    await olive.refused(
      'PATCH',
      `/streams/${id}`,
      { [name]: { new: old, old: group('role:owners') } },
      'EXPECTATION_MISMATCH',
      "'old' value does not match the expected value.",
    );
  }
  const eventLists = await expectFold([mia], () =>
    olive.ok('PATCH', `/streams/${id}`, {
      can_send_message_group: {
        new: { direct_members: [], direct_subgroups: [group('role:administrators')] },
      },
    }),
  );
  assert.deepEqual(
    eventLists[0]?.map((event) => [event.property, event.value]),
    [
      ['can_send_message_group', group('role:administrators')],
      ['stream_post_policy', 2],
      ['is_announcement_only', true],
    ],
  );
  await olive.refused(
    'PATCH',
    `/streams/${id}`,
    { can_add_subscribers_group: { new: group('role:internet') } },
    'BAD_REQUEST',
    "'can_add_subscribers_group' setting cannot be set to 'role:internet' group.",
  );
});

test('a permission makes a private channel visible, and its loss hides it again', async () => {
  const id = await channelOfMel(makePrivate);
  const grant = { can_subscribe_group: { new: { direct_members: [max.userId], direct_subgroups: [] } } };
  const eventLists = await expectFold(observers, () => mel.ok('PATCH', `/streams/${id}`, grant));
  assert.deepEqual(
    eventLists[5]?.map((event) => event.op),
    ['create', 'update'],
  );
  assert.deepEqual(eventLists[2], []);
  const wide = await expectFold(observers, () =>
    mel.ok('PATCH', `/streams/${id}`, { can_subscribe_group: { new: group('role:members') } }),
  );
  assert.equal(wide[2]?.[0].op, 'create');
  const eventsOfChange = await expectFold(observers, () =>
    mel.ok('PATCH', `/streams/${id}`, { can_subscribe_group: { new: group('role:nobody') } }),
  );
  assert.deepEqual(
    eventsOfChange[5]?.map((event) => event.op),
    ['delete'],
  );
  assert.deepEqual(
    eventsOfChange[2]?.map((event) => event.op),
    ['delete'],
  );
});

test('deleting messages and the topic policy need the organization’s permission', async () => {
  const id = await channelOfMel();
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { can_delete_own_message_group: { new: group('role:members') } },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await olive.ok('PATCH', '/realm', { can_set_topics_policy_group: { new: group('role:administrators') } });
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { topics_policy: 'allow_empty_topic' },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await mel.ok('PATCH', `/streams/${id}`, { topics_policy: 'inherit' });
  const create = (name: string, topics_policy: string) => ({ subscriptions: [{ name }], topics_policy });
  const path = '/users/me/subscriptions';
  await mel.refused(
    'POST',
    path,
    create('new', 'allow_empty_topic'),
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await mel.ok('POST', path, create('new', 'inherit'));
  await adam.ok('POST', path, create('another', 'allow_empty_topic'));
  await expectFold([mel, max], () =>
    adam.ok('PATCH', `/streams/${id}`, { topics_policy: 'disable_empty_topic' }),
  );
  await mel.ok('PATCH', `/streams/${id}`, { description: 'other changes need no permission' });
  await mel.ok('PATCH', `/streams/${id}`, { topics_policy: 'disable_empty_topic' });
  await mel.ok('PATCH', `/streams/${id}`, { topics_policy: 'inherit' });
  await olive.ok('PATCH', '/realm', { can_set_topics_policy_group: { new: group('role:members') } });
});
