// Every query for a page of messages walks an index, on both engines, and reads no more than needed: none scans all
// messages or filters out many of them. Planners choose scans easily, so the plans are checked over enough messages to make
// a scan attractive. Filtered rows are counted, and so are the statements of each page (`statements.ts`).

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RangeRequest } from '../../src/narrow/range.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import { neighborsOf } from '../../src/queries/messages/neighbors.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { explainPlan, maxRows, pagesRead, rowsRemoved, type Statement } from '../support/statement-reads.ts';
import { counted, day, type FilledOrganization, newest, startFilledServer, term, unread } from './filled.ts';
import { statementTests } from './statements.ts';

const { server, database, smaller, larger } = await startFilledServer();

/** The steps of the engine's plan for a prepared statement. */
async function planOf(writer: Writer, statement: Statement): Promise<string[]> {
  if (database.engine === 'sqlite') {
    const rows = await database
      .reader(writer.organizationId)
      .execute(`explain query plan ${statement.sql}`, statement.values);
    return rows.map((row) => String(row.detail));
  }
  const rows = await explainPlan(writer, statement, { mode: 'generic', options: 'costs off' });
  return rows.map((row) => String(row['QUERY PLAN']));
}

/**
 * The maximum number of rows that a statement may filter out, and of pages of the file that it may read. The smaller
 * organization has 30,000 rows of messages on 410 pages, the larger one twice as many. Scattered messages take a page
 * each, and a slow walk soon widens.
 */
const MAX_REMOVED = 1000;
const MAX_PAGES = 300;

/** Steps that read a whole table or index of messages. */
const scans =
  /^SCAN (message|m|conversation|personal_message|pinned_message|message_arrival|a)\b|Seq Scan on (message|personal_message)\b/;

type Page = readonly [label: string, reader: 'busy' | 'quiet', terms: WireTerm[], request: RangeRequest];

/** The pages to fetch in an organization. */
function pagesOf(organization: FilledOrganization): readonly Page[] {
  const { quiet, around } = organization;
  const channel = term('channel', organization.channelId(7));
  const topic = [channel, term('topic', 'T7')];
  return [
    ['a topic', 'busy', topic, newest],
    ['a topic in the middle', 'busy', topic, around],
    ['a channel', 'busy', [channel], newest],
    ['direct messages', 'busy', [term('is', 'dm')], newest],
    ['one direct conversation', 'busy', [term('dm', [quiet])], newest],
    ['the combined feed', 'busy', [], newest],
    ['the combined feed in the middle', 'busy', [], around],
    ['the combined feed of an account in few channels', 'quiet', [], newest],
    ['the combined feed of an account in few channels, in the middle', 'quiet', [], around],
    ['starred messages', 'busy', [term('is', 'starred')], newest],
    ['pinned messages', 'busy', [term('is', 'pinned')], newest],
    ['pinned messages in the middle', 'busy', [term('is', 'pinned')], around],
    ['mentions', 'busy', [term('is', 'mentioned')], newest],
    ['alerts', 'busy', [term('is', 'alerted')], newest],
    ['unread messages', 'busy', [term('is', 'unread')], newest],
    ['the first unread message', 'busy', [], unread],
    ['the first unread message of a topic', 'busy', topic, unread],
    ['a day', 'busy', [], day],
    ['all public channels', 'busy', [term('channels', 'public')], newest],
    ['links', 'busy', [term('has', 'link')], newest],
    ['attachments, without matches', 'busy', [term('has', 'attachment')], newest],
    ['a sender', 'busy', [term('sender', quiet)], newest],
    ['one message', 'busy', [term('id', organization.messageId(100))], newest],
    ['a topic of any channel', 'busy', [term('topic', 't7')], newest],
    ['a rare word', 'busy', [term('search', 'rare')], newest],
    ['a rare word in the middle', 'busy', [term('search', 'rare')], around],
    ['a word in no message', 'busy', [term('search', 'absent')], newest],
    ['a word in all messages', 'busy', [term('search', 'common')], newest],
    ['the number of messages with a word', 'busy', [term('search', 'common')], counted],
    ['the number of messages with a rare word', 'busy', [term('search', 'rare')], counted],
    ['the number of messages of a topic', 'busy', topic, counted],
    ['a word in all messages, in the middle', 'busy', [term('search', 'common')], around],
    ['a frequent word with a rare one', 'busy', [term('search', 'even rare')], newest],
    ['a word of long ago', 'busy', [term('search', 'ancient')], newest],
    ['two words that are never together', 'busy', [term('search', 'even odd')], newest],
    ['a word in a topic', 'busy', [...topic, term('search', 'rare')], newest],
    ['resolved topics, without matches', 'busy', [term('is', 'resolved')], newest],
    ['followed topics', 'busy', [term('is', 'followed')], newest],
    ['muted topics', 'busy', [term('is', 'muted')], newest],
    ['messages that are not muted', 'busy', [term('in', 'home')], newest],
    ['links of a sender', 'busy', [term('sender', quiet), term('has', 'link')], newest],
  ];
}

