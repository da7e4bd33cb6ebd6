// Counts the database statements of a client's main loop: a query that was added to a loop fails these tests. The counts apply
// to both engines unless stated; on PostgreSQL each request also reads the head of the log, and transaction control counts
// as statements.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';
import { upload } from '../uploads/support.ts';

const skip = Boolean(testDatabaseUrl) && 'pinned for the embedded engine';
const server = await startTestServer();
const mel = await server.as('mel');
const mia = await server.as('mia');
const listener = await mel.registerQueue();

/** The current cost of each. More needs a reason. */
const BOUNDS = { register: 18, send: 18, page: 6, flags: 11, presence: 0, self: 2 };

/** Statements of one operation, after a warm-up. */
async function statementsOf(action: () => Promise<unknown>): Promise<number> {
  await action();
  return (await workOf(action, 5)).statements;
}

async function atMost(bound: number, action: () => Promise<unknown>): Promise<void> {
  const statements = await statementsOf(action);
  assert.ok(statements <= bound, `${statements} statements, at most ${bound} were expected`);
}

const page = (count: number) => () =>
  mel.ok('GET', '/messages', {
    narrow: [{ operator: 'channel', operand: 'general' }],
    anchor: 'newest',
    num_before: count,
    num_after: 0,
  });

test('POST /register stays within its statements', { skip }, () =>
  atMost(BOUNDS.register, () => mel.ok('POST', '/register')),
);

test('GET /events of an up-to-date queue needs no statement', { skip }, () =>
  atMost(0, () => listener.events()),
);

test('POST /messages stays within its statements', { skip }, () =>
  atMost(BOUNDS.send, () => mel.sendToChannel('general', 'counted', 'plain')),
);

test('a message that mentions five people costs as much as one that mentions one', { skip }, async () => {
  const one = await statementsOf(() => mel.sendToChannel('general', 'mentions', '@**Mia Member**'));
  const five = await statementsOf(() =>
    mel.sendToChannel(
      'general',
      'mentions',
      '@**Olive Owner** @**Adam Admin** @**Mona Moderator** @**Mia Member** @**Max Member**',
    ),
  );
  const plain = await statementsOf(() => mel.sendToChannel('general', 'mentions', 'nobody'));
  assert.ok(one > plain, 'a mention leaves a row');
  assert.ok(five <= one, `${five} statements instead of ${one}`);
});

test('a text with ten links to others’ uploads takes as many statements to render as one with one link', {
  skip,
}, async () => {
  const uploads: string[] = [];
  for (let count = 0; count < 10; count++) {
    const { url } = await upload(mia, `x${count}`, 'x');
    uploads.push(url);
    await mia.sendToChannel('general', 'files', `[](${url})`);
  }
  const renderLinks = (some: readonly string[]) => () =>
    mel.ok('POST', '/messages/render', { content: some.map((path) => `[](${path})`).join(' ') });
  assert.equal(
    await statementsOf(renderLinks(uploads)),
    await statementsOf(renderLinks(uploads.slice(0, 1))),
  );
});

test('a page takes as many statements for fifty messages as for one', { skip }, async () => {
  for (let count = 0; count < 50; count++)
    await mia.sendToChannel('general', `topic ${count % 10}`, `message ${count}`);
  const few = await statementsOf(page(1));
  assert.equal(await statementsOf(page(50)), few);
  assert.ok(few <= BOUNDS.page, `${few} statements`);
});

test('POST /messages/flags takes as many statements for fifty messages as for one', { skip }, async () => {
  const ids: number[] = [];
  for (let count = 0; count < 50; count++)
    ids.push(await mia.sendToChannel('general', 'flags', `flag ${count}`));
  const toggle = (messages: number[]) => async () => {
    await mel.ok('POST', '/messages/flags', { messages, op: 'add', flag: 'starred' });
    await mel.ok('POST', '/messages/flags', { messages, op: 'remove', flag: 'starred' });
  };
  const few = await statementsOf(toggle(ids.slice(0, 1)));
  assert.equal(await statementsOf(toggle(ids)), few);
  assert.ok(few <= 2 * BOUNDS.flags, `${few} statements`);
});

test('POST /users/me/presence needs no statement', { skip }, () =>
  atMost(BOUNDS.presence, () => mel.ok('POST', '/users/me/presence', { status: 'active', ping_only: true })),
);

test('GET /users/me stays within its statements', { skip }, () =>
  atMost(BOUNDS.self, () => mel.ok('GET', '/users/me')),
);
