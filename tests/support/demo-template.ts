// The demo organization, filled once per test run and copied for each server: filling it takes longer than most tests.
// `scripts/run-tests.mjs` and `browser-tests-setup.mjs` make it; a test file that runs on its own fills its own copy.

import { cp } from 'node:fs/promises';

/** A data directory; on PostgreSQL also the name of the database that belongs to it. */
const directory = process.env.PARLEY_TEST_TEMPLATE;
export const templateDatabase = process.env.PARLEY_TEST_TEMPLATE_DATABASE || undefined;

/** Copies the template's files to where a server will start. */
export async function copyDemoTemplate(dataDirectory: string): Promise<void> {
  if (directory) await cp(directory, dataDirectory, { recursive: true });
}

/** Copies the template for a server with the embedded database; does nothing if the template is for another engine. */
export async function copyEmbeddedDemoTo(dataDirectory: string): Promise<void> {
  if (!templateDatabase) await copyDemoTemplate(dataDirectory);
}
