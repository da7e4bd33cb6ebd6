// Preloaded into a command: kills its process as `kill -9` does, right before a file system call that
// `PARLEY_TEST_KILL` names. `rename 2 /data` is the second rename of something in that folder, or into it.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';

const [, call = '', count = '', folder = ''] =
  /^(\w+) (\d+) (.+)$/.exec(process.env.PARLEY_TEST_KILL ?? '') ?? [];
const real = fs.promises[call];
let callsLeft = Number(count);

fs.promises[call] = (...args) => {
  if (args.some((arg) => typeof arg === 'string' && dirname(arg) === folder) && --callsLeft === 0)
    process.kill(process.pid, 'SIGKILL');
  return real(...args);
};
syncBuiltinESMExports();
