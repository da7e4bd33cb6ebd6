// The entries of the inbox, compared with the unread messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { State } from '../../client/state/state.ts';
import { inboxContent } from '../../web/inbox/inbox-model.ts';
import type { InboxFilter } from '../../web/inbox/list-settings.ts';
import { unreadCounts } from '../../web/store/unread-counts.ts';

const byReason = { filter: 'all', grouping: 'reason' } as const;

const CHANNELS = [7, 8, 9];
const TOPICS = ['plans', 'noise', ''];

interface Drawn {
  readonly channelId: number;
  readonly topic: string;
  readonly count: number;
}

const drawn: fc.Arbitrary<Drawn[]> = fc.uniqueArray(
  fc.record({
    channelId: fc.constantFrom(...CHANNELS),
    topic: fc.constantFrom(...TOPICS),
    count: fc.integer({ min: 1, max: 4 }),
  }),
  { selector: ({ channelId, topic }) => `${channelId} ${topic}` },
);

function stateOf(topics: readonly Drawn[], muted: readonly number[], direct: readonly number[]): State {
  let id = 0;
  const ids = (count: number) => Array.from({ length: count }, () => ++id);
  return {
    user_id: 1,
    subscriptions: CHANNELS.map((stream_id) => ({
      stream_id,
      name: `channel ${stream_id}`,
      is_muted: muted.includes(stream_id),
      pin_to_top: stream_id === 9,
      folder_id: null,
    })),
    user_topics: [{ stream_id: 7, topic_name: 'noise', visibility_policy: 1 }],
    unread_msgs: {
      streams: topics.map(({ channelId, topic, count }) => ({
        stream_id: channelId,
        topic,
        unread_message_ids: ids(count),
      })),
      pms: direct.map((other_user_id) => ({
        other_user_id,
        sender_id: other_user_id,
        unread_message_ids: ids(2),
      })),
      huddles: [],
      mentions: [],
      count: id,
      old_unreads_missing: false,
    },
  } as unknown as State;
}

test('muted direct conversations are not in the inbox', () => {
  const state = stateOf([], [], [2, 3]);
  const muted_direct_conversations = [{ user_ids: [1, 2], timestamp: 1, muted_until: null }];
  const stateWithMute = { ...state, muted_direct_conversations } as State;
  const { sections } = inboxContent(stateWithMute, unreadCounts(stateWithMute), byReason);
  assert.deepEqual(
    sections.flatMap(({ lines }) => lines.map(({ conversation }) => conversation)),
    [{ kind: 'direct', ids: [3] }],
  );
});

test('each unmuted conversation has one row with its count and newest message, newest first in its section', () => {
  const people = fc.uniqueArray(fc.integer({ min: 2, max: 5 }));
  fc.assert(
    fc.property(drawn, fc.subarray(CHANNELS), people, (topics, muted, direct) => {
      const state = stateOf(topics, muted, direct);
      const counts = unreadCounts(state);
      const { sections } = inboxContent(state, counts, byReason);
      const isShown = ({ channelId, topic }: Drawn) =>
        !muted.includes(channelId) && !(channelId === 7 && topic === 'noise');
      const lines = sections.flatMap((section) => section.lines);
      const expected = topics.filter(isShown);
      assert.equal(lines.length, expected.length + direct.length);
      for (const { channelId, topic, count } of expected) {
        const line = lines.find(
          ({ conversation }) =>
            conversation.kind === 'topic' &&
            conversation.channelId === channelId &&
            conversation.topic === topic,
        );
        assert.equal(line?.count, count);
        assert.equal(line?.newestId, counts.channels.get(channelId)?.topics.get(topic)?.newestId);
      }
      assert.equal(
        lines.reduce((sum, { count }) => sum + count, 0),
        counts.total,
      );
      for (const section of sections) {
        assert.ok(section.lines.length > 0);
        assert.equal(section.count, section.lines.length);
        const ids = section.lines.map(({ newestId }) => newestId);
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => b - a),
        );
      }
    }),
  );
});

