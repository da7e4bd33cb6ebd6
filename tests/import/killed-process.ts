// Runs an import in its own process, which is killed when it reports a stage.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));

export interface Ended {
  readonly signal: string | null;
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command, to its end unless it is killed. */
export function importInProcess(killAt: string | undefined, ...args: readonly string[]): Promise<Ended> {
  const environment = { ...process.env, PARLEY_DATABASE_URL: '', PARLEY_DATA: '' };
  const child = spawn(process.execPath, [main, 'organization', 'import', ...args], { env: environment });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
    if (killAt !== undefined && output.err.includes(killAt)) child.kill('SIGKILL');
  });
  return new Promise((resolve) =>
    child.on('close', (status, signal) => resolve({ ...output, status, signal })),
  );
}
