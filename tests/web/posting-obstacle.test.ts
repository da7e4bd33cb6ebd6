// Where the viewer may not write, and what decides it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import type { Destination } from '../../web/lib/destination.ts';
import { mayPost } from '../../web/store/permissions.ts';
import { postingObstacle } from '../../web/store/posting-obstacle.ts';

const OWN = 1;
const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
const stateWith = (more: object) =>
  ({
    realm_users: [
      { user_id: 2, full_name: 'Mia' },
      { user_id: 3, full_name: 'Bot', is_bot: true },
    ],
    subscriptions: [
      { stream_id: 7, name: 'open', can_send_message_group: only(OWN) },
      { stream_id: 8, name: 'news', can_send_message_group: only(2) },
      { stream_id: 9, name: 'old', can_send_message_group: only(OWN), is_archived: true },
    ],
    ...more,
  }) as unknown as State;
const kindOf = (state: State, destination: Destination) => postingObstacle(state, OWN, destination)?.kind;
const channel = (channelId: number | undefined): Destination => ({ kind: 'channel', channelId, topic: 'a' });
const direct = (...personIds: number[]): Destination => ({ kind: 'direct', personIds });

test('channels forbid posting by their permission and when they are archived', () => {
  const state = stateWith({});
  const kinds = [7, 8, 9, 10, undefined].map((id) => kindOf(state, channel(id)));
  assert.deepEqual(kinds, [undefined, 'channel', 'archived', 'unknownChannel', undefined]);
  assert.deepEqual(postingObstacle(state, OWN, channel(8))?.who, only(2));
  assert.deepEqual(
    [7, 8, 9].map((id) => mayPost(state, id, OWN)),
    [true, false, false],
  );
});

test('private channels forbid posting to people who do not subscribe, unless they may at any time', () => {
  const post = { can_send_message_group: only(OWN, 2) };
  const channels = (is_guest: boolean) =>
    stateWith({
      is_guest,
      unsubscribed: [
        {
          stream_id: 11,
          invite_only: true,
          history_public_to_subscribers: true,
          can_subscribe_group: only(2),
        },
        {
          stream_id: 12,
          invite_only: true,
          history_public_to_subscribers: true,
          can_subscribe_group: only(OWN),
        },
        {
          stream_id: 13,
          invite_only: true,
          history_public_to_subscribers: false,
          can_subscribe_group: only(OWN),
        },
        { stream_id: 14, invite_only: false },
        { stream_id: 15, invite_only: false, is_web_public: true },
      ].map((one) => ({ can_add_subscribers_group: only(2), ...post, ...one })),
    });
  const ids = [7, 11, 12, 13, 14, 15];
  const kinds = (state: State) => ids.map((id) => kindOf(state, channel(id)));
  const ofMember = [undefined, 'subscribersOnly', undefined, 'subscribeFirst', undefined, undefined];
  assert.deepEqual(kinds(channels(false)), ofMember);
  const ofGuest = [undefined, ...Array(4).fill('subscribersOnly'), undefined];
  assert.deepEqual(kinds(channels(true)), ofGuest);
  for (const isGuest of [false, true]) {
    const state = channels(isGuest);
    const expected = (isGuest ? ofGuest : ofMember).map((kind) => kind === undefined);
    assert.deepEqual(
      ids.map((id) => mayPost(state, id, OWN)),
      expected,
    );
  }
});

test('a deactivated account cannot be written to alone', () => {
  const state = stateWith({ realm_non_active_users: [{ user_id: 4, is_active: false }] });
  assert.deepEqual(postingObstacle(state, OWN, direct(4)), { kind: 'deactivated', personId: 4 });
  assert.deepEqual([kindOf(state, direct(2, 4)), kindOf(state, direct(2))], [undefined, undefined]);
});

test('direct messages need a participant who may allow them, except to bots and oneself', () => {
  const forbidden = stateWith({ realm_direct_message_permission_group: only() });
  assert.equal(kindOf(forbidden, direct(2)), 'direct');
  assert.deepEqual([kindOf(forbidden, direct(3)), kindOf(forbidden, direct())], [undefined, undefined]);
  const byMia = stateWith({ realm_direct_message_permission_group: only(2) });
  assert.equal(kindOf(byMia, direct(2)), undefined);
});

test('people who may not begin direct conversations may continue them', () => {
  const settings = { realm_direct_message_initiator_group: only(2) };
  const state = stateWith(settings);
  assert.equal(kindOf(state, direct(2)), 'firstDirect');
  const recent = [{ user_ids: [2], max_message_id: 5 }];
  assert.equal(
    kindOf(stateWith({ ...settings, recent_private_conversations: recent }), direct(2)),
    undefined,
  );
  // The list is cut at its bound, beyond which others may exist.
  const many = (count: number) =>
    stateWith({
      ...settings,
      recent_private_conversations: Array.from({ length: count }, (_, id) => ({ user_ids: [id + 100] })),
    });
  assert.deepEqual([kindOf(many(999), direct(2)), kindOf(many(1000), direct(2))], ['firstDirect', undefined]);
});
