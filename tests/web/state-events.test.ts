// The fold of events over a state in rare cases: changes of unknown things, the order of lists, and lists that a client did not
// request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { fold } from '../../client/state/fold.ts';
import {
  addIds,
  insertSorted,
  removeIds,
  removeSortedIds,
  removeWhere,
  sortedIndexOf,
  updateWhere,
} from '../../client/state/lists.ts';
import { type State, withSection, withSections } from '../../client/state/state.ts';
import { isTopicMuted, TopicVisibility, topicPolicyOf } from '../../client/state/topics.ts';
import { unreadCount, unreadIds } from '../../client/state/unread.ts';

const OWN = 1;
const after = (state: object, ...events: readonly object[]) =>
  events.reduce<State>((now, event) => fold(now, event as ApiEvent, OWN), state as State);
/** The state after the events, to read freely. */
// biome-ignore lint/suspicious/noExplicitAny: tests read states freely
const read = (state: object, ...events: readonly object[]): any => after(state, ...events);

const byNumber = (a: number, b: number) => a - b;

test('items of a sorted list are inserted in order, found and removed', () => {
  assert.deepEqual(insertSorted([1, 3, 5], 4, byNumber), [1, 3, 4, 5]);
  assert.deepEqual(insertSorted([1, 3], 0, byNumber), [0, 1, 3]);
  assert.deepEqual(insertSorted([], 1, byNumber), [1]);
  const itemNamed = (name: string) => ({ key: 1, name });
  const inserted = insertSorted([itemNamed('first')], itemNamed('second'), (a, b) => a.key - b.key);
  assert.deepEqual(
    inserted.map(({ name }) => name),
    ['first', 'second'],
    'equal items keep their order',
  );
  assert.deepEqual(
    [1, 3, 5].map((id) => sortedIndexOf([1, 3, 5], id, byNumber)),
    [0, 1, 2],
  );
  assert.deepEqual(
    [0, 2, 6].map((id) => sortedIndexOf([1, 3, 5], id, byNumber)),
    [-1, -1, -1],
  );
  assert.equal(sortedIndexOf([], 1, byNumber), -1);
  assert.deepEqual(addIds([5, 1], [3, 1]), [1, 3, 5]);
  const ids = [1, 3, 5];
  assert.equal(removeIds(ids, new Set([2])), ids);
  assert.deepEqual(removeIds(ids, new Set([1, 5, 9])), [3]);
  assert.equal(
    removeWhere(ids, (id) => id > 5),
    ids,
  );
  assert.deepEqual(
    removeWhere(ids, (id) => id > 4),
    [1, 3],
  );
  assert.deepEqual(
    updateWhere(
      ids,
      (id) => id > 2,
      (id) => id * 10,
    ),
    [1, 30, 50],
  );
});

test('ids are removed from a sorted list, which keeps its identity if none is in it', () => {
  const ids = [10, 20, 30, 40];
  const without = (...gone: number[]) => removeSortedIds(ids, new Set(gone));
  for (const gone of [[], [5], [45], [25], [5, 45], [5, 15, 25, 35, 45]]) assert.equal(without(...gone), ids);
  assert.deepEqual(without(10), [20, 30, 40]);
  assert.deepEqual(without(40), [10, 20, 30]);
  assert.deepEqual(without(15, 40), [10, 20, 30]);
  assert.deepEqual(without(10, 40), [20, 30]);
  assert.deepEqual(without(10, 20, 30, 40), []);
  assert.deepEqual(without(1, 2, 3, 4, 10), [20, 30, 40]);
  assert.deepEqual(removeSortedIds([], new Set([1])), []);
});

test('events do not change sections that the state lacks, and an unchanged state is the same object', () => {
  const empty = {} as State;
  for (const event of [
    { type: 'realm_user', op: 'remove', person: { user_id: 2 } },
    { type: 'drafts', op: 'remove', draft_id: 1 },
    { type: 'user_group', op: 'remove', group_id: 1 },
    { type: 'subscription', op: 'peer_add', stream_ids: [1], user_ids: [2] },
    { type: 'update_message_flags', op: 'add', flag: 'read', messages: [1] },
    { type: 'message', message: { id: 1, type: 'stream', stream_id: 1, subject: 'a' }, flags: [] },
    { type: 'something new' },
    { type: 'heartbeat' },
  ])
    assert.equal(after(empty, event), empty, JSON.stringify(event));
  const state = { drafts: [], starred_messages: null } as unknown as State;
  assert.equal(
    withSection(state, 'drafts', (drafts) => drafts),
    state,
  );
  assert.equal(
    withSection(state, 'starred_messages', () => [1]),
    state,
  );
  assert.equal(withSections(state, { drafts: (drafts) => drafts, starred_messages: () => [1] }), state);
  const changed = withSections({ ...state, max_message_id: 1 } as State, {
    drafts: (drafts) => drafts,
    max_message_id: (id) => id + 1,
  });
  assert.deepEqual([changed.max_message_id, changed.drafts === state.drafts], [2, true]);
});

