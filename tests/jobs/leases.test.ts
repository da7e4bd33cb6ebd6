// A worker's lease starts when it takes a row. After it expires, another worker may take the row, and the result of the
// first changes nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimExport, completeExport, renewLease } from '../../src/actions/exports/lease.ts';
import {
  claimWork,
  deferWork,
  dueWork,
  queueWork,
  removeWork,
} from '../../src/actions/outbox/outbox-store.ts';
import type { HttpClient, IncomingAnswer } from '../../src/integrations/http/http-client.ts';
import { MailWorker } from '../../src/integrations/mail/mail-worker.ts';
import { WebhookWorker } from '../../src/integrations/webhooks/webhook-worker.ts';
import type { ComposedNotice } from '../../src/model/messages/message-content.ts';
import { silentLog } from '../../src/server/logger.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { exportById, insertExport, updateExport } from '../../src/stores/exports/export-store.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const ORGANIZATION = 1;
const KIND = 'of a test';
const server = await startTestServer();
const { services } = server.server;
const { database, fileStore, keyring } = services;
const write = <T>(unit: (writer: Writer) => Promise<T>) => database.write(ORGANIZATION, unit);
const reader = database.reader(ORGANIZATION);
const now = () => Math.floor(Date.now() / 1000) + 1;

test('an outbox row is finished by the worker that took it last', async () => {
  await write((writer) => queueWork(writer, KIND, 'work'));
  const startedAt = now();
  const [row] = await dueWork(reader, KIND, startedAt, 1);
  assert.ok(row);
  const first = await write((writer) => claimWork(writer, row.id, startedAt, 60));
  assert.ok(first);
  assert.equal(await write((writer) => claimWork(writer, row.id, startedAt + 59, 60)), undefined);
  const second = await write((writer) => claimWork(writer, row.id, startedAt + 61, 60));
  assert.ok(second);
  assert.equal(await write((writer) => removeWork(writer, first)), false);
  assert.equal(await write((writer) => deferWork(writer, first, { dueAt: 0, payload: 'less' })), false);
  assert.deepEqual(await dueWork(reader, KIND, startedAt + 1000, 1), [second]);
  assert.equal(await write((writer) => deferWork(writer, second, { dueAt: 5, payload: 'less' })), true);
  assert.deepEqual(await dueWork(reader, KIND, 5, 1), [{ ...second, due_at: 5, payload: 'less' }]);
  assert.equal(await write((writer) => removeWork(writer, second)), true);
  assert.deepEqual(await dueWork(reader, KIND, startedAt + 1000, 1), []);
});

// On PostgreSQL the time is the database's, which tests cannot set.
const needsClock = { skip: testDatabaseUrl ? 'on PostgreSQL the clock cannot be set' : false };

test('in a long run every row gets the whole lease', needsClock, async (t) => {
  let elapsed = 0;
  const steady = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => steady() + elapsed);
  const lefts: number[] = [];
  const startedAt = now();
  const worker = new MailWorker({
    database,
    fileStore,
    sender: 'chat@example.org',
    log: silentLog,
    transport: {
      outcome: 'sent',
      closeConnections: () => undefined,
      send: async (_mail, id) => {
        const rows = await dueWork(reader, 'mail', startedAt + 1_000_000, 1000);
        const due = rows.find((row) => row.id === Number(id))?.due_at ?? 0;
        lefts.push(due - (startedAt + elapsed / 1000));
        elapsed = 400_000;
      },
    },
  });
  const mail = { to: 'someone@example.org', subject: 'x', text: 'x' };
  // More than one batch.
  await write((writer) => queueWork(writer, 'mail', ...new Array(25).fill(JSON.stringify(mail))));
  await worker.run(startedAt);
  assert.equal(lefts.length, 25);
  for (const left of lefts.slice(20)) assert.ok(left > 0, `${left} seconds are left when it is sent`);
});

test('a bot that answers two workers has one reply', async () => {
  const mel = await server.as('mel');
  const answers: ((answer: IncomingAnswer) => void)[] = [];
  const http = {
    send: () => new Promise<IncomingAnswer>((resolve) => answers.push(resolve)),
  } as unknown as HttpClient;
  const worker = () => new WebhookWorker({ ...services, http });
  await mel.ok('POST', '/bots', {
    full_name: 'Slow Bot',
    short_name: 'slow',
    bot_type: 3,
    payload_url: 'http://slow.example.org/',
    interface_type: 1,
  });
  await server.server.scheduler.close();
  await mel.sendToChannel('general', 'slow', '@**Slow Bot** hello');
  const neverAborted = new AbortController().signal;
  const first = worker().run(now(), neverAborted);
  await waitUntil(async () => answers.length === 1);
  const second = worker().run(now() + 61, neverAborted);
  await waitUntil(async () => answers.length === 2);
  const answer = (content: string) => {
    const text = JSON.stringify({ content });
    return { status: 200, headers: {}, body: Buffer.from(text), text };
  };
  answers[1]?.(answer('the second'));
  await second;
  answers[0]?.(answer('the first'));
  await first;
  const { messages } = await mel.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'slow' }],
    apply_markdown: false,
  });
  assert.deepEqual(
    messages.slice(1).map(({ content }: { content: string }) => content),
    ['the second'],
  );
});

test('an export is completed by the server that started it last', async () => {
  const notice = {} as ComposedNotice;
  const mel = await server.as('mel');
  const id = await write((writer) =>
    insertExport(writer, { accountId: mel.userId, kind: 'public', organizationUrl: 'http://x' }),
  );
  const first = await write((writer) => claimExport(writer, keyring, id));
  assert.ok(first);
  assert.equal(await write((writer) => claimExport(writer, keyring, id)), undefined, 'another has it');
  assert.equal(await write((writer) => renewLease(writer, first)), true);
  await write((writer) => updateExport(writer, id, { leased_until: 0 }));
  const second = await write((writer) => claimExport(writer, keyring, id));
  assert.ok(second);
  assert.equal(await write((writer) => renewLease(writer, first)), false);
  await write((writer) => completeExport(writer, keyring, first, { secret: 'secret', notice }));
  assert.equal((await exportById(reader, id))?.completed_at, null);
});

test('an export that is completed or has failed is not made again', async () => {
  const mel = await server.as('mel');
  for (const ended of [{ completed_at: 7 }, { failed_at: 7 }]) {
    const id = await write(async (writer) => {
      const requested = { accountId: mel.userId, kind: 'public', organizationUrl: 'http://x' } as const;
      const exportId = await insertExport(writer, requested);
      await updateExport(writer, exportId, ended);
      return exportId;
    });
    assert.equal(await write((writer) => claimExport(writer, keyring, id)), undefined);
    assert.equal((await exportById(reader, id))?.tries, 0);
  }
});
