// A server with two organizations of unequal size, each with 60 channels: 30,000 messages in one, and twice as many newer
// ones in the other. Records the statements of a page, so that tests can read their plans and count them.

import assert from 'node:assert/strict';
import { limits } from '../../src/api-contract/limits.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { parseNarrow } from '../../src/narrow/parse-narrow.ts';
import { fetchRange, type RangeRequest } from '../../src/narrow/range.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import { messagesJson } from '../../src/queries/messages/page-json.ts';
import { type AccountRequester, requesterOf } from '../../src/queries/requester.ts';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import type { Execute, Reader, Row, Writer } from '../../src/storage/reader-writer.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { indexManyWords } from '../../src/stores/search/search-store.ts';
import { secondOrganization } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';
import type { Statement } from '../support/statement-reads.ts';

/** What an organization is filled with: how many messages, and the ids after which its rows are numbered. */
interface Filling {
  readonly messages: number;
  readonly messagesAfter: number;
  /** For channels and conversations. */
  readonly idsAfter: number;
}

const SMALLER: Filling = { messages: 30_000, messagesAfter: 100_000, idsAfter: 1000 };
const LARGER: Filling = { messages: 60_000, messagesAfter: 200_000, idsAfter: 5000 };
const CHANNELS = 60;
const CONVERSATIONS = 5 * CHANNELS;
const CHANNELS_OF_QUIET = 5;
/** Accounts of which only mentions are stored. */
const OTHERS = 50;
const MENTIONS_OF_OTHERS = 10_000;

/** `count` rows numbered from 1, as a table `n`. */
const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

/** Words in all messages, in every second one, in few, and in the oldest tenth only. */
async function fillWords(writer: Writer, { messages: count, messagesAfter }: Filling): Promise<void> {
  const messages = Array.from({ length: count }, (_, index) => ({
    id: messagesAfter + 1 + index,
    words: [
      'common',
      index % 2 === 0 ? 'even' : 'odd',
      ...(index % 1500 === 700 ? ['rare'] : []),
      ...(index < count / 10 ? ['ancient'] : []),
      `word${index % 977}`,
    ],
  }));
  await indexManyWords(writer, messages);
}

