// An organization that stays for further runs: filling a million messages takes longer than many a row.

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../processes.ts';
import type { Dataset } from './dataset.ts';

/** Gives what was filled in a directory before, or fills it; without one, a temporary directory. */
export async function keptOrMade(
  directory: string | undefined,
  make: (directory: string) => Promise<Dataset>,
): Promise<Dataset> {
  if (directory === undefined) return make(await temporaryDirectory());
  await mkdir(directory, { recursive: true });
  const description = join(directory, 'bench.json');
  if (existsSync(description)) {
    return { ...(JSON.parse(await readFile(description, 'utf8')) as Dataset), directory };
  }
  const made = await make(directory);
  await writeFile(description, JSON.stringify(made));
  return made;
}
