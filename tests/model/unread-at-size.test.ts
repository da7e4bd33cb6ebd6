// Unread messages, newest first: with very many, the cost depends on how many are shown.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Row } from '../../src/storage/reader-writer.ts';
import { newestUnread } from '../../src/stores/read-state/newest-unread.ts';
import { startTestServer } from '../support/server.ts';
import { explainPlan, pagesRead, type Statement } from '../support/statement-reads.ts';

const MESSAGES = 30_000;
const TOPICS = 300;
const FIRST = 100_000;
/** How many are requested. */
const WANTED = 500;

const server = await startTestServer();
const { database } = server.server.services;
const organizationId = 1;
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
await mia.ok('POST', '/users/me/subscriptions', {
  subscriptions: [{ name: 'unread' }],
  principals: [mel.userId, mia.userId],
});
const { stream_id: channelId } = await mia.ok('GET', '/get_stream_id', { stream: 'unread' });
await mel.ok('POST', '/mark_all_as_read');

/** The newest tenth of the topics has the newest half of the messages: most topics are quiet. */
await database.write(organizationId, async (writer) => {
  const run = (sql: string) => writer.execute(sql, []);
  const numbers = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const topicOf = `case when i > ${MESSAGES / 2} then i % ${TOPICS / 10} else i % ${TOPICS} end`;
  await run(`insert into conversation (id, organization_id, channel_id, topic_key, topic_name, direct_key)
    ${numbers(TOPICS)} select ${FIRST} + i - 1, ${organizationId}, ${channelId}, 'T' || i, 't' || i, null from n`);
  await run(`insert into message (id, organization_id, conversation_id, channel_id, sender_id, client, content, rendered_content, sent_at,
      sequence, is_moved, has_edits, has_link, has_image, has_attachment, has_reaction, has_submessage, is_me_message,
      mentions_channel, mentions_topic, has_mention_row, is_read_by_sender)
    ${numbers(MESSAGES)} select ${FIRST} + i, ${organizationId}, ${FIRST} + ${topicOf}, ${channelId},
      case when i % 3 = 0 then ${mel.userId} else ${mia.userId} end, 'x', 'c', '<p>c</p>',
      1700000000 + i, 1000000 + i * 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 from n`);
  for (const [end, order] of [
    ['first_message_id', 'min'],
    ['last_message_id', 'max'],
  ]) {
    await run(`update conversation set ${end} = (select ${order}(id) from message where conversation_id = conversation.id)
      where channel_id = ${channelId}`);
  }
});
if (database.engine === 'postgres') await database.reader(organizationId).execute('analyze', []);

const newest = Array.from({ length: MESSAGES }, (_, index) => index + 1)
  .filter((number) => number % 3 !== 0)
  .map((number) => FIRST + number);

async function unreadBy(statements: Statement[], limit: number): Promise<number[]> {
  const reader = database.reader(organizationId);
  const execute = (sql: string, values: readonly unknown[]): Promise<Row[]> => {
    statements.push({ sql, values });
    return reader.execute(sql, values);
  };
  const { conversations } = await newestUnread({ ...reader, execute }, mel.userId, limit);
  return conversations.flatMap(({ messageIds }) => messageIds).sort((a, b) => a - b);
}

interface Step {
  readonly Plans?: readonly Step[];
  readonly [measure: string]: unknown;
}

/** The maximum number of rows that one step of a plan returns, over all its loops. */
function maxRows(step: Step): number {
  const ownRows = Number(step['Actual Rows']) * Number(step['Actual Loops']);
  return Math.max(ownRows, ...(step.Plans ?? []).map(maxRows));
}

test('the newest are found, however few or many are requested', async () => {
  for (const limit of [1, 7, WANTED, 15_000, MESSAGES]) {
    assert.deepEqual(await unreadBy([], limit), newest.slice(-limit), `${limit}`);
  }
});

test('read messages below and above a gap are excluded', async () => {
  const [mid, top] = [newest.at(-20), newest.at(-1)];
  await mel.ok('POST', '/messages/flags', { messages: [mid, top], op: 'add', flag: 'read' });
  const unread = newest.filter((id) => id !== mid && id !== top);
  assert.deepEqual(await unreadBy([], 30), unread.slice(-30));
  await mel.ok('POST', '/messages/flags', { messages: [mid, top], op: 'remove', flag: 'read' });
  assert.deepEqual(await unreadBy([], 30), newest.slice(-30));
});

test('little more than the requested number is read', async () => {
  const statements: Statement[] = [];
  await unreadBy(statements, WANTED);
  if (database.engine === 'sqlite') {
    const file = join(server.dataDirectory, 'parley.db');
    const pages = statements.map((statement) => pagesRead(file, statement));
    const all = pagesRead(file, { sql: 'select sum(sent_at) from message', values: [] });
    const maximum = Math.max(...pages);
    assert.ok(maximum < all / 5, `${maximum} pages, where all messages take ${all}`);
    return;
  }
  await database.write(organizationId, async (writer) => {
    for (const statement of statements) {
      const options = 'analyze, timing off, format json';
      const [row] = await explainPlan(writer, statement, { mode: 'generic', options });
      const [plan] = (row?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: Step }[];
      const rows = plan ? maxRows(plan.Plan) : Number.NaN;
      assert.ok(rows <= WANTED * 3, `${rows} rows by ${statement.sql}`);
    }
  });
});