/** Fails for statements that scan, leave out many rows, or read many pages. */
async function checkPlans(organization: FilledOrganization, statements: readonly Statement[]): Promise<void> {
  assert.ok(statements.length > 0);
  const problems: string[] = [];
  const describe = ({ sql }: Statement, what: string) => problems.push(`${sql}\n    ${what}`);
  await database.write(organization.id, async (writer) => {
    for (const statement of statements) {
      const plan = await planOf(writer, statement);
      if (plan.some((step) => scans.test(step.replace(/^[\s>-]+/, '')))) {
        describe(statement, plan.join('\n    '));
      }
      for (const mode of database.engine === 'postgres' ? (['generic', 'custom'] as const) : []) {
        const removedRows = await rowsRemoved(writer, statement, mode);
        if (removedRows > MAX_REMOVED)
          describe(statement, `left out ${removedRows} rows by its ${mode} plan`);
      }
    }
  });
  for (const statement of database.engine === 'sqlite' ? statements : []) {
    const pages = pagesRead(join(server.dataDirectory, 'parley.db'), statement);
    if (pages > MAX_PAGES) describe(statement, `read ${pages} pages`);
  }
  assert.deepEqual(problems, []);
}

for (const organization of [smaller, larger]) {
  for (const [label, reader, terms, request] of pagesOf(organization)) {
    test(`${label} is answered without a scan among ${organization.messages} messages`, async () => {
      await checkPlans(organization, await organization.statementsFor(reader, terms, request));
    });
  }
  test(`the neighbors of messages are read without a scan among ${organization.messages} messages`, async () => {
    // Of 50 conversations, in the middle of each.
    const ids = Array.from({ length: 50 }, (_, index) =>
      organization.messageId(organization.messages / 2 + 1 + index),
    );
    let found = 0;
    const statements = await organization.statementsOf('busy', async (requester) => {
      found = (await neighborsOf(requester, ids)).heads.length;
    });
    assert.equal(found, 2 * ids.length);
    await checkPlans(organization, statements);
  });
}

const inOrderOnly = { skip: database.engine === 'postgres' ? false : 'FTS5 gives its matches in order' };

for (const other of [term('has', 'attachment'), term('sender', smaller.busy)]) {
  test(
    `not all matches of a frequent word are read when it is combined with ${other.operator}`,
    inOrderOnly,
    async () => {
      const terms = [term('search', 'common'), other];
      const statements = await smaller.statementsFor('busy', terms, newest);
      await database.write(smaller.id, async (writer) => {
        for (const statement of statements) {
          const rows = await maxRows(writer, statement, 'generic');
          assert.ok(rows < smaller.messages * 0.9, `${rows} rows: ${statement.sql}`);
        }
      });
    },
  );
}

statementTests(smaller);
