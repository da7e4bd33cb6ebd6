// `fill-demo`: fills an empty data directory with the demo organization. `serve` runs it in a child process,
// so that the server's first start needs no more memory than later ones.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillDemo } from '../demo/fill-demo.ts';
import { makeDataDirectory } from '../server/data-directory.ts';
import { silentLog } from '../server/logger.ts';
import { ParleyServer } from '../server/server.ts';
import { parseServeOptions, type ServeOptions } from './serve-options.ts';

/** The prefix of directories that are being filled. */
const FILLING = 'filling-';

/** Takes the flags of `serve`. Fails silently: the server that follows has the same problem and reports it. */
export async function fillDemoCommand(args: readonly string[]): Promise<void> {
  const options = parseServeOptions(args, process.env);
  if (!options?.isDemo) return;
  const server = await ParleyServer.build(
    { ...options, port: 0, incomingMail: undefined, metricsPort: undefined, log: silentLog },
    fillDemo,
  );
  await server.close();
  process.exit(0);
}

/**
 * Fills an empty directory's embedded database in a child process before this process opens it. The child
 * works in a subdirectory, which is moved into place when complete, so that an interrupted start leaves
 * nothing unfinished.
 */
export async function fillDemoInChildProcess(
  { isDemo, databaseUrl, dataDirectory }: ServeOptions,
  args: readonly string[],
): Promise<void> {
  if (!isDemo || databaseUrl !== undefined || !(await isEmpty(dataDirectory))) return;
  const filling = await mkdtemp(join(dataDirectory, FILLING));
  const main = fileURLToPath(new URL('../main.mjs', import.meta.url));
  const child = [...process.execArgv, main, 'fill-demo', ...args, '--data', filling];
  const { status } = spawnSync(process.execPath, child, { stdio: 'ignore' });
  if (status === 0 && !existsSync(join(filling, 'parley.db-wal'))) {
    for (const file of ['secret', 'parley.db']) await rename(join(filling, file), join(dataDirectory, file));
  }
  await rm(filling, { recursive: true, force: true });
}

/** Creates the directory if necessary and removes the files that interrupted starts left in it. */
async function isEmpty(dataDirectory: string): Promise<boolean> {
  try {
    await makeDataDirectory(dataDirectory);
    const names = await readdir(dataDirectory);
    for (const name of names.filter((name) => name.startsWith(FILLING))) {
      await rm(join(dataDirectory, name), { recursive: true, force: true });
    }
    return names.every((name) => name.startsWith(FILLING));
  } catch {
    // The server has the same problem and reports it.
    return false;
  }
}