test('conversations are grouped by the first reason that applies', () => {
  const topics = ['mentioned', 'followed', 'both', 'neither'].map((topic) => ({
    channelId: 7,
    topic,
    count: 1,
  }));
  const state = {
    ...stateOf(topics, [], [4]),
    user_topics: ['followed', 'both'].map((topic_name) => ({
      stream_id: 7,
      topic_name,
      visibility_policy: 3,
    })),
  } as unknown as State;
  // The ids are in the order of the topics, then those of the direct messages.
  const unread_msgs = { ...state.unread_msgs, mentions: [1, 3, 6] };
  const mentioned = { ...state, unread_msgs } as unknown as State;
  const sectionsWithNames = inboxContent(mentioned, unreadCounts(mentioned), byReason).sections.map(
    ({ key, lines }) => [
      key,
      ...lines.map(({ conversation }) => (conversation.kind === 'topic' ? conversation.topic : 'people')),
    ],
  );
  assert.deepEqual(sectionsWithNames, [
    ['mentioned', 'both', 'mentioned'],
    ['direct', 'people'],
    ['followed', 'followed'],
    ['unread', 'neither'],
  ]);
});

test('a section shows its newest rows; its count includes all', () => {
  const topics = Array.from({ length: 3000 }, (_, one) => ({
    channelId: 7,
    topic: `topic ${one}`,
    count: 1,
  }));
  const state = stateOf(topics, [], [4]);
  const limitOf = (key: string) => (key === 'unread' ? 30 : 5);
  const { sections } = inboxContent(state, unreadCounts(state), { ...byReason, limitOf });
  assert.deepEqual(
    sections.map(({ key, lines, count }) => [key, lines.length, count]),
    [
      ['direct', 1, 1],
      ['unread', 30, 3000],
    ],
  );
  assert.deepEqual(sections[1]?.lines[0]?.conversation, { kind: 'topic', channelId: 7, topic: 'topic 2999' });
});

test('filters show and count conversations; one that is away is only in the filter for later', () => {
  const topics = ['mentioned', 'followed', 'away', 'back'].map((topic) => ({
    channelId: 7,
    topic,
    count: 1,
  }));
  const exampleState = stateOf(topics, [], [4]);
  const later = (topic: string, returned_at: number | null) => ({
    stream_id: 7,
    topic,
    user_ids: [],
    until: 1000,
    returned_at,
  });
  const state = {
    ...exampleState,
    user_topics: [{ stream_id: 7, topic_name: 'followed', visibility_policy: 3 }],
    unread_msgs: { ...exampleState.unread_msgs, mentions: [1, 3] },
    later_conversations: [later('away', null), later('back', 1000), later('read', 1000)],
  } as unknown as State;
  const shownTopics = (filter: InboxFilter) =>
    inboxContent(state, unreadCounts(state), { filter, grouping: 'reason' }).sections.map(
      ({ key, lines }) => [
        key,
        ...lines.map(({ conversation }) => (conversation.kind === 'topic' ? conversation.topic : 'people')),
      ],
    );
  assert.deepEqual(shownTopics('all'), [
    ['mentioned', 'mentioned'],
    ['direct', 'people'],
    ['followed', 'followed'],
    ['back', 'back', 'read'],
  ]);
  assert.deepEqual(shownTopics('mentioned'), [['mentioned', 'mentioned']]);
  assert.deepEqual(shownTopics('followed'), [['followed', 'followed']]);
  assert.deepEqual(shownTopics('later'), [
    ['back', 'back', 'read'],
    ['away', 'away'],
  ]);
  const { counts } = inboxContent(state, unreadCounts(state), byReason);
  assert.deepEqual(counts, { all: 5, mentioned: 1, direct: 1, followed: 1, later: 3 });
});

test('conversations can be grouped by channel, or be in the order of time', () => {
  const state = stateOf(
    [
      { channelId: 7, topic: 'plans', count: 1 },
      { channelId: 8, topic: 'plans', count: 1 },
      { channelId: 7, topic: '', count: 1 },
    ],
    [],
    [4],
  );
  const keys = (grouping: 'channel' | 'time') =>
    inboxContent(state, unreadCounts(state), { filter: 'all', grouping }).sections.map(({ key, lines }) => [
      key,
      ...lines.map(({ newestId }) => newestId),
    ]);
  assert.deepEqual(keys('channel'), [
    ['direct', 5],
    ['7', 3, 1],
    ['8', 2],
  ]);
  assert.deepEqual(keys('time'), [['time', 5, 3, 2, 1]]);
});
