// A server with 30,000 messages in 60 channels and, on the embedded engine, as many newer ones of another organization.
// Records the statements of a page, so that tests can read their plans and count them.

import assert from 'node:assert/strict';
import { parseNarrow } from '../../src/narrow/parse-narrow.ts';
import { fetchRange, type RangeRequest } from '../../src/narrow/range.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import { messagesJson } from '../../src/queries/messages/page-json.ts';
import { requesterOf } from '../../src/queries/requester.ts';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import type { Execute, Reader, Row, Writer } from '../../src/storage/reader-writer.ts';
import { indexManyWords } from '../../src/stores/search/search-store.ts';
import { secondOrganization } from '../access/support.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Statement } from '../support/statement-reads.ts';

export const MESSAGES = 30_000;
const CHANNELS = 60;
const TOPICS = 5;

/** `count` rows numbered from 1, as a table `n`. */
const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

/** Words in all messages, in every second one, in few, and in the oldest tenth only. */
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
  await indexManyWords(writer, messages);
}

/** A reader that records its statements with their answers. */
function recording(reader: Reader, statements: RecordedStatement[]): Reader {
  const execute: Execute = async (sql, values) => {
    const rows = await reader.execute(sql, values);
    statements.push({ sql, values, rows });
    return rows;
  };
  return { ...reader, execute };
}

/** A statement that was run, and its answer. */
export interface RecordedStatement extends Statement {
  readonly rows: readonly Row[];
}

export const term = (operator: string, operand: WireTerm['operand']): WireTerm => ({
  operator,
  operand,
  negated: false,
});
export const newest: RangeRequest = {
  anchor: { kind: 'id', id: 1e16 },
  includeAnchor: true,
  numBefore: 100,
  numAfter: 0,
};
export const around: RangeRequest = {
  anchor: { kind: 'id', id: 115_000 },
  includeAnchor: true,
  numBefore: 50,
  numAfter: 50,
};
export const unread: RangeRequest = {
  anchor: { kind: 'first-unread' },
  includeAnchor: true,
  numBefore: 50,
  numAfter: 50,
};
export const day: RangeRequest = {
  anchor: { kind: 'date', moment: 1_700_015_000 },
  includeAnchor: true,
  numBefore: 50,
  numAfter: 50,
};

/** Adds as many newer messages to a topic of another organization: pages of the first one must not read them. */
async function fillElsewhere(server: TestServer): Promise<void> {
  const elsa = await secondOrganization(server);
  await elsa.ok('POST', '/channels/create', { name: 'elsewhere', subscribers: [elsa.userId] });
  const first = await elsa.sendToChannel('elsewhere', 'much', 'the first');
  const { database } = server.server.services;
  const organizationId = (await database.reader(0).execute('select max(id) as id from organization', []))[0]
    ?.id;
  await database.write(Number(organizationId), async (writer) => {
    await writer.execute(
      `insert into message (id, organization_id, conversation_id, channel_id, sender_id, client, content, rendered_content, sent_at,
        sequence, is_moved, has_edits, has_link, has_image, has_attachment, has_reaction, has_submessage, is_me_message,
        mentions_channel, mentions_topic, has_mention_row, is_read_by_sender)
      ${numbers(MESSAGES)} select 200000 + i, organization_id, conversation_id, channel_id, sender_id, client, content, rendered_content, sent_at,
        sequence + i * 16, is_moved, has_edits, has_link, has_image, has_attachment, has_reaction, has_submessage, is_me_message,
        mentions_channel, mentions_topic, has_mention_row, is_read_by_sender from message, n where message.id = ${first}`,
      [],
    );
  });
}

/** Starts and fills the server; it is closed with the test file. */
export async function startFilledServer() {
  const server = await startTestServer();
  const { database, hubs } = server.server.services;
  const hub = (await hubs.loadedHubs())[0] ?? (await hubs.upToDate(1));
  const [mel, gus] = await Promise.all([server.as('mel'), server.as('gus')]);

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
    // One followed topic, one muted topic, one muted channel.
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
  // With half of the rows in another organization, PostgreSQL's generic plans would walk all messages.
  if (database.engine === 'sqlite') await fillElsewhere(server);
  if (database.engine === 'postgres') {
    // As after a while: a pending list makes every plan that uses the index look expensive.
    await database.reader(hub.id).execute("select gin_clean_pending_list('message_words_words')", []);
    await database.reader(hub.id).execute('analyze', []);
  }

  /** The statements of a page and, unless left out, of serializing it to JSON. */
  async function statementsFor(
    name: 'mel' | 'gus',
    terms: readonly WireTerm[],
    request: RangeRequest,
    { isShown = true } = {},
  ): Promise<readonly RecordedStatement[]> {
    const reader = database.reader(hub.id);
    const state = await OrganizationState.load(reader, await database.sequence(reader));
    const account = state.account((name === 'mel' ? mel : gus).userId);
    assert.ok(account);
    const statements: RecordedStatement[] = [];
    const recorder = recording(reader, statements);
    const searcher = { ...(await requesterOf({ state, reader }, account)), reader: recorder };
    const found = await fetchRange(searcher, await parseNarrow(searcher, terms), request);
    const format = { applyMarkdown: true, clientGravatar: true, emptyTopicName: true };
    if (isShown) await messagesJson({ ...searcher, format }, found.heads, () => []);
    return statements;
  }

  return { server, database, hub, mel, gus, statementsFor };
}

export type Filled = Awaited<ReturnType<typeof startFilledServer>>;
