// A message for more people than fit into one batch is stored once, and its recipients are determined when it is due. Many messages
// for fewer people are stored in batches that do not block other writes.

import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { findMissed } from '../../src/jobs/missed-mail/collect.ts';
import { MissedMailJob } from '../../src/jobs/missed-mail/missed-mail.ts';
import { MissedMailSender } from '../../src/jobs/missed-mail/missed-mail-sender.ts';
import { causesAmong } from '../../src/jobs/missed-mail/wide-recipients.ts';
import type { Unit } from '../../src/storage/unit.ts';
import { messageHeads } from '../../src/stores/messages/message-store.ts';
import {
  insertMissedBatch,
  type MissedBatch,
  scannedUntil,
} from '../../src/stores/missed-mail/missed-mail-store.ts';
import { fillWithPeople } from '../support/crowd.ts';
import { withLimit } from '../support/with-limit.ts';
import { startMissedMailServer } from './missed-support.ts';

const server = await startMissedMailServer();
const [olive, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const { database, hubs } = server.server.services;
const reader = database.reader(1);
const people = [olive, mel, mia, max].map(({ userId }) => userId);

const channelId: number = (
  await olive.ok('POST', '/channels/create', { name: 'everybody', subscribers: people })
).id;

/** Grows the organization and its channel to this many people; new ones disabled mail by default. */
async function fill(size: number, wantsMail = false): Promise<void> {
  await max.ok('PATCH', '/settings', { enable_offline_email_notifications: wantsMail });
  await database.write(1, (writer) => fillWithPeople(writer, { like: max.userId, size, channelId }));
  await max.ok('PATCH', '/settings', { enable_offline_email_notifications: true });
}

const tables = ['missed_message', 'missed_by_many', 'personal_message', 'outbox'] as const;

async function rowsNow(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await reader.execute(`select count(*) as count from ${table}`, []);
    counts[table] = Number(row?.count);
  }
  return counts;
}

/** The rows that an action adds. */
async function rowsAfter(action: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await rowsNow();
  await action();
  await server.server.scheduler.runDue();
  const counts = await rowsNow();
  return Object.fromEntries(tables.map((table) => [table, (counts[table] ?? 0) - (before[table] ?? 0)]));
}

const addresses = async (seconds?: number) =>
  (await server.mailAfter(seconds)).map((mail) => mail.to?.[0]?.address).sort();

/** Replaces the mail about the message to many for one of its people, or does something before it. */
function failingFor(t: TestContext, accountId: number, instead: () => Promise<boolean> | undefined) {
  const original = MissedMailSender.prototype.sendTo;
  const replaced = t.mock.method(
    MissedMailSender.prototype,
    'sendTo',
    function (this: MissedMailSender, ...args: Parameters<typeof original>) {
      return (args[1] === accountId && args[3] && instead()) || original.apply(this, args);
    },
  );
  return replaced.mock;
}

before(async () => {
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');
  const members = groups.find(({ name }: { name: string }) => name === 'role:members').id;
  await olive.ok('PATCH', '/realm', { can_mention_many_users_group: { new: members } });
  for (const name of ['adam', 'gus', 'mona'] as const) {
    const other = await server.as(name);
    await other.ok('PATCH', '/settings', { enable_offline_email_notifications: false });
  }
  await fill(limits.missedPeoplePerBatch + 200);
});

