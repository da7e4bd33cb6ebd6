// Delivering scheduled messages when due: once, whatever happens meanwhile; the sender is notified if sending is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scheduledDelivery, scheduledFailure } from '../../src/jobs/deliver-scheduled-message.ts';
import { ConcurrentChangeError, DueJob } from '../../src/jobs/due-job.ts';
import { dueScheduledMessages } from '../../src/jobs/due-messages.ts';
import { scheduledMessageById } from '../../src/stores/scheduled-messages/scheduled-message-store.ts';
import { withoutPeriodicChecks } from '../jobs/support.ts';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { freshDatabase, startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { atNextSecond, eventsUntil, farFuture, nextSecond } from '../support/waiting.ts';

withoutPeriodicChecks();
let ahead = 0;
const clock = () => Date.now() / 1000 + ahead;
const server = await startTestServer({ clock });
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const { stream_id: channelId } = await mel.ok('GET', '/get_stream_id', { stream: 'engineering' });

const toChannel = (content: string, due: number) => ({
  type: 'channel',
  to: channelId,
  topic: 'later',
  content,
  scheduled_delivery_timestamp: due,
});
const schedule = async (values: Record<string, unknown>, client: ApiClient = mel): Promise<number> =>
  (await client.ok('POST', '/scheduled_messages', values)).scheduled_message_id;
const own = async (client: ApiClient = mel) =>
  (await client.ok('GET', '/scheduled_messages')).scheduled_messages;

/** Advances the clock by two days, and runs the due work. */
async function twoDaysLater(): Promise<void> {
  ahead = 2 * 86_400;
  await server.server.scheduler.runDue();
  ahead = 0;
}

/** The newest messages of the topic, as an account sees them. */
async function topicMessages(client: ApiClient = mia, topic = 'later') {
  const narrow = [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
  ];
  const values = { narrow, anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
  return (await client.ok('GET', '/messages', values)).messages;
}

test('on an idle server a message is sent on time, not at the job’s next check', async () => {
  const [ofMel, ofMia] = await Promise.all([mel.registerQueue(), mia.registerQueue()]);
  const { due, answer: id } = await atNextSecond((moment) => schedule(toChannel('on *time*', moment)));
  const events = await eventsUntil(ofMia, (event) => event.type === 'message');
  const { message } = events.find((event) => event.type === 'message');
  assert.deepEqual(
    [message.sender_id, message.subject, message.content],
    [mel.userId, 'later', '<p>on <em>time</em></p>'],
  );
  assert.notEqual(message.id, undefined);
  assert.ok(message.timestamp >= due);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['message'],
  );
  const removeEvents = await eventsUntil(ofMel, (event) => event.op === 'remove');
  // Its sender now follows the topic, as after sending.
  assert.deepEqual(
    removeEvents.map(({ type, op }) => [type, op]),
    [
      ['scheduled_messages', 'add'],
      ['message', undefined],
      ['user_topic', undefined],
      ['scheduled_messages', 'remove'],
    ],
  );
  assert.equal(removeEvents[3].scheduled_message_id, id);
  assert.deepEqual(removeEvents[1].flags, ['read']);
  assert.deepEqual(await own(), []);
});

test('a sent message can be undone by its sender for a day', async () => {
  const id = await schedule(toChannel('sent meanwhile', farFuture()));
  const listener = await mel.registerQueue();
  await twoDaysLater();
  await eventsUntil(listener, (event) => event.op === 'remove');
  const path = `/scheduled_messages/${id}`;
  assert.deepEqual(await expectFold([mel], () => mel.ok('DELETE', path)), [[]]);
  await mel.refused('PATCH', path, { content: 'x' }, 'BAD_REQUEST', 'Scheduled message was already sent');
  await mia.refused('DELETE', path, {}, 'BAD_REQUEST', 'Scheduled message does not exist');
  assert.equal((await topicMessages()).at(-1)?.content, 'sent meanwhile');
  // The next delivery forgets messages sent more than a day earlier.
  await server.server.services.database.write(1, async (writer) => {
    const age = writer.db.updateTable('delivered_schedule').set({ delivered_at: writer.now - 86_401 });
    await age.where('id', '=', id).execute();
  });
  await mel.ok('DELETE', path);
  await schedule(toChannel('a day later', farFuture()));
  await twoDaysLater();
  await mel.refused('DELETE', path, {}, 'BAD_REQUEST', 'Scheduled message does not exist');
});

test('an earlier message scheduled later does not wait for the next one', async () => {
  await schedule(toChannel('tomorrow', farFuture()));
  const listener = await mia.registerQueue();
  await atNextSecond((due) => schedule({ ...toChannel('now', due), type: 'private', to: [mia.userId] }));
  await eventsUntil(listener, (event) => event.type === 'message' && event.message.content === '<p>now</p>');
  // Brought forward by a change.
  const [waitingMessage] = await own();
  const path = `/scheduled_messages/${waitingMessage.scheduled_message_id}`;
  await atNextSecond((due) => mel.ok('PATCH', path, { scheduled_delivery_timestamp: due }));
  await eventsUntil(
    listener,
    (event) => event.type === 'message' && event.message.content === '<p>tomorrow</p>',
  );
});

test('many messages are sent in the order of their times, and the fold of events holds', async () => {
  const due = farFuture();
  const [melEvents] = await expectFold([mel, mia, max], async () => {
    await Promise.all(
      Array.from({ length: 120 }, (_, index) => schedule(toChannel(`many ${index}`, due + index))),
    );
    await twoDaysLater();
  });
  const contents = melEvents?.filter(({ type }) => type === 'message').map(({ message }) => message.content);
  assert.deepEqual(
    contents,
    Array.from({ length: 120 }, (_, index) => `<p>many ${index}</p>`),
  );
  assert.deepEqual(await own(), []);
});

test('a message is sent once, even if several jobs try', async () => {
  await schedule(toChannel('just once', farFuture()));
  const { services } = server.server;
  const jobs = Array.from({ length: 4 }, () => new DueJob(services, dueScheduledMessages));
  const later = farFuture() + 60;
  await Promise.all(jobs.map((job) => job.run(later, new AbortController().signal)));
  const found = (await topicMessages()).filter(
    (message: { content: string }) => message.content === 'just once',
  );
  assert.equal(found.length, 1);
});

test('a canceled or postponed message is not sent', async () => {
  const due = farFuture();
  const off = await schedule(toChannel('called off', due));
  const later = await schedule(toChannel('put off', due));
  await mel.ok('DELETE', `/scheduled_messages/${off}`);
  await mel.ok('PATCH', `/scheduled_messages/${later}`, { scheduled_delivery_timestamp: due + 30 * 86_400 });
  await twoDaysLater();
  const contents = (await topicMessages()).map((message: { content: string }) => message.content);
  assert.ok(!contents.includes('called off') && !contents.includes('put off'));
  await mel.ok('DELETE', `/scheduled_messages/${later}`);
});

test('a sent message is read or unread for its sender as usual', async () => {
  const due = farFuture();
  const flagsOf = async (content: string, client: ApiClient, narrow: unknown[]) => {
    const values = { narrow, anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
    const { messages } = await client.ok('GET', '/messages', values);
    return messages.find((message: { content: string }) => message.content === content)?.flags;
  };
  const viaScript = (values: Record<string, unknown>) =>
    mel.request('POST', '/scheduled_messages', values, { 'user-agent': 'curl/8' });
  await schedule(toChannel('from the website', due));
  await schedule({ ...toChannel('unread on request', due), read_by_sender: false });
  await viaScript(toChannel('from a script', due));
  await viaScript({ ...toChannel('read on request', due), read_by_sender: true });
  await schedule({ ...toChannel('to myself', due), type: 'direct', to: [mel.userId] });
  await twoDaysLater();
  const inTopic = [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: 'later' },
  ];
  const toMe = [{ operator: 'dm', operand: [mel.userId] }];
  assert.deepEqual(await flagsOf('from the website', mel, inTopic), ['read']);
  assert.deepEqual(await flagsOf('unread on request', mel, inTopic), []);
  assert.deepEqual(await flagsOf('from a script', mel, inTopic), []);
  assert.deepEqual(await flagsOf('read on request', mel, inTopic), ['read']);
  assert.deepEqual(await flagsOf('to myself', mel, toMe), []);
});

test('a message is rendered with the state at sending', async () => {
  await schedule(toChannel('for @**Mia Member**', farFuture()));
  await olive.ok('PATCH', `/users/${mia.userId}`, { full_name: 'Mia Renamed' });
  const listener = await mia.registerQueue();
  await twoDaysLater();
  const [{ message, flags }] = await listener.eventsOf('message');
  // That name is no longer in use.
  assert.equal(message.content, '<p>for @<strong>Mia Member</strong></p>');
  assert.deepEqual(flags, []);
  await olive.ok('PATCH', `/users/${mia.userId}`, { full_name: 'Mia Member' });
});

test('a refused message is stored as failed, and the sender is notified', async () => {
  const { subscriptions } = await mel.ok('GET', '/users/me/subscriptions');
  assert.ok(subscriptions.some((one: { stream_id: number }) => one.stream_id === channelId));
  await olive.ok('POST', '/channels/create', { name: 'archived', subscribers: [olive.userId, mel.userId] });
  const { stream_id: archivedId } = await olive.ok('GET', '/get_stream_id', { stream: 'archived' });
  const due = farFuture();
  const id = await schedule({ ...toChannel('too late', due), to: archivedId });
  await olive.ok('DELETE', `/streams/${archivedId}`);
  const [melEvents, miaEvents] = await expectFold([mel, mia], () => twoDaysLater());
  const update = melEvents?.find(({ type }) => type === 'scheduled_messages');
  assert.deepEqual(
    [update.op, update.scheduled_message.failed, update.scheduled_message.scheduled_message_id],
    ['update', true, id],
  );
  const notice = melEvents?.find(({ type }) => type === 'message').message;
  assert.equal(notice.sender_full_name, 'Notification Bot');
  assert.match(
    notice.content,
    /The message you scheduled for <time datetime=.* was not sent because of the following error/,
  );
  assert.match(notice.content, /<blockquote>\s*<p>Not authorized to send to channel/);
  assert.deepEqual(miaEvents, []);
  // A failed message is not retried automatically.
  const [eventsOfRepeat] = await expectFold([mel], () => twoDaysLater());
  assert.deepEqual(eventsOfRepeat, []);
  await mel.refused(
    'PATCH',
    `/scheduled_messages/${id}`,
    { to: channelId },
    'BAD_REQUEST',
    'Scheduled delivery time must be in the future.',
  );
  await expectFold([mel], () =>
    mel.ok('PATCH', `/scheduled_messages/${id}`, { to: channelId, scheduled_delivery_timestamp: due }),
  );
  assert.deepEqual(
    (await own()).map((one: { failed: boolean }) => one.failed),
    [false],
  );
  await twoDaysLater();
  assert.equal((await topicMessages()).at(-1).content, 'too late');
});

test('a deactivated sender is not notified, and finds the failed message after reactivation', async () => {
  const due = farFuture();
  const id = await schedule(toChannel('from nobody', due), max);
  const direct = await schedule(
    { type: 'direct', to: [mia.userId], content: 'from nobody', scheduled_delivery_timestamp: due },
    max,
  );
  await olive.ok('DELETE', `/users/${max.userId}`);
  const [miaEvents] = await expectFold([mia], () => twoDaysLater());
  assert.deepEqual(miaEvents, []);
  await olive.ok('POST', `/users/${max.userId}/reactivate`);
  assert.deepEqual(
    (await own(max)).map((one: { scheduled_message_id: number; failed: boolean }) => [
      one.scheduled_message_id,
      one.failed,
    ]),
    [
      [id, true],
      [direct, true],
    ],
  );
});

test('messages that became due while the server was down are sent when it starts', async () => {
  const dataDirectory = temporaryFolder();
  const databaseUrl = await freshDatabase();
  const before = await startTestServer({ dataDirectory, databaseUrl });
  const sender = await before.as('mel');
  const due = nextSecond();
  await schedule(
    {
      type: 'direct',
      to: [sender.userId],
      content: 'while you were away',
      scheduled_delivery_timestamp: due + 3600,
    },
    sender,
  );
  await before.close();
  const restartedServer = await startTestServer({ dataDirectory, databaseUrl, clock: () => due + 7200 });
  const melAfterwards = await restartedServer.as('mel');
  const listener = await melAfterwards.registerQueue();
  if (listener.snapshot.scheduled_messages.length > 0)
    await eventsUntil(listener, (event) => event.op === 'remove');
  const values = {
    narrow: [{ operator: 'dm', operand: [melAfterwards.userId] }],
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    apply_markdown: false,
  };
  const { messages } = await melAfterwards.ok('GET', '/messages', values);
  assert.equal(messages.at(-1).content, 'while you were away');
  assert.deepEqual(await own(melAfterwards), []);
});

test('with several servers on one database, one of them sends each message once', {
  skip: !testDatabaseUrl,
}, async () => {
  const databaseUrl = await freshDatabase();
  const dataDirectory = temporaryFolder();
  let shift = 0;
  const shifted = () => Date.now() / 1000 + shift;
  const first = await startTestServer({ dataDirectory, databaseUrl, clock: shifted });
  const second = await startTestServer({ dataDirectory, databaseUrl, clock: shifted });
  const sender = await first.as('mel');
  const due = farFuture();
  for (let index = 0; index < 30; index++) {
    await schedule(
      { type: 'direct', to: [sender.userId], content: `number ${index}`, scheduled_delivery_timestamp: due },
      sender,
    );
  }
  shift = 3 * 86_400;
  await Promise.all([first.server.scheduler.runDue(), second.server.scheduler.runDue()]);
  shift = 0;
  const values = {
    narrow: [{ operator: 'dm', operand: [sender.userId] }],
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  };
  const { messages } = await (await second.as('mel')).ok('GET', '/messages', values);
  const contents = messages
    .map((message: { content: string }) => message.content)
    .filter((content: string) => content.startsWith('number '));
  assert.equal(contents.length, 30);
  assert.equal(new Set(contents).size, 30);
  assert.deepEqual(await own(sender), []);
});

test('a message that is edited while it is being delivered is not sent as it was, and has not failed', async () => {
  const id = await schedule(toChannel('before the edit', farFuture()));
  const { database, hubs } = server.server.services;
  const hub = await hubs.upToDate(1);
  const row = await scheduledMessageById(hub.reader, mel.userId, id);
  assert.ok(row);
  const deliver = await scheduledDelivery(hub, row);
  await mel.ok('PATCH', `/scheduled_messages/${id}`, { content: 'after the edit' });
  await assert.rejects(database.write(1, deliver), ConcurrentChangeError);
  await database.write(1, await scheduledFailure(hub, row, 'The channel is gone.'));
  assert.deepEqual(
    (await own()).map(({ content, failed }: { content: string; failed: boolean }) => [content, failed]),
    [['after the edit', false]],
  );
  await mel.ok('DELETE', `/scheduled_messages/${id}`);
});
