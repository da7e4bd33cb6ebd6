// The log is kept for subscriptions whose address has not taken their events yet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilSo } from '../support/later.ts';
import { botOf, eventStage, logOf, subscribe, textsAt } from './event-stage.ts';

const { server, mel, mia, later, freshPlace } = await eventStage(1);
const { database, hubs } = server.server.services;

/** Lets everything in the log be old, and cuts it; gives the places that are left. */
async function cutAll(): Promise<number[]> {
  await database.write(1, async (writer) => {
    await writer.db.updateTable('event').set({ created_at: 1 }).execute();
  });
  await (await hubs.upToDate(1)).sweep();
  const rows = await database.reader(1).db.selectFrom('event').select('sequence').execute();
  return rows.map(({ sequence }) => sequence);
}

/** How far the subscription has come. */
async function position(id: number): Promise<number> {
  const row = await database
    .reader(1)
    .db.selectFrom('event_subscription')
    .select('position')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.position;
}

test('what waits for an address stays in the log, and goes once it has arrived', async () => {
  const place = freshPlace();
  place.answer = () => ({ status: 500, body: '' });
  const bot = await botOf(mel, 'Keeper');
  const { id } = await subscribe(mel, bot, place.url);
  await mia.tell([bot], 'waits');
  await untilSo(async () => (await logOf(mel, bot, id)).length === 1);
  const from = await position(id);
  const kept = await cutAll();
  assert.ok(kept.length > 0 && kept.every((sequence) => sequence > from));
  place.answer = () => ({ body: '' });
  await later(10);
  await untilSo(async () => (await logOf(mel, bot, id)).length === 2);
  assert.deepEqual(textsAt(place), ['waits', 'waits']);
  const arrived = await position(id);
  assert.ok((await cutAll()).every((sequence) => sequence > arrived));
});
