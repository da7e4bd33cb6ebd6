// How each queue sees messages that are sent, changed, deleted and read: flags by what its account received, topics by
// the name for the empty topic that its client knows, and only messages that its account could see.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { FlagBit } from '../../src/model/messages/message-flags.ts';
import { pollFixture } from './poll-fixture.ts';
import { entry, KNOWN, ME, UNKNOWN, type ViewerOptions, viewOf } from './viewers.ts';

const channels = new Map([
  [1, { id: 1, name: 'one' }],
  [2, { id: 2, name: 'two' }],
]);

/** A message of channel 1 at position 32, from a sender whom everyone may see. */
function message(extra: object = {}, row: object = {}): LogEntry {
  return entry('message', {
    extra: {
      messageId: 5,
      row: {
        id: 5,
        sender_id: KNOWN,
        channel_id: 1,
        conversation_id: 3,
        content: 'text',
        rendered_content: '<p>text</p>',
        sent_at: 100,
        mentions_channel: 0,
        arrives_read: 0,
        sequence: 32,
        is_moved: 0,
        client: 'test',
        ...row,
      },
      submessages: [],
      topic: 'lunch',
      directKey: null,
      mentionedIds: [],
      alertedIds: [],
      topicMentionedIds: [],
      readIds: [],
      unreadIds: [],
      localId: null,
      queueId: null,
      ...extra,
    },
  });
}

interface DeliveredMessage {
  readonly message: Record<string, unknown>;
  readonly flags: string[];
  readonly local_message_id?: string;
}

function deliver(one: LogEntry, viewerOptions: ViewerOptions = {}): DeliveredMessage | undefined {
  return viewOf(one, { channels, ...viewerOptions });
}

const elsewhere: ViewerOptions = { subscriptions: new Map() };

test('a message is delivered in the form that each client asks for', () => {
  const one = message();
  for (let count = 0; count < 2; count++) {
    assert.equal(deliver(one)?.message.content, '<p>text</p>');
    assert.equal(deliver(one, { options: { applyMarkdown: false } })?.message.content, 'text');
    assert.equal(deliver(one)?.message.subject, 'lunch');
    assert.equal(deliver(one)?.message.sender_full_name, `Person ${KNOWN}`);
    assert.equal(deliver(one)?.message.sender_id, KNOWN);
  }
  const subjectFor = (viewerOptions: ViewerOptions) =>
    deliver(message({ topic: '' }), viewerOptions)?.message.subject;
  assert.deepEqual(
    [subjectFor({}), subjectFor({ capabilities: { empty_topic_name: true } })],
    ['general chat', ''],
  );
  const sender = (id: number, viewerOptions: ViewerOptions = {}) =>
    deliver(message({}, { sender_id: id }), viewerOptions)?.message;
  assert.equal(sender(UNKNOWN)?.sender_full_name, `Person ${UNKNOWN}`);
  assert.notEqual(sender(UNKNOWN, { role: Role.guest })?.sender_full_name, `Person ${UNKNOWN}`);
  assert.equal(sender(99)?.sender_id, 99);
});

test('a text with many viewers is serialized once in each form', () => {
  let serializations = 0;
  const text = { toJSON: () => `written ${++serializations} times` };
  const one = message({}, { content: text, rendered_content: text });
  const contentFor = (viewerOptions?: ViewerOptions) => deliver(one, viewerOptions)?.message.content;
  const source: ViewerOptions = { options: { applyMarkdown: false } };
  assert.deepEqual([contentFor(), contentFor()], Array(2).fill('written 1 times'));
  assert.deepEqual([contentFor(source), contentFor(source)], Array(2).fill('written 2 times'));
  assert.equal(contentFor({ capabilities: { empty_topic_name: true } }), 'written 1 times');
});

test('the flags of a message follow from its mentions and its recipients', () => {
  const flags = (extra: object = {}, row: object = {}, viewerOptions: ViewerOptions = {}) =>
    deliver(message(extra, row), viewerOptions)?.flags;
  assert.deepEqual(flags(), []);
  assert.deepEqual(flags({}, {}, elsewhere), ['read', 'historical']);
  assert.deepEqual(flags({ readIds: [ME] }), ['read']);
  assert.deepEqual(flags({}, { arrives_read: 1 }), ['read']);
  assert.deepEqual(flags({ unreadIds: [ME] }, { arrives_read: 1 }), []);
  assert.deepEqual(flags({ mentionedIds: [ME] }), ['mentioned']);
  assert.deepEqual(flags({ mentionedIds: [KNOWN], alertedIds: [KNOWN], topicMentionedIds: [KNOWN] }), []);
  assert.deepEqual(flags({ alertedIds: [ME] }), ['has_alert_word']);
  const wildcard = ['stream_wildcard_mentioned', 'wildcard_mentioned'];
  assert.deepEqual(flags({}, { mentions_channel: 1 }), wildcard);
  assert.deepEqual(flags({}, { mentions_channel: 1 }, elsewhere), ['read', 'historical']);
  assert.deepEqual(flags({ topicMentionedIds: [ME] }), ['topic_wildcard_mentioned', 'wildcard_mentioned']);
  const direct = { topic: '', directKey: `${ME},${KNOWN}` };
  assert.deepEqual(flags(direct, { channel_id: null }, elsewhere), []);
});

