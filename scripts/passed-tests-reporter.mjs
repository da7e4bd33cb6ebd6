// A reporter of the test runner beside the readable one: one line of JSON for each test that passed, with its name
// and file. The coverage of the specification is made from these lines.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export default async function* passedTests(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' || data.details?.type === 'suite') continue;
    if (data.skip !== undefined || data.todo !== undefined || !data.file) continue;
    yield `${JSON.stringify({ file: relative(root, data.file), name: data.name })}\n`;
  }
}
