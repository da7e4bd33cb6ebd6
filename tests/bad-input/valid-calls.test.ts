// The table of valid calls is complete and correct; otherwise tests of bad input could pass for the wrong reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/api/all-operations.ts';
import { startTestServer } from '../support/server.ts';
import { send, textsOf } from './send.ts';
import { validCalls } from './valid-calls.ts';
import { makeWorld } from './world.ts';

const operations = new Map(allOperations.map((operation) => [operation.name, operation]));

test('every operation has a valid call, and every call an operation', () => {
  assert.deepEqual(Object.keys(validCalls).sort(), [...operations.keys()].sort());
});

test('each valid call succeeds, one after the other', async () => {
  const world = await makeWorld(await startTestServer());
  const wrong: string[] = [];
  for (const [name, call] of Object.entries(validCalls)) {
    const operation = operations.get(name);
    assert.ok(operation, name);
    const { status, body } = await send(operation, call, world, textsOf(call, world));
    const summary = `${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`;
    if (call.refusedWithoutSystem) {
      const { code, msg } = call.refusedWithoutSystem;
      if (body.code !== code || body.msg !== msg) wrong.push(summary);
    } else if (status !== 200) wrong.push(summary);
    else if (body.ignored_parameters_unsupported) wrong.push(summary);
  }
  assert.deepEqual(wrong, []);
});
