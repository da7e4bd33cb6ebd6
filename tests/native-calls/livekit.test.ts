// Calls through a LiveKit server, of which this test plays the part: tokens, removals, and signed webhooks.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { after, afterEach, describe, test } from 'node:test';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { queueRemoval } from '../../src/actions/native-calls/livekit-outbox.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { checkCalls } from '../../src/cli/checks/calls.ts';
import type { ServeOptions } from '../../src/cli/serve-options.ts';
import { newClient } from '../access/support.ts';
import type { Json } from '../support/client.ts';
import { exchange } from '../support/exchange.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { Device } from './device.ts';

const [key, secret] = ['APIkey', 'the secret of the LiveKit server'];
const secretBytes = new TextEncoder().encode(secret);
/** The requests that the LiveKit server got: method, body, and what their tokens allow. */
const requests: Json[] = [];
let status = 200;
/** Answers wait for it. */
let gate: Promise<void> = Promise.resolve();
let running = 0;
let mostRunning = 0;
const livekit = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const token = (request.headers.authorization ?? '').replace('Bearer ', '');
  const { payload } = await jwtVerify(token, secretBytes, { issuer: key });
  const body = JSON.parse(Buffer.concat(chunks).toString());
  requests.push({ method: request.url?.split('/').at(-1), body, video: payload.video });
  mostRunning = Math.max(mostRunning, ++running);
  await gate;
  running--;
  response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
});
await new Promise<void>((resolve) => livekit.listen(0, '127.0.0.1', resolve));
const { port } = livekit.address() as { port: number };
const url = `ws://127.0.0.1:${port}`;
const clock = { ahead: 0 };
const server = await startTestServer({
  calls: { mode: 'livekit', stunUrls: [], turn: undefined, livekit: { url, key, secret }, participants: 3 },
  clock: () => Date.now() / 1000 + clock.ahead,
});
const [mel, mia, max] = [await server.as('mel'), await server.as('mia'), await server.as('max')];
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
const [first, second] = [await Device.of(mel), await Device.of(mia)];
let topics = 0;
const start = () => first.start({ type: 'channel', to: stream_id, topic: `livekit ${topics++}` });
const olive = await server.as('olive');
const { realm_user_groups: groups } = await olive.ok('POST', '/register', {
  fetch_event_types: ['realm_user_groups'],
});
/** Lets only a role and those above it share their screens. */
const allow = (role: string) => {
  const group = groups.find(({ name }: { name: string }) => name === `role:${role}`).id;
  return olive.ok('PATCH', '/realm', { can_share_screen_group: { new: group } });
};
const runJobs = () => server.server.scheduler.runDue();

after(() => void livekit.close());
afterEach(async () => {
  status = 200;
  await mel.request('POST', `/calls/${first.callId}/end`);
  await runJobs();
  requests.length = 0;
});

test('conversations of two people stay direct, all others use the server', async () => {
  const direct = await first.start({ type: 'direct', to: [mia.userId] });
  assert.deepEqual([direct.call.engine, direct.livekit], ['mesh', null]);
  await mel.ok('POST', `/calls/${first.callId}/end`);
  const group = await first.start({ type: 'direct', to: [mia.userId, max.userId] });
  assert.deepEqual([group.call.engine, group.livekit.url], ['livekit', url]);
});

test('bound livekitTokenSeconds: a token is for one room and one session, for a minute', async () => {
  const { call, session, livekit: access } = await start();
  const { payload } = await jwtVerify(access.token, secretBytes, { issuer: key });
  const { video, sub, exp, nbf } = payload as Json & { exp: number; nbf: number };
  assert.equal(sub, session);
  assert.ok(Math.abs(exp - Date.now() / 1000 - limits.livekitTokenSeconds) < 10);
  assert.ok(nbf < exp);
  const { room, canPublishSources, ...rest } = video as Json;
  assert.match(String(room), new RegExp(`^parley\\.[\\w-]{16}\\.1\\.${call.id}$`));
  assert.deepEqual(canPublishSources, ['microphone', 'camera', 'screen_share', 'screen_share_audio']);
  const denied = { canPublishData: false, canUpdateOwnMetadata: false };
  assert.deepEqual(rest, { roomJoin: true, canPublish: true, canSubscribe: true, ...denied });
  const renewed = await mel.ok('POST', `/calls/${call.id}/ice_servers`, { session });
  assert.equal(decodeJwt(renewed.livekit.token).sub, session);
});

