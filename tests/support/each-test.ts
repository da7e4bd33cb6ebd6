// What is done before or after each test of one file. Files share a process, where `beforeEach` and `afterEach` outside of
// any `describe` would be done at every test of all of them.

import { afterEach, beforeEach, type SuiteContext, type TestContext } from 'node:test';

type Action = () => unknown;

function isIn(file: string, context: TestContext | SuiteContext): boolean {
  return context.filePath === file;
}

/** Done before each test of a file: `import.meta.filename`. */
export function beforeEachIn(file: string, action: Action): void {
  beforeEach(async (context) => {
    if (isIn(file, context)) await action();
  });
}

/** Done after each test of a file: `import.meta.filename`. */
export function afterEachIn(file: string, action: Action): void {
  afterEach(async (context) => {
    if (isIn(file, context)) await action();
  });
}