describe('a wildcard mention in a large channel', () => {
  test('is mailed once to those who missed it and want mail', async () => {
    await mel.sendToChannel('everybody', 'news', '@**all** first');
    await mia.ok('POST', '/mark_all_as_read');
    assert.deepEqual(await addresses(30), [], 'not before it is time');
    assert.deepEqual(await addresses(), ['max@example.com', 'olive@example.com']);
    assert.deepEqual(await addresses(), []);
    assert.equal((await rowsNow()).missed_by_many, 0, 'and then it is forgotten');
  });

  test('is not taken by other servers while one makes its mails', async (t) => {
    await mel.sendToChannel('everybody', 'leased', '@**all** hello');
    await server.server.scheduler.runDue();
    // How long the process has been running has no effect.
    const monotonic = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => monotonic() + 1e9);
    const write = database.write.bind(database);
    const dueTimes: number[] = [];
    t.mock.method(database, 'write', async <T>(organizationId: number, unit: Unit<T>) => {
      const result = await write(organizationId, unit);
      const [row] = await reader.execute('select due_at from missed_by_many', []);
      if (row) dueTimes.push(Number(row.due_at));
      return result;
    });
    const ahead = 1000;
    const moment = Math.floor(Date.now() / 1000) + ahead;
    await server.mailAfter(ahead);
    const latest = Math.max(...dueTimes);
    assert.ok(latest > moment && latest < moment + 86_400, `${dueTimes.join()} and ${moment}`);
  });

  test('waits for each person’s chosen time', async () => {
    await mia.ok('PATCH', '/settings', { email_notifications_batching_period_seconds: 3600 });
    await mel.sendToChannel('everybody', 'news', '@**all** second');
    assert.deepEqual(await addresses(), ['max@example.com', 'olive@example.com']);
    assert.deepEqual(await addresses(3000), []);
    assert.deepEqual(await addresses(3700), ['mia@example.com']);
    assert.equal((await rowsNow()).missed_by_many, 0);
    await mia.ok('PATCH', '/settings', { email_notifications_batching_period_seconds: 120 });
  });

  test('is not mailed to those who have been active since', async () => {
    await mel.sendToChannel('everybody', 'news', '@**all** third');
    await server.server.scheduler.runDue();
    const hub = await hubs.upToDate(1);
    hub.state.presence.overwrite(olive.userId, {
      activeAt: Math.floor(Date.now() / 1000) + 30,
      idleAt: null,
    } as never);
    assert.deepEqual(await addresses(), ['max@example.com', 'mia@example.com']);
    hub.state.presence.overwrite(olive.userId, { activeAt: null, idleAt: null } as never);
  });

  test('is mailed together with other messages being collected', async () => {
    await mel.sendToChannel('everybody', 'news', '@**all** fourth');
    await server.server.scheduler.runDue();
    await mel.sendDirect([mia.userId], 'and you');
    await mia.ok('PATCH', '/settings', { email_notifications_batching_period_seconds: 120 });
    const mails = await server.mailTo('mia@example.com', 200);
    assert.equal(mails.length, 2);
    assert.deepEqual(await server.mailTo('mia@example.com'), []);
  });

  test('is mailed before an older message that can be mailed later, if one unit of work cannot mail both', async () => {
    await mia.ok('PATCH', '/settings', { email_notifications_batching_period_seconds: 3600 });
    await mel.sendDirect([mia.userId], 'this can wait');
    await server.server.scheduler.runDue();
    await mia.ok('PATCH', '/settings', { email_notifications_batching_period_seconds: 120 });
    await mel.sendToChannel('everybody', 'news', '@**all** this cannot');
    await server.server.scheduler.runDue();
    const subjects = async (seconds: number) =>
      (await server.mailTo('mia@example.com', seconds)).map(({ subject }) => subject);
    await withLimit('mailBytesPerUnit', 1, async () => {
      assert.deepEqual(await subjects(200), ['#everybody > news']);
    });
    assert.deepEqual(await subjects(4000), ['DMs with Mel Member']);
  });

  test('added by an edit is mailed to the newly mentioned', async () => {
    const id = await mel.sendToChannel('everybody', 'news', `fifth for @**|${max.userId}**`);
    assert.deepEqual(await addresses(), ['max@example.com']);
    await mel.ok('PATCH', `/messages/${id}`, { content: '@**all** fifth' });
    assert.deepEqual(await addresses(), ['mia@example.com', 'olive@example.com']);
  });

  test('is mailed again to the one person for whom it failed, which is logged', async (t) => {
    await mel.sendToChannel('everybody', 'news', '@**all** seventh');
    const failing = failingFor(t, mia.userId, () => Promise.reject(new Error('no paper')));
    const { mock } = t.mock.method(server.server.services.log, 'error', () => undefined);
    assert.deepEqual(await addresses(), ['max@example.com', 'olive@example.com']);
    failing.restore();
    assert.deepEqual(
      mock.calls.map(({ arguments: [fields, message] }) => [
        (fields as { account?: number }).account,
        message,
      ]),
      [[mia.userId, 'email failed']],
    );
    assert.equal((await rowsNow()).missed_by_many, 0);
    assert.deepEqual(await addresses(1000), ['mia@example.com']);
  });

  test('is left to another server that has mailed one of the people', async (t) => {
    await mel.sendToChannel('everybody', 'news', '@**all** eighth');
    const first = Math.min(olive.userId, mia.userId, max.userId);
    const failing = failingFor(t, first, async () => false);
    assert.deepEqual(await addresses(), []);
    failing.restore();
    assert.equal((await rowsNow()).missed_by_many, 1, 'the other server has not finished');
    assert.deepEqual(await addresses(2000), ['max@example.com', 'mia@example.com', 'olive@example.com']);
  });

  test('is mailed to the others if one person becomes active meanwhile', async (t) => {
    await mel.sendToChannel('everybody', 'news', '@**all** ninth');
    await mel.sendDirect([mia.userId], 'and you');
    await server.server.scheduler.runDue();
    const hub = await hubs.upToDate(1);
    const later = Math.floor(Date.now() / 1000) + 100;
    // A message that mia will get later, and for which she has not been away long enough.
    await database.write(1, (writer) =>
      writer.execute(
        `update missed_message set noticed_at = ${later}, due_at = ${later + 120} where account_id = ${mia.userId}`,
        [],
      ),
    );
    const replaced = failingFor(t, mia.userId, () => {
      hub.state.presence.overwrite(mia.userId, { activeAt: later, idleAt: null } as never);
      return undefined;
    });
    assert.deepEqual(await addresses(200), ['max@example.com', 'olive@example.com']);
    replaced.restore();
    assert.deepEqual(await addresses(300), ['mia@example.com']);
    hub.state.presence.overwrite(mia.userId, { activeAt: null, idleAt: null } as never);
  });

  test('is released by a server that stops, and mailed to the others by the next', async (t) => {
    await mel.sendToChannel('everybody', 'news', '@**all** tenth');
    await server.server.scheduler.runDue();
    const stopping = new AbortController();
    const first = Math.min(olive.userId, mia.userId, max.userId);
    const replaced = failingFor(t, first, () => {
      stopping.abort();
      return undefined;
    });
    const moment = Math.floor(Date.now() / 1000) + 300;
    await new MissedMailJob(server.server.services).run(moment, stopping.signal);
    replaced.restore();
    const [row] = await reader.execute('select due_at, after_account_id from missed_by_many', []);
    assert.ok(Number(row?.due_at) < moment, 'it is due at once');
    assert.equal(row?.after_account_id, first);
    assert.deepEqual(await addresses(), ['max@example.com', 'mia@example.com', 'olive@example.com']);
  });

  test('is not mailed once it is deleted', async () => {
    const id = await mel.sendToChannel('everybody', 'news', '@**all** sixth');
    await server.server.scheduler.runDue();
    await olive.ok('DELETE', `/messages/${id}`);
    assert.deepEqual(await addresses(), []);
    assert.equal((await rowsNow()).missed_by_many, 0);
  });
});

