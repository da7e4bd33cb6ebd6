// Notices about changes are sent exactly once: usually by the request, or by the job if the request was interrupted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storageUnavailable } from '../../src/api-contract/error.ts';
import { DueJob } from '../../src/jobs/due-job.ts';
import { duePendingNotices } from '../../src/jobs/pending-notices.ts';
import type { Unit } from '../../src/storage/unit.ts';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';

const server = await startTestServer();
const { database, hubs } = server.server.services;
const [olive, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const { signal } = new AbortController();

/** A job, as on another server. */
function newJob() {
  return new DueJob({ database, hubs, log: { error: () => undefined } }, duePendingNotices);
}

const run = () => newJob().run(farFuture(), signal);

async function countWaiting(): Promise<number> {
  const rows = await database.reader(1).db.selectFrom('pending_notice').select('id').execute();
  return rows.length;
}

/** Makes a request that is interrupted after the unit of work that stores its notices, as when the server dies. */
async function interrupted<T>(request: () => Promise<T>): Promise<T> {
  const write = database.write;
  const writeNow = write.bind(database);
  let isDead = false;
  database.write = async <V>(organizationId: number, unit: Unit<V>): Promise<V> => {
    if (isDead) throw storageUnavailable();
    const result = await writeNow(organizationId, unit);
    isDead = (await countWaiting()) > 0;
    return result;
  };
  try {
    return await request();
  } finally {
    database.write = write;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests read messages freely
async function page(client: ApiClient, narrow: unknown[]): Promise<any[]> {
  const { messages } = await client.ok('GET', '/messages', {
    narrow,
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  });
  return messages;
}

async function texts(client: ApiClient, channel: string): Promise<string[]> {
  const messages = await page(client, [{ operator: 'channel', operand: channel }]);
  return messages
    .filter((message) => message.sender_full_name === 'Notification Bot')
    .map((message) => `${message.subject}: ${message.content.split('\n')[0]}`);
}

async function directTexts(client: ApiClient): Promise<string[]> {
  const messages = await page(client, [{ operator: 'is', operand: 'dm' }]);
  return messages.map((message) => message.content);
}

await olive.ok('PATCH', '/realm', { send_channel_events_messages: true });
let channels = 0;
async function newChannel(): Promise<string> {
  const name = `pending ${++channels}`;
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [olive, mel, mia, max].map(({ userId }) => userId),
  });
  return name;
}

test('a request is answered once its notices are sent, and none is pending', async () => {
  const channel = await newChannel();
  assert.equal((await texts(mia, channel)).length, 1);
  const id = await mel.sendToChannel(channel, 'plan', 'a');
  await olive.ok('PATCH', `/messages/${id}`, { topic: '✔ plan', propagate_mode: 'change_all' });
  assert.equal((await texts(mia, channel)).length, 2);
  assert.equal(await countWaiting(), 0);
});

test('both notices of an interrupted move are sent later, once and in order', async () => {
  const channel = await newChannel();
  const id = await mel.sendToChannel(channel, 'from', 'a');
  await mel.sendToChannel(channel, 'from', 'b');
  const before = await texts(mia, channel);
  await interrupted(() =>
    mel.ok('PATCH', `/messages/${id}`, {
      topic: 'to',
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: true,
    }),
  );
  assert.deepEqual(await texts(mia, channel), before);
  assert.equal(await countWaiting(), 2);
  await expectFold([mel, mia], () => Promise.all([run(), run(), run()]));
  const after = (await texts(mia, channel)).slice(before.length);
  assert.equal(after.length, 2);
  assert.match(after[0] ?? '', /^from: A message was moved from this topic to #\*\*pending \d+>to\*\*/);
  assert.match(after[1] ?? '', /^to: \[A message\]/);
  await run();
  assert.equal((await texts(mia, channel)).length, before.length + 2);
});

test('the notice of an interrupted resolution is read or unread as people chose', async () => {
  const channel = await newChannel();
  const id = await mel.sendToChannel(channel, 'later', 'a');
  await mia.ok('PATCH', '/settings', { resolved_topic_notice_auto_read_policy: 'never' });
  await interrupted(() =>
    olive.ok('PATCH', `/messages/${id}`, { topic: '✔ later', propagate_mode: 'change_all' }),
  );
  const eventLists = await expectFold([mia, max], run);
  const flags = eventLists.map((events) => events.find((event) => event.type === 'message')?.flags);
  assert.deepEqual(flags, [[], ['read']]);
});

test('channels created, announced and changed get their notices', async () => {
  const { stream_id: news } = await olive.ok('GET', '/get_stream_id', { stream: 'general' });
  await olive.ok('PATCH', '/realm', { new_stream_announcements_stream_id: news });
  const general = (await texts(mia, 'general')).length;
  const direct = (await directTexts(max)).length;
  await interrupted(() =>
    olive.ok('POST', '/channels/create', {
      name: 'made meanwhile',
      subscribers: [olive.userId, mia.userId],
      announce: true,
    }),
  );
  await run();
  assert.equal((await texts(mia, 'general')).length, general + 1);
  assert.match((await texts(mia, 'made meanwhile'))[0] ?? '', /channel created by/);
  const { stream_id: id } = await olive.ok('GET', '/get_stream_id', { stream: 'made meanwhile' });
  await interrupted(() =>
    olive.ok('PATCH', `/streams/${id}`, { new_name: 'renamed meanwhile', description: 'why' }),
  );
  await run();
  const [, renameNotice, described] = await texts(mia, 'renamed meanwhile');
  assert.match(renameNotice ?? '', /renamed channel \*\*made meanwhile\*\* to \*\*renamed meanwhile\*\*/);
  assert.match(described ?? '', /changed the description/);
  const answer = await interrupted(() =>
    olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'engineering' }, { name: 'renamed meanwhile' }],
      principals: [max.userId],
    }),
  );
  assert.equal(answer.new_subscription_messages_sent, true);
  assert.equal((await directTexts(max)).length, direct);
  await run();
  assert.match((await directTexts(max)).at(-1) ?? '', /subscribed you to/);
});

