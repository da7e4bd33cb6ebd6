// Errors of well-formed requests: ids that do not exist, or belong to the other organization or other people, a role that
// is too low, a state that does not allow the change. Each error is checked in full, and nothing changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/api/all-operations.ts';
import { id, type JsonSchema } from '../../src/api-contract/codec.ts';
import type { Declaration } from '../../src/api-contract/operation.ts';
import { startTestServer } from '../support/server.ts';
import type { ValidCall } from './calls/call.ts';
import { allExpectedErrors } from './errors/all-expected-errors.ts';
import type { ExpectedError } from './errors/expected-error.ts';
import { Unchanged } from './fingerprint.ts';
import { type Answered, send, textsOf } from './send.ts';
import { validCalls } from './valid-calls.ts';
import { makeWorld } from './world.ts';

const world = await makeWorld(await startTestServer());
// Jobs write at the same time as requests; without them, every change was made by a request.
await world.server.server.scheduler.close();
const unchanged = await Unchanged.since(world.server);

function answerTo(operation: Declaration, { by, with: changes, files }: ExpectedError): Promise<Answered> {
  const call = validCalls[operation.name];
  assert.ok(call, 'there is no valid call to start from');
  const parameters = { ...call.parameters?.(world), ...changes?.(world) };
  const changedCall: ValidCall = {
    ...call,
    by: by ?? call.by,
    parameters: () => parameters,
    ...(files && { files }),
  };
  return send(operation, changedCall, world, textsOf(changedCall, world));
}

for (const operation of allOperations) {
  const expectedErrors = allExpectedErrors[operation.name];
  if (!expectedErrors) continue;
  test(`${operation.name} gives the expected error in each case`, async () => {
    const answers = await Promise.all(
      expectedErrors.map((expectedError) => answerTo(operation, expectedError)),
    );
    assert.deepEqual(
      answers.map(({ status, body }, index) => [
        expectedErrors[index]?.what,
        status,
        body.result,
        body.code,
        body.msg,
      ]),
      expectedErrors.map(({ what, status = 400, code = 'BAD_REQUEST', msg }) => [
        what,
        status,
        'error',
        code,
        typeof msg === 'string' ? msg : msg(world),
      ]),
    );
    await unchanged.after(operation.name);
  });
}

test('the last operations changed nothing either', () => unchanged.compare());

/** Ids that filter the answer; an unknown id matches nothing. */
const FILTERS: ReadonlySet<string> = new Set([
  'check-messages-match-narrow msg_ids',
  'get-message-context message_ids',
  'get-users user_ids',
  'get-audit-log before',
  'get-audit-log after',
  'get-audit-log acting_user_id',
  'get-audit-log affected_user_id',
]);

function isId(schema: JsonSchema): boolean {
  if (schema === id.schema) return true;
  const nested = [schema.items, ...((schema.anyOf ?? []) as unknown[])].filter((one) => one !== undefined);
  return nested.some((one) => isId(one as JsonSchema));
}

test('every id parameter is tried with an unknown id or one of another organization', () => {
  const untried = allOperations.flatMap(({ name, parameters }) => {
    const triedParameters = new Set(
      (allExpectedErrors[name] ?? []).flatMap(({ with: changes }) => Object.keys(changes?.(world) ?? {})),
    );
    return Object.entries(parameters)
      .filter(([parameter, { codec }]) => isId(codec.schema) && !triedParameters.has(parameter))
      .map(([parameter]) => `${name} ${parameter}`)
      .filter((one) => !FILTERS.has(one));
  });
  assert.deepEqual(untried, []);
});

test('every error case belongs to an existing operation', () => {
  const names = new Set(allOperations.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(allExpectedErrors).filter((name) => !names.has(name)),
    [],
  );
});
