// Bounds on the log and the queues: outdated entries are not delivered, the log is trimmed, and queues end that hold it
// back too far or exceed the number per account.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { badRequest } from '../../src/api-contract/error.ts';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { limits, MEBIBYTE } from '../../src/api-contract/limits.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { noCapabilities } from '../../src/events/queue.ts';
import type { Listener } from '../support/client.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';

const server = await startTestServer();
const { database } = server.server.services;
const hub = await server.server.directory.hubForHost('x');
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);

async function entries(): Promise<LogEntry[]> {
  const all: LogEntry[] = [];
  for (let after = 0; ; ) {
    const stretch = await database.entriesAfter(hub.reader, after, 1000);
    all.push(...stretch.entries);
    if (stretch.isComplete) return all;
    after = stretch.until;
  }
}

async function isOver({ queueId, snapshot }: Listener): Promise<boolean> {
  const poll = { queue_id: queueId, last_event_id: snapshot.last_event_id, dont_block: true };
  const { body } = await mia.request('GET', '/events', poll);
  return body.code === 'BAD_EVENT_QUEUE_ID';
}

/** On PostgreSQL the time is the database's, which tests cannot set. */
const needsClock = { skip: testDatabaseUrl ? 'on PostgreSQL the clock cannot be set' : false };

describe('entries that expire', needsClock, () => {
  const reachesExpiry = (
    bound: 'typingSeconds' | 'presenceSeconds',
    name: string,
    act: () => Promise<unknown>,
  ) =>
    test(`bound ${bound}: ${name} is delivered while it is current, and not afterwards`, async (t) => {
      await database.write(hub.id, (writer) =>
        writer.db
          .deleteFrom('presence')
          .where('account_id', '=', mel.userId)
          .execute()
          .then(() => undefined),
      );
      const [soon, late] = [
        await mia.registerQueue({ event_types: [name], idle_queue_timeout: 604_800 }),
        await mia.registerQueue({ event_types: [name], idle_queue_timeout: 604_800 }),
      ];
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
      await act();
      assert.equal((await soon.eventsOf(name)).length, 1);
      t.mock.timers.setTime(Date.now() + (limits[bound] + 2) * 1000);
      assert.deepEqual(await late.eventsOf(name), []);
    });
  reachesExpiry('typingSeconds', 'typing', () =>
    mel.ok('POST', '/typing', { op: 'start', to: [mia.userId] }),
  );
  reachesExpiry('presenceSeconds', 'presence', () =>
    mel.ok('POST', '/users/me/presence', { status: 'active', ping_only: false }),
  );
});

describe('the log', () => {
  beforeEach(async () => {
    await database.write(hub.id, async (writer) => {
      await writer.db.deleteFrom('event_queue').execute();
    });
    await hub.sweep();
  });

  test('is trimmed once its entries are five minutes old and no queue needs them', needsClock, async (t) => {
    await mel.sendToChannel('general', 'log', 'to be cut');
    await hub.sweep();
    assert.ok(
      (await entries()).some(({ type }) => type === 'message'),
      'not before they are old',
    );
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 * 2 });
    const ids = (await entries()).map(({ sequence }) => sequence);
    await hub.sweep();
    const remaining = (await entries()).map(({ sequence }) => sequence);
    assert.deepEqual(
      remaining.filter((id) => ids.includes(id)),
      [],
    );
  });

  test('keeps entries that a queue has not read', async (t) => {
    const listener = await mia.registerQueue({ event_types: ['message'], idle_queue_timeout: 3600 });
    const id = await mel.sendToChannel('general', 'log', 'to be kept');
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 400_000 });
    await hub.sweep();
    assert.ok((await entries()).some(({ sequence }) => sequence > listener.snapshot.last_event_id));
    const [event] = await listener.eventsOf('message');
    assert.equal(event.message.id, id);
  });

  test('bound logEntriesPerOrganization: a queue that is not polled ends when it is too far behind, and newer queues stay', async () => {
    const lateMiaListener = await mia.registerQueue({
      event_types: ['message'],
      idle_queue_timeout: 604_800,
    });
    await database.write(hub.id, async (writer) => {
      for (let count = 0; count < limits.logEntriesPerOrganization; count++) writer.nextSequence();
    });
    await hub.sweep();
    assert.equal(await isOver(lateMiaListener), false, 'as far behind as it may be');
    const fresh = await mia.registerQueue({ event_types: ['message'] });
    await database.write(hub.id, async (writer) => {
      writer.nextSequence();
    });
    await hub.sweep();
    // Polling the fresh queue also acknowledged that it received nothing.
    assert.deepEqual([await isOver(lateMiaListener), await isOver(fresh)], [true, false]);
  });
});

