// Messages past their retention time are deleted, by the channel's own setting or the organization's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

let ahead = 0;
const server = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');
const gus = await server.as('gus');

async function daysLater(days: number): Promise<void> {
  ahead = days * 86_400;
  await server.server.scheduler.runDue();
  ahead = 0;
}

async function exists(id: number): Promise<boolean> {
  for (const client of [mia, olive]) {
    if ((await client.request('GET', `/messages/${id}`)).status === 200) return true;
  }
  return false;
}

async function channelIdOf(name: string): Promise<number> {
  return (await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id;
}

test('nothing is deleted without a retention time', async () => {
  const id = await mel.sendToChannel('engineering', 'old', 'for ever');
  const [miaEvents] = await expectFold([mia], () => daysLater(10_000));
  assert.deepEqual(miaEvents, []);
  assert.ok(await exists(id));
});

test('a channel’s own time applies only to it', async () => {
  const engineering = await channelIdOf('engineering');
  const ids: number[] = [];
  for (let index = 0; index < 130; index++)
    ids.push(await mel.sendToChannel('engineering', 'many', `old ${index}`));
  const otherTopic = await mel.sendToChannel('general', 'other', 'stays');
  const direct = await mel.sendDirect([mia.userId], 'stays too');
  await olive.ok('PATCH', `/streams/${engineering}`, { message_retention_days: 30 });
  await daysLater(29);
  assert.ok(await exists(ids[0] ?? 0));
  const eventLists = await expectFold([mel, mia, gus, olive], () => daysLater(31));
  const deleteEvents = eventLists[1]?.filter(
    ({ type, topic }) => type === 'delete_message' && topic === 'many',
  );
  assert.deepEqual(
    deleteEvents?.flatMap(({ message_ids }) => message_ids),
    ids,
  );
  assert.ok(
    deleteEvents?.every(
      ({ stream_id, message_type }) => stream_id === engineering && message_type === 'stream',
    ),
  );
  assert.deepEqual(eventLists[2], []);
  for (const id of [ids[0] ?? 0, ids.at(-1) ?? 0]) assert.ok(!(await exists(id)));
  assert.ok((await exists(otherTopic)) && (await exists(direct)));
});

test('the organization’s time applies to direct messages and to channels without their own', async () => {
  const engineering = await channelIdOf('engineering');
  await olive.ok('PATCH', `/streams/${engineering}`, { message_retention_days: 'unlimited' });
  const keptId = await mel.sendToChannel('engineering', 'kept', 'for ever');
  const inherited = await mel.sendToChannel('general', 'other', 'goes');
  const direct = await mel.sendDirect([mia.userId], 'goes too');
  await olive.ok('PATCH', '/realm', { message_retention_days: 60 });
  const eventLists = await expectFold([mel, mia, gus], () => daysLater(61));
  assert.ok(
    eventLists[1]?.some(({ type, message_type }) => type === 'delete_message' && message_type === 'private'),
  );
  assert.ok(!(await exists(inherited)) && !(await exists(direct)));
  assert.ok(await exists(keptId));
});
