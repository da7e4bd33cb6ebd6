// The narrow of an event queue: which messages reach it, and which terms it refuses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const { subscriptions } = await mel.ok('GET', '/users/me/subscriptions').catch(() => ({ subscriptions: [] }));
const general = subscriptions.find((one: { name: string }) => one.name === 'general')?.stream_id;

const cases: readonly [unknown[], string][] = [
  [[], 'plain topic resolved mention own direct'],
  [[['stream', 'GENERAL']], 'plain topic resolved mention own'],
  [[['channel', 'engineering']], ''],
  [[{ operator: 'channel', operand: 'general', negated: true }], 'direct'],
  [[['topic', 'Lunch']], 'topic'],
  [[['topic', 'general chat']], 'plain'],
  [[['sender', 'mel@example.com']], 'own'],
  [[{ operator: 'sender', operand: mia.userId }], 'plain topic resolved mention direct'],
  [[['is', 'dm']], 'direct'],
  [[['is', 'private']], 'direct'],
  [[['is', 'mentioned']], 'mention'],
  [[['is', 'alerted']], ''],
  [[['is', 'starred']], ''],
  [[['is', 'unread']], 'plain topic resolved mention direct'],
  [[['is', 'resolved']], 'resolved'],
  [[['is', 'whatever']], 'plain topic resolved mention own direct'],
  [[['mentions', 'mel@example.com']], 'mention'],
  [[['channels', 'public']], 'plain topic resolved mention own'],
  [
    [
      ['stream', 'general'],
      ['topic', 'lunch'],
    ],
    'topic',
  ],
];

test('a queue gets the messages that match its narrow', async () => {
  const queues = await Promise.all(
    cases.map(([narrow]) => mel.registerQueue({ narrow, event_types: ['message'], fetch_event_types: [] })),
  );
  const labels = new Map([
    [await mia.sendToChannel('general', '', 'no topic'), 'plain'],
    [await mia.sendToChannel('general', 'lunch', 'noodles'), 'topic'],
    [await mia.sendToChannel('general', '✔ lunch', 'eaten'), 'resolved'],
    [await mia.sendToChannel('general', 'ping', '@**Mel Member**'), 'mention'],
    [await mel.sendToChannel('general', 'own', 'by myself'), 'own'],
    [await mia.sendDirect([mel.userId], 'hello'), 'direct'],
  ]);
  for (const [index, [narrow, expected]] of cases.entries()) {
    const events = await queues[index]?.eventsOf('message');
    const receivedLabels = events?.map((event) => labels.get(event.message.id)).join(' ');
    assert.equal(receivedLabels, expected, JSON.stringify(narrow));
  }
});

test('the narrow of a queue may name a channel by its id', { skip: general === undefined }, async () => {
  const queue = await mel.registerQueue({
    narrow: [{ operator: 'channel', operand: general }],
    event_types: ['message'],
  });
  const id = await mia.sendToChannel('general', 'by id', 'here');
  await mia.sendToChannel('engineering', 'by id', 'not here');
  assert.deepEqual(
    (await queue.eventsOf('message')).map((event) => event.message.id),
    [id],
  );
});

const refusedNarrows: readonly [unknown[], string][] = [
  [[['search', 'x']], 'Operator search not supported.'],
  [[['dm', 'mia@example.com']], 'Operator dm not supported.'],
  [[['nonsense', 'x']], 'Operator nonsense not supported.'],
  [[['is', 'followed']], 'Operand followed not supported.'],
  [[['a', 'b', 'c']], 'Invalid narrow[0]: Value error, element is not a string pair'],
  [[['is', 5]], 'Invalid narrow[0]: Value error, element is not a string pair'],
];

for (const [narrow, message] of refusedNarrows) {
  test(`a queue refuses ${JSON.stringify(narrow)}`, async () => {
    await mel.refused('POST', '/register', { narrow }, 'BAD_REQUEST', message);
  });
}
