// Marking all messages, a channel or a topic as read, and the events for very many messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [adam, mel, mia, gus] = await Promise.all([
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
type Client = typeof mel;
const { database } = server.server.services;
const organizationId = 1;

async function channelId(name: string): Promise<number> {
  const row = await database
    .reader(organizationId)
    .db.selectFrom('channel')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function unreadIds(client: Client): Promise<number[]> {
  const { unread_msgs: unread } = (await client.registerQueue()).snapshot;
  return [...unread.pms, ...unread.streams, ...unread.huddles]
    .flatMap((group) => group.unread_message_ids)
    .sort((a, b) => a - b);
}

const [general, design, leadership] = await Promise.all(['general', 'design', 'leadership'].map(channelId));

test('marking a channel read covers all its topics, and nothing else', async () => {
  await mia.ok('POST', '/mark_all_as_read');
  const inChannel = [
    await mel.sendToChannel('general', 'a', '1'),
    await mel.sendToChannel('general', 'b', '2'),
  ];
  const elsewhere = [
    await mel.sendToChannel('engineering', 'a', '3'),
    await mel.sendDirect([mia.userId], '4'),
  ];
  const [miaEvents] = await expectFold([mia, adam], () =>
    mia.ok('POST', '/mark_stream_as_read', { stream_id: general }),
  );
  assert.deepEqual(miaEvents?.[0].messages, inChannel);
  assert.deepEqual(await unreadIds(mia), elsewhere);
  const [eventsOfRepeat] = await expectFold([mia], () =>
    mia.ok('POST', '/mark_stream_as_read', { stream_id: general }),
  );
  assert.deepEqual(eventsOfRepeat, []);
});

test('messages marked unread are read with their channel too', async () => {
  const ids = [
    await mel.sendToChannel('general', 'holes', '1'),
    await mel.sendToChannel('general', 'holes', '2'),
  ];
  await mia.ok('POST', '/mark_stream_as_read', { stream_id: general });
  await mia.ok('POST', '/messages/flags', { messages: ids.slice(0, 1), op: 'remove', flag: 'read' });
  const own = await mia.sendToChannel('general', 'holes', 'mine');
  const later = await mel.sendToChannel('general', 'holes', '3');
  await mia.ok('POST', '/messages/flags', { messages: [own], op: 'remove', flag: 'read' });
  const [miaEvents] = await expectFold([mia], () =>
    mia.ok('POST', '/mark_stream_as_read', { stream_id: general }),
  );
  assert.deepEqual(miaEvents?.[0].messages, [ids[0], own, later]);
});

test('a topic is marked read in any spelling, the empty one by its name', async () => {
  const id = await mel.sendToChannel('general', 'Spelling', 'x');
  const nameless = await mel.sendToChannel('general', '', 'y');
  const [miaEvents] = await expectFold([mia], () =>
    mia.ok('POST', '/mark_topic_as_read', { stream_id: general, topic_name: 'sPELLING' }),
  );
  assert.deepEqual(miaEvents?.[0].messages, [id]);
  const [more] = await expectFold([mia], () =>
    mia.ok('POST', '/mark_topic_as_read', { stream_id: general, topic_name: 'general chat' }),
  );
  assert.deepEqual(more?.[0].messages, [nameless]);
});

test('missing and invisible conversations are refused', async () => {
  await mel.refused('POST', '/mark_stream_as_read', { stream_id: 999 }, 'BAD_REQUEST', 'Invalid channel ID');
  await mel.refused(
    'POST',
    '/mark_stream_as_read',
    { stream_id: leadership },
    'BAD_REQUEST',
    'Invalid channel ID',
  );
  await gus.refused(
    'POST',
    '/mark_stream_as_read',
    { stream_id: general },
    'BAD_REQUEST',
    'Invalid channel ID',
  );
  const nowhere = { stream_id: general, topic_name: 'never was' };
  await mel.refused('POST', '/mark_topic_as_read', nowhere, 'BAD_REQUEST', "No such topic 'never was'");
  await mel.refused(
    'POST',
    '/mark_topic_as_read',
    { ...nowhere, stream_id: leadership },
    'BAD_REQUEST',
    'Invalid channel ID',
  );
  await mel.ok('POST', '/mark_stream_as_read', { stream_id: design });
});

test('after marking all as read nothing is unread, and one event reports it', async () => {
  await mel.sendToChannel('general', 'all', '1');
  const direct = await mel.sendDirect([mia.userId], '2');
  await mia.ok('POST', '/messages/flags', { messages: [direct], op: 'add', flag: 'read' });
  await mia.ok('POST', '/messages/flags', { messages: [direct], op: 'remove', flag: 'read' });
  const [miaEvents, melEvents] = await expectFold([mia, mel], async () => {
    assert.equal((await mia.ok('POST', '/mark_all_as_read')).complete, true);
  });
  assert.deepEqual(
    miaEvents?.map(({ id, ...event }) => event),
    [{ type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: [], all: true }],
  );
  assert.deepEqual(melEvents, []);
  assert.deepEqual(await unreadIds(mia), []);
  const id = await mel.sendToChannel('general', 'all', 'new');
  assert.deepEqual(await unreadIds(mia), [id]);
  assert.deepEqual((await mia.ok('GET', `/messages/${direct}`)).message.flags, ['read']);
});

/** Copies a message many times, as only a large organization has them. */
async function multiply(messageId: number, times: number): Promise<void> {
  await database.write(organizationId, async (writer) => {
    const row = await writer.db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow();
    const { id: _, ...copy } = row;
    for (let left = times; left > 0; left -= 100) {
      const rows = Array.from({ length: Math.min(left, 100) }, () => ({
        ...copy,
        sequence: writer.nextSequence(),
      }));
      await writer.db.insertInto('message').values(rows).execute();
    }
    const { last } = await writer.db
      .selectFrom('message')
      .select((e) => e.fn.max('id').as('last'))
      .where('conversation_id', '=', copy.conversation_id)
      .executeTakeFirstOrThrow();
    await writer.db
      .updateTable('conversation')
      .set({ last_message_id: last })
      .where('id', '=', copy.conversation_id)
      .execute();
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {} });
  });
}

