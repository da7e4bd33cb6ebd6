// Builds the browser client into `build/web/`: scripts and styles bundled by esbuild under names that hold a hash of
// their content, each with a gzip and a brotli of itself beside it, and `files.json`, which says what is served where.
// Run by itself it builds at once; `--source-maps` adds maps, which are never built for a start.

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const standardDirectory = join(root, 'build/web');

/** What the client is made of. Of the rest of `src/` it takes types, which are gone when it is built. */
const sources = ['web', 'client', 'src/markdown', 'scripts/build-web.mjs', 'package-lock.json'];
/** Pictures and fonts are compressed already. */
const compressible = new Set(['.js', '.css', '.svg', '.html', '.webmanifest', '.map']);
/** Two years of browsers. */
const target = ['chrome125', 'firefox128', 'safari18'];

/** A hash of everything that a build is made of. */
function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesBelow(join(root, source))) {
      const content = readFileSync(file);
      hash.update(`${file.slice(root.length).replaceAll('\\', '/')}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Whether a build of these sources is there. */
export function isBuilt(directory = standardDirectory) {
  return tableIn(directory)?.sources === hashOfSources();
}

function tableIn(directory) {
  const file = join(directory, 'files.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Builds. The names of the build before are kept, so that tabs opened then can still load their later parts; those of
 * the one before that are removed. A server that runs meanwhile sees either the old table or the new one.
 */
export async function buildWeb({ directory = standardDirectory, sourceMaps = false } = {}) {
  const hashed = hashOfSources();
  const esbuild = await import('esbuild');
  const before = tableIn(directory);
  mkdirSync(directory, { recursive: true });
  const assets = await bundled(esbuild, directory, sourceMaps);
  const named = (name) => add(assets.files, name, readFileSync(join(root, 'web', name)));
  const icons = Object.fromEntries(
    ['icons/icon.svg', 'icons/icon-192.png', 'icons/icon-512.png'].map((name) => [
      name,
      `/web/${named(name)}`,
    ]),
  );
  const pages = new Map();
  const page = (name, text) => add(pages, name, Buffer.from(text));
  const table = {
    sources: hashed,
    pages: {
      '/': page('index.html', shell(assets, icons)),
      '/manifest.webmanifest': page('manifest.webmanifest', filledIn('manifest.webmanifest', icons)),
      '/service-worker.js': page('service-worker.js', await serviceWorker(esbuild, assets.files)),
      '/favicon.ico': add(pages, 'favicon.ico', readFileSync(join(root, 'web/icons/favicon.ico'))),
    },
    assets: [...assets.files.keys()].sort(),
    earlier: (before?.assets ?? []).filter((name) => !assets.files.has(name)),
  };
  await Promise.all([...assets.files, ...pages].map((file) => write(directory, ...file)));
  writeFileSync(join(directory, 'files.json.new'), `${JSON.stringify(table, undefined, 2)}\n`);
  renameSync(join(directory, 'files.json.new'), join(directory, 'files.json'));
  removeAllBut(directory, [...table.assets, ...table.earlier, ...pages.keys(), 'files.json']);
  return table;
}

const LATER = 'loaded later';

/**
 * esbuild makes a file for each set of modules that the same entries share: some thirty for the first page, asked for
 * over six connections. Each part that is loaded later therefore imports the beginning, which is there by then: what the
 * first page needs has one set of sharers, and so is one file.
 */
const beginningInOne = {
  name: 'beginning in one file',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      return { path: path.startsWith('.') ? join(resolveDir, path) : path, namespace: LATER };
    });
    build.onLoad({ filter: /./, namespace: LATER }, ({ path }) => ({
      contents: ["import './main.tsx';", `export * from ${JSON.stringify(path)};`].join('\n'),
      resolveDir: join(root, 'web'),
    }));
  },
};

/** A table of a class of characters, as re2js writes it. */
const CLASS_TABLE =
  /^\t\t(\w+): \(\) => new UnicodeRangeTable\(decodeRanges\("[^"]*", (?:true|false)\)\),?\n/gm;
const ASKED_CLASSES = new Set(['L', 'N', 'Z']);

/**
 * Of the tables of Unicode the engine for linkifiers brings those that stand around every pattern. Patterns that name a class
 * themselves are left to the server (`web/store/echo-names.ts`).
 */
export const fewClasses = {
  name: 'few classes of characters',
  setup(build) {
    build.onLoad({ filter: /re2js[\\/]build[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(CLASS_TABLE, (table, name) => (ASKED_CLASSES.has(name) ? table : ''));
      if (contents.length > source.length * 0.9) throw new Error('re2js writes its tables otherwise');
      return { contents, loader: 'js' };
    });
  },
};

/** The scripts and styles of the client, and what the first page needs of them. */
async function bundled(esbuild, directory, sourceMaps) {
  const sheets = await Promise.all(
    ['all', 'formulas', 'further', 'administration'].map((name) =>
      sheet(esbuild, directory, `web/styles/${name}.css`),
    ),
  );
  const [style, formulas, further, administration] = sheets;
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['web/main.tsx'],
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    target,
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    publicPath: '/web/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    // Sheets are files of their own.
    loader: { '.svg': 'file', '.png': 'file', '.css': 'empty', '.txt': 'text' },
    define: {
      FORMULA_STYLE: JSON.stringify(formulas.address),
      FURTHER_STYLE: JSON.stringify(further.address),
      ADMINISTRATION_STYLE: JSON.stringify(administration.address),
    },
    plugins: [beginningInOne, fewClasses],
    sourcemap: sourceMaps ? 'linked' : false,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const [main] = [...outputs].find(([, { entryPoint }]) => entryPoint === 'web/main.tsx');
  // Nobody asks for what is left of the entry.
  const used = outputFiles.filter(({ path }) => basename(path) !== main);
  return {
    files: filesOf([...used, ...sheets.flatMap((one) => one.outputFiles)]),
    script: beginning(outputs, main),
    style: style.address,
  };
}

/** The file that holds the first page: what is left in the entry's own is that it imports it. */
function beginning(outputs, main) {
  const imported = outputs.get(main).imports.filter(({ kind }) => kind === 'import-statement');
  if (imported.length !== 1 || Object.keys(outputs.get(main).inputs).length > 0)
    throw new Error('the first page is not in one file');
  return basename(imported[0].path);
}

function filesOf(outputFiles) {
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
}

/** A sheet, with its fonts. */
async function sheet(esbuild, directory, source) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [source],
    outdir: directory,
    bundle: true,
    target,
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    publicPath: '/web/',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    // The older formats are for browsers that this client does not run in.
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty', '.svg': 'file', '.png': 'file' },
    write: false,
    logLevel: 'silent',
  });
  const { path } = outputFiles.find(({ path: one }) => one.endsWith('.css'));
  return { outputFiles, address: `/web/${basename(path)}` };
}

async function serviceWorker(esbuild, files) {
  // What sets formulas, their fonts, and what runs linkifiers are kept by the browser itself once somebody has needed them.
  const isForFew = (name) => /\.(?:map|woff2)$|^(?:katex|re2js)-/.test(name);
  const kept = [...files.keys()].filter((name) => !isForFew(name)).sort();
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['web/service-worker/service-worker.ts'],
    bundle: true,
    format: 'iife',
    target,
    minify: true,
    define: { WEB_FILES: JSON.stringify(kept.map((name) => `/web/${name}`)) },
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

function shell({ script, style }, icons) {
  const head = [
    `<link rel="stylesheet" href="${style}">`,
    // The first thing that the script asks for.
    '<link rel="preload" href="/api/client-table.json" as="fetch" crossorigin>',
    `<script type="module" src="/web/${script}"></script>`,
  ];
  return filledIn('index.html', icons).replace('<!-- built -->', head.join('\n    '));
}

/** A file of the client with the addresses of the files that it names. */
function filledIn(name, addresses) {
  return Object.entries(addresses).reduce(
    (text, [file, address]) => text.replaceAll(`{${file}}`, address),
    readFileSync(join(root, 'web', name), 'utf8'),
  );
}

/** Takes a file in under a name with a hash of its content; answers with that name. */
function add(files, name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10).toUpperCase();
  const hashed = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  files.set(hashed, content);
  return hashed;
}

/** What is there already need not be compressed again. */
async function write(directory, name, content) {
  const file = join(directory, name);
  if (existsSync(file) && readFileSync(file).equals(content)) return;
  if (compressible.has(extname(name))) {
    const [zipped, brotli] = await Promise.all([
      promisify(gzip)(content, { level: 9 }),
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    ]);
    writeFileSync(`${file}.gz`, zipped);
    writeFileSync(`${file}.br`, brotli);
  }
  // Last, and at once: where it is, the others are.
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

function removeAllBut(directory, names) {
  const kept = new Set(names.flatMap((name) => [name, `${name}.gz`, `${name}.br`]));
  for (const name of readdirSync(directory))
    if (!kept.has(name)) rmSync(join(directory, name), { force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = performance.now();
  const { assets } = await buildWeb({ sourceMaps: process.argv.includes('--source-maps') });
  const took = Math.round(performance.now() - startedAt);
  process.stdout.write(`${standardDirectory}: ${assets.length} files in ${took} ms\n`);
}
