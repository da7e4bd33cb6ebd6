// Changing the clock, or a jump when a machine wakes up, ends no queue; only time without a poll does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = Boolean(testDatabaseUrl) && 'servers on PostgreSQL use the clock of the database';
const HOURS = 3_600_000;

for (const hours of [1, -1]) {
  test(`setting the clock by ${hours} hours ends no queue, polled or not`, { skip }, async (t) => {
    const server = await startTestServer();
    const mel = await server.as('mel');
    const [polled, unpolled] = [
      await mel.registerQueue({ event_types: ['message'] }),
      await mel.registerQueue(),
    ];
    const hub = await server.server.directory.hubForHost('x');
    const now = Date.now;
    t.mock.method(Date, 'now', () => now() + hours * HOURS);
    for (let sweep = 0; sweep < 2; sweep++) {
      await hub.sweep();
      const id = await mel.sendToChannel('general', 'clock', 'tick');
      assert.equal((await polled.events()).at(-1).message.id, id);
    }
    const events = await unpolled.events();
    assert.equal(events.filter(({ type }: { type: string }) => type === 'message').length, 2);
  });
}

test('a queue that outlived a restart does not end when the clock is set', { skip }, async (t) => {
  const dataDirectory = temporaryFolder();
  const first = await startTestServer({ dataDirectory });
  const mel = await first.as('mel');
  const { queueId, snapshot } = await mel.registerQueue({ event_types: ['message'] });
  await first.close();
  const second = await startTestServer({ dataDirectory });
  const client = second.client(mel.email, mel.apiKey);
  const now = Date.now;
  t.mock.method(Date, 'now', () => now() + HOURS);
  await (await second.server.directory.hubForHost('x')).sweep();
  const poll = { queue_id: queueId, last_event_id: snapshot.last_event_id, dont_block: true };
  await client.ok('GET', '/events', poll);
});

test('bound queueIdleSeconds: a queue that is not polled ends after its timeout', { skip }, async (t) => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const { queueId, snapshot } = await mel.registerQueue({ event_types: ['message'] });
  const poll = { queue_id: queueId, last_event_id: snapshot.last_event_id, dont_block: true };
  const hub = await server.server.directory.hubForHost('x');
  const now = performance.now.bind(performance);
  let later = limits.queueIdleSeconds / 2;
  t.mock.method(performance, 'now', () => now() + later * 1000);
  await hub.sweep();
  await mel.ok('GET', '/events', poll);
  later += limits.queueIdleSeconds + 5;
  await hub.sweep();
  assert.equal((await mel.request('GET', '/events', poll)).body.code, 'BAD_EVENT_QUEUE_ID');
});
