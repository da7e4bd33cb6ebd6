// How many statements each kind of page takes, and how many numbers and texts they return. Optimizations that do not change
// the result are tested here: skipped ranges, the order of sources, the length of stretches. Fewer is welcome; more needs a
// reason. On the embedded engine, searches for words also read the matches in the other organization. Run by
// `plans.test.ts`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RangeRequest } from '../../src/narrow/range.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import type { Row } from '../../src/storage/reader-writer.ts';
import { testDatabaseUrl } from '../support/server.ts';
import { day, type FilledOrganization, newest, term, unread } from './filled.ts';

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

/** Declares the tests, over an organization of 30,000 messages. */
export function statementTests(organization: FilledOrganization): void {
  const { busy, quiet, around } = organization;
  const pages: readonly [string, 'busy' | 'quiet', WireTerm[], RangeRequest, number, number][] = [
    ['a topic', 'busy', topic, newest, 15, 2185],
    ['a topic in the middle', 'busy', topic, around, 21, 2267],
    ['a topic in many channels', 'busy', [term('topic', 'T7')], newest, 15, 2185],
    ['the first unread message of a topic', 'busy', topic, unread, 43, 2963],
    ['a channel', 'busy', [term('channel', 1007)], newest, 12, 1959],
    ['a channel without a topic', 'busy', [term('channel', 1007), not('topic', 'T7')], newest, 14, 6918],
    ['direct messages', 'busy', [term('is', 'dm')], newest, 14, 303],
    ['one direct conversation', 'busy', [term('dm', [quiet])], newest, 2, 0],
    ['direct messages with one person', 'busy', [term('dm-including', quiet)], newest, 2, 24],
    ['group conversations with one person', 'busy', [term('group-pm-with', quiet)], newest, 2, 24],
    ['all but direct messages', 'busy', [not('is', 'dm')], newest, 14, 6218],
    ['the combined feed', 'busy', [], newest, 14, 3900],
    ['the combined feed in the middle', 'busy', [], around, 26, 4132],
    ['the feed of an account in few channels', 'quiet', [], newest, 38, 7175],
    ['the feed of an account in few channels, in the middle', 'quiet', [], around, 64, 6887],
    ['a day', 'busy', [], day, 40, 4138],
    ['a sender on a day', 'busy', [term('sender', quiet)], day, 38, 5012],
    ['the first unread message', 'busy', [], unread, 46, 6444],
    ['the first unread message of a channel', 'busy', [term('channel', 1007)], unread, 43, 2953],
    ['the first unread direct message', 'busy', [term('is', 'dm')], unread, 44, 556],
    ['the first unread message when all are read', 'busy', [not('is', 'unread')], unread, 652, 1211978],
    ['starred messages', 'busy', [term('is', 'starred')], newest, 21, 7643],
    ['starred messages of a topic', 'busy', [...topic, term('is', 'starred')], newest, 14, 23008],
    ['all but starred messages', 'busy', [not('is', 'starred')], newest, 14, 6218],
    ['mentions', 'busy', [term('is', 'mentioned')], newest, 16, 3816],
    ['mentions of one person', 'busy', [term('mentions', busy)], newest, 16, 4142],
    ['no mentions of one person', 'busy', [not('mentions', busy)], newest, 16, 6218],
    ['alerts', 'busy', [term('is', 'alerted')], newest, 2, 0],
    ['unread messages', 'busy', [term('is', 'unread')], newest, 22, 6116],
    ['unread messages in the middle', 'busy', [term('is', 'unread')], around, 44, 14564],
    ['unread messages of a topic', 'busy', [...topic, term('is', 'unread')], newest, 22, 3502],
    ['unread messages of a sender', 'busy', [term('is', 'unread'), term('sender', busy)], newest, 66, 107966],
    ['read messages', 'busy', [not('is', 'unread')], newest, 647, 1212478],
    ['read messages of a channel', 'busy', [not('is', 'unread'), term('channel', 1007)], newest, 89, 38314],
    ['read messages of an account in few channels', 'quiet', [not('is', 'unread')], newest, 64, 20151],
    ['all public channels', 'busy', [term('channels', 'public')], newest, 12, 6198],
    ['archived channels', 'busy', [term('channels', 'archived')], newest, 0, 0],
    ['all but a channel', 'busy', [not('channel', 1007)], newest, 14, 6218],
    ['links', 'busy', [term('has', 'link')], newest, 19, 6343],
    ['links in the middle', 'busy', [term('has', 'link')], around, 28, 5048],
    ['no links', 'busy', [not('has', 'link')], newest, 14, 6218],
    ['attachments', 'busy', [term('has', 'attachment')], newest, 2, 0],
    ['links and attachments', 'busy', [term('has', 'link'), term('has', 'attachment')], newest, 2, 0],
    ['a sender', 'busy', [term('sender', quiet)], newest, 18, 6883],
    ['a sender who sent nothing', 'busy', [term('sender', busy), term('has', 'link')], newest, 12, 952],
    ['all but a sender', 'busy', [not('sender', quiet)], newest, 44, 71664],
    ['a sender in a channel', 'busy', [term('sender', quiet), term('channel', 1007)], newest, 28, 34187],
    ['one message', 'busy', [term('id', 100_100)], newest, 10, 42],
    ['one message of a channel', 'busy', [term('id', 100_100), term('channel', 1040)], newest, 10, 42],
    ['two senders at once', 'busy', [term('sender', quiet), term('sender', busy)], newest, 0, 0],
    ['a sender and not the same', 'busy', [term('sender', 5), not('sender', 5)], newest, 0, 0],
    ['two channels at once', 'busy', [term('channel', 1007), term('channel', 1008)], newest, 0, 0],
    ['direct messages with no one', 'busy', [term('dm', [])], newest, 0, 0],
    ['a rare word', 'busy', [term('search', 'rare')], newest, 14, 962],
    ['a rare word in the middle', 'busy', [term('search', 'rare')], around, 28, 1004],
    ['a word in no message', 'busy', [term('search', 'absent')], newest, 2, 0],
    ['a word in all messages', 'busy', [term('search', 'common')], newest, 66, 175396],
    ['all but a rare word', 'busy', [not('search', 'rare')], newest, 16, 6218],
    ['a phrase in no message', 'busy', [term('search', '"rare even"')], newest, 16, 1042],
    ['a word in a topic', 'busy', [...topic, term('search', 'rare')], newest, 11, 3846],
    ['a word of a sender', 'busy', [term('search', 'even'), term('sender', busy)], newest, 46, 90022],
    ['a word with links', 'busy', [term('search', 'even'), term('has', 'link')], newest, 46, 90022],
    ['resolved topics', 'busy', [term('is', 'resolved')], newest, 14, 162],
    ['followed topics', 'busy', [term('is', 'followed')], newest, 20, 3534],
    ['followed topics of a channel', 'busy', [term('is', 'followed'), term('channel', 1008)], newest, 6, 34],
    ['muted topics', 'busy', [term('is', 'muted')], newest, 67, 20098],
    ['messages that are not muted', 'busy', [term('in', 'home')], newest, 18, 6236],
    ['messages that are not muted, in few channels', 'quiet', [term('in', 'home')], newest, 40, 8200],
    [
      'muted topics of a channel, received or not',
      'busy',
      [term('channel', 1008), not('in', 'home')],
      newest,
      19,
      3364,
    ],
    [
      'muted topics of all public channels',
      'busy',
      [term('channels', 'public'), not('in', 'home')],
      newest,
      19,
      3364,
    ],
    [
      'messages that are not muted, in all public channels',
      'busy',
      [term('channels', 'public'), term('in', 'home')],
      newest,
      18,
      6232,
    ],
  ];

  for (const [label, name, terms, request, ...expected] of pages) {
    test(`takes no more statements and data than before: ${label}`, { skip }, async ({ mock }) => {
      // Time stands still, so that no other source starts.
      mock.method(performance, 'now', () => 0);
      const statements = [];
      for (const one of [request, short(request)]) {
        statements.push(...(await organization.statementsFor(name, terms, one, { isShown: false })));
      }
      const size = statements.reduce(
        (sum, { rows }) => sum + rows.reduce((all, row) => all + sizeOf(row), 0),
        0,
      );
      const [maxStatements, maxSize] = expected;
      // Zero where more is expected is a failure too: such a page is not cheaper, but finds nothing.
      assert.deepEqual([statements.length === 0, size === 0], [maxStatements === 0, maxSize === 0]);
      assert.ok(statements.length <= maxStatements, `${statements.length} statements`);
      assert.ok(size <= maxSize, `${size} numbers and texts`);
    });
  }
}
