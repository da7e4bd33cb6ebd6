// The names of people, channels, topics and views.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { addressOfGroup, groupDescription, groupIn, groupName } from '../../web/store/groups.ts';
import { channelName, peopleNames, personName, targetName, topicName } from '../../web/store/names.ts';

const state = {
  user_id: 1,
  realm_users: [
    { user_id: 1, full_name: 'Mel' },
    { user_id: 2, full_name: 'Mia' },
  ],
  subscriptions: [{ stream_id: 7, name: 'design' }],
  realm_user_groups: [{ id: 3, name: 'designers' }],
} as unknown as State;

test('unknown people and channels have a name that says so', () => {
  assert.deepEqual([personName(state, 2), personName(state, 9)], ['Mia', 'Unknown person']);
  assert.deepEqual([channelName(state, 7), channelName(state, 9)], ['design', 'Unknown channel']);
  assert.deepEqual([groupIn(state, 3)?.name, groupIn(state, 4)], ['designers', undefined]);
});

test('the name of a topic contains its resolved mark, and the empty topic has the general name', () => {
  assert.deepEqual(['Plans', '', '✔ Plans', '✔ '].map(topicName), [
    'Plans',
    'general chat',
    '✔ Plans',
    '✔ general chat',
  ]);
});

test('a direct conversation is named after its people, notes after themselves', () => {
  assert.equal(peopleNames(state, [2]), 'Mia');
  assert.equal(peopleNames(state, [1]), 'Notes to yourself');
  assert.equal(peopleNames(state, [1, 2]), 'Mel, Mia');
});

test('each view has a title', () => {
  const titles = (
    [
      { kind: 'topic', channelId: 7, topic: '✔ Plans' },
      { kind: 'channel', channelId: 7 },
      { kind: 'direct', ids: [2] },
      { kind: 'mentions' },
      { kind: 'starred' },
      { kind: 'allDirect' },
      { kind: 'combined' },
      { kind: 'search' },
    ] as const
  ).map((view) => targetName(view, state, 'searched'));
  assert.deepEqual([titles[0], titles[1], titles[2], titles[7]], ['✔ Plans', 'design', 'Mia', 'searched']);
  assert.equal(new Set(titles).size, titles.length);
});

test('system groups have names and descriptions in the language of the page', () => {
  assert.equal(groupName({ name: 'designers' }), 'designers');
  assert.notEqual(groupName({ name: 'role:members' }), 'role:members');
  assert.equal(groupName({ name: 'toString' }), 'toString');
  const described = (name: string) => groupDescription({ name, description: 'own' });
  assert.equal(described('designers'), 'own');
  assert.notEqual(described('role:members'), 'own');
  assert.equal(addressOfGroup({ id: 3, name: 'a/b c' }), '#groups/3/a%2Fb%20c');
});
