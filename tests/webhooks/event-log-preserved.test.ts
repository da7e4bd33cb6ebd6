// The event log is preserved for subscriptions whose address has not accepted their events yet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { botOf, logOf, startEventFixture, subscribe, textsAt } from './event-fixture.ts';

const { server, mel, mia, later, freshEndpoint } = await startEventFixture(1);
const { database, hubs } = server.server.services;

/** Backdates the whole log, and trims it; returns the remaining positions. */
async function backdateAndTrim(): Promise<number[]> {
  await database.write(1, async (writer) => {
    await writer.db.updateTable('event').set({ created_at: 1 }).execute();
  });
  await (await hubs.upToDate(1)).sweep();
  const rows = await database.reader(1).db.selectFrom('event').select('sequence').execute();
  return rows.map(({ sequence }) => sequence);
}

/** The subscription's cursor. */
async function position(id: number): Promise<number> {
  const row = await database
    .reader(1)
    .db.selectFrom('event_subscription')
    .select('position')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.position;
}

test('pending events stay in the log, and are trimmed once delivered', async () => {
  const endpoint = freshEndpoint();
  endpoint.answer = () => ({ status: 500, body: '' });
  const bot = await botOf(mel, 'Keeper');
  const { id } = await subscribe(mel, bot, endpoint.url);
  await mia.sendDirect([bot], 'waits');
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 1);
  const from = await position(id);
  const remaining = await backdateAndTrim();
  assert.ok(remaining.length > 0 && remaining.every((sequence) => sequence > from));
  endpoint.answer = () => ({ body: '' });
  await later(10);
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 2);
  assert.deepEqual(textsAt(endpoint), ['waits', 'waits']);
  const arrived = await position(id);
  assert.ok((await backdateAndTrim()).every((sequence) => sequence > arrived));
});
