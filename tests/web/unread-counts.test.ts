// Unread counts: muted topics are not part of the sums, and the same state gives the same object.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { peopleKey, unreadCounts } from '../../web/store/unread-counts.ts';

function stateWith(userTopics: readonly unknown[]): State {
  return {
    user_id: 1,
    unread_msgs: {
      streams: [
        { stream_id: 7, topic: 'Lunch', unread_message_ids: [1, 2] },
        { stream_id: 7, topic: 'noise', unread_message_ids: [3] },
        { stream_id: 8, topic: '', unread_message_ids: [4] },
      ],
      pms: [
        { other_user_id: 1, sender_id: 1, unread_message_ids: [5] },
        { other_user_id: 2, sender_id: 2, unread_message_ids: [6] },
      ],
      huddles: [{ user_ids_string: '1,2,3', unread_message_ids: [7, 8] }],
      mentions: [2, 8],
      count: 8,
      old_unreads_missing: false,
    },
    user_topics: userTopics,
    subscriptions: [
      { stream_id: 7, is_muted: false },
      { stream_id: 8, is_muted: true },
    ],
  } as unknown as State;
}

test('sums exclude muted conversations, which are counted separately', () => {
  const muted = { stream_id: 7, topic_name: 'Noise', visibility_policy: 1, last_updated: 0 };
  const counts = unreadCounts(stateWith([muted]));
  assert.deepEqual([counts.total, counts.direct, counts.mentions], [6, 4, 2]);
  const channel = counts.channels.get(7);
  assert.deepEqual([channel?.count, channel?.mutedCount, channel?.isMentioned], [2, 1, true]);
  assert.equal(channel?.topics.get('lunch')?.count, 2);
  assert.deepEqual([counts.channels.get(8)?.count, counts.channels.get(8)?.mutedCount], [0, 1]);
});

test('muted direct conversations are not in the sums, but keep their counts', () => {
  const muted = [
    { user_ids: [1, 2, 3], timestamp: 1, muted_until: null },
    { user_ids: [1], timestamp: 1, muted_until: 99 },
  ];
  const state = { ...stateWith([]), muted_direct_conversations: muted };
  const { total, direct, mentions, people } = unreadCounts(state);
  assert.deepEqual([total, direct, mentions], [4, 1, 2]);
  assert.deepEqual(
    [...people].map(([key, { count, isMuted }]) => [key, count, isMuted]),
    [
      ['1', 1, true],
      ['2', 1, false],
      ['2,3', 2, true],
    ],
  );
});

test('a direct conversation is found by all participants except the viewer', () => {
  const { people } = unreadCounts(stateWith([]));
  assert.equal(people.get(peopleKey([1]))?.count, 1);
  assert.equal(people.get(peopleKey([3, 2]))?.count, 2);
  assert.equal(people.get(peopleKey([3, 2]))?.isMentioned, true);
});

test('the same state gives the same object', () => {
  const state = stateWith([]);
  assert.equal(unreadCounts(state), unreadCounts({ ...state }));
});

test('each conversation has its newest message and its mentions, and without unread messages there are none', () => {
  const { channels, people } = unreadCounts(stateWith([]));
  const lunch = channels.get(7)?.topics.get('lunch');
  assert.deepEqual(
    [lunch?.channelId, lunch?.topic, lunch?.newestId, lunch?.isMentioned, lunch?.isMuted],
    [7, 'Lunch', 2, true, false],
  );
  const noise = channels.get(7)?.topics.get('noise');
  assert.deepEqual([noise?.isMentioned, noise?.newestId], [false, 3]);
  assert.deepEqual([channels.get(8)?.isMentioned, channels.get(8)?.topics.get('')?.isMuted], [false, true]);
  assert.deepEqual(people.get('2,3'), {
    ids: [2, 3],
    isMuted: false,
    count: 2,
    isMentioned: true,
    newestId: 8,
  });
  assert.deepEqual(people.get('1'), {
    ids: [1],
    isMuted: false,
    count: 1,
    isMentioned: false,
    newestId: 5,
  });
  const { unread_msgs: _unread, ...read } = stateWith([]);
  const none = unreadCounts(read);
  assert.deepEqual(
    [none.total, none.direct, none.mentions, none.channels.size, none.people.size],
    [0, 0, 0, 0, 0],
  );
});
