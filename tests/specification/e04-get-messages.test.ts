// E4: reading messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showServicePictures } from '../avatars/support.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { newestIds } from './reading.ts';

const server = await startTestServer();
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);

const inTopic = (topic: string) => [
  { operator: 'channel', operand: 'general' },
  { operator: 'topic', operand: topic },
];
const read = (values: Json, reader: ApiClient = mel) =>
  reader.ok('GET', '/messages', { num_before: 0, num_after: 0, ...values });
const idsOf = (body: { messages: { id: number }[] }) => body.messages.map(({ id }) => id);
const ids = async (values: Json, reader: ApiClient = mel) => idsOf(await read(values, reader));
async function sendSeveral(topic: string, count: number, sender = mia): Promise<number[]> {
  const sent: number[] = [];
  for (let index = 0; index < count; index++)
    sent.push(await sender.sendToChannel('general', topic, `${index}`));
  return sent;
}

const five = await sendSeveral('five', 5);
const [a = 0, b = 0, c = 0, d = 0, e = 0] = five;
const narrow = inTopic('five');

test('E4.1 sorts messages by id', async () => {
  assert.deepEqual(await ids({ anchor: c, num_before: 2, num_after: 2, narrow }), five);
  const { messages } = await mel.ok('GET', '/messages', { message_ids: [d, a, c] });
  assert.deepEqual(idsOf({ messages }), [a, c, d]);
});

test('E4.2 returns no messages from before the subscription', async () => {
  await olive.ok('POST', '/channels/create', { name: 'late', subscribers: [mia.userId] });
  const before = await mia.sendToChannel('late', 'x', 'before');
  await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'late' }] });
  const after = await mia.sendToChannel('late', 'x', 'after');
  const found = await newestIds(mel);
  assert.ok(found.includes(after) && !found.includes(before));
});

test('E4.3 accepts an id as the anchor', async () => {
  assert.deepEqual(await ids({ anchor: c, num_before: 1, num_after: 1, narrow }), [b, c, d]);
  assert.deepEqual(await ids({ anchor: String(c), num_before: 1, narrow }), [b, c]);
});

test('E4.4 accepts newest as the anchor', async () => {
  assert.deepEqual(await ids({ anchor: 'newest', num_before: 2, narrow }), [d, e]);
});

test('E4.5 accepts oldest as the anchor', async () => {
  assert.deepEqual(await ids({ anchor: 'oldest', num_after: 2, narrow }), [a, b]);
});

test('E4.6 accepts first_unread as the anchor', async () => {
  await mel.ok('POST', '/messages/flags', { messages: [a, b], op: 'add', flag: 'read' });
  const first = { anchor: 'first_unread', num_before: 1, num_after: 1, narrow };
  const unread = await read(first);
  assert.equal(unread.anchor, c);
  assert.deepEqual(idsOf(unread), [b, c, d]);
  await mel.ok('POST', '/messages/flags', { messages: five, op: 'add', flag: 'read' });
  assert.deepEqual(await ids(first), [e]);
});

/** Three messages of 1, 2 and 3 June 2025, all at midnight UTC, and none after them. */
async function dated(): Promise<number[]> {
  const sent = await sendSeveral('dated', 3);
  await server.server.services.database.write(1, async (writer) => {
    const messages = writer.db.updateTable('message');
    await messages
      .set({ sent_at: 1_700_000_000 })
      .where('id', '<', sent[0] ?? 0)
      .execute();
    for (const [index, id] of sent.entries()) {
      await messages
        .set({ sent_at: 1_748_736_000 + index * 86_400 })
        .where('id', '=', id)
        .execute();
    }
  });
  return sent;
}

test('E4.7 E4.8 accepts a date as the anchor', async () => {
  const [first, second, third] = await dated();
  const cases = [
    ['2025-06-01', first],
    ['2025-06-02', second],
    ['2025-06-01T00:00:01Z', second],
    ['2025-06-02T00:00:00', second],
    ['20250602', second],
    ['20250601T200000-0500', third],
    ['2025-06-02T02:00:00+02:00', second],
    ['2025-06-01T20:00:00-05:00', third],
    ['2031-01-01', third],
  ] as const;
  for (const [anchor_date, expected] of cases) {
    const page = { anchor: 'date', anchor_date, num_before: 1, narrow: inTopic('dated') };
    assert.equal((await ids(page)).at(-1), expected, anchor_date);
  }
  await mel.refused(
    'GET',
    '/messages',
    { anchor: 'date', anchor_date: 'June', num_before: 1, num_after: 0 },
    'BAD_REQUEST',
    /anchor_date/,
  );
});

