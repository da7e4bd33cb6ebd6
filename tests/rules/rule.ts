// A row in a table of rules: a check, and the error that it throws.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';

/** Declares a test of a rule, which passes (no error) or refuses with exactly this text. */
export function rule(name: string, expectedError: string | undefined, check: () => unknown): void {
  test(`${name}: ${expectedError ?? 'allowed'}`, () => {
    if (expectedError === undefined) check();
    else
      assert.throws(
        check,
        (error) => error instanceof ApiError && error.message === expectedError,
        expectedError,
      );
  });
}
