// How many statements each kind of page takes, and how many numbers and texts they return. Optimizations that do not change
// the result are tested here: skipped ranges, the order of sources, the length of stretches. Fewer is welcome; more needs a
// reason. Run by `plans.test.ts`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RangeRequest } from '../../src/narrow/range.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import type { Row } from '../../src/storage/reader-writer.ts';
import { testDatabaseUrl } from '../support/server.ts';
import { around, day, type Filled, newest, term, unread } from './filled.ts';

const skip = Boolean(testDatabaseUrl) && 'pinned for the embedded engine';

const not = (operator: string, operand: WireTerm['operand']): WireTerm => ({
  ...term(operator, operand),
  negated: true,
});
const topic = [term('channel', 1007), term('topic', 'T7')];

/** The size of an answer's row: its columns and the items of their lists. */
function sizeOf(row: Row): number {
  const sizes = Object.values(row).map((value) =>
    typeof value === 'string' && value.startsWith('[') ? JSON.parse(value).length : 1,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const short = (request: RangeRequest): RangeRequest => ({
  ...request,
  numBefore: Math.min(request.numBefore, 3),
  numAfter: Math.min(request.numAfter, 3),
});

/** Declares the tests, over a filled server. */
export function statementTests({ mel, gus, statementsFor }: Filled): void {
  const pages: readonly [string, 'mel' | 'gus', WireTerm[], RangeRequest, number, number][] = [
    ['a topic', 'mel', topic, newest, 15, 2185],
    ['a topic in the middle', 'mel', topic, around, 21, 2267],
    ['a topic in many channels', 'mel', [term('topic', 'T7')], newest, 15, 2185],
    ['the first unread message of a topic', 'mel', topic, unread, 43, 2963],
    ['a channel', 'mel', [term('channel', 1007)], newest, 12, 1959],
    ['a channel without a topic', 'mel', [term('channel', 1007), not('topic', 'T7')], newest, 14, 6918],
    ['direct messages', 'mel', [term('is', 'dm')], newest, 14, 303],
    ['one direct conversation', 'mel', [term('dm', [gus.userId])], newest, 2, 0],
    ['direct messages with one person', 'mel', [term('dm-including', gus.userId)], newest, 2, 24],
    ['group conversations with one person', 'mel', [term('group-pm-with', gus.userId)], newest, 2, 24],
    ['all but direct messages', 'mel', [not('is', 'dm')], newest, 14, 6218],
    ['the combined feed', 'mel', [], newest, 14, 3900],
    ['the combined feed in the middle', 'mel', [], around, 26, 4132],
    ['the feed of an account in few channels', 'gus', [], newest, 38, 7175],
    ['the same in the middle', 'gus', [], around, 64, 6887],
    ['a day', 'mel', [], day, 40, 4138],
    ['a sender on a day', 'mel', [term('sender', gus.userId)], day, 38, 5012],
    ['the first unread message', 'mel', [], unread, 46, 6444],
    ['the first unread message of a channel', 'mel', [term('channel', 1007)], unread, 43, 2953],
    ['the first unread direct message', 'mel', [term('is', 'dm')], unread, 44, 556],
    ['the first unread message when all are read', 'mel', [not('is', 'unread')], unread, 652, 1211978],
    ['starred messages', 'mel', [term('is', 'starred')], newest, 21, 7643],
    ['starred messages of a topic', 'mel', [...topic, term('is', 'starred')], newest, 14, 23008],
    ['all but starred messages', 'mel', [not('is', 'starred')], newest, 14, 6218],
    ['mentions', 'mel', [term('is', 'mentioned')], newest, 16, 3816],
    ['mentions of one person', 'mel', [term('mentions', mel.userId)], newest, 16, 4142],
    ['no mentions of one person', 'mel', [not('mentions', mel.userId)], newest, 16, 6218],
    ['alerts', 'mel', [term('is', 'alerted')], newest, 2, 0],
    ['unread messages', 'mel', [term('is', 'unread')], newest, 22, 6116],
    ['unread messages in the middle', 'mel', [term('is', 'unread')], around, 44, 14564],
    ['unread messages of a topic', 'mel', [...topic, term('is', 'unread')], newest, 22, 3502],
    [
      'unread messages of a sender',
      'mel',
      [term('is', 'unread'), term('sender', mel.userId)],
      newest,
      66,
      107966,
    ],
    ['read messages', 'mel', [not('is', 'unread')], newest, 647, 1212478],
    ['read messages of a channel', 'mel', [not('is', 'unread'), term('channel', 1007)], newest, 89, 38314],
    ['read messages of an account in few channels', 'gus', [not('is', 'unread')], newest, 64, 20151],
    ['all public channels', 'mel', [term('channels', 'public')], newest, 12, 6198],
    ['archived channels', 'mel', [term('channels', 'archived')], newest, 0, 0],
    ['all but a channel', 'mel', [not('channel', 1007)], newest, 14, 6218],
    ['links', 'mel', [term('has', 'link')], newest, 19, 6343],
    ['links in the middle', 'mel', [term('has', 'link')], around, 28, 5048],
    ['no links', 'mel', [not('has', 'link')], newest, 14, 6218],
    ['attachments', 'mel', [term('has', 'attachment')], newest, 2, 0],
    ['links and attachments', 'mel', [term('has', 'link'), term('has', 'attachment')], newest, 2, 0],
    ['a sender', 'mel', [term('sender', gus.userId)], newest, 18, 6883],
    ['a sender who sent nothing', 'mel', [term('sender', mel.userId), term('has', 'link')], newest, 12, 952],
    ['all but a sender', 'mel', [not('sender', gus.userId)], newest, 44, 71664],
    ['a sender in a channel', 'mel', [term('sender', gus.userId), term('channel', 1007)], newest, 28, 34187],
    ['one message', 'mel', [term('id', 100_100)], newest, 10, 42],
    ['one message of a channel', 'mel', [term('id', 100_100), term('channel', 1040)], newest, 10, 42],
    ['two senders at once', 'mel', [term('sender', gus.userId), term('sender', mel.userId)], newest, 0, 0],
    ['a sender and not the same', 'mel', [term('sender', 5), not('sender', 5)], newest, 0, 0],
    ['two channels at once', 'mel', [term('channel', 1007), term('channel', 1008)], newest, 0, 0],
    ['direct messages with no one', 'mel', [term('dm', [])], newest, 0, 0],
    ['a rare word', 'mel', [term('search', 'rare')], newest, 14, 882],
    ['a rare word in the middle', 'mel', [term('search', 'rare')], around, 28, 924],
    ['a word in no message', 'mel', [term('search', 'absent')], newest, 2, 0],
    ['a word in all messages', 'mel', [term('search', 'common')], newest, 18, 6883],
    ['no such word', 'mel', [not('search', 'rare')], newest, 16, 6218],
    ['a phrase that is not there', 'mel', [term('search', '"rare even"')], newest, 16, 962],
    ['a word in a topic', 'mel', [...topic, term('search', 'rare')], newest, 11, 3846],
    ['a word of a sender', 'mel', [term('search', 'even'), term('sender', mel.userId)], newest, 34, 59902],
    ['a word with links', 'mel', [term('search', 'even'), term('has', 'link')], newest, 34, 59902],
    ['resolved topics', 'mel', [term('is', 'resolved')], newest, 14, 162],
    ['followed topics', 'mel', [term('is', 'followed')], newest, 20, 3534],
    ['followed topics of a channel', 'mel', [term('is', 'followed'), term('channel', 1008)], newest, 6, 34],
    ['muted topics', 'mel', [term('is', 'muted')], newest, 67, 20098],
    ['messages that are not muted', 'mel', [term('in', 'home')], newest, 18, 6236],
    ['messages that are not muted, in few channels', 'gus', [term('in', 'home')], newest, 40, 8200],
    [
      'muted topics of a channel, received or not',
      'mel',
      [term('channel', 1008), not('in', 'home')],
      newest,
      19,
      3364,
    ],
    [
      'muted topics of all public channels',
      'mel',
      [term('channels', 'public'), not('in', 'home')],
      newest,
      19,
      3364,
    ],
    [
      'messages that are not muted, in all public channels',
      'mel',
      [term('channels', 'public'), term('in', 'home')],
      newest,
      18,
      6232,
    ],
  ];

  for (const [label, name, terms, request, ...expected] of pages) {
    test(`takes no more statements and data than before: ${label}`, { skip }, async ({ mock }) => {
      // Time stands still, so that no further source starts.
      mock.method(performance, 'now', () => 0);
      const statements = [];
      for (const one of [request, short(request)]) {
        statements.push(...(await statementsFor(name, terms, one, { isShown: false })));
      }
      const size = statements.reduce(
        (sum, { rows }) => sum + rows.reduce((all, row) => all + sizeOf(row), 0),
        0,
      );
      const [mostStatements, mostSize] = expected;
      // A page that no longer finds anything is not cheaper, but a different one.
      assert.deepEqual([statements.length === 0, size === 0], [mostStatements === 0, mostSize === 0]);
      assert.ok(statements.length <= mostStatements, `${statements.length} statements`);
      assert.ok(size <= mostSize, `${size} numbers and texts`);
    });
  }
}