test('very many messages make several events of bounded size, with exact ids', async () => {
  await mia.ok('POST', '/mark_all_as_read');
  await multiply(await mel.sendToChannel('general', 'flood', 'x'), 1500);
  await multiply(await mel.sendToChannel('general', 'second flood', 'y'), 1100);
  const own = await mia.sendToChannel('general', 'flood', 'mine');
  const before = await unreadIds(mia);
  const island = before[1234] ?? 0;
  await mia.ok('POST', '/messages/flags', { messages: [island], op: 'add', flag: 'read' });
  const expected = before.filter((id) => id !== island);
  assert.equal(expected.length, 2601);
  const [miaEvents] = await expectFold([mia], () =>
    mia.ok('POST', '/mark_stream_as_read', { stream_id: general }),
  );
  assert.deepEqual(
    miaEvents?.map((event) => event.messages.length),
    [1000, 1000, 601],
  );
  assert.deepEqual(
    miaEvents?.flatMap((event) => event.messages),
    expected,
  );
  const eventIds = miaEvents?.map((event) => event.id) ?? [];
  // The last id is the position of the log entry, so that clients may acknowledge every event.
  const { database } = server.server.services;
  const position = await database.sequence(database.reader(1));
  assert.deepEqual(eventIds, [position - 2, position - 1, position]);
  assert.ok(!expected.includes(own));
  assert.deepEqual(await unreadIds(mia), []);
});

test('messages deleted or moved before the events are read do not corrupt them', async () => {
  await multiply(await mel.sendToChannel('general', 'moving', 'x'), 1200);
  const [first = 0, second = 0, third = 0] = await unreadIds(mia);
  const listener = await mia.registerQueue();
  await mia.ok('POST', '/mark_stream_as_read', { stream_id: general });
  await adam.ok('DELETE', `/messages/${first}`);
  const move = { topic: 'elsewhere', propagate_mode: 'change_one', send_notification_to_new_thread: false };
  await adam.ok('PATCH', `/messages/${second}`, move);
  const newest = await mel.sendToChannel('general', 'moving', 'late');
  const events = await listener.eventsOf('update_message_flags');
  const namedIds = new Set(events.flatMap((event) => event.messages));
  assert.ok(!namedIds.has(first));
  assert.ok(namedIds.has(second));
  assert.ok(namedIds.has(third));
  assert.ok(!namedIds.has(newest));
  assert.deepEqual(await unreadIds(mia), [newest]);
});

test('unread ids are read using only indexes', async () => {
  if (database.engine !== 'sqlite') return;
  const plan = await database
    .reader(organizationId)
    .execute(
      'explain query plan select id from message where conversation_id = ? and id > ? and id <= ? order by id',
      [1, 0, 9],
    );
  assert.match(String(plan[0]?.detail), /USING COVERING INDEX message_conversation/);
});