test('a message outside a queue’s narrow is not delivered, and the local id goes only to the queue that sent it', () => {
  assert.equal(deliver(message(), { matchesNarrow: false }), undefined);
  const local = (extra: object) => deliver(message(extra))?.local_message_id;
  assert.equal(local({ localId: '1.5', queueId: 'q' }), '1.5');
  assert.equal(local({ localId: '1.5', queueId: 'other' }), undefined);
  assert.equal(local({ localId: null, queueId: 'q' }), undefined);
});

const receptions = {
  5: { holders: [ME], arrivals: [] },
  6: { holders: [], arrivals: [[1, 16]] },
  7: { holders: [KNOWN], arrivals: [[2, 16]] },
};

test('a deletion names only the messages that the viewer could see, in one event or one by one', () => {
  const deleted = (ids: number[], extra: object = {}, viewerOptions: ViewerOptions = {}, topic = 'lunch') =>
    viewOf(
      entry('delete_message', {
        payload: { message_type: 'stream', topic, message_ids: ids },
        extra: { ...extra },
      }),
      viewerOptions,
    );
  const many: ViewerOptions = { capabilities: { bulk_message_deletion: true } };
  const common = { message_type: 'stream', topic: 'lunch' };
  assert.deepEqual(deleted([5, 6, 7, 8], { receptions }, many), { ...common, message_ids: [5, 6, 8] });
  assert.deepEqual(deleted([7], { receptions }, many), undefined);
  assert.deepEqual(deleted([7], { receptions, sawAll: [ME] }, many), { ...common, message_ids: [7] });
  assert.deepEqual(deleted([7], { receptions, sawAll: [KNOWN] }, many), undefined);
  assert.deepEqual(deleted([7, 9], {}, many), { ...common, message_ids: [7, 9] });
  assert.deepEqual(deleted([5, 7, 6], { receptions }), [
    { ...common, message_id: 5 },
    { ...common, message_id: 6 },
  ]);
  assert.deepEqual(deleted([5], {}, many, ''), { ...common, topic: 'general chat', message_ids: [5] });
  const supporting: ViewerOptions = { capabilities: { bulk_message_deletion: true, empty_topic_name: true } };
  assert.deepEqual(deleted([5], {}, supporting, ''), { ...common, topic: '', message_ids: [5] });
  const direct = viewOf(
    entry('delete_message', { payload: { message_type: 'private', message_ids: [5] } }),
    many,
  );
  assert.deepEqual(direct, { message_type: 'private', message_ids: [5] });
});

const head = { id: 5, channel_id: 1, sequence: 32, is_moved: 0, mentions_channel: 0 };

/** An edit of message 5 that also moves other messages. */
function edited(flags: object = {}, payload: object = {}, extra: object = {}): LogEntry {
  return entry('update_message', {
    payload: { message_id: 5, message_ids: [5, 6], ...payload },
    extra: {
      messageId: 5,
      flags: { head, arrivals: [], bits: {}, groupMemberIds: [], topicMentionedIds: [], ...flags },
      ...extra,
    },
  });
}

test('an edit names the messages that the viewer could see, with the flags of the first', () => {
  const update = (one: LogEntry, viewerOptions: ViewerOptions = {}) =>
    viewOf(one, viewerOptions) as { message_id: number; message_ids: number[]; flags: string[] } | undefined;
  const { message_id, message_ids, flags } = update(edited()) ?? assert.fail();
  assert.deepEqual([message_id, message_ids, flags], [5, [5, 6], ['read']]);
  const partly = update(
    edited({}, { message_ids: [7, 5, 6] }, { receptions: { ...receptions, 5: receptions[7] } }),
  );
  assert.deepEqual([partly?.message_id, partly?.message_ids, partly?.flags], [6, [6], ['read']]);
  assert.equal(update(edited({}, { message_ids: [7] }, { receptions })), undefined);
  const flagged = (source: object, viewerOptions: ViewerOptions = {}) =>
    update(edited(source), viewerOptions)?.flags;
  assert.deepEqual(flagged({}, elsewhere), ['read', 'historical']);
  const bits = { [ME]: FlagBit.starred | FlagBit.hide_link_previews };
  assert.deepEqual(flagged({ bits }), ['read', 'starred', 'hide_link_previews']);
  assert.deepEqual(flagged({ bits }, elsewhere), ['read', 'starred', 'hide_link_previews']);
  assert.deepEqual(flagged({ bits }, { options: { client: 'ZulipFlutter' } }), ['read', 'starred']);
  const mentions = { groupMemberIds: [ME], topicMentionedIds: [ME], head: { ...head, mentions_channel: 1 } };
  const all = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];
  assert.deepEqual(flagged(mentions), ['read', ...all]);
  assert.deepEqual(flagged(mentions, elsewhere), ['read', 'historical']);
  const channelOnly = { head: { ...head, mentions_channel: 1 } };
  assert.deepEqual(flagged(channelOnly), ['read', 'stream_wildcard_mentioned', 'wildcard_mentioned']);
  const others = { groupMemberIds: [KNOWN], topicMentionedIds: [KNOWN] };
  assert.deepEqual(flagged(others), ['read']);
});