const policy = (stream_id: number, topic_name: string, visibility_policy: number, last_updated = 0) => ({
  ...{ stream_id, topic_name, visibility_policy, last_updated },
});

test('topic policies are sorted by channel and name, one per topic, and removed by the default', () => {
  const set = (...policies: readonly object[]) =>
    read({ user_topics: [] }, ...policies.map((one) => ({ type: 'user_topic', ...one }))).user_topics.map(
      ({ stream_id, topic_name, visibility_policy }: ReturnType<typeof policy>) =>
        `${stream_id} ${topic_name} ${visibility_policy}`,
    );
  const [b, a, other] = [policy(1, 'b', 1), policy(1, 'A', 2), policy(2, '_', 3)];
  assert.deepEqual(set(other, b, a), ['1 A 2', '1 b 1', '2 _ 3']);
  assert.deepEqual(set(b, a, policy(1, 'B', 3)), ['1 A 2', '1 B 3']);
  assert.deepEqual(set(b, a, policy(1, 'B', 0)), ['1 A 2']);
  assert.deepEqual(set(policy(2, 'b', 1), policy(1, 'b', 0)), ['2 b 1']);
});

test('the numbers of the policies are those of the API', () => {
  assert.deepEqual(TopicVisibility, { inherit: 0, muted: 1, unmuted: 2, followed: 3 });
});

test('a topic is muted by its policy, or with its channel if it has none', () => {
  const state = {
    user_topics: [policy(1, 'Loud', 2), policy(2, 'quiet', 1), policy(1, 'followed', 3)],
    subscriptions: [
      { stream_id: 1, is_muted: true },
      { stream_id: 2, is_muted: false },
    ],
  } as unknown as State;
  assert.deepEqual(
    [isTopicMuted(state, 1, 'LOUD'), isTopicMuted(state, 1, 'followed'), isTopicMuted(state, 1, 'other')],
    [false, false, true],
  );
  assert.deepEqual([isTopicMuted(state, 2, 'quiet'), isTopicMuted(state, 2, 'other')], [true, false]);
  assert.equal(isTopicMuted(state, 3, 'loud'), false);
  assert.deepEqual([topicPolicyOf(state, 1, 'loud'), topicPolicyOf(state, 2, 'loud')], [2, 0]);
  assert.equal(isTopicMuted({} as State, 1, 'a'), false);
});

const unread = (more: object = {}) => ({
  ...{ streams: [], pms: [], huddles: [], mentions: [], count: 0 },
  ...more,
});
const direct = (id: number, ...people: number[]) => ({
  type: 'message',
  flags: [],
  message: { id, type: 'private', subject: '', display_recipient: people.map((one) => ({ id: one })) },
});

test('unread direct messages are grouped by the other people, in order, and notes to self by the viewer', () => {
  const { unread_msgs: now } = read(
    { unread_msgs: unread() },
    direct(1, OWN, 9),
    direct(2, OWN, 4),
    direct(3, 9, OWN, 4),
    direct(4, OWN, 12, 4),
    direct(5, OWN),
    direct(6, 4, OWN),
    direct(6, 4, OWN),
  );
  assert.deepEqual(now.pms, [
    { other_user_id: OWN, sender_id: OWN, unread_message_ids: [5] },
    { other_user_id: 4, sender_id: 4, unread_message_ids: [2, 6] },
    { other_user_id: 9, sender_id: 9, unread_message_ids: [1] },
  ]);
  assert.deepEqual(now.huddles, [
    { user_ids_string: '1,4,12', unread_message_ids: [4] },
    { user_ids_string: '1,4,9', unread_message_ids: [3] },
  ]);
});

test('recent direct conversations begin with the one of the newest message', () => {
  const state = { recent_private_conversations: [{ max_message_id: 1, user_ids: [9] }] };
  const { recent_private_conversations: recent } = read(state, direct(2, OWN, 4), direct(3, 9, OWN));
  assert.deepEqual(recent, [
    { max_message_id: 3, user_ids: [9] },
    { max_message_id: 2, user_ids: [4] },
  ]);
});

const inTopic = (id: number, flags: readonly string[], subject = 'a') => ({
  type: 'message',
  flags,
  message: { id, type: 'stream', stream_id: 1, subject, display_recipient: 'design' },
});
const muted = { user_topics: [policy(1, 'muted', 1)], unread_msgs: unread() };

test('wildcard mentions count outside muted topics, personal ones everywhere', () => {
  const mentions = (...events: readonly object[]) => read(muted, ...events).unread_msgs.mentions;
  assert.deepEqual(mentions(inTopic(1, ['wildcard_mentioned']), inTopic(1, ['wildcard_mentioned'])), [1]);
  assert.deepEqual(mentions(inTopic(1, ['wildcard_mentioned'], 'muted')), []);
  assert.deepEqual(mentions(inTopic(1, ['mentioned'], 'muted')), [1]);
  assert.deepEqual(mentions(inTopic(1, ['starred'])), []);
  assert.deepEqual(mentions({ ...direct(1, OWN, 4), flags: ['wildcard_mentioned'] }), [1]);
});

