// Tests that reach a bound of src/api-contract/limits.ts. Such a test's title begins with `bound` and the names of the
// bounds (`'bound queuesPerAccount: …'`), or a function whose name begins with `reaches` declares it.
// tests/api-contract/bounds-reached.test.ts fails if a bound has no test.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/api/all-operations.ts';
import { limits } from '../../src/api-contract/limits.ts';
import type { ValidCall } from '../bad-input/calls/call.ts';
import { type Answered, send, textsOf } from '../bad-input/send.ts';
import { validCalls } from '../bad-input/valid-calls.ts';
import type { World } from '../bad-input/world.ts';
import type { Json } from './client.ts';
import { type BoundName, withLimit } from './with-limit.ts';

function validCallOf(operation: string): ValidCall {
  return validCalls[operation] ?? assert.fail(`no valid call of ${operation}`);
}

/** Makes the valid call of an operation with other parameters, as another caller if one is given. */
export function callValid(
  world: World,
  operation: string,
  changed: Json,
  more: Partial<ValidCall> = {},
): Promise<Answered> {
  const declared = allOperations.find(({ name }) => name === operation);
  assert.ok(declared, operation);
  const valid = validCallOf(operation);
  const parameters = (given: World) => ({ ...valid.parameters?.(given), ...changed });
  return send(declared, { ...valid, ...more }, world, textsOf({ ...valid, parameters }, world));
}

export interface Expected {
  /** The message of the error above the bound; must contain the bound unless given. */
  readonly message?: RegExp;
  /** The error expected at the bound itself, if something else refuses the call. */
  readonly messageAtBound?: RegExp;
}

/** Declares a test: a value at the bound is accepted, one above it is refused, and the error says why. */
export function reachesByCall(
  name: BoundName,
  world: World,
  operation: string,
  parameters: (size: number) => Json,
  { message = new RegExp(`\\b${limits[name]}\\b`), messageAtBound }: Expected = {},
): void {
  test(`bound ${name}: ${operation} accepts a value at the bound and refuses one above it`, async () => {
    const refusal = await callValid(world, operation, parameters(limits[name] + 1));
    assert.equal(refusal.status, 400, JSON.stringify(refusal.body).slice(0, 300));
    assert.match(refusal.body.msg, message);
    const { status, body } = await callValid(world, operation, parameters(limits[name]));
    const expectedMessage = validCallOf(operation).refusedWithoutSystem?.msg;
    if (messageAtBound) assert.match(body.msg, messageAtBound);
    if (messageAtBound) assert.doesNotMatch(body.msg, message);
    else
      assert.equal(
        expectedMessage ?? status,
        expectedMessage ? body.msg : 200,
        JSON.stringify(body).slice(0, 300),
      );
  });
}

const LOWERED_BOUND = 4;

/** Declares a test: with the bound lowered, calls succeed up to it; once the bound is restored, the next call succeeds. */
export function reachesByMany(
  name: BoundName,
  world: World,
  operation: string,
  parameters: (index: number) => Json,
  {
    message = new RegExp(`\\b${LOWERED_BOUND}\\b`),
    status = 400,
  }: Expected & { readonly status?: number } = {},
): void {
  test(`bound ${name}: ${operation} is refused once there are that many`, async () => {
    let acceptedCount = 0;
    await withLimit(name, LOWERED_BOUND, async () => {
      let answer = await callValid(world, operation, parameters(acceptedCount));
      for (
        ;
        answer.status === 200 && acceptedCount <= LOWERED_BOUND;
        answer = await callValid(world, operation, parameters(acceptedCount))
      )
        acceptedCount++;
      assert.equal(
        answer.status,
        status,
        `${acceptedCount} were accepted; ${JSON.stringify(answer.body).slice(0, 200)}`,
      );
      assert.match(answer.body.msg, message);
    });
    assert.equal((await callValid(world, operation, parameters(acceptedCount))).status, 200);
  });
}