test('members of a group are notified in more than one unit of work', async () => {
  const people = await manyAccounts(150);
  await interrupted(() =>
    olive.ok('POST', '/user_groups/create', {
      name: 'multitude',
      description: '',
      members: [...people, mia.userId],
    }),
  );
  assert.equal(await countWaiting(), 1);
  while ((await countWaiting()) > 0) await run();
  const notifiedRows = await database
    .reader(1)
    .db.selectFrom('message')
    .innerJoin('conversation_participant as p', 'p.conversation_id', 'message.conversation_id')
    .select('p.account_id')
    .where('message.content', 'like', '% added you to the group %')
    .where('p.account_id', 'in', [...people, mia.userId])
    .execute();
  assert.match((await directTexts(mia)).at(-1) ?? '', /added you to the group @_\*multitude\*/);
  const ids = notifiedRows.map((row) => row.account_id);
  assert.equal(new Set(ids).size, ids.length, 'each person gets it once');
  assert.equal(ids.length, 151);
});

test('a new person gets their notices', async () => {
  await database.write(1, async (writer) => {
    await writer.db
      .updateTable('account')
      .set({ can_create_users: 1 })
      .where('id', '=', olive.userId)
      .execute();
    writer.emit({
      type: '_changed',
      audience: { kind: 'nobody' },
      payload: {},
      touches: { accounts: [olive.userId] },
    });
  });
  const person = { email: 'new@example.com', password: 'a long secret of mine', full_name: 'Nora New' };
  const { user_id: userId } = await interrupted(() => olive.ok('POST', '/users', person));
  await run();
  const direct = await database
    .reader(1)
    .db.selectFrom('message')
    .innerJoin('conversation_participant as p', 'p.conversation_id', 'message.conversation_id')
    .select('content')
    .where('p.account_id', '=', userId)
    .execute();
  assert.equal(direct.length, 1);
  assert.match(direct[0]?.content ?? '', /^Hello @_\*\*Nora New\|\d+\*\*, and welcome/);
});

test('a notice that can no longer be sent is dropped, and later ones are sent', async () => {
  const channel = await newChannel();
  const other = await newChannel();
  const move = async (name: string, to: string) => {
    const id = await mel.sendToChannel(name, 'once', 'a');
    await interrupted(() => mel.ok('PATCH', `/messages/${id}`, { topic: to }));
  };
  await move(channel, 'gone');
  await move(other, 'there');
  const { stream_id: id } = await olive.ok('GET', '/get_stream_id', { stream: channel });
  await olive.ok('DELETE', `/streams/${id}`);
  assert.equal(await countWaiting(), 2);
  await run();
  assert.equal(await countWaiting(), 0);
  assert.match((await texts(mia, other)).at(-1) ?? '', /^there: This topic was moved here from/);
  await olive.ok('PATCH', `/streams/${id}`, { is_archived: false });
  assert.ok((await texts(mia, channel)).every((text) => !text.startsWith('gone: This topic')));
});

const skip = !testDatabaseUrl && 'several servers need PostgreSQL';

test('one of several servers sends each notice', { skip }, async () => {
  const channel = await newChannel();
  const ids = await Promise.all(['a', 'b', 'c'].map((topic) => mel.sendToChannel(channel, topic, topic)));
  for (const [index, id] of ids.entries()) {
    await interrupted(() => mel.ok('PATCH', `/messages/${id}`, { topic: `new ${index}` }));
  }
  const { dataDirectory, databaseUrl } = server;
  const others = await Promise.all(
    [1, 2].map(() => startTestServer({ dataDirectory, databaseUrl, clock: farFuture })),
  );
  await Promise.all([run(), ...others.map((other) => other.server.scheduler.runDue())]);
  const announcements = (await texts(mia, channel)).filter((text) => text.startsWith('new '));
  assert.deepEqual(announcements.map((text) => text.slice(0, 5)).sort(), ['new 0', 'new 1', 'new 2']);
  await Promise.all(others.map((other) => other.close()));
});

/** Accounts that only receive notices. */
async function manyAccounts(count: number): Promise<number[]> {
  const ids = await database.write(1, async (writer) => {
    const row = await writer.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', max.userId)
      .executeTakeFirstOrThrow();
    const { id: _, ...copy } = row;
    const rows = Array.from({ length: count }, (_, index) => ({
      ...copy,
      email: `many${index}@example.com`,
      email_key: `many${index}@example.com`,
      full_name: `Many ${index}`,
      api_key_hash: `many ${index}`,
    }));
    const accounts = await writer.db.insertInto('account').values(rows).returning('id').execute();
    writer.emit({
      type: '_changed',
      audience: { kind: 'nobody' },
      payload: {},
      touches: { accounts: accounts.map((one) => one.id) },
    });
    return accounts.map((one) => one.id);
  });
  return ids;
}
