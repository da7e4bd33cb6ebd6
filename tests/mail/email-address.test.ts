// GET /streams/{stream_id}/email_address. (Specification E17.)

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { addressFor, startMailServer } from './support.ts';

const server = await startMailServer();
const [olive, adam, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const idOf = async (stream: string) => (await olive.ok('GET', '/get_stream_id', { stream })).stream_id;
const [general, design, leadership, announcements] = await Promise.all(
  ['general', 'design', 'leadership', 'announcements'].map(idOf),
);
const gateway = (await mel.registerQueue()).snapshot.cross_realm_bots.find(
  ({ email }: { email: string }) => email === 'emailgateway@parley.invalid',
).user_id;

describe('the address of a channel', () => {
  test('has the channel’s name, a token and the sender’s option, and stays the same', async () => {
    const address = await addressFor(mel, general);
    assert.match(address, /^general\.[0-9a-f]{32}\.show-sender@in\.example\.com$/);
    assert.equal(await addressFor(mel, general), address);
    assert.equal(await addressFor(mel, general, gateway), address);
  });

  test('differs by channel, creator and sender', async () => {
    const addresses = await Promise.all([
      addressFor(mel, general),
      addressFor(mia, general),
      addressFor(mel, general, mel.userId),
      addressFor(mel, general, helper.userId),
      addressFor(mel, await idOf('town square')),
      addressFor(helper, general),
    ]);
    assert.equal(new Set(addresses.map((one) => /[0-9a-f]{32}/.exec(one)?.[0])).size, addresses.length);
  });

  test('is the same for concurrent requests', async () => {
    const [one, other] = await Promise.all([addressFor(adam, general), addressFor(adam, general)]);
    assert.equal(one, other);
  });

  test('is given to guests who may post', async () => {
    assert.match(await addressFor(gus, design), /^design\./);
  });
});

describe('an email address', () => {
  const refused = (client: typeof mel, id: unknown, parameters: object, message: string | RegExp) =>
    client.refused('GET', `/streams/${id}/email_address`, { ...parameters }, 'BAD_REQUEST', message);

  test('is refused for missing and invisible channels', async () => {
    await refused(mel, 999, {}, 'Invalid channel ID');
    await refused(mel, leadership, {}, 'Invalid channel ID');
    await refused(gus, general, {}, 'Invalid channel ID');
    await refused(mel, 'x', {}, /stream_id/);
    await server.anonymous.refused('GET', `/streams/${general}/email_address`, {}, 'UNAUTHORIZED');
  });

  test('is refused to those who may not post', async () => {
    await refused(mel, announcements, {}, 'You do not have permission to post in this channel.');
    assert.match(await addressFor(olive, announcements), /^announcements\./);
  });

  test('is refused for other people as senders', async () => {
    for (const [client, sender] of [
      [mel, mia.userId],
      [mia, helper.userId],
      [olive, helper.userId],
      [mel, 999],
    ] as const) {
      await refused(client, general, { sender_id: sender }, 'Invalid sender ID');
    }
    await refused(mel, general, { sender_id: 'me' }, /sender_id/);
  });

  test('is refused for a deactivated bot', async () => {
    await adam.ok('DELETE', `/users/${helper.userId}`);
    await refused(mel, general, { sender_id: helper.userId }, 'Invalid sender ID');
  });
});

test('an address is empty if the server receives no mail', async () => {
  const other = await startTestServer();
  const client = await other.as('mel');
  assert.equal(await addressFor(client, general), '');
  await client.refused('GET', '/streams/999/email_address', {}, 'BAD_REQUEST', 'Invalid channel ID');
});
