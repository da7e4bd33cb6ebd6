// After a copy both servers answer every read operation the same, with everything in the organization that operations make.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { allOperations } from '../../src/api/all-operations.ts';
import { lastCalls } from '../bad-input/calls/organization.ts';
import { send, textsOf } from '../bad-input/send.ts';
import { validCalls } from '../bad-input/valid-calls.ts';
import { makeWorld, type World } from '../bad-input/world.ts';
import { root, runningDemo } from '../support/command-line.ts';
import { freshDatabase, type TestServer } from '../support/server.ts';
import { clientAt, runJson, serverAt, storageAt } from './backups.ts';

/** Operations whose answer depends on the time or the process, or that write. */
const excluded: ReadonlySet<string> = new Set(['get-events']);

const reads = allOperations.filter(({ name, method }) => method === 'GET' && !excluded.has(name));

function callOf(name: string) {
  return validCalls[name] ?? assert.fail(`no valid call of ${name}`);
}

/** The answers of all read operations at a server. */
async function answersAt(server: TestServer, world: World): Promise<Map<string, unknown>> {
  const here: World = { ...world, server, client: (caller) => clientAt(server, world.client(caller)) };
  const answers = new Map<string, unknown>();
  for (const operation of reads) {
    const call = callOf(operation.name);
    const { status, body } = await send(operation, call, here, textsOf(call, here));
    answers.set(operation.name, { status, body: withoutTimes(body) });
  }
  return answers;
}

/** Removes what depends on the moment. */
function withoutTimes(body: Record<string, unknown>): unknown {
  const { server_timestamp: _time, ...rest } = body;
  return JSON.parse(JSON.stringify(rest).replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'));
}

test('both servers answer all read operations the same', async () => {
  const { server } = await runningDemo();
  const world = await makeWorld(server);
  for (const operation of allOperations) {
    const call = callOf(operation.name);
    // The last calls end access.
    if (operation.method !== 'GET' && !(operation.name in lastCalls))
      await send(operation, call, world, textsOf(call, world));
  }
  await server.close();
  const from = storageAt(server.dataDirectory, server.databaseUrl);
  const directory = await mkdtemp(join(root, 'same-'));
  const storages = [from, storageAt(directory, undefined)];
  await runJson('database', 'copy', '--to-data', directory, ...from.flags);
  const url = await freshDatabase();
  if (url !== undefined) {
    await runJson('database', 'copy', '--to', url, '--data', directory);
    storages.push(storageAt(directory, url));
  }
  let expected: Map<string, unknown> | undefined;
  for (const storage of storages) {
    const running = await serverAt(storage);
    const answers = await answersAt(running, world);
    await running.close();
    expected ??= answers;
    const differing = [...answers].filter(
      ([name, answer]) => !isDeepStrictEqual(answer, expected?.get(name)),
    );
    assert.deepEqual(
      differing,
      differing.map(([name]) => [name, expected?.get(name)]),
    );
  }
  const succeeded = [...(expected ?? [])].filter(
    ([, answer]) => (answer as { status: number }).status === 200,
  );
  assert.ok(succeeded.length > reads.length * 0.8, `${succeeded.length} of ${reads.length} succeeded`);
});
