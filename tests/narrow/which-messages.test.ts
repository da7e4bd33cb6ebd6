// Which messages each narrow finds, for members, owners and guests, as a table over one message history.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { createHistory, type MessageHistory, not, term, type WireTerm } from './message-history.ts';

const server = await startTestServer();
const history = await createHistory(server);
const { people, channels, ids } = history;
const { mel, mia, max } = people;

/** What mel received or has rows for, in order. */
const own = 'a1 a2 b1 v2 s1 e1 w1 d1 d2 n1 g1 all1 l1 l3 lo1 lo2 q1 m1 m2';
const without = (labels: string, left: string) => {
  const removedWords = left.split(' ');
  return labels
    .split(' ')
    .filter((label) => !removedWords.includes(label))
    .join(' ');
};

const cases: readonly [keyof MessageHistory['people'], WireTerm[], string][] = [
  // Conversations.
  ['mel', [], own],
  ['mel', [term('channel', 'alpha')], 'a1 a2 e1 q1 m2'],
  ['mel', [term('stream', 'ALPHA')], 'a1 a2 e1 q1 m2'],
  ['mel', [['stream', 'alpha']], 'a1 a2 e1 q1 m2'],
  ['mel', [term('channel', channels.alpha)], 'a1 a2 e1 q1 m2'],
  ['mel', [term('channel', 'beta')], 'b1 b2 m1'],
  ['mel', [term('channel', 'alpha'), term('topic', 'PLANS')], 'a1 a2'],
  ['mel', [term('channel', 'alpha'), term('topic', 'plan')], ''],
  ['mel', [term('topic', 'plans')], 'a1 a2'],
  ['mel', [term('topic', 'hidden')], 'b1'],
  ['max', [term('topic', 'hidden')], 'b1'],
  ['mel', [term('channel', 'alpha'), term('topic', '')], 'e1'],
  ['mel', [term('channel', 'alpha'), term('topic', 'general chat')], 'e1'],
  ['mel', [term('channel', 'alpha'), not('topic', 'plans')], 'e1 q1 m2'],
  ['mel', [not('topic', 'plans')], without(own, 'a1 a2')],
  ['mel', [not('channel', 'alpha')], without(own, 'a1 a2 e1 q1 m2')],
  ['mel', [term('channel', 'alpha'), term('channel', 'alpha')], ''],
  // Moved messages are in their new conversation only.
  ['mel', [term('channel', 'alpha'), term('topic', 'to move')], ''],
  ['mel', [term('channel', 'beta'), term('topic', 'moved')], 'm1'],
  ['max', [term('channel', 'beta'), term('topic', 'to arrive')], ''],
  ['mel', [term('topic', 'moved')], 'm1'],
  // Protected and lost history.
  ['mel', [term('channel', 'vault')], 'v2'],
  ['olive', [term('channel', 'vault')], 'v1 v2'],
  ['mel', [term('channel', 'vault'), term('topic', 'old')], 'v2'],
  ['mel', [term('channel', 'left')], 'l1 l2 l3'],
  ['mel', [term('topic', 'times')], 'l1 l3'],
  ['mel', [term('topic', 'past')], ''],
  ['adam', [term('channel', 'secret')], ''],
  // Sets of channels.
  ['mel', [term('channels', 'public'), term('topic', 'times')], 'l1 l2 l3'],
  ['mel', [term('channels', 'public'), term('sender', max.userId)], 'b2 m2'],
  ['mel', [term('streams', 'web-public'), term('sender', people.gus.userId)], 'w1'],
  ['mel', [not('channels', 'public')], 'v2 s1 d1 d2 n1 g1'],
  ['gus', [term('channels', 'public')], 'w1'],
  ['gus', [], 'w1'],
  // Senders.
  ['mel', [term('sender', mel.userId)], 'a1 e1 d1 n1'],
  ['mel', [term('sender', 'mel@example.com')], 'a1 e1 d1 n1'],
  ['mel', [not('sender', mel.userId), term('channel', 'alpha')], 'a2 q1 m2'],
  ['mel', [term('sender', max.userId)], 'm2'],
  ['mel', [term('channel', 'beta'), term('sender', max.userId)], 'b2'],
  // Direct messages.
  ['mel', [term('dm', [mia.userId])], 'd1 d2'],
  ['mel', [term('dm', [mia.userId, mel.userId, mia.userId])], 'd1 d2'],
  ['mel', [term('dm', 'mia@example.com')], 'd1 d2'],
  ['mel', [['pm-with', 'mia@example.com']], 'd1 d2'],
  ['mel', [['pm_with', 'mia@example.com,max@example.com']], 'g1'],
  ['mel', [term('dm', [mel.userId])], 'n1'],
  ['mel', [term('dm', [])], ''],
  ['mel', [not('dm', [])], own],
  ['mel', [term('dm', [max.userId])], ''],
  ['mel', [not('dm', [mia.userId])], without(own, 'd1 d2')],
  ['mel', [term('dm-including', mia.userId)], 'd1 d2 g1'],
  ['mel', [term('dm-including', [mia.userId, max.userId])], 'g1'],
  ['mel', [term('dm-including', mel.userId)], 'd1 d2 n1 g1'],
  ['mel', [term('group-pm-with', 'mia@example.com')], 'g1'],
  ['mel', [term('is', 'dm')], 'd1 d2 n1 g1'],
  ['mel', [['is', 'private']], 'd1 d2 n1 g1'],
  ['mel', [not('is', 'dm')], without(own, 'd1 d2 n1 g1')],
  ['max', [term('is', 'dm')], 'g1 x1'],
  // Flags.
  ['mel', [term('is', 'starred')], 'a1 b1'],
  ['mel', [not('is', 'starred'), term('channel', 'alpha')], 'a2 e1 q1 m2'],
  ['mel', [term('is', 'starred'), term('channel', 'beta')], 'b1'],
  ['mel', [term('is', 'mentioned')], 'a2 all1'],
  ['mel', [term('mentions', mel.userId)], 'a2'],
  ['mia', [term('mentions', 'mel@example.com')], 'a2'],
  ['max', [term('mentions', mel.userId)], ''],
  ['max', [term('channel', 'alpha'), term('mentions', mel.userId)], 'a2'],
  ['mia', [term('channel', 'alpha'), not('mentions', mel.userId)], 'a1 e1 q1 m2'],
  ['mel', [term('is', 'unread')], 'a2 v2 s1 w1 d2 g1 all1 l3 lo1 lo2 q1'],
  ['mel', [term('is', 'unread'), term('channel', 'alpha')], 'a2 q1'],
  ['mel', [term('is', 'unread'), term('dm', [mia.userId])], 'd2'],
  ['mel', [not('is', 'unread')], 'a1 b1 e1 d1 n1 l1 m1 m2'],
  ['mel', [term('is', 'resolved')], ''],
  ['mel', [term('is', 'resolved'), term('channel', 'beta')], 'b2'],
  ['mel', [not('is', 'resolved'), term('channel', 'beta')], 'b1 m1'],
  ['mel', [term('is', 'alerted')], ''],
  // Muting.
  // Topics that mel wrote to are followed by her default settings.
  ['mel', [term('is', 'followed')], 'a1 a2 e1 lo2'],
  ['mel', [not('is', 'followed'), term('channel', 'loud')], 'lo1'],
  ['mel', [term('is', 'muted')], 'lo1 q1'],
  ['mel', [not('is', 'muted')], without(own, 'lo1 q1')],
  ['mel', [term('in', 'home')], without(own, 'lo1 q1')],
  ['mel', [not('in', 'home')], 'lo1 q1'],
  ['mel', [term('in', 'all')], own],
  ['mel', [not('in', 'all')], own],
  ['mel', [term('channel', 'loud'), term('in', 'home')], 'lo2'],
  // The content of messages.
  ['mel', [term('has', 'link')], 'a1'],
  ['mel', [term('has', 'reaction')], 'a1'],
  ['mel', [term('has', 'image')], ''],
  ['mel', [term('has', 'attachment')], ''],
  ['mel', [not('has', 'link'), term('topic', 'plans')], 'a2'],
  // Single messages.
  ['mel', [term('id', ids.a2)], 'a2'],
  ['mel', [term('id', String(ids.a2))], 'a2'],
  ['mel', [term('id', ids.b2)], ''],
  ['mel', [term('channel', 'beta'), term('id', ids.b2)], 'b2'],
  ['mel', [not('id', ids.a1), term('topic', 'plans')], 'a2'],
  // Terms for clients.
  ['mel', [term('near', '5')], own],
  ['mel', [not('near', 'x')], own],
  ['mel', [term('date', '2026-01-01')], own],
];

for (const [name, narrow, expected] of cases) {
  test(`${name}: ${JSON.stringify(narrow)}`, async () => {
    assert.equal((await history.find(people[name], narrow)).join(' '), expected);
  });
}
