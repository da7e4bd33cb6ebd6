// A temporary Python environment with third-party clients, installed from their registry.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary.ts';

const run = promisify(execFile);

export interface PythonEnvironment {
  /** The folder of the installed programs. */
  readonly bin: string;
  /** Runs a driver of this folder and returns the JSON in its last line. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read a driver's output freely
  drive(driver: string, args: readonly string[]): Promise<any>;
}

/** Creates an environment with these packages; undefined, with a message, if Python is missing. */
export async function pythonWith(...packages: string[]): Promise<PythonEnvironment | undefined> {
  const directory = temporaryFolder();
  try {
    await run('python3', ['-m', 'venv', directory]);
  } catch {
    process.stdout.write('Python is not installed: the clients that need it are skipped.\n');
    return undefined;
  }
  const bin = join(directory, 'bin');
  // The terminal client declares no support for newer Pythons, but works on them.
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
