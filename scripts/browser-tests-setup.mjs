// Prepares a run of the browser tests (`playwright.config.ts`): checks the quarantine, chooses a directory in memory for
// temporary files, and creates the demo organization that every server starts with.

import { fileURLToPath } from 'node:url';
import { quarantinedIn } from '../tests/browser/quarantine.ts';
import { makeDemoTemplate } from './demo-template.mjs';
import { onceOrphaned } from './parent-watch.mjs';
import { memoryDirectory } from './test-directory.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns a function that removes the prepared data. The processes that run the tests inherit the environment. */
export default async function setUp({ rootDir }) {
  for (const { file, reason } of quarantinedIn(rootDir))
    process.stdout.write(`in quarantine: a test of ${file}: ${reason}\n`);
  // Playwright shuts down a run cleanly only on this signal.
  const end = () => process.kill(process.pid, 'SIGINT');
  process.once('SIGTERM', end);
  process.once('SIGHUP', end);
  onceOrphaned(end);
  const directory = memoryDirectory();
  if (directory) process.env.TMPDIR = directory;
  // The client cannot tell which engine the server uses. But several servers need PostgreSQL.
  const { environment, remove } = await makeDemoTemplate(root, undefined);
  Object.assign(process.env, environment, {
    PARLEY_TEST_POSTGRES_URL: process.env.PARLEY_TEST_DATABASE_URL ?? '',
    PARLEY_TEST_DATABASE_URL: '',
  });
  return remove;
}
