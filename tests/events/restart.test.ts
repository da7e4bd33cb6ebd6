// Clients whose queues outlive a restart are notified of it, with the server's new version.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiClient } from '../support/client.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a restart is announced once, to clients that already had a queue', async () => {
  const dataDirectory = temporaryFolder();
  const databaseUrl = await freshDatabase();
  const before = await startTestServer({ dataDirectory, databaseUrl });
  const gus = await before.as('gus');
  const { queueId, snapshot } = await gus.registerQueue();
  await before.close();
  const restartedServer = await startTestServer({ dataDirectory, databaseUrl });
  const clientAfterwards = new ApiClient(restartedServer.url, gus.email, gus.apiKey, gus.userId);
  const { events } = await clientAfterwards.ok('GET', '/events', {
    queue_id: queueId,
    last_event_id: snapshot.last_event_id,
    dont_block: true,
  });
  assert.equal(events.length, 1);
  const { id, ...content } = events[0];
  assert.ok(id > snapshot.last_event_id);
  assert.deepEqual(content, {
    type: 'restart',
    zulip_version: snapshot.zulip_version,
    zulip_merge_base: snapshot.zulip_merge_base,
    zulip_feature_level: snapshot.zulip_feature_level,
    server_generation: snapshot.server_generation,
  });
  const fresh = await clientAfterwards.registerQueue();
  assert.deepEqual(await fresh.events(), []);
});
