// Bounds on caches and on waiting for other systems: credentials, sessions, pictures.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { externalMediaUrl } from '../../src/model/external-media/external-media-url.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { loggedIn } from '../support/browser.ts';
import { skipTimers } from '../support/captured-timers.ts';
import { startTestServer } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';
import { withLimit } from '../support/with-limit.ts';
import { load as loadUpload, png, sendFiles, upload } from '../uploads/support.ts';

const picture = await png(20, 20);
const requests: string[] = [];
const other = createServer((request, response) => {
  requests.push(request.url ?? '');
  if (request.url?.startsWith('/none')) response.writeHead(404).end();
  else if (!request.url?.startsWith('/never')) response.end(picture);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => other.once('listening', resolve));
after(() => {
  other.closeAllConnections();
  other.close();
});
const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

const server = await startTestServer({ pictureSources: [origin] });
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const { database, keyring } = server.server.services;
const load = async (path: string) =>
  (await fetch(server.url + externalMediaUrl(keyring, origin + path))).status;
const timesRequested = (path: string) => requests.filter((one) => one === path).length;

test('bound externalMediaSeconds: the server waits that long for another server', async () => {
  assert.equal(await withLimit('externalMediaSeconds', 0.1, () => load('/never.png')), 404);
});

test('bound externalMediaFailedSeconds: a failed picture is requested again after that time', async () => {
  await withLimit('externalMediaFailedSeconds', -1, () => load('/none-a.png'));
  await load('/none-a.png');
  await load('/none-a.png');
  assert.equal(timesRequested('/none-a.png'), 2);
});

test('bound externalMediaFailures: of many failures the oldest is forgotten', async () => {
  const forgetful = await startTestServer({ pictureSources: [origin] });
  const key = forgetful.server.services.keyring;
  await withLimit('externalMediaFailures', 1, async () => {
    for (const path of ['/none-b.png', '/none-c.png', '/none-c.png', '/none-b.png'])
      await fetch(forgetful.url + externalMediaUrl(key, origin + path));
  });
  assert.deepEqual([timesRequested('/none-b.png'), timesRequested('/none-c.png')], [2, 1]);
});

test('bound imageSeconds: a picture that takes longer counts as too large', async (context) => {
  const slow = await withLimit('imageSeconds', 7, () => startTestServer());
  skipTimers(context, 7000);
  const { body } = await sendFiles(await slow.as('mel'), '/users/me/avatar', [
    { name: 'p.png', bytes: picture },
  ]);
  assert.equal(body.code, 'BAD_IMAGE');
});

test('bound imageMegabytes: a picture that takes more memory counts as too large', async () => {
  // Less than the picture process needs before its first picture.
  const smallServer = await withLimit('imageMegabytes', 3, () => startTestServer());
  const { body } = await sendFiles(await smallServer.as('mel'), '/users/me/avatar', [
    { name: 'p.png', bytes: picture },
  ]);
  assert.equal(body.code, 'BAD_IMAGE');
});

test('bound linkPreviewFetchSeconds: the server waits that long for a linked page', async () => {
  const olive = await server.as('olive');
  await olive.ok('PATCH', '/realm', { inline_url_embed_preview: true });
  await withLimit('linkPreviewFetchSeconds', 0.1, async () => {
    await mel.sendToChannel('general', 'links', `${origin}/never`);
    await server.server.scheduler.runDue();
  });
  const found = await database.reader(0).db.selectFrom('link_preview').select('url_hash').execute();
  assert.equal(found.length, 1);
});

test('bound anonymousLoadsPerUploadAndDay: anonymous viewers may load an upload that often', async () => {
  const real = await withLimit('anonymousLoadsPerUploadAndDay', 2, () => startRealServer());
  const { api_key } = await real.anonymous.ok('POST', '/fetch_api_key', login);
  const bo = real.client(login.username, api_key);
  await bo.ok('PATCH', '/realm', { enable_spectator_access: true });
  await bo.ok('POST', '/channels/create', { name: 'open to all', subscribers: [], is_web_public: true });
  const [first, second] = [await upload(bo, 'a.txt', 'a'), await upload(bo, 'b.txt', 'b')];
  await bo.sendToChannel('open to all', 'files', `[a](${first.url}) [b](${second.url})`);
  const statuses = async (url: string) => {
    const all = [];
    for (let visit = 0; visit < 3; visit++) all.push((await loadUpload(real.anonymous, url)).status);
    return all;
  };
  assert.deepEqual(await statuses(first.url), [200, 200, 429]);
  assert.equal((await loadUpload(bo, first.url)).status, 200);
  assert.deepEqual(await statuses(second.url), [200, 200, 429]);
});

test('bound credentialsInMemory: credentials checked longer ago are checked again', async () => {
  // Prevents background work of the server.
  await server.server.scheduler.close();
  const request = () => mel.ok('GET', '/users/me');
  await request();
  const { statements: remembered } = await workOf(request, 5);
  const forgotten = await withLimit('credentialsInMemory', 1, async () => {
    await mia.ok('GET', '/users/me');
    return (await workOf(request, 1)).statements;
  });
  assert.ok(forgotten > remembered, `${forgotten}, ${remembered}`);
});

test('bound sessionSeenSeconds: the use of a session is recorded at most that often', async () => {
  const browser = await loggedIn(server.url, 'mel@example.com');
  const session = async () =>
    database
      .reader(0)
      .db.selectFrom('session')
      .select(['id', 'last_seen_at'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const firstSession = await session();
  const secondsRecorded = async (seconds: number) => {
    await database.write(1, async (writer) => {
      await writer.db
        .updateTable('session')
        .set({ last_seen_at: Number(firstSession.last_seen_at) - seconds })
        .where('id', '=', firstSession.id)
        .execute();
      writer.emit({
        type: '_changed',
        audience: { kind: 'nobody' },
        payload: {},
        touches: { accounts: [mel.userId] },
      });
    });
    await browser.ok('GET', '/users/me');
    return Number((await session()).last_seen_at) - Number(firstSession.last_seen_at) + seconds;
  };
  assert.equal(await secondsRecorded(limits.sessionSeenSeconds - 60), 0);
  assert.ok((await secondsRecorded(limits.sessionSeenSeconds + 60)) > limits.sessionSeenSeconds);
});
