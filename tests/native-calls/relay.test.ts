// TURN: credentials that a TURN server can check, and calls whose participants do not learn the addresses of each other.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { relayedOnly } from '../../src/model/native-calls/call-signal.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { Device } from './device.ts';

const secret = 'a secret';
const turn = { urls: ['turn:turn.example.com', 'turns:turn.example.com:443'], secret };
const server = await startTestServer({
  calls: { mode: 'direct', stunUrls: ['stun:turn.example.com'], turn },
});
const [mel, mia, olive] = [await server.as('mel'), await server.as('mia'), await server.as('olive')];
const [first, second] = [await Device.of(mel), await Device.of(mia)];

test('bound turnSeconds: credentials end, are new each time, and name no one', async () => {
  const before = nowSeconds();
  const { ice_servers, ice_servers_expire_at, relay_only } = await first.start({
    type: 'direct',
    to: [mia.userId],
  });
  assert.equal(relay_only, false);
  assert.ok(ice_servers_expire_at >= before + limits.turnSeconds);
  assert.ok(ice_servers_expire_at <= nowSeconds() + limits.turnSeconds);
  const [stun, relay] = ice_servers;
  assert.deepEqual(stun, { urls: ['stun:turn.example.com'] });
  assert.deepEqual(relay.urls, turn.urls);
  assert.match(relay.username, new RegExp(`^${ice_servers_expire_at}:[0-9a-f]{24}$`));
  assert.equal(relay.credential, createHmac('sha1', secret).update(relay.username).digest('base64'));
  const path = `/calls/${first.callId}/ice_servers`;
  const renewed = await mel.ok('POST', path, { session: first.session });
  assert.notEqual(renewed.ice_servers[1].username, relay.username);
  const stranger = { session: first.session };
  await mia.refused('POST', path, stranger, 'CALL_SESSION_GONE');
  assert.ok(!JSON.stringify(await mel.registerQueue().then(({ snapshot }) => snapshot)).includes(secret));
});

const relayed = 'candidate:3 1 udp 41 192.0.2.7 60000 typ relay raddr 198.51.100.4 rport 50000';
const direct = 'candidate:1 1 udp 21 198.51.100.4 50000 typ host';
const reflexive = 'candidate:2 1 udp 16 198.51.100.4 50000 typ srflx raddr 10.0.0.4 rport 50000';
const hidden = 'candidate:3 1 udp 41 192.0.2.7 60000 typ relay raddr 0.0.0.0 rport 0';

test('where calls are always relayed, other addresses are struck from signals', async () => {
  await second.join(first.callId);
  await second.queue.events();
  await olive.ok('PATCH', '/realm', { calls_always_relay: true });
  assert.equal((await second.join(first.callId, { session: second.session })).relay_only, true);
  const all = [relayed, direct, reflexive, ''];
  const fields = { sdpMid: '0', sdpMLineIndex: 0 };
  const description = { type: 'offer', sdp: `v=0\r\na=${direct}\r\na=${relayed}\r\n` };
  const candidates = all.map((candidate) => ({ candidate, ...fields }));
  await first.signal(second, { description, candidates });
  const [signal] = await second.queue.eventsOf('call_signal');
  assert.deepEqual(signal.data, {
    description: { type: 'offer', sdp: `v=0\r\na=${hidden}\r\n` },
    candidates: [hidden, ''].map((candidate) => ({ candidate, ...fields })),
  });
  await olive.ok('PATCH', '/realm', { calls_always_relay: false });
});

test('descriptions keep everything but addresses', () => {
  const sdp = [
    'v=0',
    'o=- 1 2 IN IP4 198.51.100.4',
    'c=IN IP6 2001:db8::1',
    'm=audio 50000 UDP/TLS/RTP/SAVPF 111',
    'a=rtcp:50000 IN IP4 198.51.100.4',
    `a=${reflexive}`,
    'a=fingerprint:sha-256 00',
    '',
  ];
  const { description } = relayedOnly({ description: { type: 'offer', sdp: sdp.join('\r\n') } });
  assert.deepEqual(description?.sdp.split('\r\n'), [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    'c=IN IP4 0.0.0.0',
    'm=audio 50000 UDP/TLS/RTP/SAVPF 111',
    'a=rtcp:9 IN IP4 0.0.0.0',
    'a=fingerprint:sha-256 00',
    '',
  ]);
});

test('calls cannot always be relayed without a TURN server', async () => {
  const without = await startTestServer();
  const owner = await without.as('olive');
  const refusal = 'Calls can be relayed only through a TURN server. The server has none (--turn-url).';
  await owner.refused('PATCH', '/realm', { calls_always_relay: true }, 'BAD_REQUEST', refusal);
});

test('if the TURN server is removed while calls are always relayed, joining one says why it cannot connect', async () => {
  const storage = { dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
  const before = await startTestServer({ ...storage, calls: { mode: 'direct', stunUrls: [], turn } });
  await (await before.as('olive')).ok('PATCH', '/realm', { calls_always_relay: true });
  await before.close();
  const after = await startTestServer(storage);
  const device = await Device.of(await after.as('mel'));
  const { userId } = await after.as('mia');
  const parameters = { type: 'direct', to: [userId], queue_id: device.queue.queueId };
  const reason =
    'Calls in this organization go through a TURN server, and none is configured. An administrator can turn that setting off.';
  await device.client.refused('POST', '/calls', parameters, 'CALLS_OFF', reason);
});

test('a server without calls offers none', async () => {
  const without = await startTestServer({ calls: { mode: 'off', stunUrls: [], turn: undefined } });
  const device = await Device.of(await without.as('mel'));
  assert.equal(device.queue.snapshot.server_calls.engine, 'off');
  const { userId } = await without.as('mia');
  const parameters = { type: 'direct', to: [userId], queue_id: device.queue.queueId };
  await device.client.refused('POST', '/calls', parameters, 'CALLS_OFF');
});
