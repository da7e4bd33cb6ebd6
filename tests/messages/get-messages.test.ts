// Reading messages: ranges around every anchor, single messages, web-public channels, and access.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showServicePictures } from '../avatars/support.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const END = 10_000_000_000_000_000;

async function page(client: ApiClient, parameters: Json) {
  return client.ok('GET', '/messages', { num_before: 0, num_after: 0, ...parameters });
}

const idsOf = (body: { messages: { id: number }[] }) => body.messages.map((message) => message.id);

async function saySeveral(
  client: ApiClient,
  channel: string,
  topic: string,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++)
    ids.push(await client.sendToChannel(channel, topic, `${topic} ${index}`));
  return ids;
}

const inTopic = (topic: string) => [
  { operator: 'channel', operand: 'general' },
  { operator: 'topic', operand: topic },
];

test('the newest page of a topic is returned', async () => {
  const mel = await server.as('mel');
  const ids = await saySeveral(mel, 'general', 'newest', 5);
  const body = await page(mel, { anchor: 'newest', num_before: 3, narrow: inTopic('newest') });
  assert.deepEqual(idsOf(body), ids.slice(2));
  assert.equal(body.anchor, END);
  assert.deepEqual(
    [body.found_newest, body.found_oldest, body.found_anchor, body.history_limited],
    [true, false, false, false],
  );
});

test('num_before or num_after may be omitted', async () => {
  const mel = await server.as('mel');
  const [a, b, c] = await saySeveral(mel, 'general', 'one direction', 3);
  const narrow = inTopic('one direction');
  const fetchIds = (parameters: Json) => mel.ok('GET', '/messages', { anchor: b, narrow, ...parameters });
  assert.deepEqual(idsOf(await fetchIds({ num_before: 5 })), [a, b]);
  assert.deepEqual(idsOf(await fetchIds({ num_after: 5 })), [b, c]);
  const missing = "Missing 'num_before' argument";
  await mel.refused('GET', '/messages', { anchor: b, narrow }, 'REQUEST_VARIABLE_MISSING', missing);
});

test('ranges around an id are returned', async () => {
  const mel = await server.as('mel');
  const ids = await saySeveral(mel, 'general', 'ranges', 7);
  const [a, b, c, d, e, f, g] = ids;
  const narrow = inTopic('ranges');
  const cases: [Json, (number | undefined)[], string][] = [
    [{ anchor: d, num_before: 2, num_after: 2 }, [b, c, d, e, f], '--a'],
    [{ anchor: d, num_before: 3, num_after: 3 }, [a, b, c, d, e, f, g], '--a'],
    [{ anchor: d, num_before: 4, num_after: 4 }, [a, b, c, d, e, f, g], 'ona'],
    [{ anchor: d, num_before: 0, num_after: 0 }, [d], '--a'],
    [{ anchor: d, num_before: 0, num_after: 2 }, [d, e, f], '--a'],
    [{ anchor: d, num_before: 2, num_after: 0 }, [b, c, d], '--a'],
    [{ anchor: d, num_before: 2, num_after: 0, include_anchor: false }, [b, c], '---'],
    [{ anchor: d, num_before: 0, num_after: 2, include_anchor: false }, [e, f], '---'],
    [{ anchor: 'oldest', num_before: 0, num_after: 2 }, [a, b], 'o--'],
    [{ anchor: 'oldest', num_before: 9, num_after: 9 }, ids, 'on-'],
    [{ anchor: 'newest', num_before: 2, num_after: 9 }, [f, g], '-n-'],
    [{ anchor: 'newest', num_before: 9 }, ids, 'on-'],
    [{ anchor: -5, num_after: 1 }, [a], 'o--'],
    [{ anchor: '20000000000000000', num_before: 1 }, [g], '-n-'],
    [{ anchor: Number(g) + 1, num_before: 1, num_after: 1 }, [g], '-n-'],
    [{ anchor: g, num_after: 0 }, [g], '--a'],
    [{ anchor: f, num_after: 1 }, [f, g], '--a'],
    [{ anchor: f, num_after: 2 }, [f, g], '-na'],
  ];
  for (const [parameters, expected, found] of cases) {
    const body = await page(mel, { ...parameters, narrow });
    const label = JSON.stringify(parameters);
    assert.deepEqual(idsOf(body), expected, label);
    const flags = [
      body.found_oldest ? 'o' : '-',
      body.found_newest ? 'n' : '-',
      body.found_anchor ? 'a' : '-',
    ];
    assert.equal(flags.join(''), found, label);
  }
});

test('the combined feed is returned in both forms of content', async () => {
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const id = await mia.sendToChannel('general', 'feed', 'in **bold**');
  const direct = await mia.sendDirect([mel.userId], 'hello');
  const body = await page(mel, { anchor: 'newest', num_before: 2 });
  assert.deepEqual(idsOf(body), [id, direct]);
  assert.equal(body.messages[0].content, '<p>in <strong>bold</strong></p>');
  assert.equal(body.messages[0].content_type, 'text/html');
  const raw = await page(mel, { anchor: 'newest', num_before: 2, apply_markdown: false });
  assert.equal(raw.messages[0].content, 'in **bold**');
  assert.equal(raw.messages[0].content_type, 'text/x-markdown');
});

