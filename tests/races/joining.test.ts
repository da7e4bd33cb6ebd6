// Two concurrent uses of one mailed link, on one server and on two.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillIn, linkFor } from '../invitations/support.ts';
import { startTestServer, type TestServer, testDatabaseUrl } from '../support/server.ts';

async function joinTwice(first: TestServer, second: TestServer): Promise<void> {
  const olive = await first.as('olive');
  for (const round of [1, 2, 3]) {
    const email = `ann${round}@example.org`;
    await olive.ok('POST', '/invites', { invitee_emails: email, stream_ids: [] });
    const link = await linkFor(first, email);
    const answers = await Promise.all([
      fillIn(first, link, `Ann Archer ${round}`),
      fillIn(second, link, `Ann Other ${round}`),
    ]);
    const [joinAnswer, ...more] = answers.filter(({ status }) => status === 302);
    assert.ok(joinAnswer && more.length === 0);
    assert.ok(answers.every(({ status }) => status < 500));
    const { members } = await olive.ok('GET', '/users');
    const createdAccounts = members.filter((one: { delivery_email: string }) => one.delivery_email === email);
    assert.equal(createdAccounts.length, 1);
  }
}

test('an invitation creates one account, however often its form is sent at once', async () => {
  const server = await startTestServer();
  await joinTwice(server, server);
});

test('an invitation creates one account on two servers', { skip: !testDatabaseUrl }, async () => {
  const first = await startTestServer();
  // Either server may write the mail; both write to the same folder.
  const { databaseUrl, dataDirectory } = first;
  await joinTwice(first, await startTestServer({ databaseUrl, dataDirectory }));
});