test('an edit changes the mentions of unread messages only, by the topic they are in', () => {
  const edit = (message_id: number, flags: readonly string[]) => ({
    ...{ type: 'update_message', message_id, message_ids: [message_id], flags },
  });
  const mentions = (...events: readonly object[]) => read(muted, ...events).unread_msgs.mentions;
  assert.deepEqual(mentions(inTopic(1, []), inTopic(2, ['mentioned']), edit(1, ['mentioned'])), [2, 1]);
  assert.deepEqual(mentions(inTopic(1, ['mentioned']), inTopic(2, ['mentioned']), edit(1, [])), [2]);
  assert.deepEqual(mentions(inTopic(1, ['read']), edit(1, ['mentioned'])), []);
  assert.deepEqual(mentions(inTopic(1, [], 'muted'), edit(1, ['wildcard_mentioned'])), []);
  assert.deepEqual(mentions(direct(1, OWN, 4), edit(1, ['wildcard_mentioned'])), [1]);
});

test('moved messages stay unread and mentioned in their new topic, others stay where they are', () => {
  const move = (message_ids: readonly number[], more: object) => ({
    ...{ type: 'update_message', message_id: message_ids[0], message_ids, flags: ['mentioned'] },
    ...{ stream_id: 1, orig_subject: 'a' },
    ...more,
  });
  const messageEvents = [inTopic(1, ['mentioned']), inTopic(2, []), inTopic(3, ['read'])];
  const { unread_msgs: now } = read(
    muted,
    ...messageEvents,
    move([1, 3], { subject: 'b', new_stream_id: 2 }),
  );
  assert.deepEqual(now.streams, [
    { stream_id: 1, topic: 'a', unread_message_ids: [2] },
    { stream_id: 2, topic: 'b', unread_message_ids: [1] },
  ]);
  assert.deepEqual(now.mentions, [1]);
  const topics = (more: object) =>
    read(muted, ...messageEvents, move([2], more)).unread_msgs.streams.map(
      ({
        stream_id,
        topic,
        unread_message_ids,
      }: {
        stream_id: number;
        topic: string;
        unread_message_ids: number[];
      }) => `${stream_id} ${topic} ${unread_message_ids}`,
    );
  assert.deepEqual(topics({ new_stream_id: 2 }), ['1 a 1', '2 a 2']);
  assert.deepEqual(topics({ subject: 'b' }), ['1 a 1', '1 b 2']);
});

test('messages are marked as unread in their conversations, and all of them as read', () => {
  const details = {
    1: { type: 'private', user_ids: [4] },
    2: { type: 'stream', stream_id: 1, topic: 'a', mentioned: true },
  };
  const mark = { type: 'update_message_flags', op: 'remove', flag: 'read', messages: [1, 2, 3] };
  const marked = read({ unread_msgs: unread() }, { ...mark, message_details: details });
  assert.deepEqual([...unreadIds(marked.unread_msgs)].sort(), [1, 2]);
  assert.deepEqual(marked.unread_msgs.mentions, [2]);
  const reading = { type: 'update_message_flags', op: 'add', flag: 'read' };
  assert.deepEqual([...unreadIds(read(marked, { ...reading, messages: [2] }).unread_msgs)], [1]);
  assert.deepEqual([...unreadIds(read(marked, { ...reading, messages: [], all: true }).unread_msgs)], []);
  assert.equal(read(marked, { ...reading, flag: 'collapsed', messages: [1] }), marked);
});

test('stars are added once, and removed alone or with their messages', () => {
  const star = (op: string, messages: readonly number[]) => ({
    ...{ type: 'update_message_flags', op, flag: 'starred', messages },
  });
  const stars = (...events: readonly object[]) =>
    read({ starred_messages: [1, 2, 3] }, ...events).starred_messages;
  assert.deepEqual(stars(star('add', [2, 4])), [1, 3, 2, 4]);
  assert.deepEqual(stars(star('remove', [2, 4])), [1, 3]);
  assert.deepEqual(stars({ type: 'delete_message', message_ids: [1, 3] }), [2]);
  assert.deepEqual(stars({ type: 'delete_message', message_id: 1 }), [2, 3]);
});

test('the newest message is the one with the highest id, ignoring messages of earlier subscriptions', () => {
  const newest = (...events: readonly object[]) => read({ max_message_id: 5 }, ...events).max_message_id;
  assert.deepEqual([newest(inTopic(7, [])), newest(inTopic(4, []))], [7, 5]);
  assert.equal(newest(inTopic(7, ['historical'])), 5);
});

test('unread messages are counted outside muted topics', () => {
  const state = read(muted, inTopic(1, []), inTopic(2, [], 'muted'), direct(3, OWN, 4), direct(4, OWN, 4, 5));
  assert.equal(unreadCount(state), 3);
  assert.equal(unreadCount({} as State), 0);
});
