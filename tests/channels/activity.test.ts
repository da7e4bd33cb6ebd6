// What channels report about their use: weekly traffic, recent activity, the oldest message.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markInactiveChannelsEverywhere } from '../../src/jobs/mark-inactive-channels.ts';
import { weeklyAverage } from '../../src/queries/channels/traffic.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const DAY = 86_400;
const today = Math.floor(Date.now() / 1000 / DAY);

test('the weekly average has two significant digits', () => {
  const averageOf = (messages: number, ageInDays: number) =>
    weeklyAverage(
      { id: 1, createdAt: (today - ageInDays) * DAY },
      { day: today, messages: new Map([[1, messages]]) },
    );
  assert.equal(averageOf(100, 6), null);
  assert.equal(averageOf(10, 7), 10);
  assert.equal(averageOf(10, 14), 5);
  assert.equal(averageOf(40, 400), 10);
  assert.equal(averageOf(1, 400), 1);
  assert.equal(averageOf(0, 400), 0);
  assert.equal(averageOf(4936, 400), 1200);
  assert.equal(weeklyAverage({ id: 2, createdAt: 0 }, { day: today, messages: new Map() }), 0);
  assert.equal(weeklyAverage({ id: 2, createdAt: 0 }, undefined), null);
});

test('traffic counts the messages of the 28 days before today', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const { id } = await mel.ok('POST', '/channels/create', { name: 'counted', subscribers: [mel.userId] });
  const sent: number[] = [];
  for (let count = 0; count < 16; count++) sent.push(await mel.sendToChannel('counted', 'x', String(count)));
  // Four of each age: one day too old, the first and the last of the 28 days, and today. Four messages are one per week.
  const ages = [29, 28, 1, 0];
  const thisDay = () => Math.floor(Date.now() / 1000 / DAY);
  const sendAgain = (day: number) =>
    server.server.services.database.write(1, async (writer) => {
      const update = writer.db.updateTable('message');
      // Makes all earlier messages old.
      await update
        .set({ sent_at: (day - 60) * DAY })
        .where('id', '<', sent[0] ?? 0)
        .execute();
      await writer.db
        .updateTable('channel')
        .set({ created_at: (day - 100) * DAY })
        .where('id', '=', id)
        .execute();
      for (const [index, message] of sent.entries()) {
        const age = ages[Math.floor((index * ages.length) / sent.length)] ?? 0;
        await update
          .set({ sent_at: (day - age) * DAY + 10 })
          .where('id', '=', message)
          .execute();
      }
      writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { channels: [] } });
    });
  const traffic = async (): Promise<unknown[]> => {
    const day = thisDay();
    await sendAgain(day);
    const { stream } = await mel.ok('GET', `/streams/${id}`);
    // Midnight may pass meanwhile.
    return day === thisDay() ? [stream.stream_weekly_traffic, stream.first_message_id] : traffic();
  };
  assert.deepEqual(await traffic(), [2, sent[0]]);
});

test('all messages of a busy channel are counted', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const { id } = await mel.ok('POST', '/channels/create', { name: 'busy', subscribers: [mel.userId] });
  await mel.sendToChannel('busy', 'x', 'one of very many');
  const COPIES = 9000;
  await server.server.services.database.write(1, async (writer) => {
    const row = await writer.db
      .selectFrom('message')
      .selectAll()
      .where('channel_id', '=', id)
      .executeTakeFirstOrThrow();
    const changed: Record<string, string> = { id: `id + n`, sent_at: String((today - 3) * DAY) };
    const names = Object.keys(row);
    await writer.execute(
      `insert into message (${names.join(', ')})
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${COPIES})
       select ${names.map((name) => changed[name] ?? name).join(', ')} from message, numbers where id = ${row.id}`,
      [],
    );
    await writer.db.updateTable('message').set({ sent_at: 1 }).where('id', '<=', row.id).execute();
    await writer.db.updateTable('channel').set({ created_at: 1 }).where('id', '=', id).execute();
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { channels: [] } });
  });
  const { stream } = await mel.ok('GET', `/streams/${id}`);
  // Two digits: 9,000 in four weeks are 2,250 per week.
  assert.equal(stream.stream_weekly_traffic, 2300);
});

test('channels without messages for half a year are no longer recently active', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const olive = await server.as('olive');
  const make = async (name: string) =>
    (await mel.ok('POST', '/channels/create', { name, subscribers: [mel.userId] })).id;
  const [silent, empty, busy] = [await make('silent'), await make('empty'), await make('busy')];
  await mel.sendToChannel('silent', 'x', 'y');
  await mel.sendToChannel('busy', 'x', 'y');
  const silence = (channel: number) =>
    server.server.services.database.write(1, async (writer) => {
      await writer.db
        .updateTable('channel')
        .set({ created_at: (today - 300) * DAY })
        .where('id', 'in', [silent, empty, busy])
        .execute();
      await writer.db
        .updateTable('message')
        .set({ sent_at: (today - 181) * DAY })
        .where('channel_id', '=', channel)
        .execute();
      writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { channels: [] } });
    });
  const marked = async () => {
    const [events] = await expectFold([olive], () => markInactiveChannelsEverywhere(server.server.services));
    return events?.map((event) => [event.stream_id, event.property, event.value]);
  };
  await silence(silent);
  assert.deepEqual(await marked(), [
    [silent, 'is_recently_active', false],
    [empty, 'is_recently_active', false],
  ]);
  assert.equal((await olive.ok('GET', `/streams/${busy}`)).stream.is_recently_active, true);
  await silence(busy);
  assert.deepEqual(await marked(), [[busy, 'is_recently_active', false]]);
});
