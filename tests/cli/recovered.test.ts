// Preparing a database that other programs returned to an earlier state: all event queues end, while no server runs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run, runningDemo } from '../support/command-line.ts';
import { clientAt, serverAt, storageAt } from './backups.ts';

test('event queues end while no server runs, and clients register again', async () => {
  const { server, storageFlags } = await runningDemo();
  const mel = await server.as('mel');
  const { queue_id: queueId, last_event_id: start } = await mel.ok('POST', '/register');
  const poll = { queue_id: queueId, last_event_id: start, dont_block: true };
  const refused = await run('database', 'recovered', ...storageFlags);
  assert.equal(refused.status, 1);
  assert.match(refused.err, /^(Another server is running|The database has \d+ other connection)/);
  await mel.ok('GET', '/events', poll);
  await server.close();
  const { status, out, err } = await run('database', 'recovered', ...storageFlags);
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, /^Ended 1 event queues\. Start the server, and run "check"/);
  const restarted = await serverAt(storageAt(server.dataDirectory, server.databaseUrl));
  const here = clientAt(restarted, mel);
  await here.refused('GET', '/events', poll, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`);
  await here.ok('POST', '/register');
  await restarted.close();
});
