// Every query that a page of messages needs walks an index, on both engines, and no more of it than it takes: none looks at
// all messages, and none at many to leave them out. Planners choose scans easily, so their plans are read here, over enough
// messages that a scan would be a choice; and how much was looked at in vain is counted.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseNarrow } from '../../src/narrow/parse-narrow.ts';
import { fetchRange } from '../../src/narrow/range.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import { askerOf } from '../../src/sight/asker.ts';
import { messagesJson } from '../../src/sight/messages/page-json.ts';
import { OrganizationState } from '../../src/sight/state/organization-state.ts';
import type { Execute, Reader, Writer } from '../../src/storage/session.ts';
import { indexWordsOf } from '../../src/stores/search/store.ts';
import { explained, mostRows, pagesRead, rowsRemoved, type Statement } from '../support/looked-at.ts';
import { startTestServer } from '../support/server.ts';

const MESSAGES = 30_000;
const CHANNELS = 60;
const TOPICS = 5;

const server = await startTestServer();
const { database, hubs } = server.server.services;
const hub = (await hubs.loaded())[0] ?? (await hubs.upToDate(1));
const [mel, gus] = await Promise.all([server.as('mel'), server.as('gus')]);

/** `count` rows numbered from 1, as a table `n`. */
const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

/** Words in all messages, in every other one, in few, and in the oldest tenth only. */
async function fillWords(writer: Writer): Promise<void> {
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    id: 100_001 + index,
    words: [
      'common',
      index % 2 === 0 ? 'even' : 'odd',
      ...(index % 1500 === 700 ? ['rare'] : []),
      ...(index < MESSAGES / 10 ? ['ancient'] : []),
      `word${index % 977}`,
    ],
  }));
  await indexWordsOf(writer, messages);
}

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
  await fillWords(writer);
  const key = (channel: number, topic: number) =>
    `${mel.userId}, ${1000 + channel}, 'T${topic}', 't${topic}'`;
  // One topic is followed, one muted; and one channel is muted as a whole.
  for (const [choice, policy] of [
    [key(7, 7), 3],
    [key(8, 8), 1],
  ] as const) {
    await run(`insert into user_topic (organization_id, account_id, channel_id, topic_key, topic_name, visibility_policy, updated_at)
      values (${organization}, ${choice}, ${policy}, 0)`);
  }
  await run(`insert into personal_message (organization_id, account_id, message_id, flags)
    ${numbers(2000)} select ${organization}, ${mel.userId}, 100000 + i * 10, case when i % 3 = 0 then 1 else 4 end from n`);
});
if (database.engine === 'postgres') {
  await database.reader(hub.id).execute('analyze', []);
}

function recording(reader: Reader, statements: Statement[]): Reader {
  const execute: Execute = (sql, values) => {
    statements.push({ sql, values });
    return reader.execute(sql, values);
  };
  return { ...reader, execute };
}

/** The steps of the plan with which the engine answers a statement that it has prepared. */
async function planOf(writer: Writer, statement: Statement): Promise<string[]> {
  if (database.engine === 'sqlite') {
    const rows = await database
      .reader(hub.id)
      .execute(`explain query plan ${statement.sql}`, statement.values);
    return rows.map((row) => String(row.detail));
  }
  const rows = await explained(writer, statement, { mode: 'generic', options: 'costs off' });
  return rows.map((row) => String(row['QUERY PLAN']));
}

/**
 * Rows that a statement may read and leave out, and pages of the file that it may read: all messages are 30,000 rows on 410
 * pages. Messages that lie far apart take a page each, and a walk that finds them slowly looks further at once.
 */
const MOST_REMOVED = 1000;
const MOST_PAGES = 300;

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
  ['a rare word', 'mel', [term('search', 'rare')], newest],
  ['a rare word in the middle', 'mel', [term('search', 'rare')], around],
  ['a word in no message', 'mel', [term('search', 'absent')], newest],
  ['a word in all messages', 'mel', [term('search', 'common')], newest],
  ['a word in all messages, in the middle', 'mel', [term('search', 'common')], around],
  ['a frequent word with a rare one', 'mel', [term('search', 'even rare')], newest],
  ['a word of long ago', 'mel', [term('search', 'ancient')], newest],
  ['two words that are never together', 'mel', [term('search', 'even odd')], newest],
  ['a word in a topic', 'mel', [term('channel', 1007), term('topic', 'T7'), term('search', 'rare')], newest],
  ['resolved topics, of which there are none', 'mel', [term('is', 'resolved')], newest],
  ['followed topics', 'mel', [term('is', 'followed')], newest],
  ['muted topics', 'mel', [term('is', 'muted')], newest],
  ['what is not muted', 'mel', [term('in', 'home')], newest],
  ['links of a sender', 'mel', [term('sender', gus.userId), term('has', 'link')], newest],
];

/** The statements of a page. */
async function statementsFor(
  name: 'mel' | 'gus',
  terms: WireTerm[],
  request: (typeof pages)[number][3],
): Promise<readonly Statement[]> {
  const reader = database.reader(hub.id);
  const state = await OrganizationState.load(reader, await database.sequence(reader));
  const account = state.account((name === 'mel' ? mel : gus).userId);
  assert.ok(account);
  const statements: Statement[] = [];
  const recorder = recording(reader, statements);
  const searcher = { ...(await askerOf({ state, reader }, account)), reader: recorder };
  const found = await fetchRange(searcher, await parseNarrow(searcher, terms), request);
  const shape = { applyMarkdown: true, clientGravatar: true, emptyTopicName: true };
  await messagesJson({ ...searcher, shape }, found.heads, () => []);
  assert.ok(statements.length > 0);
  return statements;
}

for (const [label, name, terms, request] of pages) {
  test(`no scan for ${label}`, async () => {
    const statements = await statementsFor(name, terms, request);
    const problems: string[] = [];
    const describe = ({ sql }: Statement, what: string) => problems.push(`${sql}\n    ${what}`);
    await database.write(hub.id, async (writer) => {
      for (const statement of statements) {
        const plan = await planOf(writer, statement);
        if (plan.some((step) => scans.test(step.replace(/^[\s>-]+/, '')))) {
          describe(statement, plan.join('\n    '));
        }
        for (const mode of database.engine === 'postgres' ? (['generic', 'custom'] as const) : []) {
          const removed = await rowsRemoved(writer, statement, mode);
          if (removed > MOST_REMOVED) describe(statement, `left out ${removed} rows by its ${mode} plan`);
        }
      }
    });
    for (const statement of database.engine === 'sqlite' ? statements : []) {
      const pages = pagesRead(join(server.dataDirectory, 'parley.db'), statement);
      if (pages > MOST_PAGES) describe(statement, `read ${pages} pages`);
    }
    assert.deepEqual(problems, []);
  });
}

const inOrderOnly = { skip: database.engine === 'postgres' ? false : 'FTS5 gives its holders in order' };

for (const other of [term('has', 'attachment'), term('sender', mel.userId)]) {
  test(`nobody goes over all who hold a frequent word: with ${other.operator}`, inOrderOnly, async () => {
    const terms = [term('search', 'common'), other];
    const statements = await statementsFor('mel', terms, newest);
    await database.write(hub.id, async (writer) => {
      for (const statement of statements) {
        const rows = await mostRows(writer, statement, 'generic');
        assert.ok(rows < MESSAGES * 0.9, `${rows} rows: ${statement.sql}`);
      }
    });
  });
}
