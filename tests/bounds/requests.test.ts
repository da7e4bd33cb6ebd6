// Bounds on incoming requests and their work: connections, bodies, files, searches, organizations in memory.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { limits, MEBIBYTE } from '../../src/api-contract/limits.ts';
import { isPassword } from '../../src/model/accounts/password-hash.ts';
import { newClient, secondOrganization } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer, type TestServer, testDatabaseUrl } from '../support/server.ts';
import { answerOf, startRequest } from '../support/slow-request.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import { credentials, png, sendFiles, upload } from '../uploads/support.ts';

const server = await startTestServer();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const text = { name: 'a.txt', bytes: Buffer.from('a') };

/** A request whose body starts and does not end; resolves to the status of its answer. */
async function statusOfUnended(at: TestServer, client: ApiClient, path: string, part: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...credentials(client) };
  const sent = startRequest(at, path, headers, part);
  const { statusCode } = await answerOf(sent);
  sent.destroy();
  return statusCode;
}

describe('a request', () => {
  test('bound requestHeaderBytes: has headers of a bounded size', async () => {
    const status = async (size: number) =>
      (await fetch(`${server.url}/health`, { headers: { 'x-long': 'x'.repeat(size) } })).status;
    assert.equal(await status(limits.requestHeaderBytes - 1000), 200);
    assert.equal(await status(limits.requestHeaderBytes), 431);
  });

  test('bound filesPerRequest: has a bounded number of files', async () => {
    const say = async (count: number) =>
      (await sendFiles(mel, '/user_uploads', Array(count).fill(text))).body.msg;
    assert.match(
      await say(limits.filesPerRequest + 1),
      new RegExp(`at most ${limits.filesPerRequest} files`),
    );
    assert.doesNotMatch(await say(limits.filesPerRequest), /at most/);
  });

  test('bound pageFormBytes: to a page has a form of a bounded size', async () => {
    const send = async (size: number) => {
      const response = await fetch(`${server.url}/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'username=x&password=y&z='.padEnd(size, 'z'),
      });
      return [
        response.status === 400 ? 'refused' : 'looked at',
        /form is too large/.test(await response.text()),
      ];
    };
    assert.deepEqual((await send(limits.pageFormBytes + 1))[1], true);
    assert.deepEqual((await send(limits.pageFormBytes))[1], false);
  });

  test('bound connectionsPerAddress: uses one of a bounded number of connections per address', async () => {
    const small = await withLimit('connectionsPerAddress', 2, () => startTestServer());
    const open = async () => {
      const socket = connect(small.server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
      const isServed = await Promise.race([
        once(socket, 'data').then(() => true),
        once(socket, 'close').then(() => false),
      ]);
      return { socket, isServed };
    };
    const sockets = [await open(), await open(), await open()];
    assert.deepEqual(
      sockets.map(({ isServed }) => isServed),
      [true, true, false],
    );
    for (const { socket } of sockets) socket.destroy();
  });

  test('bound bodySeconds: must send its body in time', async () => {
    const slow = await withLimit('bodySeconds', 0.1, () => startTestServer());
    assert.equal(await statusOfUnended(slow, await slow.as('mel'), '/users/me/status', 'status_text='), 408);
  });

  test('bound anonymousBodySeconds: without credentials has less time', async () => {
    const slow = await withLimit('anonymousBodySeconds', 0.1, () => startTestServer());
    assert.equal(await statusOfUnended(slow, slow.anonymous, '/fetch_api_key', 'username='), 408);
  });

  test('bound bodyBytesInFlight: needs memory for its body, otherwise the error says to try again', async () => {
    const small = await withLimit('bodyBytesInFlight', 1000, () => startTestServer());
    const client = await small.as('mel');
    const status = async (size: number) =>
      (await client.request('POST', '/users/me/status', { status_text: 'x', z: 'z'.repeat(size) })).status;
    assert.deepEqual([await status(500), await status(1001), await status(500)], [200, 503, 200]);
  });
});

describe('files', () => {
  test('bound filesArriving: a bounded number arrive at the same time, from all accounts together', async () => {
    const headers = { ...credentials(mel), 'content-type': 'multipart/form-data; boundary=b' };
    const part = `--b\r\ncontent-disposition: form-data; name="f"; filename="slow.bin"\r\n\r\n${'x'.repeat(limits.fileBytesInMemory + 1)}`;
    const sent = startRequest(server, '/user_uploads', headers, part);
    const arriving = () => readdir(join(server.dataDirectory, 'arriving')).catch(() => []);
    await waitUntil(async () => (await arriving()).length === 1);
    await withLimit('filesArriving', 1, async () => {
      assert.equal((await sendFiles(mia, '/user_uploads', [text])).status, 429);
      sent.destroy();
      await waitUntil(async () => (await sendFiles(mia, '/user_uploads', [text])).status === 200);
    });
  });

  test('bound unfinishedUploads: a bounded number are unfinished, across all accounts', async () => {
    const begin = async (client: ApiClient) =>
      (
        await fetch(`${server.url}/api/v1/tus/`, {
          method: 'POST',
          headers: { ...credentials(client), 'tus-resumable': '1.0.0', 'upload-length': '3' },
        })
      ).status;
    await withLimit('unfinishedUploads', 1, async () => {
      assert.equal(await begin(mel), 201);
      assert.notEqual(await begin(mia), 201);
    });
    assert.equal(await begin(mia), 201);
  });

  test('bound fileNameCodePoints: a longer name is truncated, keeping its extension', async () => {
    const { url } = await upload(mel, `${'n'.repeat(400)}.txt`, 'a');
    const name = url.split('/').at(-1) ?? '';
    assert.equal(name.length, limits.fileNameCodePoints);
    assert.match(name, /n\.txt$/);
  });

  test('bound recordingSeconds: a longer recording is refused', async () => {
    const file = { name: 'voice.weba', bytes: Buffer.from('a') };
    const send = (duration: number) =>
      sendFiles(mel, '/user_uploads', [file], { duration: String(duration), waveform: '0'.repeat(64) });
    assert.equal((await send(limits.recordingSeconds)).status, 200);
    assert.equal((await send(limits.recordingSeconds + 1)).body.msg, 'duration is too large');
  });

  const reachesByPicture = (bound: 'avatarMegabytes' | 'emojiMegabytes' | 'iconMegabytes', path: string) =>
    test(`bound ${bound}: a larger picture is refused`, async () => {
      const picture = { name: 'p.png', bytes: await png(30, 30) };
      const refusal = await withLimit(bound, 10 / MEBIBYTE, () => sendFiles(olive, path, [picture]));
      assert.match(refusal.body.msg, /larger than the allowed limit/);
      assert.equal((await sendFiles(olive, path, [picture])).status, 200);
    });
  reachesByPicture('avatarMegabytes', '/users/me/avatar');
  reachesByPicture('emojiMegabytes', '/realm/emoji/bounded');
  reachesByPicture('iconMegabytes', '/realm/icon');

  test('bound exportedUploadBytes: an organization with more is not exported on request', async () => {
    await upload(mel, 'b.txt', 'bb');
    const ask = () => olive.request('POST', '/export/realm');
    const { body } = await withLimit('exportedUploadBytes', 1, ask);
    assert.match(body.msg, /manual export/);
    assert.equal((await ask()).status, 200);
  });
});

describe('a search', () => {
  const narrow = [{ operator: 'sender', operand: mia.userId, negated: true }];
  const newest = () =>
    mel.request('GET', '/messages', { narrow, anchor: 'newest', num_before: 30, num_after: 0 });

  test('bound messagesBeforeWalk messagesPerWalkBatch walkMilliseconds: returns what it has found within its limits', async () => {
    for (let i = 0; i < 200; i++) await (i % 10 ? mia : mel).sendToChannel('general', 'search', `${i}`);
    const { body } = await withLimit('messagesBeforeWalk', 5, () =>
      withLimit('messagesPerWalkBatch', 5, () => withLimit('walkMilliseconds', 0, newest)),
    );
    assert.ok(body.messages.length > 0 && body.messages.length < 12, `${body.messages.length} messages`);
    assert.equal(body.found_oldest, false);
    assert.ok((await newest()).body.messages.length >= 20);
  });

  test('bound fruitlessWalkMilliseconds: reports that it has found nothing yet', async () => {
    const people = (await mel.ok('GET', '/users')).members.map(({ user_id }: { user_id: number }) => user_id);
    const { messages } = await mel.ok('GET', '/messages', {
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
    });
    const senders = new Set<number>([
      ...people,
      ...messages.map((one: { sender_id: number }) => one.sender_id),
    ]);
    const noMatches = [...senders].map((operand) => ({ operator: 'sender', operand, negated: true }));
    const searchWithoutMatches = () =>
      mel.request('GET', '/messages', { narrow: noMatches, anchor: 'newest', num_before: 9, num_after: 0 });
    const { status, body } = await withLimit('messagesBeforeWalk', 5, () =>
      withLimit('messagesPerWalkBatch', 5, () =>
        withLimit('fruitlessWalkMilliseconds', 0, searchWithoutMatches),
      ),
    );
    assert.equal(status, 400);
    assert.match(body.msg, /Add a channel, a sender or a word/);
    assert.equal((await searchWithoutMatches()).status, 200);
  });
});

test('bound organizationsInMemory organizationIdleSecondsOfMany: with more, idle ones are unloaded sooner', async () => {
  const { hubs } = server.server.services;
  await secondOrganization(server);
  assert.equal((await hubs.loadedHubs()).length, 2);
  const releaseAfter = (seconds: number) => hubs.releaseIdle(performance.now() + seconds * 1000);
  await releaseAfter(limits.organizationIdleSecondsOfMany + 1);
  assert.equal((await hubs.loadedHubs()).length, 2, 'there are few');
  await withLimit('organizationsInMemory', 1, async () => {
    await releaseAfter(limits.organizationIdleSecondsOfMany - 60);
    assert.equal((await hubs.loadedHubs()).length, 2, 'both were used within the last minutes');
    await releaseAfter(limits.organizationIdleSecondsOfMany + 1);
    assert.equal((await hubs.loadedHubs()).length, 1);
  });
});

const embedded = { skip: testDatabaseUrl ? 'the embedded engine alone has a stand-in for the disk' : false };
test('bound unitsPerCommit millisecondsPerCommit: that many units share a flush', embedded, async () => {
  let flushes = 0;
  const countingServer = await startTestServer({
    flush: async (file) => {
      flushes++;
      await file.sync();
    },
  });
  const client = await newClient(countingServer, { key: 'writer' });
  const flushed = async () => {
    flushes = 0;
    await Promise.all(
      Array.from({ length: 24 }, (_, i) => client.sendToChannel('general', 'together', `${i}`)),
    );
    return flushes;
  };
  const alone = await withLimit('unitsPerCommit', 1, flushed);
  assert.ok(alone >= 24, `${alone} flushes`);
  const hurried = await withLimit('millisecondsPerCommit', -1, flushed);
  assert.ok(hurried >= 24, `${hurried} flushes`);
  assert.ok((await flushed()) < 24);
});

test('bound passwordsHashedAtOnce passwordsWaiting: further requests get an error that says to try again', async () => {
  const checks = () =>
    Array.from({ length: 3 }, () => isPassword('no', null).then(String, (error) => error.code));
  const many = await withLimit('passwordsHashedAtOnce', 1, () =>
    withLimit('passwordsWaiting', 1, () => Promise.all(checks())),
  );
  assert.deepEqual(many, ['false', 'false', 'RATE_LIMIT_HIT']);
  assert.deepEqual(await Promise.all(checks()), ['false', 'false', 'false']);
});
