// `fill-demo`: fills an empty data directory with the demo organization and ends. `serve` runs it as a process of its
// own, so that the server itself stays as small at its first start as at every later one.

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

/** What the names of directories that are being filled begin with. */
const FILLING = 'filling-';

/** The flags of `serve`. Fails without a word: the server that follows meets the same trouble and says it. */
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
 * Has the embedded database of an empty directory filled before this process opens it: in a directory below, from
 * which it is moved when it is whole, so that an interrupted start leaves nothing half done.
 */
export async function fillDemoApart(
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

/** Makes the directory if there is none and clears away what an interrupted start left there. */
async function isEmpty(dataDirectory: string): Promise<boolean> {
  try {
    await makeDataDirectory(dataDirectory);
    const names = await readdir(dataDirectory);
    for (const name of names.filter((one) => one.startsWith(FILLING))) {
      await rm(join(dataDirectory, name), { recursive: true, force: true });
    }
    return names.every((name) => name.startsWith(FILLING));
  } catch {
    // The server meets the same trouble and says it.
    return false;
  }
}
