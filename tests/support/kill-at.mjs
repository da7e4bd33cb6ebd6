// Loaded into a command before everything else: kills its process as `kill -9` does, right before a call of the file system
// that `PARLEY_TEST_KILL` names, e.g. `rename 2 /data`: the second renaming of something that lies in that folder, or into it.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';

const [, call = '', count = '', folder = ''] =
  /^(\w+) (\d+) (.+)$/.exec(process.env.PARLEY_TEST_KILL ?? '') ?? [];
const real = fs.promises[call];
let left = Number(count);

fs.promises[call] = (...args) => {
  if (args.some((arg) => typeof arg === 'string' && dirname(arg) === folder) && --left === 0)
    process.kill(process.pid, 'SIGKILL');
  return real(...args);
};
syncBuiltinESMExports();
