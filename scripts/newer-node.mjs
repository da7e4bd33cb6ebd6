// Fetches a newer Node.js if the one that runs this script is too old for Parley. Version and hashes are pinned
// in `scripts/node/package-lock.json`; npm scripts find it as `node`, before the one in the PATH. Runs on Node.js
// 20.19.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'scripts/node');
const isWindows = process.platform === 'win32';
/** The command that npm scripts find. It is part of no package, so npm removes it whenever it installs packages. */
const command = join(root, 'node_modules/.bin', isWindows ? 'node.cmd' : 'node');
/** The first major version that Parley runs on. */
const MINIMUM = 24;

/** Whether the machine's own Node.js is too old. It was, if the fetched one runs this script. */
const isTooOld =
  Number.parseInt(process.versions.node, 10) < MINIMUM || process.execPath.startsWith(join(folder, '/'));

/** The folders of the installed Node.js packages: one, for this platform. */
function installed() {
  const modules = join(folder, 'node_modules');
  return existsSync(modules)
    ? readdirSync(modules)
        .filter((name) => name.startsWith('node-'))
        .map((name) => join(modules, name))
    : [];
}

/** The executable, if it is installed in the pinned version. */
function executable() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const path of installed()) {
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const file = join(path, 'bin', isWindows ? 'node.exe' : 'node');
    if (version === optionalDependencies[name] && existsSync(file)) return file;
  }
  return undefined;
}

/** Whether a newer Node.js is needed but not installed, or installed without its command. */
export function isNodeMissing() {
  return isTooOld && (executable() === undefined || !existsSync(command));
}

function install() {
  process.stderr.write(
    `Parley needs Node.js ${MINIMUM} or newer, and this is ${process.version}: npm fetches a newer one into this folder.\n`,
  );
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: isWindows });
  if (status !== 0) return undefined;
  // Headers and documentation take a third of the space.
  for (const path of installed())
    for (const name of ['include', 'share', 'CHANGELOG.md'])
      rmSync(join(path, name), { recursive: true, force: true });
  return executable();
}

/** Installs the newer Node.js and makes it the `node` of npm scripts. Returns false on failure. */
export function installNode() {
  const file = executable() ?? install();
  if (file === undefined) {
    process.stderr.write(
      'npm could not install Node.js. See its messages above, or install Node.js 24 yourself.\n',
    );
    return false;
  }
  rmSync(command, { force: true });
  mkdirSync(join(command, '..'), { recursive: true });
  const path = relative(join(command, '..'), file);
  if (isWindows) writeFileSync(command, `@"%~dp0${path}" %*\r\n`);
  else symlinkSync(path, command);
  if (!isWindows) chmodSync(file, 0o755);
  return true;
}

/** The Node.js to run Parley with. */
export function nodeToUse() {
  return isTooOld ? command : process.execPath;
}
