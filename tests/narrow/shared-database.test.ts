// Two organizations in one database with interleaved messages: searches of one neither find nor are slowed down by the
// messages of the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondOrganization } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';
import { term, type WireTerm } from './message-history.ts';

const server = await startTestServer();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const elsa = await secondOrganization(server);

// Mel is in so many channels that the newest messages of the organization are searched first.
for (let index = 0; index < 14; index++) {
  await olive.ok('POST', '/channels/create', {
    name: `shared ${index}`,
    subscribers: [olive.userId, mel.userId, mia.userId],
  });
}
const ownIds: number[] = [];
for (let index = 0; index < 6; index++) {
  ownIds.push(await mia.sendToChannel(`shared ${index}`, 'talk', `lighthouse ${index}`));
}
for (let index = 0; index < 200; index++) await elsa.sendDirect([elsa.userId], 'lighthouse of others');

const cases: readonly [string, readonly WireTerm[]][] = [
  ['the feed', []],
  ['a sender', [term('sender', mia.userId)]],
  ['a search', [term('search', 'lighthouse')]],
  ['all public channels', [term('channels', 'public')]],
];
for (const [name, narrow] of cases) {
  test(`${name} continues past the messages of another organization`, async () => {
    const body = await mel.ok('GET', '/messages', { anchor: 'newest', num_before: 3, num_after: 0, narrow });
    assert.deepEqual(
      body.messages.map(({ id }: { id: number }) => id),
      ownIds.slice(-3),
    );
    assert.equal(body.found_oldest, false);
  });
}

test('the other organization finds only its own messages', async () => {
  const body = await elsa.ok('GET', '/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 400,
    narrow: [term('search', 'lighthouse')],
  });
  assert.equal(body.messages.length, 200);
});
