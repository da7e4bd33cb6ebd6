// A reporter of the test runner beside the readable one: one line of JSON for each test that passed, with its name
// and file. The coverage of the specification is made from these lines. It also tells `run-tests.mjs` where the run is.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerStarter, Progress } from './test-progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

answerStarter();

export default async function* passedTests(events) {
  const progress = new Progress();
  for await (const event of events) {
    progress.take(event);
    const { type, data } = event;
    if (type !== 'test:pass' || data.details?.type === 'suite') continue;
    if (data.skip !== undefined || data.todo !== undefined || !data.file) continue;
    yield `${JSON.stringify({ file: relative(root, data.file), name: data.name })}\n`;
  }
  progress.end();
}
