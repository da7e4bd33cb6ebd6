// What is muted and until when, and the ends that are offered.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { muteTimes } from '../../web/lib/offered-times.ts';
import { channelsOfTopics, shownTopics, type TopicSetting } from '../../web/settings/topic-settings.ts';
import { muteOf } from '../../web/store/mutes.ts';

const state = {
  subscriptions: [
    { stream_id: 1, is_muted: true, muted_until: 900 },
    { stream_id: 2, is_muted: false, muted_until: null },
  ],
  user_id: 5,
  muted_users: [{ id: 7, timestamp: 1, muted_until: 800 }],
  muted_direct_conversations: [
    { user_ids: [5, 7, 8], timestamp: 1, muted_until: 600 },
    { user_ids: [5], timestamp: 1, muted_until: null },
  ],
  user_topics: [
    { stream_id: 2, topic_name: 'Lunch', visibility_policy: 1, last_updated: 1, muted_until: 700 },
    { stream_id: 1, topic_name: 'menu', visibility_policy: 3, last_updated: 1, muted_until: null },
  ],
} as unknown as State;
const topic = (channelId: number, name: string) => ({ kind: 'topic', channelId, topic: name }) as const;

test('the mutes of channels, topics and people have their ends', () => {
  assert.deepEqual(muteOf(state, { kind: 'channel', channelId: 1 }), { until: 900 });
  assert.equal(muteOf(state, { kind: 'channel', channelId: 2 }), undefined);
  assert.deepEqual(muteOf(state, { kind: 'person', personId: 7 }), { until: 800 });
  assert.equal(muteOf(state, { kind: 'person', personId: 8 }), undefined);
  assert.deepEqual(muteOf(state, topic(2, 'LUNCH')), { until: 700 });
});

test('a topic can be muted with its channel, and followed in a muted one', () => {
  assert.deepEqual(muteOf(state, topic(1, 'other')), { until: null });
  assert.equal(muteOf(state, topic(1, 'menu')), undefined);
});

test('a direct conversation is muted apart from its people, and so are notes to oneself', () => {
  const direct = (...ids: number[]) => ({ kind: 'direct', ids }) as const;
  assert.deepEqual(muteOf(state, direct(8, 7)), { until: 600 });
  assert.equal(muteOf(state, direct(7)), undefined);
  assert.deepEqual(muteOf(state, direct(5)), { until: null });
});

test('topics with a setting are in order of channel and name, and can be filtered', () => {
  const names = {
    ...state,
    subscriptions: [
      { stream_id: 1, name: 'zoo' },
      { stream_id: 2, name: 'art' },
    ],
  };
  const topics = [
    ...(state.user_topics ?? []),
    { ...state.user_topics?.[0], topic_name: 'Apple' },
  ] as TopicSetting[];
  const topicNames = (channelId?: number) =>
    shownTopics(names as unknown as State, topics, channelId).map(({ topic_name }) => topic_name);
  assert.deepEqual(
    channelsOfTopics(names as unknown as State, topics).map(({ name }) => name),
    ['art', 'zoo'],
  );
  assert.deepEqual(topicNames(), ['Apple', 'Lunch', 'menu']);
  assert.deepEqual(topicNames(1), ['menu']);
  assert.deepEqual(topicNames(9), ['Apple', 'Lunch', 'menu']);
});

describe('the offered ends of mutes', () => {
  const offeredTimes = (now: Date) =>
    muteTimes(now).map(({ name, at }) => {
      const date = new Date(at * 1000);
      return [name, date.getDay(), date.getHours(), date.getMinutes()];
    });

  test('are in the morning of local days', () => {
    // A Wednesday.
    assert.deepEqual(offeredTimes(new Date(2026, 4, 6, 15, 20)), [
      ['oneHour', 3, 16, 20],
      ['tomorrow', 4, 9, 0],
      ['monday', 1, 9, 0],
      ['week', 3, 9, 0],
    ]);
  });

  test('name no day twice', () => {
    const names = (day: number) => offeredTimes(new Date(2026, 4, day, 15)).map(([name]) => name);
    // A Sunday and a Monday.
    assert.deepEqual(names(10), ['oneHour', 'tomorrow', 'week']);
    assert.deepEqual(names(11), ['oneHour', 'tomorrow', 'week']);
  });
});
