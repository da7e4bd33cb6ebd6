// Deleting a topic: only administrators can do it, and it deletes the messages that they can see, newest first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const rows = await server.server.services.database
  .reader(1)
  .db.selectFrom('channel')
  .select(['id', 'name'])
  .execute();
const path = (name: string) => `/streams/${rows.find((row) => row.name === name)?.id}/delete_topic`;

async function existing(ids: readonly number[]): Promise<number[]> {
  const found = await server.server.services.database
    .reader(1)
    .db.selectFrom('message')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
  return found.map((row) => row.id);
}

test('all messages of the topic are deleted, newest first, and nothing else', async () => {
  const other = await mel.sendToChannel('engineering', 'other', 'x');
  const ids: number[] = [];
  for (let i = 0; i < 130; i++) ids.push(await mel.sendToChannel('engineering', 'deleted', `number ${i}`));
  const [miaEvents, gusEvents] = await expectFold([mia, gus], async () => {
    const { complete } = await adam.ok('POST', path('engineering'), { topic_name: 'DELETED' });
    assert.equal(complete, true);
  });
  const deletions = miaEvents?.filter((event) => event.type === 'delete_message') ?? [];
  assert.deepEqual(
    deletions.map((event) => event.message_ids.length),
    [100, 30],
  );
  assert.deepEqual(deletions[0].message_ids, ids.slice(30));
  assert.equal(deletions[0].topic, 'deleted');
  assert.deepEqual(gusEvents, []);
  assert.deepEqual(await existing([...ids, other]), [other]);
});

test('deleting a missing topic succeeds at once', async () => {
  assert.equal((await olive.ok('POST', path('general'), { topic_name: 'never was' })).complete, true);
});

test('only administrators who can read the channel can delete a topic', async () => {
  const message = 'Must be an organization administrator';
  for (const client of [mona, mel, gus]) {
    await client.refused('POST', path('general'), { topic_name: 'x' }, 'UNAUTHORIZED_PRINCIPAL', message);
  }
  await adam.refused(
    'POST',
    '/streams/99999/delete_topic',
    { topic_name: 'x' },
    'BAD_REQUEST',
    'Invalid channel ID',
  );
  await adam.refused(
    'POST',
    path('general'),
    {},
    'REQUEST_VARIABLE_MISSING',
    "Missing 'topic_name' argument",
  );
});

test('the empty topic is deleted by its display name', async () => {
  const id = await mel.sendToChannel('general', '', 'unnamed');
  await adam.ok('POST', path('general'), { topic_name: 'general chat' });
  assert.deepEqual(await existing([id]), []);
});

test('with protected history an administrator deletes the messages that they received', async () => {
  const before = await olive.sendToChannel('leadership', 'salaries', 'before');
  await adam.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['leadership'] });
  const without = await olive.sendToChannel('leadership', 'salaries', 'without him');
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'leadership' }],
    principals: [adam.userId],
  });
  const after = await olive.sendToChannel('leadership', 'salaries', 'after');
  const [oliveEvents] = await expectFold([olive], () =>
    adam.ok('POST', path('leadership'), { topic_name: 'salaries' }),
  );
  assert.deepEqual(oliveEvents?.[0].message_ids, [before, after]);
  assert.deepEqual(await existing([before, without, after]), [without]);
  const adamListener = await adam.registerQueue();
  await olive.ok('DELETE', `/messages/${without}`);
  assert.deepEqual(await adamListener.eventsOf('delete_message'), []);
});
