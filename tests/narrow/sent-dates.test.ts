// Narrows with dates: `since` finds what was sent at or after a time, `before` what was sent earlier.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { not, term, type WireTerm } from './message-history.ts';

/** 2026-11-01T00:00:00Z */
const NOVEMBER = 1_793_491_200;
const DAY = 86_400;
const times = [NOVEMBER - 1, NOVEMBER, NOVEMBER + DAY - 1, NOVEMBER + DAY];
const labels = new Map<number, string>();

const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-dates-'));
const databaseUrl = await freshDatabase();
after(() => rm(dataDirectory, { recursive: true, force: true }));

/** Sends messages and changes their times; a server that starts later reads them from the database. */
async function sendDated(): Promise<void> {
  const server = await startTestServer({ dataDirectory, databaseUrl });
  const sender = await server.as('mel');
  for (const label of ['a', 'b', 'c', 'd'])
    labels.set(await sender.sendToChannel('general', 'days', `the plan ${label}`), label);
  const ids = [...labels.keys()];
  await server.server.services.database.write(1, async (writer) => {
    // The messages of the demo are older, since times rise with ids.
    await writer.execute(`update message set sent_at = ${NOVEMBER - 90 * DAY} where id < ${ids[0]}`, []);
    for (const [index, id] of ids.entries())
      await writer.execute(`update message set sent_at = ${times[index]} where id = ${id}`, []);
  });
  await server.close();
}

await sendDated();
const server = await startTestServer({ dataDirectory, databaseUrl });
const [mel, mia] = [await server.as('mel'), await server.as('mia')];

const cases: readonly [WireTerm[], string][] = [
  [[term('since', '2026-11-01')], 'b c d'],
  [[term('before', '2026-11-01')], 'a'],
  [[not('since', '2026-11-01')], 'a'],
  [[not('before', '2026-11-01')], 'b c d'],
  [[term('since', '2026-11-01'), term('before', '2026-11-02')], 'b c'],
  [[term('before', '2026-11-02'), term('since', '2026-11-01'), term('since', '2026-10-01')], 'b c'],
  [[term('since', '2026-11-02'), term('before', '2026-11-01')], ''],
  [[term('since', '2026-11-03')], ''],
  [[term('before', '2027-01-01')], 'a b c d'],
  [[term('before', '1999-01-01')], ''],
  // The start of the day in another time zone, and a time of day.
  [[term('since', '2026-11-01T00:00:00+01:00')], 'a b c d'],
  [[term('since', '2026-11-01T23:59:59Z')], 'c d'],
  [[term('since', '20261102')], 'd'],
  // With words, which have sources of their own.
  [[term('search', 'plan'), term('since', '2026-11-01')], 'b c d'],
  [[term('search', 'plan'), term('before', '2026-11-01')], 'a'],
  [[not('search', 'plan'), term('since', '2026-11-01')], ''],
  [[term('sender', mel.userId), term('since', '2026-11-02')], 'd'],
];

const page = { num_before: 400, num_after: 400 };
const inTopic = [term('channel', 'general'), term('topic', 'days')];

for (const [narrow, expected] of cases) {
  test(`${JSON.stringify(narrow.map((one) => Object.values(one)))} finds ${expected || 'nothing'}`, async () => {
    for (const anchor of ['oldest', 'newest', 'first_unread', [...labels.keys()][1]]) {
      for (const where of [[], inTopic]) {
        const body = await mia.ok('GET', '/messages', { ...page, anchor, narrow: [...where, ...narrow] });
        const found = body.messages.flatMap(({ id }: { id: number }) => labels.get(id) ?? []);
        assert.equal(found.join(' '), expected, String(anchor));
      }
    }
    const ids = [...labels.keys()];
    const { messages } = await mia.ok('GET', '/messages/matches_narrow', { msg_ids: ids, narrow });
    const matched = ids.filter((id) => messages[id]).map((id) => labels.get(id));
    assert.equal(matched.join(' '), expected);
  });
}

test('found_oldest and found_newest refer to the messages between the dates', async () => {
  const narrow = [...inTopic, term('since', '2026-11-01'), term('before', '2026-11-02')];
  const body = await mia.ok('GET', '/messages', { narrow, anchor: 'newest', num_before: 2, num_after: 0 });
  assert.deepEqual([body.messages.length, body.found_oldest, body.found_newest], [2, false, true]);
  const olderPage = {
    anchor: body.messages[0].id,
    include_anchor: false,
    num_before: 5,
    num_after: 0,
    narrow,
  };
  const older = await mia.ok('GET', '/messages', olderPage);
  assert.deepEqual([older.messages.length, older.found_oldest], [0, true]);
});

test('anonymous viewers may search by date', async () => {
  const narrow = [term('channels', 'web-public'), term('since', '2026-11-01')];
  const body = await server.anonymous.ok('GET', '/messages', { ...page, anchor: 'newest', narrow });
  assert.deepEqual(body.messages, []);
});
