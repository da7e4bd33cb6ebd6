// A server with the demo organization in its own process, for fuzzing.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface FuzzedServerOptions {
  /** An empty folder. */
  readonly data: string;
  /** Collects errors that the server logs, and its exit. */
  readonly problems: string[];
  /** A module that the server preloads. */
  readonly preload?: string;
}

/** Starts a server and waits until it is ready. */
export async function startFuzzedServer({ data, problems, preload }: FuzzedServerOptions) {
  const program = ['src/main.mjs', 'serve', '--demo', '--port', '0', '--data', data];
  const child: ChildProcess = spawn(
    process.execPath,
    [...(preload === undefined ? [] : ['--import', preload]), ...program],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      for (const line of String(chunk).split('\n'))
        if (line.includes('"error"')) problems.push(line.slice(0, 1500));
      const address = /listening on (\S+)/.exec(out)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error('the server ended before it was ready')));
  });
  child.once('exit', (code, signal) => problems.push(`the server ended: ${code ?? signal}`));
  return { child, url };
}

/** The `Authorization` header of a person in the demo organization. */
export async function authorizationOf(url: string, name: string): Promise<string> {
  const body = new URLSearchParams({ username: `${name}@example.com` });
  const answer = await fetch(`${url}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
  const { email, api_key: key } = (await answer.json()) as { email: string; api_key: string };
  return `Basic ${btoa(`${email}:${key}`)}`;
}
