// Installs what is missing and builds the browser client before a start or a test run: on a fresh clone everything,
// later nothing. Runs on any Node.js that npm itself runs on; `--all` also installs what only tests need.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWeb, isBuilt } from './build-web.mjs';
import { installedPackages } from './installed-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.parley-installed`;
const lockFile = `${root}.installing`;
const locked = readFileSync(`${root}package-lock.json`, 'utf8');
const packages = createHash('sha256').update(locked).digest('hex');

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Notes what was installed by somebody else, so that it is looked at once. */
function noteInstalled() {
  const listed = readIfThere(`${root}node_modules/.package-lock.json`);
  if (listed === '' || readIfThere(stamp).startsWith(packages)) return;
  const what = installedPackages(JSON.parse(locked), JSON.parse(listed));
  if (what) writeFileSync(stamp, `${packages} ${what}`);
}

/** What has to be installed: nothing, what a server needs, or all. What tests need is never taken away again. */
function missing() {
  const installed = readIfThere(stamp);
  const wantsAll = process.argv.includes('--all') || installed.endsWith(' all');
  if (installed === `${packages} all`) return undefined;
  if (wantsAll) return 'all';
  return installed === `${packages} production` ? undefined : 'production';
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether this process may install; false once another one that was at it has ended. */
function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let nameless = 0; existsSync(lockFile); Atomics.wait(pause, 0, 0, 200)) {
    const pid = Number(readIfThere(lockFile));
    // Made a moment ago and not written yet; or its maker was killed just then.
    const isHeld = pid > 0 ? isRunning(pid) : ++nameless < 10;
    if (isHeld) continue;
    rmSync(lockFile, { force: true });
    return false;
  }
  return false;
}

function install(what) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (what === 'production') args.push('--omit=dev');
  const options = { cwd: root, shell: process.platform === 'win32' };
  // On standard error: standard output belongs to the server.
  const { status } = spawnSync('npm', args, { ...options, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    process.stderr.write('npm could not install the packages. See its messages above.\n');
    return false;
  }
  // Fills the cache of compiled modules, so that already the first start finds it. What was compiled under other
  // flags is of no use to it.
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const command = scripts.start.split(' ');
  const flags = command.slice(command.indexOf('node') + 1).filter((word) => word.startsWith('--'));
  spawnSync('node_modules/.bin/node', [...flags, 'src/main.mjs', 'warm'], { ...options, stdio: 'ignore' });
  writeFileSync(stamp, `${packages} ${what}`);
  return true;
}

/** Whether the client has to be built; a server that is told to serve none needs none. */
function staleClient() {
  const isUnwanted = /^(1|true|on|yes)$/i.test(process.env.PARLEY_NO_WEB ?? '');
  return !isUnwanted && !isBuilt();
}

/** Builds the client; false where that failed, of which the API knows nothing. */
async function build() {
  try {
    await buildWeb();
    return true;
  } catch (error) {
    process.stderr.write(`The browser client could not be built: ${error.message}\n`);
    return false;
  }
}

/** Does what is missing until nothing is; false where it cannot be done. */
async function untilThere(whatIsMissing, work) {
  for (let what = whatIsMissing(); what; what = whatIsMissing()) {
    // A start and a test run at the same time would take each other's packages away.
    if (!takeLock()) continue;
    try {
      if (!(await work(what))) return false;
    } finally {
      rmSync(lockFile, { force: true });
    }
  }
  return true;
}

noteInstalled();
if (!(await untilThere(missing, install))) process.exitCode = 1;
// Tests need the client; a server also answers without it, and says so.
else if (!(await untilThere(staleClient, build)) && process.argv.includes('--all')) process.exitCode = 1;
