// Tests that reach a bound of src/api-contract/limits.ts. The name of such a test begins with `bound` and the names of what it
// reaches (`'bound queuesPerAccount: …'`), or it is made by a function whose name begins with `reaches`;
// tests/api-contract/bounds-reached.test.ts fails where a bound has none.

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

/** Makes the valid call of an operation with other parameters, in the name of another caller if one is given. */
export function call(
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
  /** What the refusal of too much says; the bound itself unless given. */
  readonly says?: RegExp;
  /** What is said of as much as may be, where something else stands against it. */
  readonly otherwise?: RegExp;
}

/** A test: as much as the bound says is taken, one more is refused, and the refusal says why. */
export function reachesByCall(
  name: BoundName,
  world: World,
  operation: string,
  parameters: (size: number) => Json,
  { says = new RegExp(`\\b${limits[name]}\\b`), otherwise }: Expected = {},
): void {
  test(`bound ${name}: ${operation} takes so much and no more`, async () => {
    const beyond = await call(world, operation, parameters(limits[name] + 1));
    assert.equal(beyond.status, 400, JSON.stringify(beyond.body).slice(0, 300));
    assert.match(beyond.body.msg, says);
    const { status, body } = await call(world, operation, parameters(limits[name]));
    const known = validCallOf(operation).refusedWithoutSystem?.msg;
    if (otherwise) assert.match(body.msg, otherwise);
    if (otherwise) assert.doesNotMatch(body.msg, says);
    else assert.equal(known ?? status, known ? body.msg : 200, JSON.stringify(body).slice(0, 300));
  });
}

const FEW = 4;

/** A test: with the bound lowered, calls are taken until there are so many, and the next once the bound is as it was. */
export function reachesByMany(
  name: BoundName,
  world: World,
  operation: string,
  parameters: (index: number) => Json,
  { says = new RegExp(`\\b${FEW}\\b`), status = 400 }: Expected & { readonly status?: number } = {},
): void {
  test(`bound ${name}: ${operation} is refused when there are so many`, async () => {
    let taken = 0;
    await withLimit(name, FEW, async () => {
      let answer = await call(world, operation, parameters(taken));
      for (; answer.status === 200 && taken <= FEW; answer = await call(world, operation, parameters(taken)))
        taken++;
      assert.equal(
        answer.status,
        status,
        `${taken} were taken; ${JSON.stringify(answer.body).slice(0, 200)}`,
      );
      assert.match(answer.body.msg, says);
    });
    assert.equal((await call(world, operation, parameters(taken))).status, 200);
  });
}
