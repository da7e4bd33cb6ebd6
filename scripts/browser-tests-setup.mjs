// Prepares a run of the browser tests (`playwright.config.ts`): a directory in memory for temporary files, and the demo
// organization that every server starts with.

import { fileURLToPath } from 'node:url';
import { makeDemoTemplate } from './demo-template.mjs';
import { onceOrphaned } from './parent-watch.mjs';
import { memoryDirectory } from './test-directory.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns a function that removes what was prepared. The processes that run the tests inherit the environment. */
export default async function setUp() {
  // Playwright ends a run in an orderly way on this signal alone.
  const end = () => process.kill(process.pid, 'SIGINT');
  process.once('SIGTERM', end);
  process.once('SIGHUP', end);
  onceOrphaned(end);
  const directory = memoryDirectory();
  if (directory) process.env.TMPDIR = directory;
  // The client cannot tell which engine the server uses.
  const { environment, remove } = await makeDemoTemplate(root, undefined);
  Object.assign(process.env, environment, { PARLEY_TEST_DATABASE_URL: '' });
  return remove;
}
