// Two servers on one database, with the clock of one twenty minutes ahead: both use the database's clock.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { ApiClient } from '../support/client.ts';
import { KillableServer } from '../support/killable.ts';
import { startTestServer, type TestServer, testDatabaseUrl } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const skip = !testDatabaseUrl && 'several servers need PostgreSQL';
const AHEAD_SECONDS = 1200;
/** Whether a measured difference is right, allowing for the time of the query. */
const isNear = (seconds: number) => Math.abs(seconds - AHEAD_SECONDS) < 60;
const realNow = Date.now;

const warnings: string[] = [];

/** One in its own process with the right clock, and one in this process with the wrong clock. */
async function twoServers(): Promise<{ right: KillableServer; wrong: TestServer }> {
  const right = await KillableServer.prepare();
  await right.start();
  mock.method(Date, 'now', () => realNow() + AHEAD_SECONDS * 1000);
  const ahead = await startTestServer({
    dataDirectory: right.dataDirectory,
    databaseUrl: right.databaseUrl,
    log: {
      info: () => undefined,
      warn: (_fields, sentence) => void warnings.push(sentence),
      error: () => undefined,
    },
  });
  return { right, wrong: ahead };
}

const servers = skip ? undefined : await twoServers();

/** The servers, and an account's client at each of them. */
async function startServers() {
  assert.ok(servers);
  const { right, wrong } = servers;
  const at = async (name: string) => {
    const { email, apiKey, userId } = await right.as(name);
    return {
      atRight: new ApiClient(right.url, email, apiKey, userId),
      atWrong: new ApiClient(wrong.url, email, apiKey, userId),
    };
  };
  return { right, wrong, at, database: wrong.server.services.database };
}

const healthOf = async (url: string) =>
  (await (await fetch(`${url}/health`)).json()) as {
    status: string;
    reasons?: string[];
    clock_ahead_seconds?: number;
  };

test('bound clockDifferenceSeconds: a server with a wrong clock reports it and keeps serving', {
  skip,
}, async () => {
  const { right, wrong } = await startServers();
  const warning = /^The clock of this machine is (\d+) seconds ahead of the database clock/.exec(
    warnings[0] ?? '',
  );
  assert.ok(isNear(Number(warning?.[1])), `${warnings[0]}`);
  assert.equal(warnings.length, 1);
  const { status, reasons, clock_ahead_seconds: ahead = 0 } = await healthOf(wrong.url);
  assert.equal(status, 'degraded');
  assert.deepEqual(reasons, ['clock_wrong']);
  assert.ok(isNear(ahead), `${ahead}`);
  assert.equal((await healthOf(right.url)).clock_ahead_seconds, undefined);
});

test('rows of a server with a wrong clock have the time of the database', { skip }, async () => {
  const { at } = await startServers();
  const mel = await at('mel');
  const id = await mel.atWrong.sendToChannel('general', 'clocks', 'stamped');
  const { message } = await mel.atRight.ok('GET', `/messages/${id}`);
  assert.ok(Math.abs(message.timestamp - realNow() / 1000) < 120, `${message.timestamp}`);
});

for (const isLeft of [true, false]) {
  test(`a server with a wrong clock ends no queue, ${isLeft ? 'since other servers do that' : 'even if no other server does that'}`, {
    skip,
  }, async (t) => {
    const { wrong, at, database } = await startServers();
    const mel = await at('mel');
    const [idle, waiting] = [
      await mel.atRight.registerQueue({ event_types: ['message'] }),
      await mel.atRight.registerQueue(),
    ];
    const next = waiting.next();
    assert.equal(await database.shouldLeaveWork(), true);
    t.mock.method(database, 'shouldLeaveWork', async () => isLeft);
    await (await wrong.server.directory.hubForHost('x')).sweep();
    await mel.atRight.sendToChannel('general', 'clocks', 'still there');
    assert.ok((await next).length > 0);
    assert.equal((await idle.events()).length, 1);
  });
}

test('mail is sent once and not early, with and without another server', { skip }, async () => {
  const { right, wrong, at, database } = await startServers();
  const [mel, adam] = [await at('mel'), await at('adam')];
  const scheduled = async () => (await mel.atWrong.ok('GET', '/scheduled_messages')).scheduled_messages;
  const mails = async () => (await readdir(join(right.dataDirectory, 'mail')).catch(() => [])).length;
  const invite = (client: ApiClient, address: string) =>
    client.ok('POST', '/invites', { invitee_emails: address, stream_ids: [], invite_as: 400 });
  await mel.atWrong.ok('POST', '/scheduled_messages', {
    type: 'direct',
    to: [mel.atWrong.userId],
    content: 'later',
    scheduled_delivery_timestamp: Math.floor(realNow() / 1000) + AHEAD_SECONDS / 2,
  });
  const before = await mails();
  // The server on its own reports that it sends no mail, and would return a link instead; it delivers what the other one queues.
  await invite(adam.atWrong, 'first@example.org');
  await wrong.server.scheduler.runDue();
  await waitUntil(async () => (await mails()) === before + 1);
  await right.kill();
  await waitUntil(async () => !(await database.shouldLeaveWork()));
  await invite(adam.atWrong, 'second@example.org');
  await wrong.server.scheduler.runDue();
  assert.equal(await mails(), before + 2, 'no other server does it');
  assert.equal((await scheduled()).length, 1);
});