test('bound livekitParticipants: the number of people is the configured one', async () => {
  const { call } = await start();
  assert.equal(first.queue.snapshot.server_calls.max_participants, 3);
  await second.join(call.id);
  await (await Device.of(max)).join(call.id);
  const fourth = await Device.of(await newClient(server, { key: 'fourth' }));
  const joining = { queue_id: fourth.queue.queueId };
  const path = `/calls/${call.id}/join`;
  await fourth.client.refused(
    'POST',
    path,
    joining,
    'CALL_FULL',
    'This call is full. It has room for 3 people.',
  );
});

test('whoever leaves or loses access is removed, and the room ends with the call', async () => {
  const { call } = await start();
  await second.join(call.id);
  await mel.ok('DELETE', `/calls/${call.id}/participants/${mia.userId}`);
  await runJobs();
  const [removal] = requests;
  assert.ok(removal);
  const { room } = removal.body as { room: string };
  assert.deepEqual(removal, {
    method: 'RemoveParticipant',
    body: { room, identity: second.session },
    video: { roomAdmin: true, room },
  });
  await mel.ok('POST', `/calls/${call.id}/end`);
  await runJobs();
  assert.deepEqual(requests.at(-1), { method: 'DeleteRoom', body: { room }, video: { roomCreate: true } });
});

describe('what a participant may publish', () => {
  const allSources = ['MICROPHONE', 'CAMERA', 'SCREEN_SHARE', 'SCREEN_SHARE_AUDIO'];
  const updates = () => requests.filter(({ method }) => method === 'UpdateParticipant');
  const publishing = () =>
    updates().map(({ body }) => {
      const { identity, permission } = body as { identity: string; permission: Json };
      return [identity, permission.can_publish_sources];
    });

  afterEach(() => allow('everyone'));

  test('loses the screen with the permission, for all who are there', async () => {
    const { call } = await start();
    await second.join(call.id);
    await allow('moderators');
    await runJobs();
    const some = ['MICROPHONE', 'CAMERA'];
    assert.deepEqual(
      publishing().sort(),
      [
        [first.session, some],
        [second.session, some],
      ].sort(),
    );
    const [update] = updates();
    assert.ok(update);
    const { room, permission } = update.body as { room: string; permission: Json };
    assert.deepEqual(update.video, { roomAdmin: true, room });
    const { can_publish_sources: _, ...rest } = permission;
    const denied = { can_publish_data: false, can_update_metadata: false };
    assert.deepEqual(rest, { can_publish: true, can_subscribe: true, ...denied });
  });

  test('is not sent again after a change that the permission does not depend on', async () => {
    const { call } = await start();
    await second.join(call.id);
    await allow('moderators');
    await runJobs();
    requests.length = 0;
    await olive.ok('PATCH', `/streams/${stream_id}`, { description: `calls ${call.id}` });
    await runJobs();
    assert.deepEqual(updates(), []);
  });

  test('includes the screen again once it is shared', async () => {
    await allow('moderators');
    await start();
    await allow('everyone');
    await first.change({ screen: true });
    await runJobs();
    assert.deepEqual(publishing(), [[first.session, allSources]]);
  });

  test('is what the permission is by the time the server can be reached', async () => {
    await start();
    status = 503;
    await allow('moderators');
    await runJobs();
    await allow('everyone');
    status = 200;
    requests.length = 0;
    clock.ahead = 10;
    await runJobs();
    clock.ahead = 0;
    assert.deepEqual(publishing(), [[first.session, allSources]]);
  });

  test('is sent again if it was changed while it was sent', async () => {
    await start();
    const { promise, resolve: open } = Promise.withResolvers<void>();
    gate = promise;
    await allow('moderators');
    const done = runJobs();
    await waitUntil(async () => running === 1);
    await allow('everyone');
    open();
    await done;
    clock.ahead = 10;
    await runJobs();
    clock.ahead = 0;
    assert.deepEqual(publishing().at(-1), [first.session, allSources]);
  });
});

test('a removal is tried again while the server does not answer well', async () => {
  const { call } = await start();
  await second.join(call.id);
  status = 503;
  await second.leave();
  await runJobs();
  status = 404;
  clock.ahead = 10;
  await runJobs();
  const count = requests.length;
  clock.ahead = 0;
  assert.ok(count >= 2);
  await runJobs();
  assert.equal(requests.length, count);
});