describe('the log with queues that are not polled', () => {
  const emitHeavyEntries = (count: number, characters: number) =>
    database.write(hub.id, async (writer) => {
      const payload = { text: 'ä'.repeat(characters / 2) };
      for (let left = count; left > 0; left--) {
        writer.emit({ type: '_heavy', audience: { kind: 'nobody' }, payload });
      }
    });
  const bytes = async () =>
    (await entries()).reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0);

  test('bound logBytesPerOrganization: does not grow beyond its bytes, even with few entries', async (t) => {
    // Filling the production size would take minutes.
    t.mock.property(limits as { logBytesPerOrganization: number }, 'logBytesPerOrganization', 4 * MEBIBYTE);
    await database.write(hub.id, async (writer) => {
      await writer.db.deleteFrom('event_queue').execute();
      await writer.db.deleteFrom('event').execute();
    });
    const lateMiaListener = await mia.registerQueue({
      event_types: ['message'],
      idle_queue_timeout: 604_800,
    });
    await emitHeavyEntries(30, 120_000);
    await hub.sweep();
    assert.equal(await isOver(lateMiaListener), false, 'as far behind as it may be');
    const fresh = await mia.registerQueue({ event_types: ['message'], idle_queue_timeout: 604_800 });
    await emitHeavyEntries(10, 120_000);
    await database.write(hub.id, async (writer) => {
      await writer.db
        .updateTable('event')
        .set({ created_at: nowSeconds() - 400 })
        .execute();
    });
    await hub.sweep();
    assert.deepEqual([await isOver(lateMiaListener), await isOver(fresh)], [true, false]);
    const remainingBytes = await bytes();
    assert.ok(
      remainingBytes > MEBIBYTE && remainingBytes < 2 * MEBIBYTE,
      `${remainingBytes} bytes are left: those of the newer queue`,
    );
  });

  test('does not count entries of units that were rolled back', async () => {
    const loggedBytes = async () =>
      Number(
        (
          await hub.reader.db
            .selectFrom('organization_sequence')
            .select('log_bytes')
            .where('organization_id', '=', hub.id)
            .executeTakeFirstOrThrow()
        ).log_bytes,
      );
    const [before, storedBytes] = [await loggedBytes(), await bytes()];
    const refusedWrite = database.write(hub.id, async (writer) => {
      writer.emit({ type: '_heavy', audience: { kind: 'nobody' }, payload: { text: 'x'.repeat(10_000) } });
      throw badRequest('no');
    });
    await assert.rejects(refusedWrite);
    await mel.sendToChannel('general', 'log', 'counted');
    assert.equal((await loggedBytes()) - before, (await bytes()) - storedBytes);
  });
});

test('bound queuesPerAccount: above the limit, the queue polled least recently ends', async () => {
  const record = (): Promise<{ readonly id: string }> =>
    hub.register(mia.userId, hub.state.sequence, limits.queueIdleSeconds, {
      applyMarkdown: true,
      clientGravatar: false,
      slimPresence: false,
      allPublicStreams: false,
      includeSubscribers: 'false',
      eventTypes: [],
      narrow: [],
      capabilities: noCapabilities,
      client: 'test',
    });
  await database.write(hub.id, async (writer) => {
    await writer.db.deleteFrom('event_queue').execute();
  });
  const [first, second] = [await record(), await record()];
  await database.write(hub.id, async (writer) => {
    const set = writer.db.updateTable('event_queue');
    await set
      .set({ last_seen_at: nowSeconds() - 100 })
      .where('id', '=', first.id)
      .execute();
    await set
      .set({ last_seen_at: nowSeconds() - 50 })
      .where('id', '=', second.id)
      .execute();
  });
  await Promise.all(Array.from({ length: limits.queuesPerAccount - 2 }, record));
  const rows = () =>
    hub.reader.db.selectFrom('event_queue').select('id').where('account_id', '=', mia.userId).execute();
  assert.equal((await rows()).length, limits.queuesPerAccount);
  await record();
  const ids = (await rows()).map(({ id }) => id);
  assert.equal(ids.length, limits.queuesPerAccount);
  assert.deepEqual([ids.includes(first.id), ids.includes(second.id)], [false, true]);
});
