// Deleting the messages of deactivated people and their bots on request (specification E12).

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eraseNextBatch, orderErasures } from '../../src/actions/messages/erase-sent.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { organizationsWithErasures } from '../../src/stores/messages/erasure-store.ts';
import { newClient } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { withFailingCommits } from '../support/failing-commits.ts';
import { expectFold } from '../support/fold.ts';
import { freshDatabase, startTestServer, type TestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const server = await startTestServer();
const [olive, adam, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mia'),
  server.as('gus'),
]);

interface Sent {
  readonly person: ApiClient;
  readonly public: number;
  readonly private: number;
  readonly direct: number;
}

async function makeChannel(
  name: string,
  subscribers: readonly ApiClient[],
  isPrivate: boolean,
): Promise<number> {
  const { id } = await olive.ok('POST', '/channels/create', {
    name,
    subscribers: subscribers.map(({ userId }) => userId),
    invite_only: isPrivate,
  });
  return id;
}

/** A person with a message in a channel of each kind and a direct one. */
async function personWithMessages(key: string): Promise<Sent> {
  const person = await newClient(server, { key });
  await makeChannel(`${key} open`, [person, olive, mia], false);
  await makeChannel(`${key} closed`, [person, olive, mia], true);
  return {
    person,
    public: await person.sendToChannel(`${key} open`, 'about', 'in the open'),
    private: await person.sendToChannel(`${key} closed`, 'about', 'among us'),
    direct: await person.sendDirect([mia.userId], 'between us'),
  };
}

/** Which of the messages still exist, for someone who could read all of them. */
async function existing(sent: Sent): Promise<string[]> {
  const kinds = ['public', 'private', 'direct'] as const;
  const answers = await Promise.all(kinds.map((kind) => mia.request('GET', `/messages/${sent[kind]}`)));
  return kinds.filter((_kind, index) => answers[index]?.status === 200);
}

describe('deactivating a person with their messages', () => {
  const cases = [
    ['delete_public_channel_messages', ['private', 'direct']],
    ['delete_private_channel_messages', ['public', 'direct']],
    ['delete_direct_messages', ['public', 'private']],
  ] as const;
  for (const [action, remaining] of cases) {
    test(`${action} deletes those and no others, and sends events to everyone who could see them`, async () => {
      const sent = await personWithMessages(action);
      const [, miaEvents = []] = await expectFold([olive, mia, gus], () =>
        adam.ok('DELETE', `/users/${sent.person.userId}`, { actions: { [action]: true } }),
      );
      assert.deepEqual(await existing(sent), remaining);
      const deleteEvents = miaEvents.filter(({ type }) => type === 'delete_message');
      assert.equal(deleteEvents.length, 1);
    });
  }

  test('deletes nothing unless requested', async () => {
    const sent = await personWithMessages('silent');
    await adam.ok('DELETE', `/users/${sent.person.userId}`, { actions: { delete_direct_messages: false } });
    assert.deepEqual(await existing(sent), ['public', 'private', 'direct']);
  });

  test('deletes the messages of the bots first, and of no one else', async () => {
    const person = await newClient(server, { key: 'botherder' });
    const bot = await newClient(server, { key: 'herded-bot', botType: 1, botOwnerId: person.userId });
    await makeChannel('pasture', [person, bot, olive, mia], false);
    const others = await mia.sendToChannel('pasture', 'grass', 'hers');
    const own = await person.sendToChannel('pasture', 'grass', 'own');
    const bots = await bot.sendToChannel('pasture', 'grass', 'of the bot');
    const [oliveEvents = []] = await expectFold([olive, mia], () =>
      adam.ok('DELETE', `/users/${person.userId}`, { actions: { delete_public_channel_messages: true } }),
    );
    const deleteEvents = oliveEvents.filter(({ type }) => type === 'delete_message');
    assert.deepEqual(
      deleteEvents.map((event) => event.message_ids),
      [[bots], [own]],
    );
    await mia.ok('GET', `/messages/${others}`);
  });

  test('bound deleteTopicBatch: deletes very many in batches, newest first, and updates the channel’s first message', async () => {
    const person = await newClient(server, { key: 'prolific' });
    const channelId = await makeChannel('flood', [person, olive, mia], false);
    const ids: number[] = [];
    for (let count = 0; count < limits.deleteTopicBatch * 2 + 20; count++) {
      ids.push(await person.sendToChannel('flood', `topic ${count % 30}`, 'again'));
    }
    const last = await mia.sendToChannel('flood', 'topic 1', 'hers');
    const { database } = server.server.services;
    const [oliveEvents = []] = await expectFold([olive, mia, gus], async () => {
      await adam.ok('DELETE', `/users/${person.userId}`, {
        actions: { delete_public_channel_messages: true },
      });
      // The job does what the request has no time for.
      await waitUntil(async () => (await organizationsWithErasures(database.reader(0))).length === 0);
    });
    const deleteEvents = oliveEvents
      .filter(({ type }) => type === 'delete_message')
      .flatMap((event) => event.message_ids);
    assert.deepEqual(
      [...deleteEvents].sort((a, b) => a - b),
      ids,
    );
    assert.ok(deleteEvents.indexOf(ids.at(-1)) < deleteEvents.indexOf(ids[0]));
    const { stream } = await mia.ok('GET', `/streams/${channelId}`);
    assert.equal(stream.first_message_id, last);
  });
});

