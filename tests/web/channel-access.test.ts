// Which channels the viewer may read and post to, and what an event makes unreadable.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import { activeChannels, allChannels, channelIn, personIn } from '../../web/store/directory.ts';
import { lostChannels } from '../../web/store/lost-channels.ts';
import { mayPost, mayReadChannel, mayResolve } from '../../web/store/permissions.ts';

const OWN = 1;
const [own, none] = [
  { direct_members: [OWN], direct_subgroups: [] },
  { direct_members: [], direct_subgroups: [] },
];
const channel = (stream_id: number, more: object = {}) => ({
  stream_id,
  name: `channel ${stream_id}`,
  invite_only: true,
  is_web_public: false,
  can_subscribe_group: none,
  can_add_subscribers_group: none,
  can_send_message_group: none,
  can_resolve_topics_group: none,
  ...more,
});
const stateWith = (lists: object) => lists as unknown as State;

test('subscribers may read a channel, and others if it is public or they may subscribe', () => {
  const state = stateWith({
    subscriptions: [channel(1)],
    unsubscribed: [channel(2), channel(3, { invite_only: false })],
    never_subscribed: [
      channel(4, { is_web_public: true }),
      channel(5, { can_subscribe_group: own }),
      channel(6, { can_add_subscribers_group: own }),
    ],
  });
  const readable = (viewed: State) => [1, 2, 3, 4, 5, 6, 7].filter((id) => mayReadChannel(viewed, id, OWN));
  assert.deepEqual(readable(state), [1, 3, 4, 5, 6]);
  assert.deepEqual(readable({ ...state, is_guest: true }), [1, 4]);
});

test('posting and resolving follow the permissions of the channel, and resolving those of the organization too', () => {
  const state = stateWith({
    subscriptions: [channel(1, { can_send_message_group: own, can_resolve_topics_group: own })],
    never_subscribed: [channel(2)],
    realm_can_resolve_topics_group: none,
  });
  assert.deepEqual(
    [mayPost(state, 1, OWN), mayPost(state, 2, OWN), mayPost(state, 3, OWN)],
    [true, false, false],
  );
  const resolvable = (viewed: State) => [1, 2, 3].filter((id) => mayResolve(viewed, id, OWN));
  assert.deepEqual(resolvable(state), [1]);
  assert.deepEqual(resolvable({ ...state, realm_can_resolve_topics_group: own }), [1, 2, 3]);
});

test('a deleted channel is lost, and one that was left unless it can be read without a subscription', () => {
  const state = stateWith({
    unsubscribed: [
      channel(1),
      channel(2, { invite_only: false }),
      channel(3, { invite_only: false, is_web_public: true }),
    ],
  });
  const leave = (viewed: State, op = 'remove') =>
    lostChannels(viewed, {
      type: 'subscription',
      op,
      subscriptions: [1, 2, 3, 4].map((stream_id) => ({ stream_id })),
    } as unknown as ApiEvent);
  assert.deepEqual(leave(state), [1, 4]);
  assert.deepEqual(leave({ ...state, is_guest: true }), [1, 2, 4]);
  assert.deepEqual(leave(state, 'add'), []);
  const lostThrough = (op: string) =>
    lostChannels(state, { type: 'stream', op, stream_ids: [2, 9] } as unknown as ApiEvent);
  assert.deepEqual([lostThrough('delete'), lostThrough('create')], [[2, 9], []]);
  assert.deepEqual(lostChannels(state, { type: 'realm', op: 'delete' } as unknown as ApiEvent), []);
});

test('channels and people are found in every list, subscriptions first', () => {
  const subscription = channel(1, { name: 'b', color: '#ffffff' });
  const state = stateWith({
    subscriptions: [subscription],
    never_subscribed: [channel(2, { name: 'c', is_archived: true })],
    streams: [channel(1, { name: 'b' }), channel(3, { name: 'a' })],
    realm_users: [{ user_id: 1, full_name: 'Mel' }],
    realm_non_active_users: [{ user_id: 2, full_name: 'Former' }],
    cross_realm_bots: [{ user_id: 3, full_name: 'Notices' }],
  });
  assert.equal(channelIn(state, 1), subscription);
  assert.equal(channelIn(state, 4), undefined);
  const ids = (channels: readonly { readonly stream_id: number }[]) =>
    channels.map(({ stream_id }) => stream_id);
  assert.deepEqual(ids(allChannels(state)).sort(), [1, 2, 3]);
  assert.deepEqual(ids(activeChannels(state)), [3, 1]);
  assert.deepEqual(
    [1, 2, 3, 4].map((id) => personIn(state, id)?.full_name),
    ['Mel', 'Former', 'Notices', undefined],
  );
});
