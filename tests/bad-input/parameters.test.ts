// Every operation with one parameter wrong and all others right: the error names the parameter, and nothing changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/api/all-operations.ts';
import { limits } from '../../src/api-contract/limits.ts';
import type { Declaration } from '../../src/api-contract/operation.ts';
import { startTestServer } from '../support/server.ts';
import type { ValidCall } from './calls/call.ts';
import { type BadCase, badCases } from './cases.ts';
import { Unchanged } from './fingerprint.ts';
import { type Answered, send, textsOf } from './send.ts';
import { validCalls } from './valid-calls.ts';
import { makeWorld } from './world.ts';

const world = await makeWorld(await startTestServer());
// Jobs write at the same time as requests; without them, every change was made by a request.
await world.server.server.scheduler.close();
const unchanged = await Unchanged.since(world.server);

/** Parameters that their error calls by another name. */
const OTHER_NAMES: Readonly<Record<string, RegExp>> = {
  narrow: /narrow|operand/,
  authentication_methods: /authentication_methods|^key is not a boolean$/,
  notification_sound: /notification[_ ]sound/,
  email_notifications_batching_period_seconds: /email batching period|email_notifications_batching/,
};

/** The error for null bytes in any text of a message. */
const NULL_BYTES = 'Message must not contain null bytes';

function names(message: unknown, parameter: string): boolean {
  if (typeof message !== 'string') return false;
  return OTHER_NAMES[parameter]?.test(message) ?? message.includes(parameter);
}

/** What is wrong about the answer to a bad request; undefined if nothing. */
function problemOf({ parameter, text }: BadCase, { status, body }: Answered): string | undefined {
  const description = `${parameter}=${text?.slice(0, 60)}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
  if (text?.includes('\0') && body.msg === NULL_BYTES) return undefined;
  // Too long to be accepted without an account.
  if (status === 413 && encodeURIComponent(text ?? '').length > limits.anonymousBodyBytes) return undefined;
  if (status !== 400 || body.result !== 'error' || !names(body.msg, parameter)) return description;
  if (body.code === 'BAD_REQUEST') return text === undefined ? description : undefined;
  const code = text === undefined ? 'REQUEST_VARIABLE_MISSING' : 'REQUEST_VARIABLE_INVALID';
  return body.code === code && body.var_name === parameter ? undefined : description;
}

const AT_ONCE = 20;
/** Fewer than an account may send at the same time. */
const FILES_AT_ONCE = 5;

async function problems(
  operation: Declaration,
  call: ValidCall,
  cases: readonly BadCase[],
): Promise<(string | undefined)[]> {
  const right = textsOf(call, world);
  const atOnce = call.files ? FILES_AT_ONCE : AT_ONCE;
  const found: (string | undefined)[] = [];
  for (let from = 0; from < cases.length; from += atOnce) {
    const answers = cases.slice(from, from + atOnce).map(async (one) => {
      const texts = new Map(right);
      if (one.text === undefined) texts.delete(one.parameter);
      else texts.set(one.parameter, one.text);
      return problemOf(one, await send(operation, call, world, texts));
    });
    found.push(...(await Promise.all(answers)));
  }
  return found;
}

for (const operation of allOperations) {
  const cases = badCases(operation);
  if (cases.length === 0) continue;
  test(`${operation.name} refuses wrong parameters`, async () => {
    const call = validCalls[operation.name];
    assert.ok(call, 'there is no valid call to start from');
    const found = await problems(operation, call, cases);
    assert.deepEqual(
      found.filter((problem) => problem !== undefined),
      [],
    );
    await unchanged.after(operation.name);
  });
}

test('the last operations changed nothing', () => unchanged.compare());