test('E4.9 returns the anchor unless include_anchor is false', async () => {
  const page = { anchor: c, num_before: 1, narrow };
  assert.deepEqual(await ids(page), [b, c]);
  assert.deepEqual(await ids({ ...page, include_anchor: true }), [b, c]);
  assert.deepEqual(await ids({ ...page, include_anchor: false }), [b]);
});

test('E4.10 E4.11 limits the messages on either side of the anchor', async () => {
  for (const [num_before, num_after, expected] of [
    [0, 0, [c]],
    [1, 0, [b, c]],
    [0, 2, [c, d, e]],
    [2, 1, [a, b, c, d]],
    [100, 100, five],
  ] as const) {
    assert.deepEqual(await ids({ anchor: c, num_before, num_after, narrow }), expected);
  }
});

test('E4.12 needs one number of messages, and the other is 0 by default', async () => {
  const missing = /^Missing 'num_before' argument/;
  await mel.refused('GET', '/messages', { anchor: 'newest' }, 'REQUEST_VARIABLE_MISSING', missing);
  const alone = async (values: Json) =>
    (await mel.ok('GET', '/messages', { anchor: c, narrow, ...values })).messages;
  assert.deepEqual(
    (await alone({ num_before: 1 })).map(({ id }: { id: number }) => id),
    [b, c],
  );
  assert.deepEqual(
    (await alone({ num_after: 1 })).map(({ id }: { id: number }) => id),
    [c, d],
  );
  await mel.ok('GET', '/messages', { message_ids: [a] });
});

test('E4.13 E4.14 accepts a narrow in two forms', async () => {
  const pairs = narrow.map(({ operator, operand }) => [operator, operand]);
  for (const form of [narrow, pairs]) {
    assert.deepEqual(await ids({ anchor: 'newest', num_before: 100, narrow: form }), five);
  }
  const direct = await mia.sendDirect([mel.userId], 'somewhere else');
  const whole = await ids({ anchor: 'newest', num_before: 1 });
  assert.deepEqual(whole, [direct]);
  assert.deepEqual(await ids({ anchor: 'newest', num_before: 1, narrow: [] }), whole);
});

test('E4.15 E4.16 searches the personal history, or all public channels', async () => {
  const elsewhere = await mia.sendToChannel('design', 'not for mel', 'pineapple');
  const receivedId = await mia.sendToChannel('general', 'for mel', 'pineapple');
  const search = { operator: 'search', operand: 'pineapple' };
  const page = { anchor: 'newest', num_before: 10 };
  assert.deepEqual(await ids({ ...page, narrow: [search] }), [receivedId]);
  const everywhere = [{ operator: 'channels', operand: 'public' }, search];
  assert.deepEqual(await ids({ ...page, narrow: everywhere }), [elsewhere, receivedId]);
});

test('E4.17 computes pictures as client_extavatar says', async () => {
  await showServicePictures(olive, mel, mia);
  await mia.ok('PATCH', '/settings', { email_address_visibility: 1 });
  const url = async (parameters: Json) => (await read({ anchor: a, ...parameters })).messages[0].avatar_url;
  assert.equal(await url({}), null);
  for (const name of ['client_extavatar', 'client_gravatar']) {
    assert.equal(await url({ [name]: true }), null);
    assert.equal(typeof (await url({ [name]: false })), 'string');
  }
});

test('E4.18 returns HTML, or Markdown if apply_markdown is false', async () => {
  const anchor = await mia.sendToChannel('general', 'forms', '*x*');
  const content = async (parameters: Json) => (await read({ anchor, ...parameters })).messages[0].content;
  assert.equal(await content({}), '<p><em>x</em></p>');
  assert.equal(await content({ apply_markdown: true }), '<p><em>x</em></p>');
  assert.equal(await content({ apply_markdown: false }), '*x*');
});

test('E4.19 E4.20 returns the messages of message_ids that exist, are visible and match', async () => {
  const secret = await olive.sendToChannel('leadership', 'plans', 'secret');
  const other = await mia.sendToChannel('general', 'other', 'x');
  const message_ids = [secret, other, 987_654, b];
  assert.deepEqual(idsOf(await mel.ok('GET', '/messages', { message_ids })), [b, other]);
  assert.deepEqual(idsOf(await mel.ok('GET', '/messages', { message_ids, narrow })), [b]);
});

