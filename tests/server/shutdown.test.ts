// Stopping: polls are answered, running requests end, and stuck ones do not delay the exit.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import { credentials } from '../uploads/support.ts';

// Without a cut-off, the server would wait for the body timeout, which is very long here.
test('a request whose body never arrives does not delay the shutdown', { timeout: 300_000 }, async () => {
  const server = await withLimit('anonymousBodySeconds', 100_000, () => startTestServer());
  const socket = connect(server.server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) =>
    socket.write('POST /api/v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\ntype=', () =>
      resolve(),
    ),
  );
  // Once the server answers a later request, it has started on this one.
  await fetch(`${server.url}/health`);
  await server.close();
  socket.destroy();
});

test('the answer of a waiting poll closes its connection, so the shutdown does not wait for it', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const { queue_id: queueId } = await mel.ok('POST', '/register', { event_types: ['message'] });
  const hub = await server.server.directory.hubForHost('localhost');
  const pendingPoll = fetch(`${server.url}/api/v1/events?queue_id=${queueId}&last_event_id=-1`, {
    headers: credentials(mel),
  });
  await waitUntil(async () => hub.waitingCount > 0);
  await server.close();
  const response = await pendingPoll;
  assert.deepEqual([response.status, response.headers.get('connection')], [200, 'close']);
});

test('waiting polls are answered with a heartbeat at shutdown, and nothing is lost', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const listener = await mel.registerQueue({ event_types: ['message'] });
  const pendingPoll = listener.next();
  const hub = await server.server.directory.hubForHost('localhost');
  await waitUntil(async () => hub.waitingCount > 0);
  await server.close();
  assert.deepEqual(
    (await pendingPoll).map((event) => event.type),
    ['heartbeat'],
  );
});