describe('messages that remain to be deleted', () => {
  /** Requests the deletion, as a request that ends before it starts deleting. */
  async function requestDeletion(on: TestServer, account: ApiClient): Promise<void> {
    await on.server.services.database.write(1, (writer) =>
      orderErasures(writer, [account.userId], {
        publicChannels: true,
        privateChannels: true,
        directMessages: true,
      }),
    );
  }

  test('are deleted by the next server that starts, from where the last one stopped', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-test-'));
    const databaseUrl = await freshDatabase();
    const options = { dataDirectory, databaseUrl };
    const first = await startTestServer(options);
    const [mel, other] = await Promise.all([first.as('mel'), first.as('mia')]);
    const ids: number[] = [];
    for (let count = 0; count <= limits.deleteTopicBatch; count++)
      ids.push(await mel.sendDirect([other.userId], 'old'));
    // As a server that is killed after the first batch.
    await first.server.scheduler.close();
    await requestDeletion(first, mel);
    await first.server.services.database.write(1, eraseNextBatch);
    assert.equal((await other.request('GET', `/messages/${ids.at(-1)}`)).status, 400);
    await other.ok('GET', `/messages/${ids[0]}`);
    await first.close();
    const second = await startTestServer({ ...options, isDemo: false });
    await second.server.scheduler.runDue();
    const reader = second.client(other.email, other.apiKey);
    for (const id of ids) assert.equal((await reader.request('GET', `/messages/${id}`)).status, 400);
    await second.close();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  test('are left to the job if they cannot be deleted at once', async () => {
    const sent = await personWithMessages('lasting');
    await withFailingCommits(server, 1, () =>
      adam.ok('DELETE', `/users/${sent.person.userId}`, { actions: { delete_direct_messages: true } }),
    );
    await server.server.scheduler.runDue();
    assert.deepEqual(await existing(sent), ['public', 'private']);
  });

  test('do not include messages sent after reactivation', async () => {
    const person = await newClient(server, { key: 'returning' });
    const before = await person.sendDirect([mia.userId], 'before');
    const { database } = server.server.services;
    // In one turn: the request, and a message sent before the job starts.
    const requested = requestDeletion(server, person);
    const later = person.sendDirect([mia.userId], 'after');
    await requested;
    const id = await later;
    await server.server.scheduler.runDue();
    await mia.ok('GET', `/messages/${id}`);
    assert.equal((await mia.request('GET', `/messages/${before}`)).status, 400);
    const rows = await database.reader(1).db.selectFrom('message_erasure').selectAll().execute();
    assert.deepEqual(rows, []);
  });
});
