// The demo organization as it was filled once for a whole test run, to be copied for each server: filling it takes
// longer than most tests. `scripts/run-tests.mjs` makes it; a test file that runs alone fills its own.

import { cp } from 'node:fs/promises';

/** A data directory, and on PostgreSQL the name of a database that belongs to it. */
const directory = process.env.PARLEY_TEST_TEMPLATE;
export const templateDatabase = process.env.PARLEY_TEST_TEMPLATE_DATABASE || undefined;

/** Puts the template's files where a server will start. */
export async function copyDemoTo(dataDirectory: string): Promise<void> {
  if (directory) await cp(directory, dataDirectory, { recursive: true });
}

/** The same for a server of the embedded database, whatever the run's is; nothing where the template is another one's. */
export async function copyEmbeddedDemoTo(dataDirectory: string): Promise<void> {
  if (!templateDatabase) await copyDemoTo(dataDirectory);
}
