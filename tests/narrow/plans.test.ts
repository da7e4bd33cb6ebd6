// Every query for a page of messages walks an index, on both engines, and reads no more than needed: none scans all
// messages or filters out many of them. Planners choose scans easily, so the plans are checked over enough messages to make
// a scan attractive. Filtered rows are counted, and so are the statements of each page (`statements.ts`).

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RangeRequest } from '../../src/narrow/range.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { explainPlan, mostRows, pagesRead, rowsRemoved, type Statement } from '../support/statement-reads.ts';
import { around, day, MESSAGES, newest, startFilledServer, term, unread } from './filled.ts';
import { statementTests } from './statements.ts';

const ground = await startFilledServer();
const { server, database, hub, mel, gus, statementsFor } = ground;

/** The steps of the engine's plan for a prepared statement. */
async function planOf(writer: Writer, statement: Statement): Promise<string[]> {
  if (database.engine === 'sqlite') {
    const rows = await database
      .reader(hub.id)
      .execute(`explain query plan ${statement.sql}`, statement.values);
    return rows.map((row) => String(row.detail));
  }
  const rows = await explainPlan(writer, statement, { mode: 'generic', options: 'costs off' });
  return rows.map((row) => String(row['QUERY PLAN']));
}

/**
 * The maximum number of rows that a statement may filter out, and of pages of the file that it may read. All messages
 * are 30,000 rows on 410 pages, and as many in the other organization. Scattered messages take a page each, and a slow
 * walk soon widens.
 */
const MOST_REMOVED = 1000;
const MOST_PAGES = 300;

/** Steps that read a whole table or index of messages. */
const scans =
  /^SCAN (message|m|conversation|personal_message|message_arrival|a)\b|Seq Scan on (message|personal_message)\b/;

const pages: readonly [string, 'mel' | 'gus', WireTerm[], RangeRequest][] = [
  ['a topic', 'mel', [term('channel', 1007), term('topic', 'T7')], newest],
  ['a topic in the middle', 'mel', [term('channel', 1007), term('topic', 'T7')], around],
  ['a channel', 'mel', [term('channel', 1007)], newest],
  ['direct messages', 'mel', [term('is', 'dm')], newest],
  ['one direct conversation', 'mel', [term('dm', [gus.userId])], newest],
  ['the combined feed', 'mel', [], newest],
  ['the combined feed in the middle', 'mel', [], around],
  ['the combined feed of an account in few channels', 'gus', [], newest],
  ['the combined feed of an account in few channels, in the middle', 'gus', [], around],
  ['starred messages', 'mel', [term('is', 'starred')], newest],
  ['mentions', 'mel', [term('is', 'mentioned')], newest],
  ['alerts', 'mel', [term('is', 'alerted')], newest],
  ['unread messages', 'mel', [term('is', 'unread')], newest],
  ['the first unread message', 'mel', [], unread],
  ['the first unread message of a topic', 'mel', [term('channel', 1007), term('topic', 'T7')], unread],
  ['a day', 'mel', [], day],
  ['all public channels', 'mel', [term('channels', 'public')], newest],
  ['links', 'mel', [term('has', 'link')], newest],
  ['attachments, without matches', 'mel', [term('has', 'attachment')], newest],
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
  ['resolved topics, without matches', 'mel', [term('is', 'resolved')], newest],
  ['followed topics', 'mel', [term('is', 'followed')], newest],
  ['muted topics', 'mel', [term('is', 'muted')], newest],
  ['messages that are not muted', 'mel', [term('in', 'home')], newest],
  ['links of a sender', 'mel', [term('sender', gus.userId), term('has', 'link')], newest],
];

for (const [label, name, terms, request] of pages) {
  test(`no scan for ${label}`, async () => {
    const statements = await statementsFor(name, terms, request);
    assert.ok(statements.length > 0);
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

const inOrderOnly = { skip: database.engine === 'postgres' ? false : 'FTS5 gives its matches in order' };

for (const other of [term('has', 'attachment'), term('sender', mel.userId)]) {
  test(`the matches of a frequent word are not all read: with ${other.operator}`, inOrderOnly, async () => {
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

statementTests(ground);
