// Litestream beside a server, as docs/guide/litestream.md configures it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onCleanup } from './cleanup.ts';
import { temporaryFolder } from './temporary.ts';

/** Starts Litestream with a folder as the copy. */
export async function startLitestream(database: string, copy: string) {
  const config = join(temporaryFolder(), 'litestream.yml');
  await writeFile(
    config,
    `dbs:
  - path: ${database}
    monitor-interval: 250ms
    replicas:
      - type: file
        path: ${copy}
        sync-interval: 250ms
`,
  );
  const child = spawn('litestream', ['replicate', '-config', config], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onCleanup(() => {
    child.kill('SIGKILL');
  });
  return {
    config,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
