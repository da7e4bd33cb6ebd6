// Cleanup when a test ends, such as closing a started server, in both test runners: `after` of node:test runs it by
// default; a fixture of the browser tests collects the functions and runs them itself.

import { after } from 'node:test';

type Undo = () => unknown;

let collected: Undo[] | undefined;

/** Calls a function when the test, or the test file, ends. */
export function onCleanup(undo: Undo): void {
  if (collected) collected.push(undo);
  else after(() => undo());
}

/** Collects the functions that are registered from now on. Returns a function that calls them, the last first. */
export function collectCleanups(): () => Promise<void> {
  const own: Undo[] = [];
  collected = own;
  return async () => {
    const errors: unknown[] = [];
    // A function may register another one.
    for (let undo = own.pop(); undo; undo = own.pop()) {
      try {
        await undo();
      } catch (error) {
        errors.push(error);
      }
    }
    collected = undefined;
    if (errors.length > 0) throw new AggregateError(errors, `cleaning up failed: ${errors.join('; ')}`);
  };
}