test('first_unread is the oldest unread message that is not muted', async () => {
  const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
  await mel.ok('POST', '/mark_all_as_read');
  const { id: channelId } = await olive.ok('POST', '/channels/create', {
    name: 'unread',
    subscribers: [mel.userId, mia.userId],
  });
  const narrow = [{ operator: 'channel', operand: 'unread' }];
  const first = { anchor: 'first_unread', num_before: 1, num_after: 1 };
  assert.equal((await page(mel, { ...first, narrow })).anchor, END);
  const mutedId = await mia.sendToChannel('unread', 'muted', 'in a muted topic');
  const [a, b, c] = await saySeveral(mia, 'unread', 'topic', 3);
  const direct = await mia.sendDirect([mel.userId], 'directly');
  await mel.ok('POST', '/user_topics', { stream_id: channelId, topic: 'muted', visibility_policy: 1 });
  const body = await page(mel, { ...first, narrow });
  assert.equal(body.anchor, a);
  assert.deepEqual(idsOf(body), [mutedId, a, b]);
  assert.ok(body.found_anchor);
  // In the muted topic's own narrow, the anchor is the end.
  assert.equal(
    (await page(mel, { ...first, narrow: [...narrow, { operator: 'topic', operand: 'muted' }] })).anchor,
    END,
  );
  await mel.ok('POST', '/messages/flags', { messages: [a, b], op: 'add', flag: 'read' });
  assert.equal((await page(mel, { ...first, narrow })).anchor, c);
  assert.equal((await page(mel, first)).anchor, c);
  assert.equal((await page(mel, { ...first, narrow: [{ operator: 'is', operand: 'dm' }] })).anchor, direct);
  // A muted channel is skipped, except in its own narrow.
  await mel.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channelId, property: 'is_muted', value: true }],
  });
  assert.equal((await page(mel, first)).anchor, direct);
  assert.equal((await page(mel, { ...first, narrow })).anchor, c);
  await mel.ok('POST', '/messages/flags', { messages: [a], op: 'remove', flag: 'read' });
  assert.equal((await page(mel, { ...first, narrow })).anchor, a);
  // The older parameter wins over an anchor.
  const old = await page(mel, { use_first_unread_anchor: true, anchor: 5, num_after: 1, narrow });
  assert.equal(old.anchor, a);
});

test('a date anchors at the first message on or after it, or else at the newest', async () => {
  const mel = await server.as('mel');
  const narrow = inTopic('dated');
  const nothing = await page(mel, { anchor: 'date', anchor_date: '2020-01-01', num_before: 1, narrow });
  assert.deepEqual(
    [nothing.messages, nothing.anchor, nothing.found_newest, nothing.found_oldest, nothing.found_anchor],
    [[], END, false, false, false],
  );
  const ids = await saySeveral(mel, 'general', 'dated', 3);
  const { database } = server.server.services;
  const days = [1_748_736_000, 1_748_822_400, 1_748_908_800]; // 1, 2 and 3 June 2025, 00:00 UTC
  const organizationId = (await server.server.services.hubs.loadedHubs())[0]?.id ?? 0;
  await database.write(organizationId, async (writer) => {
    // Makes all earlier messages older.
    await writer.db
      .updateTable('message')
      .set({ sent_at: 1_700_000_000 })
      .where('id', '<', ids[0] ?? 0)
      .execute();
    for (const [index, id] of ids.entries()) {
      await writer.db
        .updateTable('message')
        .set({ sent_at: days[index] ?? 0 })
        .where('id', '=', id)
        .execute();
    }
  });
  const cases: [string, number | undefined][] = [
    ['2024-12-31', ids[0]],
    ['2025-06-01', ids[0]],
    ['2025-06-01T00:00:01', ids[1]],
    ['2025-06-02T00:00:00Z', ids[1]],
    ['2025-06-02T02:00:00+02:00', ids[1]],
    ['2025-06-02T02:00:01+0200', ids[2]],
    ['2025-06-01T19:00:00-05:30', ids[2]],
    ['2025-06-02 00:00:00.5', ids[2]],
    ['2025-06-03', ids[2]],
    ['2031-01-01', ids[2]],
  ];
  for (const [anchor_date, expected] of cases) {
    const body = await page(mel, { anchor: 'date', anchor_date, num_before: 5, num_after: 5, narrow });
    assert.equal(body.anchor, expected, anchor_date);
    assert.deepEqual(idsOf(body), ids);
    assert.ok(body.found_anchor && body.found_newest && body.found_oldest);
  }
  // A request for nothing after the anchor also learns that nothing follows.
  const last = await page(mel, { anchor: 'date', anchor_date: '2031-01-01', num_before: 1, narrow });
  assert.deepEqual([last.anchor, idsOf(last), last.found_newest], [ids[2], ids.slice(1), true]);
  const notNewest = await page(mel, { anchor: 'date', anchor_date: '2025-06-03', num_before: 1, narrow });
  assert.deepEqual([notNewest.anchor, notNewest.found_newest], [ids[2], false]);
});

