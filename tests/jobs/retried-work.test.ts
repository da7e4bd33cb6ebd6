// Work that fails at every attempt: it is retried as its policy says, and given up after the last attempt.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PREVIEW_KIND } from '../../src/actions/messages/rerender.ts';
import { nextWork, queueWork } from '../../src/actions/outbox/outbox-store.ts';
import type { Hubs } from '../../src/events/hubs.ts';
import { SubscriptionTurns } from '../../src/integrations/event-subscriptions/subscription-turns.ts';
import type { HttpClient } from '../../src/integrations/http/http-client.ts';
import { LinkPreviewWorker } from '../../src/integrations/link-previews/link-preview-worker.ts';
import { MissedMailSender } from '../../src/jobs/missed-mail/missed-mail-sender.ts';
import { silentLog } from '../../src/server/logger.ts';
import { dueSubscriptions } from '../../src/stores/event-subscriptions/lease-store.ts';
import { insertMissedRows } from '../../src/stores/missed-mail/missed-mail-store.ts';
import { startTestServer } from '../support/server.ts';
import { botOf, subscribe } from '../webhooks/event-fixture.ts';

const server = await startTestServer();
const { services } = server.server;
const { database } = services;
const [mel, mia] = [await server.as('mel'), await server.as('mia')];
await server.server.scheduler.close();

const neverAborted = new AbortController().signal;
const now = Math.floor(Date.now() / 1000) + 10;
const reader = database.reader(1);

/** Fails for every organization, and counts how often it was asked. */
function failingHubs() {
  const state = { requests: 0 };
  const upToDate = async () => {
    state.requests += 1;
    throw new Error('a fault');
  };
  return { state, hubs: { upToDate } as unknown as Hubs };
}

test('mail about missed messages that cannot be composed is tried five times, every five minutes', async () => {
  const { state, hubs } = failingHubs();
  const sender = new MissedMailSender({
    ...services,
    hubs,
    log: silentLog,
    publicUrl: undefined,
    incomingMailDomain: undefined,
  });
  const messageId = await mia.sendDirect([mel.userId], 'missed');
  const missedRow = { organization_id: 1, account_id: mel.userId, message_id: messageId, noticed_at: now };
  await database.write(1, async (writer) => {
    await writer.db.deleteFrom('missed_message').execute();
    await insertMissedRows(writer, [{ ...missedRow, cause: 'direct_message', due_at: now }]);
  });
  const due = async () => {
    const row = await reader.db.selectFrom('missed_message').select('due_at').executeTakeFirst();
    return row?.due_at;
  };
  const pauses: (number | undefined)[] = [];
  let moment: number | undefined = now;
  while (moment !== undefined && pauses.length < 10) {
    await sender.sendDue(moment, neverAborted);
    const next = await due();
    pauses.push(next && next - moment);
    moment = next;
  }
  assert.deepEqual([state.requests, pauses], [5, [300, 300, 300, 300, undefined]]);
});

test('link previews at which the worker itself fails are tried twice', async () => {
  const { state, hubs } = failingHubs();
  const http = {} as HttpClient;
  const worker = new LinkPreviewWorker({ database, hubs, http, log: silentLog, publicUrl: undefined });
  await database.write(1, (writer) => queueWork(writer, PREVIEW_KIND, JSON.stringify({ messageId: 1 })));
  const remains: boolean[] = [];
  for (const moment of [now, now + 120, now + 240]) {
    await worker.run(moment, neverAborted).catch((error) => assert.equal(error.message, 'a fault'));
    remains.push((await nextWork(database.reader(0), PREVIEW_KIND)) !== undefined);
  }
  assert.deepEqual([state.requests, remains], [2, [true, true, false]]);
});

test('events that an address refuses are posted again after growing pauses', async () => {
  const answer = { status: 500, headers: {}, body: Buffer.from(''), text: '' };
  const http = { send: async () => answer } as unknown as HttpClient;
  const turns = new SubscriptionTurns({ ...services, http, log: silentLog, publicUrl: undefined });
  const bot = await botOf(mel, 'Refused');
  await subscribe(mel, bot, 'https://refusing.example.org/');
  await mia.sendDirect([bot], 'hello');
  const pauses: number[] = [];
  let moment = now;
  for (let attempt = 1; attempt <= 8; attempt++) {
    const [candidate] = await dueSubscriptions(database.reader(0), moment, undefined);
    assert.ok(candidate);
    const at = moment;
    await turns.run(candidate, () => at, neverAborted);
    const row = await reader.db
      .selectFrom('event_subscription')
      .select(['due_at', 'attempts'])
      .executeTakeFirstOrThrow();
    assert.equal(row.attempts, attempt);
    pauses.push(row.due_at - moment);
    moment = row.due_at;
  }
  assert.deepEqual(pauses, [5, 30, 120, 600, 1800, 3600, 3600, 3600]);
});
