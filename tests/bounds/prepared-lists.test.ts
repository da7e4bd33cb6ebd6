// Bounds on an organization's cached lists.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillWithChannels, fillWithPeople } from '../support/crowd.ts';
import { startTestServer } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';
import { withLimit } from '../support/with-limit.ts';

const registration = { fetch_event_types: ['subscription'], include_subscribers: 'true' };

/** The statements of a repeated register, in an organization with many lists. */
async function statementsAgain(): Promise<number> {
  const server = await startTestServer({ checkAnswer: () => undefined });
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const { stream_id: design } = await mia.ok('GET', '/get_stream_id', { stream: 'design' });
  const { database } = server.server.services;
  await database.write(1, (writer) => fillWithPeople(writer, { like: mia.userId, size: 1000 }));
  await database.write(1, (writer) =>
    fillWithChannels(writer, { like: design, count: 100, subscribers: 300 }),
  );
  await mel.ok('POST', '/register', registration);
  return (await workOf(() => mel.ok('POST', '/register', registration))).statements;
}

test('bound preparedSubscriberBytes: subscriber lists that do not fit are read for each answer', async () => {
  const cachedStatements = await statementsAgain();
  const tooFew = await withLimit('preparedSubscriberBytes', 20_000, statementsAgain);
  // The hundred lists of 300 people are read by several statements, each with only as many as a turn may read.
  assert.ok(
    tooFew >= cachedStatements + 3,
    `${cachedStatements} statements, ${tooFew} where little is cached`,
  );
});