test('bound missedPeoplePerBatch: ten times as many people add no rows', async () => {
  const wide = () => mel.sendToChannel('everybody', 'news', '@**all** rows');
  const few = await rowsAfter(wide);
  await addresses();
  await fill(10 * (limits.missedPeoplePerBatch + 200));
  const many = await rowsAfter(wide);
  assert.deepEqual(many, few);
  assert.deepEqual(few, { missed_message: 0, missed_by_many: 1, personal_message: 0, outbox: 0 });
  assert.deepEqual(await addresses(), ['max@example.com', 'mia@example.com', 'olive@example.com']);
});

test('bound missedPeoplePerBatch: many messages for many people are stored in batches, and resumed in the middle', async () => {
  const limit = limits.missedPeoplePerBatch;
  const crowd = 800;
  const { id: small } = await olive.ok('POST', '/channels/create', {
    name: 'eight hundred',
    subscribers: [olive.userId],
  });
  const subscribe = (from: number, count: number) =>
    database.write(1, async (writer) => {
      const rows = await writer.execute(
        `select id from account where email_key like '%+%' order by id limit ${count} offset ${from}`,
        [],
      );
      await writer.execute(
        `insert into subscription (organization_id, account_id, channel_id, is_active, color, is_muted, pin_to_top, email_notifications)
         select 1, id, ${small}, 1, '#c2c2c2', 0, 0, 1 from account where id in (${rows.map((row) => row.id).join()})`,
        [],
      );
    });
  await subscribe(0, crowd);
  const hub = await hubs.upToDate(1);
  const start = await database.sequence(reader);
  for (const text of ['one', 'two', 'three']) await olive.sendToChannel('eight hundred', 'mailed', text);
  const partsAfter = async (sequence: number): Promise<{ parts: MissedBatch[]; until: number }> => {
    const found = await findMissed(hub, sequence, 0);
    return { parts: await Array.fromAsync(found.batches), until: found.until };
  };
  const storedRows = async () =>
    (await reader.db.selectFrom('missed_message').select(['message_id', 'account_id']).execute()).length;
  const { parts, until } = await partsAfter(start);
  assert.deepEqual(
    parts.map(({ missed }) => missed.length),
    [limit, limit, 3 * crowd - 2 * limit],
  );
  const [first, ...others] = parts;
  assert.ok(first);
  await database.write(1, (writer) => insertMissedBatch(writer, first));
  assert.equal(await storedRows(), limit);
  const stoppedAt = await scannedUntil(reader);
  assert.ok(stoppedAt !== undefined && stoppedAt < until, 'not all of it is done');
  // As if the messages were mailed in the meantime.
  await database.write(1, (writer) => writer.db.deleteFrom('missed_message').execute());
  const remaining = await partsAfter(stoppedAt);
  for (const part of remaining.parts) await database.write(1, (writer) => insertMissedBatch(writer, part));
  assert.equal(
    await storedRows(),
    others.reduce((sum, { missed }) => sum + missed.length, 0),
  );
  assert.equal(await scannedUntil(reader), until);
  await subscribe(crowd, limit - crowd + 1);
  await olive.sendToChannel('eight hundred', 'mailed', 'to as many as a large channel has');
  const { parts: storedParts } = await partsAfter(until);
  assert.deepEqual(
    storedParts.map(({ missed, byMany }) => [missed.length, byMany.length]),
    [[0, 1]],
    'it is stored once',
  );
});

test('an edit that newly mentions very many is stored once, for the newly mentioned', async () => {
  const id = await mel.sendToChannel('everybody', 'edited', `to @**|${max.userId}**`);
  await server.server.scheduler.runDue();
  const size = Number((await reader.execute('select count(*) as count from account', []))[0]?.count);
  await fill(size + limits.missedPeoplePerBatch, true);
  const start = await database.sequence(reader);
  await mel.ok('PATCH', `/messages/${id}`, { content: `to @**all** and @**|${max.userId}**` });
  const hub = await hubs.upToDate(1);
  const [part] = await Array.fromAsync((await findMissed(hub, start, 0)).batches);
  const [first, ...more] = part?.byMany ?? [];
  assert.deepEqual([part?.missed, more], [[], []]);
  assert.ok(first);
  const [head] = await messageHeads(reader, [id]);
  assert.ok(head);
  const causes = await causesAmong(hub, first.row, head, new Set([max.userId, mia.userId, mel.userId]));
  assert.deepEqual([...causes], [[mia.userId, 'stream_wildcard_mentioned']]);
});
