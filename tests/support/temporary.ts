// Temporary folders. They are removed when the test process ends: `after` hooks run in the order of registration, so a
// folder would be removed under a server that still writes to it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates an empty folder for a test or a test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  folders.push(folder);
  return folder;
}
