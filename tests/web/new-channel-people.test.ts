// Whom a new channel can begin with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { everyoneElse, mayAddOthers, suggestedPeople } from '../../web/channels/new-channel-people.ts';

const OWN = 1;
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ user_id: index + 1 }));
const stateWith = (more: object) =>
  ({
    realm_can_add_subscribers_group: { direct_members: [OWN], direct_subgroups: [] },
    ...more,
  }) as unknown as State;

test('everyone is all other people except guests and bots', () => {
  const realm_users = [...people(3), { user_id: 4, is_bot: true }, { user_id: 5, is_guest: true }];
  const state = stateWith({ realm_users });
  assert.deepEqual(everyoneElse(state, OWN), [2, 3]);
  assert.deepEqual([mayAddOthers(state, OWN), mayAddOthers(state, 2)], [true, false]);
  assert.deepEqual(everyoneElse(state, 2), []);
});

test('not everyone is added at once if there are more than five hundred others', () => {
  assert.equal(everyoneElse(stateWith({ realm_users: people(501) }), OWN).length, 500);
  assert.deepEqual(everyoneElse(stateWith({ realm_users: people(502) }), OWN), []);
});

test('the people of the last direct conversations are suggested, without bots, deactivated and chosen ones', () => {
  const state = stateWith({
    realm_users: [...people(12).map((one) => ({ ...one, is_bot: false })), { user_id: 20, is_bot: true }],
    realm_non_active_users: [{ user_id: 21, is_bot: false }],
    recent_private_conversations: [
      { user_ids: [2], max_message_id: 10 },
      { user_ids: [3, 4], max_message_id: 30 },
      { user_ids: [20], max_message_id: 40 },
      { user_ids: [21], max_message_id: 50 },
      { user_ids: [], max_message_id: 60 },
      { user_ids: [4], max_message_id: 70 },
      { user_ids: [5, 6, 7, 8], max_message_id: 5 },
    ],
  });
  assert.deepEqual(suggestedPeople(state, OWN, []), [4, 3, 2, 5, 6]);
  assert.deepEqual(suggestedPeople(state, OWN, [3, 4]), [2, 5, 6, 7, 8]);
});