test('the requested ids that exist, are visible and match are returned', async () => {
  const [mel, olive] = await Promise.all([server.as('mel'), server.as('olive')]);
  const ownMessage = await mel.sendToChannel('general', 'by id', 'one');
  const other = await mel.sendToChannel('general', 'another', 'two');
  const secret = await olive.sendToChannel('leadership', 'plans', 'three');
  const body = await mel.ok('GET', '/messages', {
    message_ids: [secret, other, 987_654, ownMessage, ownMessage],
  });
  assert.deepEqual(idsOf(body), [ownMessage, other]);
  assert.ok(!('anchor' in body));
  assert.deepEqual([body.found_newest, body.found_oldest, body.found_anchor], [false, false, false]);
  const narrowed = await mel.ok('GET', '/messages', {
    message_ids: [other, ownMessage],
    narrow: inTopic('by id'),
  });
  assert.deepEqual(idsOf(narrowed), [ownMessage]);
  assert.deepEqual(idsOf(await mel.ok('GET', '/messages', { message_ids: [] })), []);
});

test('a channel without access returns no messages', async () => {
  const [adam, mia] = await Promise.all([server.as('adam'), server.as('mia')]);
  // Administrators can see that the channel exists.
  const subscriptions = [{ name: 'between members' }];
  await mia.ok('POST', '/users/me/subscriptions', { subscriptions, invite_only: true });
  await mia.sendToChannel('between members', 'plans', 'not for administrators');
  const narrow = [['channel', 'between members']];
  const body = await page(adam, { anchor: 5, num_before: 5, num_after: 5, narrow });
  assert.deepEqual(
    [body.messages, body.found_oldest, body.found_newest, body.found_anchor, body.anchor],
    [[], true, true, false, END],
  );
});

test('messages that were never received are marked read and historical', async () => {
  const [mel, max, mia] = await Promise.all([server.as('mel'), server.as('max'), server.as('mia')]);
  await mel.sendToChannel('engineering', 'history', 'max is not here, @**Mia Member**');
  const narrow = [
    ['channel', 'engineering'],
    ['topic', 'history'],
  ];
  const [visibleMessage] = (await page(max, { anchor: 'newest', num_before: 1, narrow })).messages;
  assert.deepEqual(visibleMessage.flags, ['read', 'historical']);
  const [receivedMessage] = (await page(mia, { anchor: 'newest', num_before: 1, narrow })).messages;
  assert.deepEqual(receivedMessage.flags, ['mentioned']);
});

test('the form of a message depends on the viewer’s parameters', async () => {
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  await showServicePictures(await server.as('olive'), mel);
  const id = await mel.sendToChannel('general', '', 'without a topic');
  const fetchIds = async (parameters: Json) => (await page(mia, { anchor: id, ...parameters })).messages[0];
  const plain = await fetchIds({});
  assert.equal(plain.subject, 'general chat');
  assert.equal(plain.avatar_url, null);
  assert.equal((await fetchIds({ allow_empty_topic_name: true })).subject, '');
  assert.match((await fetchIds({ client_gravatar: false })).avatar_url, /^https:/);
  assert.match((await fetchIds({ client_extavatar: false })).avatar_url, /^https:/);
  const keys = [
    'avatar_url',
    'client',
    'content',
    'content_type',
    'display_recipient',
    'flags',
    'id',
    'is_me_message',
    'reactions',
    'recipient_id',
    'sender_email',
    'sender_full_name',
    'sender_id',
    'sender_realm_str',
    'stream_id',
    'subject',
    'submessages',
    'timestamp',
    'topic_links',
    'type',
  ];
  assert.deepEqual(Object.keys(plain).sort(), keys);
});

test('a single message is fetched by its id', async () => {
  const [mel, mia, max, gus, olive] = await Promise.all([
    server.as('mel'),
    server.as('mia'),
    server.as('max'),
    server.as('gus'),
    server.as('olive'),
  ]);
  const id = await mel.sendToChannel('engineering', 'single', 'all **of** it');
  const body = await max.ok('GET', `/messages/${id}`);
  assert.equal(body.raw_content, 'all **of** it');
  assert.equal(body.message.content, '<p>all <strong>of</strong> it</p>');
  assert.deepEqual(body.message.flags, ['read', 'historical']);
  const raw = await mia.ok('GET', `/messages/${id}`, { apply_markdown: false });
  assert.equal(raw.message.content, 'all **of** it');
  assert.deepEqual(raw.message.flags, []);
  const secret = await olive.sendToChannel('leadership', 'single', 'secret');
  const direct = await mel.sendDirect([mia.userId], 'private');
  const refusedRequests: [ApiClient, number][] = [
    [gus, id],
    [mel, secret],
    [max, direct],
    [mel, 987_654],
  ];
  for (const [client, target] of refusedRequests) {
    await client.refused('GET', `/messages/${target}`, {}, 'BAD_REQUEST', 'Invalid message(s)');
  }
});
