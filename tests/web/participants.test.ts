// Who wrote in a topic, as far as its messages are loaded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { peopleSections } from '../../web/people/listed-people.ts';
import { participantsIn } from '../../web/people/participants.ts';

const whole = { reachesOldest: true, reachesNewest: true };
const senderOf = (messageId: number) => messageId % 100;

test('all senders are counted, the most recent one first, however many there are', () => {
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  const found = participantsIn([{ ids: [...ids, 107], ...whole }], senderOf);
  assert.equal(found.ids.length, 60);
  assert.deepEqual([found.ids.slice(0, 3), found.isAll], [[7, 60, 59], true]);
});

test('the senders may not be all while messages are not loaded', () => {
  assert.equal(participantsIn([{ ids: [1, 2], ...whole, reachesOldest: false }], senderOf).isAll, false);
  assert.equal(participantsIn([{ ids: [1, 2], ...whole, reachesNewest: false }], senderOf).isAll, false);
  const [older, newer] = [
    { ids: [1], reachesOldest: true, reachesNewest: false },
    { ids: [5, 6], reachesOldest: false, reachesNewest: true },
  ];
  assert.deepEqual(participantsIn([older, newer], senderOf), { ids: [6, 5, 1], isAll: false });
  assert.deepEqual(
    participantsIn([{ ids: [1, 2], ...whole }], (id) => (id === 1 ? undefined : id)),
    { ids: [2], isAll: false },
  );
  assert.deepEqual(participantsIn([], senderOf), { ids: [], isAll: false });
});

test('the people column lists twenty of them, and counts the others', () => {
  const participantIds = Array.from({ length: 23 }, (_, index) => index + 1);
  const realm_users = participantIds.map((user_id) => ({ user_id, full_name: `Person ${user_id}` }));
  const state = { realm_users } as unknown as State;
  const options = { state, presences: new Map(), now: 0, query: '' } as unknown as Parameters<
    typeof peopleSections
  >[0];
  // The last one is not known, and so not listed.
  const [here] = peopleSections({ ...options, participantIds: [...participantIds, 99] });
  assert.deepEqual([here?.kind, here?.people.length, here?.hidden], ['here', 20, 3]);
});
