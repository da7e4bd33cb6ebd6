// Installs missing packages and builds the browser client before a start or a test run, if needed. Runs on any Node.js that
// npm itself runs on. `--all` also installs development packages.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWeb, isBuilt } from './build-web.mjs';
import { installedPackages } from './installed-packages.mjs';
import { installNode, isNodeMissing, nodeToUse } from './newer-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.parley-installed`;
const lockFile = `${root}.installing`;
const locked = readFileSync(`${root}package-lock.json`, 'utf8');
const packages = createHash('sha256').update(locked).digest('hex');

const readIfExists = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Records packages that were installed by other means, so that they are checked only once. */
function recordInstalled() {
  const installedList = readIfExists(`${root}node_modules/.package-lock.json`);
  if (installedList === '' || readIfExists(stamp).startsWith(packages)) return;
  const scope = installedPackages(JSON.parse(locked), JSON.parse(installedList));
  if (scope) writeFileSync(stamp, `${packages} ${scope}`);
}

/**
 * The packages to install: `all`, `production`, or undefined for none. Development packages are never removed
 * again.
 */
function missing() {
  const installed = readIfExists(stamp);
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

/** Acquires the lock and returns true, or waits until another process has released it and returns false. */
function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let attemptsWithoutId = 0; existsSync(lockFile); Atomics.wait(pause, 0, 0, 200)) {
    const pid = Number(readIfExists(lockFile));
    // A file without an id was just created, or its process was killed before it wrote the id.
    const isHeld = pid > 0 ? isRunning(pid) : ++attemptsWithoutId < 10;
    if (isHeld) continue;
    rmSync(lockFile, { force: true });
    return false;
  }
  return false;
}

function install(scope) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (scope === 'production') args.push('--omit=dev');
  const options = { cwd: root, shell: process.platform === 'win32' };
  // On standard error: standard output belongs to the server.
  const { status } = spawnSync('npm', args, { ...options, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    process.stderr.write('npm could not install the packages. See its messages above.\n');
    return false;
  }
  writeFileSync(stamp, `${packages} ${scope}`);
  return true;
}

/** Fills the cache of compiled modules for the first start. Caches depend on the flags, so these are those of `npm start`. */
function warm() {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const command = scripts.start.split(' ');
  const flags = command.slice(command.indexOf('node') + 1).filter((word) => word.startsWith('--'));
  const options = { cwd: root, shell: process.platform === 'win32', stdio: 'ignore' };
  spawnSync(nodeToUse(), [...flags, 'src/main.mjs', 'warm'], options);
}

/** Whether the client must be built; not if the server does not serve it. */
function staleClient() {
  const isUnwanted = /^(1|true|on|yes)$/i.test(process.env.PARLEY_NO_WEB ?? '');
  return !isUnwanted && !isBuilt();
}

/** Builds the client; returns false on failure. The API works without it. */
async function build() {
  try {
    await buildWeb();
    return true;
  } catch (error) {
    process.stderr.write(`The browser client could not be built: ${error.message}\n`);
    return false;
  }
}

/** Does work until nothing is missing; returns false if it fails. */
async function untilComplete(missingWork, work) {
  for (let scope = missingWork(); scope; scope = missingWork()) {
    // A start and a test run at the same time would remove each other's packages.
    if (!takeLock()) continue;
    try {
      if (!(await work(scope))) return false;
    } finally {
      rmSync(lockFile, { force: true });
    }
  }
  return true;
}

async function prepare() {
  recordInstalled();
  const isCold = missing() !== undefined;
  if (!(await untilComplete(missing, install))) return false;
  if (!(await untilComplete(isNodeMissing, installNode))) return false;
  if (isCold) warm();
  const isBuilt = await untilComplete(staleClient, build);
  // Tests need the client. A server also runs without it, and prints a warning.
  return isBuilt || !process.argv.includes('--all');
}

if (!(await prepare())) process.exitCode = 1;
