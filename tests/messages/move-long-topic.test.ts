// Moving a long topic: the number of statements does not grow with the topic, and search finds its messages in the new
// topic soon after.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const { database } = server.server.services;

let filled = 0;

/** Creates a topic of this many messages; returns the first one's id. */
async function topicOf(name: string, count: number): Promise<number> {
  const first = await olive.sendToChannel('general', name, 'first');
  // Far from the ids that are assigned in the meantime.
  const base = 1_000_000 * ++filled;
  await database.write(1, async (writer) => {
    const row = await writer.db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: count - 1 }, (_, index) => ({
      ...row,
      id: base + index,
      rendered_content: `<p>thing number${index}</p>`,
    }));
    for (let start = 0; start < rows.length; start += 200)
      await writer.db
        .insertInto('message')
        .values(rows.slice(start, start + 200))
        .execute();
    await writer.db
      .updateTable('conversation')
      .set({ last_message_id: base + count - 2 })
      .where('id', '=', row.conversation_id)
      .execute();
  });
  return first;
}

function move(id: number, change: Record<string, unknown>): Promise<unknown> {
  return olive.ok('PATCH', `/messages/${id}`, {
    ...change,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  });
}

async function matchCount(words: string): Promise<number> {
  const { messages } = await olive.ok('GET', '/messages', {
    narrow: [{ operator: 'search', operand: words }],
    anchor: 'newest',
    num_before: 5000,
    num_after: 0,
  });
  return messages.length;
}

const SHORT = 3;
const LONGER = 60;
const LONG = limits.messagesReindexedPerUnit * 2 + 20;

test('a move takes as many statements for many messages as for few', async () => {
  const shortTopic = await topicOf('apricots', SHORT);
  const longTopic = await topicOf('bananas', LONGER);
  await move(shortTopic, { topic: 'cherries' });
  const few = await workOf(() => move(shortTopic, { topic: 'damsons' }), 1);
  await move(longTopic, { topic: 'elderberries' });
  const many = await workOf(() => move(longTopic, { topic: 'figs' }), 1);
  const more = many.statements - few.statements;
  assert.ok(more < (LONGER - SHORT) / 2, `${many.statements} and ${few.statements} statements`);
  assert.equal(await matchCount('figs'), LONGER);
  assert.equal(await matchCount('bananas'), 0);
});

test('bound messagesReindexedPerUnit: the messages of a very long topic are reindexed after the move', async () => {
  const first = await topicOf('grapes', LONG);
  await move(first, { topic: 'hazelnuts' });
  await server.server.scheduler.runDue();
  assert.equal(await matchCount('hazelnuts'), LONG);
  assert.equal(await matchCount('grapes'), 0);
  assert.equal(await matchCount('hazelnuts number7'), 1);
  const pending = await database
    .reader(0)
    .db.selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'search-words')
    .execute();
  assert.deepEqual(pending, []);
});
