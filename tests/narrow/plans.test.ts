// Every query that a page of messages needs walks an index, on both engines: none looks at all messages. Planners
// choose scans easily, so their plans are read here, over enough messages that a scan would be a choice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesJson } from '../../src/model/messages/page-json.ts';
import { OrganizationState } from '../../src/model/state/organization-state.ts';
import { fetchRange } from '../../src/narrow/range.ts';
import { understandNarrow } from '../../src/narrow/understand.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import type { Execute, Reader, Writer } from '../../src/storage/session.ts';
import { startTestServer } from '../support/server.ts';

const MESSAGES = 30_000;
const CHANNELS = 60;
const TOPICS = 5;

const server = await startTestServer();
const { database, hubs } = server.server.services;
const hub = (await hubs.loaded())[0] ?? (await hubs.get(1));
const [mel, gus] = await Promise.all([server.as('mel'), server.as('gus')]);

/** `count` rows numbered from 1, as a table `n`. */
const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

await database.write(hub.id, async (writer) => {
  const organization = hub.id;
  const run = (sql: string) => writer.execute(sql, []);
  const template = await writer.db
    .selectFrom('channel')
    .selectAll()
    .where('name', '=', 'general')
    .executeTakeFirstOrThrow();
  const { id: _id, ...columns } = template;
  for (let index = 0; index < CHANNELS; index++) {
    const row = { ...columns, id: 1000 + index, name: `filled ${index}`, name_key: `FILLED ${index}` };
    await writer.db.insertInto('channel').values(row).execute();
  }
  const conversations = CHANNELS * TOPICS;
  await run(`insert into conversation (id, organization_id, channel_id, topic_key, topic_name, direct_key, first_message_id, last_message_id)
    ${numbers(conversations)} select 1000 + i, ${organization}, 1000 + i % ${CHANNELS}, 'T' || i, 't' || i, null, 100000 + i, 100000 + ${MESSAGES} - ${conversations} + i from n`);
  await run(`insert into message (id, organization_id, conversation_id, channel_id, sender_id, client, content, rendered_content, sent_at,
      sequence, is_moved, has_edits, has_link, has_image, has_attachment, has_reaction, has_submessage, is_me_message,
      mentions_channel, mentions_topic, has_mention_row, is_read_by_sender)
    ${numbers(MESSAGES)} select 100000 + i, ${organization}, 1000 + i % ${conversations}, 1000 + i % ${CHANNELS}, ${gus.userId}, 'x', 'c', '<p>c</p>',
      1700000000 + i, 1000000 + i * 16, 0, 0, case when i % 50 = 0 then 1 else 0 end, 0, 0, 0, 0, 0, 0, 0, 0, 1 from n`);
  const { id: __, ...period } = {
    id: 0,
    ...(await writer.db.selectFrom('subscription_period').selectAll().executeTakeFirstOrThrow()),
  };
  const subscribe = async (accountId: number, channels: number) => {
    for (let index = 0; index < channels; index++) {
      const row = {
        ...period,
        account_id: accountId,
        channel_id: 1000 + index,
        from_sequence: 900_000,
        to_sequence: null,
      };
      await writer.db.insertInto('subscription_period').values(row).execute();
    }
  };
  await subscribe(mel.userId, CHANNELS);
  await subscribe(gus.userId, 5);
  await run(`insert into personal_message (organization_id, account_id, message_id, flags)
    ${numbers(2000)} select ${organization}, ${mel.userId}, 100000 + i * 10, case when i % 3 = 0 then 1 else 4 end from n`);
});
if (database.engine === 'postgres') {
  await database.reader(hub.id).execute('analyze', []);
}

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

function recording(reader: Reader, statements: Statement[]): Reader {
  const execute: Execute = (sql, values) => {
    statements.push({ sql, values });
    return reader.execute(sql, values);
  };
  return { ...reader, execute };
}

