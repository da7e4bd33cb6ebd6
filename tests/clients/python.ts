// A throw-away Python environment with other people's clients in it, installed from their registry.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary.ts';

const run = promisify(execFile);

export interface PythonEnvironment {
  /** Where the installed programs are. */
  readonly bin: string;
  /** Runs a driver of this folder and gives the JSON that its last line holds. */
  // biome-ignore lint/suspicious/noExplicitAny: what a driver saw is looked into freely by tests
  drive(driver: string, args: readonly string[]): Promise<any>;
}

/** Makes the environment with packages in it; undefined, with a word about why, where Python is not there. */
export async function pythonWith(...packages: string[]): Promise<PythonEnvironment | undefined> {
  const directory = temporaryFolder();
  try {
    await run('python3', ['-m', 'venv', directory]);
  } catch {
    process.stdout.write('Python is not there: its clients are not tried.\n');
    return undefined;
  }
  const bin = join(directory, 'bin');
  // The terminal client declares no support for newer Pythons, yet runs on them.
  await run(join(bin, 'pip'), ['install', '--quiet', '--ignore-requires-python', ...packages], {
    timeout: 300_000,
  });
  return {
    bin,
    async drive(driver, args) {
      const file = fileURLToPath(new URL(driver, import.meta.url));
      const { stdout } = await run(join(bin, 'python'), [file, ...args], {
        timeout: 200_000,
        maxBuffer: 64 * 1024 * 1024,
      });
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    },
  };
}
