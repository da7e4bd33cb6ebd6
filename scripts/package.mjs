// Builds the package for installation without network access, `build/package/parley-VERSION-PLATFORM.tgz`, and its software
// bill of materials, `build/package/parley-VERSION.cdx.json`. It contains the program with its types stripped (Node.js does
// not strip types inside `node_modules`), the built browser client, all dependencies, the systemd unit and samples of
// `packaging/`, and Node.js itself, except with `--without-node`.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, isBuilt } from './build-web.mjs';
import { removeUnusedFiles } from './packaged-files.mjs';
import { sbom } from './sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'build/package');
const stage = join(target, 'parley');
const platform = `${process.platform}-${process.arch}`;
const hasNode = !process.argv.includes('--without-node');

/** Packages that only the build of the browser client needs. */
const forBuilding = ['esbuild', '@esbuild', 'preact'];

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** A module as JavaScript, without types and with relative imports of `.js` files. */
function stripped(code) {
  return stripTypeScriptTypes(code, { mode: 'strip' }).replace(
    /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g,
    '$1$2.js$1',
  );
}

function copySources() {
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
    // Declarations contain only types.
    if (!entry.isFile() || /\.d\.m?ts$/.test(entry.name)) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(stage, from.slice(root.length));
    mkdirSync(join(to, '..'), { recursive: true });
    const isTyped = to.endsWith('.ts');
    if (isTyped || to.endsWith('.mjs')) {
      writeFileSync(isTyped ? to.replace(/ts$/, 'js') : to, stripped(readFileSync(from, 'utf8')));
    } else cpSync(from, to);
  }
}

/** Installs the packages that the lock file of a folder pins. */
function install(cwd) {
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
}

/** Installs the runtime dependencies in the package, from the lock file. */
function installPackages() {
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(stage, name));
  install(stage);
  rmSync(join(stage, 'package-lock.json'));
  const modules = join(stage, 'node_modules');
  for (const name of [...forBuilding, '.bin', '.package-lock.json'])
    rmSync(join(modules, name), { recursive: true, force: true });
  removeUnusedFiles(modules);
}

/** Adds the pinned Node.js for this platform as one more bundled package. Returns its name and version. */
function installNode() {
  const folder = join(target, 'node');
  cpSync(join(root, 'scripts/node'), folder, {
    recursive: true,
    filter: (from) => !from.includes('node_modules'),
  });
  install(folder);
  const modules = join(folder, 'node_modules');
  const [name] = globSync('node-*', { cwd: modules });
  for (const path of ['include', 'share', 'CHANGELOG.md'])
    rmSync(join(modules, name, path), { recursive: true, force: true });
  cpSync(join(modules, name), join(stage, 'node_modules', name), { recursive: true });
  rmSync(folder, { recursive: true });
  return { [name]: readJson('scripts/node/package.json').optionalDependencies[name] };
}

/** Writes the package.json: all dependencies are bundled, and only this platform is supported. Returns name and version. */
function writeManifest() {
  const { name, version, description, license, dependencies, imports } = readJson('package.json');
  const bundled = Object.fromEntries(
    Object.entries(dependencies).filter(([key]) => !forBuilding.includes(key)),
  );
  if (hasNode) Object.assign(bundled, installNode());
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    imports: JSON.parse(JSON.stringify(imports).replaceAll('.ts"', '.js"')),
    os: [process.platform],
    cpu: [process.arch],
    bin: { parley: 'bin/parley' },
    dependencies: bundled,
    bundleDependencies: Object.keys(bundled),
  };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return `${name}-${version}`;
}

/** Writes the command, with the Node.js flags of `npm start`. */
function writeCommand() {
  const words = readJson('package.json').scripts.start.split(' ');
  const flags = words.slice(words.indexOf('node') + 1).filter((word) => word.startsWith('--'));
  mkdirSync(join(stage, 'bin'));
  const command = readFileSync(join(root, 'packaging/parley'), 'utf8').replace('FLAGS', flags.join(' '));
  writeFileSync(join(stage, 'bin/parley'), command, { mode: 0o755 });
}

rmSync(target, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
if (!isBuilt()) await buildWeb();
copySources();
cpSync(join(root, 'build/web'), join(stage, 'build/web'), { recursive: true });
cpSync(join(root, 'texts'), join(stage, 'texts'), { recursive: true });
for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(stage, name));
for (const name of ['guide', 'design', 'specification'])
  cpSync(join(root, 'docs', name), join(stage, 'docs', name), { recursive: true });
// The template of the command is left out: it becomes `bin/parley`.
const template = join(root, 'packaging/parley');
cpSync(join(root, 'packaging'), join(stage, 'packaging'), {
  recursive: true,
  filter: (from) => from !== template,
});
installPackages();
const packed = writeManifest();
writeCommand();
execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', target], {
  cwd: stage,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const file = join(target, `${packed}-${platform}${hasNode ? '' : '-without-node'}.tgz`);
renameSync(join(target, `${packed}.tgz`), file);
writeFileSync(join(target, `${packed}.cdx.json`), sbom());
process.stdout.write(`${file}\n`);
