// `fill-demo`: fills an empty data directory with the demo organization and ends. `serve` runs it as a process of its
// own, so that the server itself stays as small at its first start as at every later one.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillDemo } from '../demo/fill-demo.ts';
import { silentLog } from '../server/logger.ts';
import { ParleyServer } from '../server/server.ts';
import { parseServeOptions, type ServeOptions } from './serve-options.ts';

/** The flags of `serve`. Fails without a word: the server that follows meets the same trouble and says it. */
export async function fillDemoCommand(args: readonly string[]): Promise<void> {
  const options = parseServeOptions(args, process.env);
  if (!options?.isDemo) return;
  const server = await ParleyServer.build(
    { ...options, port: 0, incomingMail: undefined, log: silentLog },
    fillDemo,
  );
  await server.close();
  process.exit(0);
}

/** Has an empty embedded database filled before this process opens it. */
export function fillDemoApart(options: ServeOptions, args: readonly string[]): void {
  if (!options.isDemo || options.databaseUrl !== undefined) return;
  if (existsSync(join(options.dataDirectory, 'parley.db'))) return;
  const main = fileURLToPath(new URL('../main.mjs', import.meta.url));
  spawnSync(process.execPath, [...process.execArgv, main, 'fill-demo', ...args], { stdio: 'ignore' });
}
