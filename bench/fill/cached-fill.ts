// Reuses a generated organization in later runs, since filling a million messages takes longer than
// measuring many rows.

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../processes.ts';
import type { Dataset } from './dataset.ts';

/** Returns the organization in a directory, or fills it; without a directory, fills a temporary one. */
export async function loadOrFill(
  directory: string | undefined,
  fillDirectory: (directory: string) => Promise<Dataset>,
): Promise<Dataset> {
  if (directory === undefined) return fillDirectory(await temporaryDirectory());
  await mkdir(directory, { recursive: true });
  const description = join(directory, 'bench.json');
  if (existsSync(description)) {
    return { ...(JSON.parse(await readFile(description, 'utf8')) as Dataset), directory };
  }
  const filled = await fillDirectory(directory);
  await writeFile(description, JSON.stringify(filled));
  return filled;
}