test('a removal that had to wait does not reach a device that has come back with another session', async () => {
  const { call } = await start();
  await second.join(call.id);
  status = 503;
  await second.leave();
  await runJobs();
  status = 200;
  const { session: left } = second;
  await second.join(call.id, { session: left });
  assert.notEqual(second.session, left);
  requests.length = 0;
  clock.ahead = 10;
  await runJobs();
  clock.ahead = 0;
  assert.deepEqual(
    requests.map(({ body }) => (body as Json).identity),
    [left],
  );
});

test('bound livekitRequestsAtOnce: so many requests run at a time', async () => {
  const count = limits.livekitRequestsAtOnce + 2;
  const { promise, resolve: open } = Promise.withResolvers<void>();
  gate = promise;
  await server.server.services.database.write(1, async (writer) => {
    for (let index = 0; index < count; index++) await queueRemoval(writer, 1, `session ${index}`);
  });
  const done = runJobs();
  await waitUntil(async () => running === limits.livekitRequestsAtOnce);
  open();
  await done;
  await waitUntil(async () => requests.length === count);
  assert.equal(mostRunning, limits.livekitRequestsAtOnce);
});

describe('a webhook', () => {
  const post = async (event: Json, claims: Json = {}, { by = secret, issuer = key } = {}) => {
    const body = JSON.stringify(event);
    const sha256 = createHash('sha256').update(body).digest('base64');
    const token = await new SignJWT({ sha256, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setExpirationTime(Math.floor(Date.now() / 1000) + Number(claims.age ?? 60))
      .sign(new TextEncoder().encode(by));
    const answer = await exchange(`${server.url}/api/v1/calls/livekit/webhook`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/webhook+json' },
      form: body,
    });
    return answer.status;
  };
  const roomOf = async (): Promise<string> => {
    const { livekit: access } = await start();
    return (decodeJwt(access.token).video as { room: string }).room;
  };

  test('removes whoever is not in the call', async () => {
    const room = { name: await roomOf() };
    const joined = (identity: string, name = room.name) => ({
      event: 'participant_joined',
      room: { name },
      participant: { identity },
    });
    assert.equal(await post(joined(first.session)), 200);
    assert.equal(await post({ event: 'room_started', room }), 200);
    assert.equal(await post(joined('stranger', room.name.replace('parley.', 'parley._'))), 200);
    await runJobs();
    assert.deepEqual(requests, []);
    assert.equal(await post(joined('stranger')), 200);
    await runJobs();
    assert.deepEqual(requests.map(({ body }) => body)[0], { room: room.name, identity: 'stranger' });
  });

  test('lets a token no longer allow what its person may no longer do', async () => {
    const room = { name: await roomOf() };
    await allow('moderators');
    await runJobs();
    requests.length = 0;
    // The server was told before the device had joined the room.
    const event = { event: 'participant_joined', room, participant: { identity: first.session } };
    assert.equal(await post(event), 200);
    await runJobs();
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['UpdateParticipant'],
    );
    await allow('everyone');
  });

  test('is refused without a valid signature of its body', async () => {
    const event = {
      event: 'participant_joined',
      room: { name: await roomOf() },
      participant: { identity: 'x' },
    };
    assert.equal(await post(event, { sha256: createHash('sha256').update('').digest('base64') }), 401);
    assert.equal(await post(event, { sha256: 5 }), 401);
    assert.equal(await post(event, { age: -60 }), 401);
    assert.equal(await post(event, {}, { by: 'another secret' }), 401);
    assert.equal(await post(event, {}, { issuer: 'another key' }), 401);
    const bare = await exchange(`${server.url}/api/v1/calls/livekit/webhook`, {
      method: 'POST',
      headers: {},
      form: '{}',
    });
    assert.equal(bare.status, 401);
    await runJobs();
    assert.deepEqual(requests, []);
  });
});

test('the check reports a LiveKit server that does not accept the key', async () => {
  const calls = { mode: 'livekit', stunUrls: [], turn: undefined, livekit: { url, key, secret } } as const;
  const check = () => checkCalls({ calls } as unknown as ServeOptions);
  assert.match((await check()).detail, /^No TURN server is set/);
  assert.deepEqual(requests.at(-1), { method: 'ListRooms', body: {}, video: { roomList: true } });
  status = 401;
  assert.deepEqual(await check(), {
    check: 'calls',
    is_right: false,
    detail: `${url}: the LiveKit server answered 401. Check address, key and secret.`,
  });
});