/** A reader that records its statements with their answers. */
function recordingReader(reader: Reader, statements: RecordedStatement[]): Reader {
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
/** What counting reads. */
export const counted: RangeRequest = { ...newest, numBefore: limits.messagesCounted + 1 };
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

/** The ids of the accounts of an organization whose pages are read. */
interface Readers {
  /** Subscribed to all channels; has a followed topic, a muted one, stars and mentions. */
  readonly busy: number;
  /** Subscribed to few channels; sent all messages. */
  readonly quiet: number;
}

/** Adds channels, topics, messages, words and subscriptions to an organization. */
async function fill(writer: Writer, filling: Filling, { busy, quiet }: Readers): Promise<void> {
  const { messages, messagesAfter, idsAfter } = filling;
  const organization = writer.organizationId;
  const run = (sql: string) => writer.execute(sql, []);
  const channelRows = writer.db.selectFrom('channel').selectAll().where('organization_id', '=', organization);
  const { id: _, ...channel } = await channelRows.orderBy('id').executeTakeFirstOrThrow();
  for (let index = 0; index < CHANNELS; index++) {
    const row = { ...channel, id: idsAfter + index, name: `filled ${index}`, name_key: `FILLED ${index}` };
    await writer.db.insertInto('channel').values(row).execute();
  }
  await run(`insert into conversation (id, organization_id, channel_id, topic_key, topic_name, direct_key, first_message_id, last_message_id)
    ${numbers(CONVERSATIONS)} select ${idsAfter} + i, ${organization}, ${idsAfter} + i % ${CHANNELS}, 'T' || i, 't' || i, null,
      ${messagesAfter} + i, ${messagesAfter} + ${messages} - ${CONVERSATIONS} + i from n`);
  await run(`insert into message (id, organization_id, conversation_id, channel_id, sender_id, client, content, rendered_content, sent_at,
      sequence, is_moved, has_edits, has_link, has_image, has_attachment, has_reaction, has_submessage, is_me_message,
      mentions_channel, mentions_topic, has_mention_row, is_read_by_sender)
    ${numbers(messages)} select ${messagesAfter} + i, ${organization}, ${idsAfter} + i % ${CONVERSATIONS}, ${idsAfter} + i % ${CHANNELS}, ${quiet},
      'x', 'c', '<p>c</p>', 1700000000 + i, 1000000 + i * 16, 0, 0, case when i % 50 = 0 then 1 else 0 end, 0, 0, 0, 0, 0, 0, 0, 0, 1 from n`);
  const periods = writer.db
    .selectFrom('subscription_period')
    .selectAll()
    .where('organization_id', '=', organization);
  const period = await periods.executeTakeFirstOrThrow();
  const subscribe = async (account_id: number, channels: number) => {
    for (let index = 0; index < channels; index++) {
      const span = { channel_id: idsAfter + index, from_sequence: 900_000, to_sequence: null };
      await writer.db
        .insertInto('subscription_period')
        .values({ ...period, account_id, ...span })
        .execute();
    }
  };
  await subscribe(busy, CHANNELS);
  await subscribe(quiet, CHANNELS_OF_QUIET);
  await fillWords(writer, filling);
  // One followed topic and one muted topic.
  for (const [topic, policy] of [
    [7, 3],
    [8, 1],
  ] as const) {
    await run(`insert into user_topic (organization_id, account_id, channel_id, topic_key, topic_name, visibility_policy, updated_at)
      values (${organization}, ${busy}, ${idsAfter + topic}, 'T${topic}', 't${topic}', ${policy}, 0)`);
  }
  await run(`insert into personal_message (organization_id, account_id, message_id, flags)
    ${numbers(2000)} select ${organization}, ${busy}, ${messagesAfter} + i * 10, case when i % 3 = 0 then 1 else 4 end from n`);
  await run(`insert into pinned_message (organization_id, message_id, conversation_id, channel_id, account_id, pinned_at)
    ${numbers(messages / 10)} select ${organization}, ${messagesAfter} + i * 10, ${idsAfter} + i * 10 % ${CONVERSATIONS}, ${idsAfter} + i * 10 % ${CHANNELS}, ${quiet}, 1700000000 from n`);
  // Without the rows of many others, a scan of all rows would be as short.
  await run(`insert into personal_message (organization_id, account_id, message_id, flags)
    ${numbers(MENTIONS_OF_OTHERS)} select ${organization}, ${messagesAfter} + i % ${OTHERS}, ${messagesAfter} + i * 3, 4 from n`);
}

/** One of the two organizations, filled. */
export class FilledOrganization {
  readonly id: number;
  readonly messages: number;
  readonly busy: number;
  readonly quiet: number;
  readonly #database: ParleyDatabase;
  readonly #filling: Filling;

  constructor(database: ParleyDatabase, id: number, filling: Filling, { busy, quiet }: Readers) {
    this.id = id;
    this.messages = filling.messages;
    this.busy = busy;
    this.quiet = quiet;
    this.#database = database;
    this.#filling = filling;
  }

  /** The id of the channel with a number from 0 to 59. */
  channelId(number: number): number {
    return this.#filling.idsAfter + number;
  }

  /** The id of the message with a number from 1 to `messages`. */
  messageId(number: number): number {
    return this.#filling.messagesAfter + number;
  }

  /** The middle of all messages. */
  get around(): RangeRequest {
    const id = this.messageId(this.messages / 2);
    return { anchor: { kind: 'id', id }, includeAnchor: true, numBefore: 50, numAfter: 50 };
  }

  /** The statements of a page and, unless left out, of serializing it to JSON. */
  statementsFor(
    name: keyof Readers,
    terms: readonly WireTerm[],
    request: RangeRequest,
    { isShown = true } = {},
  ): Promise<readonly RecordedStatement[]> {
    return this.statementsOf(name, async (searcher) => {
      const found = await fetchRange(searcher, await parseNarrow(searcher, terms), request);
      const format = { applyMarkdown: true, clientGravatar: true, emptyTopicName: true };
      if (isShown) await messagesJson({ ...searcher, format }, found.heads, () => []);
    });
  }

  /** The statements of what an account reads. */
  async statementsOf(
    name: keyof Readers,
    read: (requester: AccountRequester) => Promise<unknown>,
  ): Promise<readonly RecordedStatement[]> {
    const reader = this.#database.reader(this.id);
    const state = await OrganizationState.load(reader, await this.#database.sequence(reader));
    const account = state.account(this[name]);
    assert.ok(account);
    const statements: RecordedStatement[] = [];
    const recorder = recordingReader(reader, statements);
    const requester = await requesterOf({ state, reader: recorder }, account);
    // Those of the requester itself are part of every request.
    statements.length = 0;
    await read(requester);
    return statements;
  }
}

/** Starts a server and fills its organizations; it is closed with the test file. */
export async function startFilledServer() {
  const server = await startTestServer();
  const { database, keyring } = server.server.services;
  const elsa = await secondOrganization(server);
  await elsa.ok('POST', '/channels/create', { name: 'elsewhere', subscribers: [elsa.userId] });
  const [mel, gus] = await Promise.all([server.as('mel'), server.as('gus')]);
  const fillAs = async (id: number, filling: Filling, readers: Readers) => {
    await database.write(id, (writer) => fill(writer, filling, readers));
    return new FilledOrganization(database, id, filling, readers);
  };
  const smaller = await fillAs(1, SMALLER, { busy: mel.userId, quiet: gus.userId });
  const colleague = { email: 'eve@elsewhere.example', fullName: 'Eve Elsewhere', role: Role.member };
  const eve = await database.write(2, (writer) => insertAccount(writer, keyring, colleague));
  const larger = await fillAs(2, LARGER, { busy: elsa.userId, quiet: eve });
  if (database.engine === 'postgres') {
    // As after a while: a pending list makes every plan that uses the index look expensive.
    await database.reader(smaller.id).execute("select gin_clean_pending_list('message_words_words')", []);
    await database.reader(smaller.id).execute('analyze', []);
  }
  return { server, database, smaller, larger };
}
