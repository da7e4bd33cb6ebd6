// Removes files that Node.js never loads from installed packages, such as types, sources, documentation, tests,
// and compiled modules for other platforms. Used for the package of a release; licenses stay.

import { existsSync, globSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Files that Node.js loads: modules, data, and compiled modules with their libraries. */
const LOADED = /\.(js|mjs|cjs|json|node|wasm|dll|dylib|so(\.\d+)*)$/;
const LICENSE = /^(licen[cs]e|copying|notice)/i;
const README = /^readme/i;
/** Folders of a package that programs do not load from. */
const FOLDERS = [
  '.github',
  '.yarn',
  'bench',
  'benchmark',
  'benchmarks',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
];
/** Further modules that nothing loads: sources, and forms for browsers or for the other kind of import. */
const UNUSED = [
  'better-sqlite3/{deps,src}',
  'katex/{cli.js,contrib,src}',
  'katex/dist/{contrib,katex.mjs}',
  'postal-mime/{src,dist/cjs}',
  'prismjs/{plugins,prism.js}',
  're2js/build/index.umd.js',
  'xml2js/lib/xml2js.bc.js',
];

/** This platform, as compiled modules are named: for example `linux-x64`, or `linuxmusl-x64` without glibc. */
function ownPlatform() {
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}${isMusl ? 'musl' : ''}-${process.arch}`;
}

function isForOtherPlatform(path) {
  const [, platform] = /\/prebuilds\/([^/]+)\.node$/.exec(path) ?? [];
  return platform !== undefined && platform !== ownPlatform();
}

function isNeeded(path, hasLicense) {
  const name = basename(path);
  if (LICENSE.test(name) || (README.test(name) && !hasLicense)) return true;
  const isSmallerForm = /\.min\.js$/.test(name) && existsSync(path.replace(/\.min\.js$/, '.js'));
  return LOADED.test(name) && !isSmallerForm && !isForOtherPlatform(path);
}

function trim(folder) {
  for (const name of FOLDERS) rmSync(join(folder, name), { recursive: true, force: true });
  const hasLicense = readdirSync(folder).some((name) => LICENSE.test(name));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const isNested = path.slice(folder.length).includes('/node_modules/');
    if (entry.isFile() && !isNested && !isNeeded(path, hasLicense)) rmSync(path);
  }
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

/** Removes the files that are never loaded from all packages in a `node_modules` folder. */
export function removeUnusedFiles(modules) {
  for (const path of globSync(UNUSED, { cwd: modules })) rmSync(join(modules, path), { recursive: true });
  const packages = globSync('{,**/node_modules/}{*,@*/*}/package.json', { cwd: modules });
  for (const path of packages) trim(join(modules, dirname(path)));
  removeEmptyFolders(modules);
}
