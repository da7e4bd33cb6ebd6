// A line of a table of rules: what is asked, and the sentence that refuses it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';

/** One test of a rule, which lets something pass (no refusal) or refuses it word for word. */
export function rule(name: string, refusal: string | undefined, check: () => unknown): void {
  test(`${name}: ${refusal ?? 'may'}`, () => {
    if (refusal === undefined) check();
    else assert.throws(check, (error) => error instanceof ApiError && error.message === refusal, refusal);
  });
}
