// A message that concerns more people than are looked at together: all of them are kept in mind, once each, in parts
// that hold up nobody's writes, and looking that was stopped in the middle goes on where it was.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { insertAccount } from '../../src/model/accounts/create.ts';
import { readAccounts } from '../../src/model/accounts/store.ts';
import { readChannels } from '../../src/model/channels/store.ts';
import { findMissed } from '../../src/model/missed-mail/collect.ts';
import { keepMissed, lookedUntil, type MissedBatch } from '../../src/model/missed-mail/store.ts';
import { readOrganization } from '../../src/model/organizations/store.ts';
import { subscribeAll } from '../../src/model/subscriptions/subscribe.ts';
import { startTestServer } from '../support/server.ts';

/** Two parts and the beginning of a third. */
const PEOPLE = 2 * limits.missedPeoplePerBatch + 100;

const server = await startTestServer();
const olive = await server.as('olive');
const { database, keyring, hubs } = server.server.services;

const channelId: number = (
  await olive.ok('POST', '/channels/create', { name: 'everybody', subscribers: [olive.userId] })
).id;
const crowd = await database.write(1, async (writer) => {
  const ids: number[] = [];
  for (let count = 0; count < PEOPLE; count++) {
    const email = `many${count}@example.com`;
    ids.push(await insertAccount(writer, keyring, { email, fullName: `Many ${count}`, role: 400 }));
  }
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { accounts: [] } });
  return new Set(ids);
});
await database.write(1, async (writer) => {
  const people = (await readAccounts(writer)).filter(({ id }) => crowd.has(id));
  await subscribeAll(writer, await readOrganization(writer), people, await readChannels(writer, [channelId]));
});
const hub = await hubs.get(1);
const start = await database.sequence(database.reader(1));

async function kept(): Promise<number[]> {
  const rows = await database
    .reader(1)
    .db.selectFrom('missed_message')
    .select('account_id')
    .orderBy('account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

async function partsAfter(sequence: number): Promise<{ parts: MissedBatch[]; until: number }> {
  const found = await findMissed(hub, sequence, 0);
  return { parts: await Array.fromAsync(found.batches), until: found.until };
}

test('bound missedPeoplePerBatch: a mention of a large channel is looked at and kept in parts, and taken up in the middle', async () => {
  await olive.say('everybody', 'before', '@**all** first');
  const { parts, until } = await partsAfter(start);
  assert.ok(parts.length > 2);
  for (const { missed } of parts) assert.ok(missed.length <= limits.missedPeoplePerBatch);
  const [first, ...others] = parts;
  assert.ok(first);
  await database.write(1, (writer) => keepMissed(writer, first));
  assert.deepEqual(
    await kept(),
    first.missed.map(({ accountId }) => accountId),
  );
  const stopped = await lookedUntil(database.reader(1));
  assert.ok(stopped !== undefined && stopped < until, 'the message is not done');
  // They were mailed in the meantime.
  await database.write(1, (writer) => writer.db.deleteFrom('missed_message').execute());
  const again = await partsAfter(stopped);
  assert.deepEqual(again.parts, parts);
  for (const part of again.parts) await database.write(1, (writer) => keepMissed(writer, part));
  const rest = others.flatMap(({ missed }) => missed.map(({ accountId }) => accountId));
  assert.deepEqual(await kept(), rest, 'nobody is told twice, and nobody left out');
  assert.equal(first.missed.length + rest.length, PEOPLE);
  assert.equal(await lookedUntil(database.reader(1)), until);
});

test('what stands around it in the log is looked at, too, and keeps its order', async () => {
  const from = await database.sequence(database.reader(1));
  const someone = [...crowd][7] ?? 0;
  const before = await olive.tell([someone], 'before');
  const wide = await olive.say('everybody', 'between', '@**all** second');
  const after = await olive.tell([someone], 'after');
  const seen: number[] = [];
  for (let at = from, round = 0; round < 4; round++) {
    const { parts, until } = await partsAfter(at);
    for (const { missed } of parts)
      seen.push(...missed.filter(({ accountId }) => accountId === someone).map(({ messageId }) => messageId));
    at = until;
  }
  assert.deepEqual(seen, [before, wide, after]);
});