function literal(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

let prepared = 0;

/** The steps of the plan with which the engine answers a statement that it has prepared. */
async function planOf(writer: Writer, { sql, values }: Statement): Promise<string[]> {
  if (database.engine === 'sqlite') {
    const rows = await database.reader(hub.id).execute(`explain query plan ${sql}`, values);
    const steps = rows.map((row) => String(row.detail));
    // A page that was cut first goes by the table's name and is gone through once.
    return steps.some((step) => /^(CO-ROUTINE|MATERIALIZE) message$/.test(step))
      ? steps.filter((step) => step !== 'SCAN message')
      : steps;
  }
  const name = `plan_${prepared++}`;
  await writer.execute('set local plan_cache_mode = force_generic_plan', []);
  await writer.execute(`prepare ${name} as ${sql}`, []);
  const list = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const rows = await writer.execute(`explain (costs off) execute ${name}${list}`, []);
  return rows.map((row) => String(row['QUERY PLAN']));
}

/** Steps that look at a whole table or index of messages. */
const scans =
  /^SCAN (message|m|conversation|personal_message|message_arrival|a)\b|Seq Scan on (message|personal_message)\b/;

const term = (operator: string, operand: WireTerm['operand']): WireTerm => ({
  operator,
  operand,
  negated: false,
});
const newest = {
  anchor: { kind: 'id', id: 1e16 },
  includeAnchor: true,
  numBefore: 100,
  numAfter: 0,
} as const;
const around = {
  anchor: { kind: 'id', id: 115_000 },
  includeAnchor: true,
  numBefore: 50,
  numAfter: 50,
} as const;
const unread = {
  anchor: { kind: 'first-unread' },
  includeAnchor: true,
  numBefore: 50,
  numAfter: 50,
} as const;
const day = {
  anchor: { kind: 'date', moment: 1_700_015_000 },
  includeAnchor: true,
  numBefore: 50,
  numAfter: 50,
} as const;

const pages: readonly [
  string,
  'mel' | 'gus',
  WireTerm[],
  typeof newest | typeof around | typeof unread | typeof day,
][] = [
  ['a topic', 'mel', [term('channel', 1007), term('topic', 'T7')], newest],
  ['a topic in the middle', 'mel', [term('channel', 1007), term('topic', 'T7')], around],
  ['a channel', 'mel', [term('channel', 1007)], newest],
  ['direct messages', 'mel', [term('is', 'dm')], newest],
  ['one direct conversation', 'mel', [term('dm', [gus.userId])], newest],
  ['the combined feed', 'mel', [], newest],
  ['the combined feed in the middle', 'mel', [], around],
  ['the combined feed of somebody in few channels', 'gus', [], newest],
  ['the combined feed of somebody in few channels, in the middle', 'gus', [], around],
  ['starred messages', 'mel', [term('is', 'starred')], newest],
  ['mentions', 'mel', [term('is', 'mentioned')], newest],
  ['alerts', 'mel', [term('is', 'alerted')], newest],
  ['unread messages', 'mel', [term('is', 'unread')], newest],
  ['the first unread message', 'mel', [], unread],
  ['the first unread message of a topic', 'mel', [term('channel', 1007), term('topic', 'T7')], unread],
  ['a day', 'mel', [], day],
  ['all public channels', 'mel', [term('channels', 'public')], newest],
  ['links', 'mel', [term('has', 'link')], newest],
  ['attachments, of which there are none', 'mel', [term('has', 'attachment')], newest],
  ['a sender', 'mel', [term('sender', gus.userId)], newest],
  ['one message', 'mel', [term('id', 100_100)], newest],
  ['a topic of any channel', 'mel', [term('topic', 't7')], newest],
];

for (const [label, name, terms, request] of pages) {
  test(`no scan for ${label}`, async () => {
    const reader = database.reader(hub.id);
    const state = await OrganizationState.load(reader, await database.sequence(reader));
    const account = state.account((name === 'mel' ? mel : gus).userId);
    assert.ok(account);
    const subscriptions = await state.subscriptions(reader, account.id);
    const searcher = { state, account, subscriptions };
    const statements: Statement[] = [];
    const recorder = recording(reader, statements);
    const found = await fetchRange(
      recorder,
      searcher,
      await understandNarrow(recorder, searcher, terms),
      request,
    );
    const shape = { applyMarkdown: true, clientGravatar: true, emptyTopicName: true };
    await messagesJson(recorder, { ...searcher, shape }, found.heads, () => []);
    assert.ok(statements.length > 0);
    const problems: string[] = [];
    await database.write(hub.id, async (writer) => {
      for (const statement of statements) {
        const plan = await planOf(writer, statement);
        if (plan.some((step) => scans.test(step.replace(/^[\s>-]+/, '')))) {
          problems.push(`${statement.sql}\n    ${plan.join('\n    ')}`);
        }
      }
    });
    assert.deepEqual(problems, []);
  });
}
