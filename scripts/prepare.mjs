// Installs what is missing before a start or a test run: on a fresh clone everything, later nothing. Runs on any
// Node.js that npm itself runs on; `--all` also installs what only tests need.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.parley-installed`;
const wantsAll = process.argv.includes('--all');
const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (installed !== `${lock} all` && (wantsAll || installed !== `${lock} production`)) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!wantsAll) args.push('--omit=dev');
  // On standard error: standard output belongs to the server.
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write('The packages could not be installed.\n');
    process.exit(1);
  }
  // Fills the cache of compiled modules, so that already the first start finds it. What was compiled under other
  // flags is of no use to it.
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const command = scripts.start.split(' ');
  const flags = command.slice(command.indexOf('node') + 1).filter((word) => word.startsWith('--'));
  spawnSync('node_modules/.bin/node', [...flags, 'src/main.mjs', 'warm'], {
    cwd: root,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  writeFileSync(stamp, `${lock} ${wantsAll ? 'all' : 'production'}`);
}
