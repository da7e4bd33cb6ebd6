// The entries of the inbox, compared with the unread messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { State } from '../../client/state/state.ts';
import { inboxSections, initialLines } from '../../web/inbox/inbox-model.ts';
import { unreadCounts } from '../../web/store/unread-counts.ts';

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

test('each unmuted conversation has one row with its count, newest first in its section', () => {
  const people = fc.uniqueArray(fc.integer({ min: 2, max: 5 }));
  fc.assert(
    fc.property(drawn, fc.subarray(CHANNELS), people, (topics, muted, direct) => {
      const state = stateOf(topics, muted, direct);
      const counts = unreadCounts(state);
      const sections = inboxSections(state, counts);
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
      }
      assert.equal(
        sections.reduce((sum, { count }) => sum + count, 0),
        counts.total,
      );
      assert.ok(sections.every((section) => section.lines.length > 0));
      // Ids increase in the order of generation, so the last one of a channel is the newest.
      for (const section of sections) {
        if (section.channel === undefined) continue;
        const id = section.channel.stream_id;
        const order = expected.filter(({ channelId }) => channelId === id).map(({ topic }) => topic);
        assert.deepEqual(
          section.lines.map(({ conversation }) => (conversation.kind === 'topic' ? conversation.topic : '')),
          order.toReversed(),
        );
      }
    }),
  );
});

test('direct messages come first, then channels by position and name', () => {
  const all = CHANNELS.map((channelId) => ({ channelId, topic: 'plans', count: 1 }));
  const state = stateOf(all, [], [4]);
  assert.deepEqual(
    inboxSections(state, unreadCounts(state)).map(({ key }) => key),
    ['direct', '9', '7', '8'],
  );
});

test('a section shows its newest rows and the number of others; its count includes all', () => {
  const topics = Array.from({ length: 3000 }, (_, one) => ({
    channelId: 7,
    topic: `topic ${one}`,
    count: 1,
  }));
  const state = stateOf([...topics, { channelId: 8, topic: 'plans', count: 2 }], [], [4]);
  const sections = inboxSections(state, unreadCounts(state), (key) => (key === '7' ? 30 : 5));
  assert.deepEqual(
    sections.map(({ key, lines, left, count }) => [key, lines.length, left, count]),
    [
      ['direct', 1, 0, 2],
      ['7', 30, 2970, 3000],
      ['8', 1, 0, 2],
    ],
  );
  assert.deepEqual(sections[1]?.lines[0]?.conversation, { kind: 'topic', channelId: 7, topic: 'topic 2999' });
});

test('however many sections there are, only a few hundred rows are displayed at first', () => {
  for (const sections of [1, 5, 40, 80]) assert.ok(sections * initialLines(sections) <= 400);
  assert.equal(initialLines(3), 25);
  assert.equal(initialLines(1000), 5);
});