test('an edit names the empty topic as the client knows it, if it has topics', () => {
  const topics = (payload: object, viewerOptions?: ViewerOptions) => {
    const fields = viewOf(edited({}, payload), viewerOptions) as Record<string, unknown>;
    return [fields.orig_subject, fields.subject, fields.topic_links];
  };
  const supporting: ViewerOptions = { capabilities: { empty_topic_name: true } };
  assert.deepEqual(topics({}), [undefined, undefined, undefined]);
  assert.deepEqual(topics({ orig_subject: '', subject: 'x' }), ['general chat', 'x', []]);
  assert.deepEqual(topics({ orig_subject: 'x', subject: '' }), ['x', 'general chat', []]);
  assert.deepEqual(topics({ orig_subject: '', subject: '' }, supporting), ['', '', []]);
  assert.deepEqual(topics({ orig_subject: 'x' }), ['x', undefined, undefined]);
  assert.ok(!('subject' in (viewOf(edited()) as object)));
});

/** A queue that reads log entries from a position on, and a count of its reads of the tables. */
function viewerOf(...entries: LogEntry[]) {
  const { scan, queue, tail, facts } = pollFixture(16);
  tail.append(entries, entries.at(-1)?.sequence ?? 16);
  const state = { requests: 0, isBroken: false };
  facts.onRequest = () => {
    state.requests++;
    if (state.isBroken) throw new Error('no');
  };
  const scanFrom = async (scanned = 16) =>
    (await scan.scan(queue, { after: scanned, scanned })).events.map((text) => JSON.parse(text));
  return { state, scanFrom };
}

test('data for an edit is read from the tables once, and again only after a failure', async () => {
  const { state, scanFrom } = viewerOf(edited());
  state.isBroken = true;
  await assert.rejects(scanFrom(), /^Error: no$/);
  state.isBroken = false;
  // The message is gone, so it is read from the tables.
  const [[first], [second]] = await Promise.all([scanFrom(), scanFrom()]);
  assert.deepEqual(
    [first.flags, second.flags],
    [
      ['read', 'historical'],
      ['read', 'historical'],
    ],
  );
  await scanFrom();
  assert.equal(state.requests, 2);
});

test('the tables are not read for entries before the queue’s position or without an audience', async () => {
  const hiddenEntry: LogEntry = { ...edited(), sequence: 48, audience: { kind: 'nobody' } };
  const { state, scanFrom } = viewerOf(edited(), hiddenEntry, entry('other', { sequence: 64 }));
  const types = async (from: number) => (await scanFrom(from)).map(({ type }) => type);
  assert.deepEqual([await types(32), state.requests], [['other'], 0]);
  assert.deepEqual([await types(16), state.requests], [['update_message', 'other'], 1]);
});

test('ranges of messages are read once and cached for half a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ranges = entry('update_message_flags', {
    payload: { op: 'add', flag: 'read', all: false },
    extra: { accountId: ME, ranges: [[3, 0, 9]], less: [], more: [] },
  });
  const { state, scanFrom } = viewerOf(ranges);
  assert.deepEqual(await Promise.all([scanFrom(), scanFrom()]), [[], []]);
  const requestsOnce = state.requests;
  assert.ok(requestsOnce > 0);
  t.mock.timers.tick(29_999);
  await scanFrom();
  assert.equal(state.requests, requestsOnce);
  t.mock.timers.tick(1);
  await scanFrom();
  assert.equal(state.requests, 2 * requestsOnce);
});

test('messages marked unread are delivered with the client’s name for the empty topic', () => {
  const flags = (details?: object, viewerOptions?: ViewerOptions) =>
    viewOf(
      entry('update_message_flags', {
        payload: { op: 'remove', ...(details && { message_details: details }) },
      }),
      viewerOptions,
    );
  const details = {
    5: { type: 'stream', topic: '' },
    6: { type: 'private' },
    7: { type: 'stream', topic: 'x' },
  };
  assert.deepEqual(flags(), { op: 'remove' });
  assert.deepEqual(flags(details), {
    op: 'remove',
    message_details: { ...details, 5: { type: 'stream', topic: 'general chat' } },
  });
  assert.deepEqual(flags(details, { capabilities: { empty_topic_name: true } }), {
    op: 'remove',
    message_details: details,
  });
});
