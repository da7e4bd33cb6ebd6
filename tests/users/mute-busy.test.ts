// Muting a person with very many messages: they are marked read in many small units of work, partly after the answer, even
// across a restart of the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueWork } from '../../src/actions/outbox/outbox-store.ts';
import { MUTED_SENDER } from '../../src/actions/read-state/mark-sender-read.ts';
import { ReadMutedSendersJob } from '../../src/jobs/read-muted-senders.ts';
import { silentLog } from '../../src/server/logger.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';

const ORGANIZATION = 1;
const AT_ONCE = 10;
const SENT = 45;

const server = await startTestServer();
const { scheduler } = server.server;
const { database } = server.server.services;
const [mel, mia, max, olive] = await Promise.all([
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('olive'),
]);

interface Unread {
  readonly unread_msgs: Record<
    'streams' | 'pms' | 'huddles',
    { sender_id?: number; unread_message_ids: number[] }[]
  >;
}

async function unreadOf(client = mel): Promise<number[]> {
  const { unread_msgs: unread } = (await client.ok('POST', '/register')) as Unread;
  const lists = [...unread.streams, ...unread.pms, ...unread.huddles].flatMap(
    ({ unread_message_ids: ids }) => ids,
  );
  return lists.sort((a, b) => a - b);
}

/** A person's messages among those of others, in a channel and to one person. */
async function sendMessages(
  client = max,
  other = olive,
): Promise<{ readonly sent: number[]; readonly others: number[] }> {
  const sent: number[] = [];
  const others: number[] = [];
  for (let count = 0; count < SENT; count++) {
    sent.push(await client.sendToChannel('general', `noise ${count % 3}`, `one of many ${count}`));
    if (count % 9 === 0)
      others.push(await other.sendToChannel('general', `noise ${count % 3}`, 'a word between'));
  }
  return { sent, others };
}

/** Does the remaining work, or at most this many units of it. */
async function doRemainingWork(units = Number.POSITIVE_INFINITY): Promise<void> {
  assert.equal((await remainingWork()).length, 1);
  const stop = new AbortController();
  let unitCount = 0;
  const counted = {
    reader: (id: number) => database.reader(id),
    write: <T>(id: number, unit: (writer: Writer) => Promise<T>): Promise<T> => {
      if (++unitCount >= units) stop.abort();
      return database.write(id, unit);
    },
  };
  const job = new ReadMutedSendersJob({ database: counted as ParleyDatabase, log: silentLog });
  await job.run(Math.floor(Date.now() / 1000) + 600, stop.signal);
}

const remainingWork = () => dueWork(database.reader(ORGANIZATION), MUTED_SENDER, 1e12, 10);

test('bound mutedMessagesPerUnit: that many are read with the mute, and in each unit after it', async () => {
  await scheduler.close();
  await withLimit('mutedMessagesPerUnit', AT_ONCE, async () => {
    const { sent, others: between } = await sendMessages();
    const before = await unreadOf();
    assert.ok([...sent, ...between].every((id) => before.includes(id)));
    const { messages: his } = await mel.ok('GET', '/messages', {
      narrow: [{ operator: 'sender', operand: max.userId }],
      anchor: 'newest',
      num_before: 5000,
      num_after: 0,
    });
    const all = new Set(his.map(({ id }: { id: number }) => id));
    const listener = await mel.registerQueue({ event_types: ['update_message_flags'] });
    await mel.ok('POST', `/users/me/muted_users/${max.userId}`);
    const atOnce = await unreadOf();
    assert.deepEqual(
      atOnce,
      before.filter((id) => !sent.slice(-AT_ONCE).includes(id)),
      'the newest first',
    );
    // The server stops after it took the row and read one part.
    await doRemainingWork(2);
    const then = await unreadOf();
    assert.ok(then.length < atOnce.length && sent.some((id) => then.includes(id)));
    await doRemainingWork();
    assert.deepEqual(
      await unreadOf(),
      before.filter((id) => !all.has(id)),
    );
    assert.deepEqual(await remainingWork(), []);
    const readCounts: number[] = [];
    for (const { messages } of await listener.eventsOf('update_message_flags')) {
      assert.ok(messages.length <= AT_ONCE, `${messages.length} messages in one unit`);
      readCounts.push(...messages);
    }
    assert.deepEqual(
      readCounts.sort((a, b) => a - b),
      before.filter((id) => all.has(id)),
    );
    const others = await unreadOf(mia);
    assert.ok(
      sent.every((id) => others.includes(id)),
      'for others it stays unread',
    );
  });
});

test('a job handles the remaining messages soon after the answer', async () => {
  const another = await startTestServer();
  const [one, noisy] = await Promise.all([another.as('mel'), another.as('max')]);
  await withLimit('mutedMessagesPerUnit', AT_ONCE, async () => {
    const { sent } = await sendMessages(noisy, noisy);
    await one.ok('POST', `/users/me/muted_users/${noisy.userId}`);
    await waitUntil(async () => (await unreadOf(one)).every((id) => !sent.includes(id)));
  });
});