test('E4.21 rejects message_ids together with an anchor or a number of messages', async () => {
  for (const extra of [
    { anchor: 'newest' },
    { include_anchor: true },
    { use_first_unread_anchor: false },
    { num_before: 1 },
    { num_after: 1 },
  ]) {
    const { status, body } = await mel.request('GET', '/messages', { message_ids: [a], ...extra });
    assert.deepEqual([status, body.result], [400, 'error'], JSON.stringify(extra));
  }
});

test('E4.22 returns the empty topic by its display name, or as empty on request', async () => {
  const anchor = await mia.sendToChannel('general', '', 'x');
  const subject = async (parameters: Json) => (await read({ anchor, ...parameters })).messages[0].subject;
  const name = (await mel.registerQueue()).snapshot.realm_empty_topic_display_name;
  assert.equal(await subject({}), name);
  assert.equal(await subject({ allow_empty_topic_name: false }), name);
  assert.equal(await subject({ allow_empty_topic_name: true }), '');
});

test('E4.23 reads use_first_unread_anchor as the anchor first_unread', async () => {
  await mel.ok('POST', '/messages/flags', { messages: [d], op: 'remove', flag: 'read' });
  assert.deepEqual(await ids({ use_first_unread_anchor: true, num_after: 1, narrow }), [d, e]);
  assert.deepEqual(await ids({ use_first_unread_anchor: true, anchor: a, num_after: 1, narrow }), [d, e]);
  assert.deepEqual(await ids({ use_first_unread_anchor: false, anchor: a, num_after: 1, narrow }), [a, b]);
  const without = { use_first_unread_anchor: false, num_before: 1, num_after: 1 };
  await mel.refused('GET', '/messages', without, 'BAD_REQUEST', /anchor/);
});

test('E4.24 returns the computed anchor', async () => {
  assert.equal((await read({ anchor: c, narrow })).anchor, c);
  assert.equal((await read({ anchor: 'first_unread', narrow })).anchor, d);
  for (const anchor of ['newest', 'oldest']) assert.ok(Number.isInteger((await read({ anchor })).anchor));
  assert.ok(!('anchor' in (await mel.ok('GET', '/messages', { message_ids: [a] }))));
});

test('E4.25 E4.26 returns whether the ends were found', async () => {
  const found = async (values: Json) => {
    const body = await read({ ...values, narrow });
    return [body.found_oldest, body.found_newest];
  };
  assert.deepEqual(await found({ anchor: 'newest', num_before: 2 }), [false, true]);
  assert.deepEqual(await found({ anchor: 'oldest', num_after: 2 }), [true, false]);
  assert.deepEqual(await found({ anchor: c, num_before: 1, num_after: 1 }), [false, false]);
  assert.deepEqual(await found({ anchor: c, num_before: 9, num_after: 9 }), [true, true]);
});

test('E4.27 returns whether the anchor was found', async () => {
  const elsewhere = await mia.sendToChannel('general', 'elsewhere', 'x');
  const found = async (values: Json) => (await read({ num_before: 1, ...values, narrow })).found_anchor;
  assert.equal(await found({ anchor: c }), true);
  assert.equal(await found({ anchor: 987_654 }), false);
  assert.equal(await found({ anchor: elsewhere }), false);
  assert.equal(await found({ anchor: c, include_anchor: false }), false);
});

test('E4.28 returns that the history is not limited', async () => {
  assert.equal((await read({ anchor: 'oldest', num_after: 1 })).history_limited, false);
  assert.equal((await mel.ok('GET', '/messages', { message_ids: [a] })).history_limited, false);
});

test('E4.29 returns at most 5000 messages', async () => {
  assert.ok((await ids({ anchor: 'newest', num_before: 5000 }, gus)).length > 0);
  const many = { anchor: 'newest', num_before: 2501, num_after: 2500 };
  await mel.refused('GET', '/messages', many, 'BAD_REQUEST', /5000/);
  const message_ids = Array.from({ length: 5001 }, (_, index) => index + 1);
  await mel.refused('GET', '/messages', { message_ids }, 'BAD_REQUEST', /5000/);
  await mel.ok('GET', '/messages', { message_ids: message_ids.slice(1) });
});
