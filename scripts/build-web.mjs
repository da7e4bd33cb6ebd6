// Builds the browser client into `build/web/`: scripts and styles bundled by esbuild, with a hash of their content in
// the file name and gzip and Brotli variants, and `files.json`, which maps paths to files. When run as a script, it
// always builds; `--source-maps` adds source maps, which a normal start never builds.

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

/** The inputs of the build. From the rest of `src/` the client imports only types, which do not affect the output. */
const sources = [
  'web',
  'client',
  'texts',
  'src/commands',
  'src/errors',
  'src/local-time',
  'src/markdown',
  'src/texts',
  'scripts/build-web.mjs',
  'scripts/built-texts.mjs',
  'package-lock.json',
];
/** Images and fonts are already compressed. */
const compressible = new Set(['.js', '.css', '.svg', '.html', '.webmanifest', '.map']);
/** Browsers of the last two years; Safari of the last one and a half, since passkeys need it. */
const target = ['chrome131', 'firefox133', 'safari18.4'];

/** A hash of all inputs of the build. */
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

/** Whether the build in the directory is up to date. */
export function isBuilt(directory = standardDirectory) {
  return tableIn(directory)?.sources === hashOfSources();
}

function tableIn(directory) {
  const file = join(directory, 'files.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The pictures that the shell and the manifest name. */
const iconNames = [
  'icons/icon.svg',
  'icons/icon-192.png',
  'icons/icon-512.png',
  'icons/icon-maskable-512.png',
  'icons/screenshot-narrow.webp',
  'icons/screenshot-wide.webp',
];

/**
 * Builds the client. Files of the previous build are kept, so that open tabs can still load their lazy parts; older
 * files are removed. A running server sees either the old table or the new one. With `keepsNames`, functions keep their
 * names, so that profiles and counts of calls can be read.
 */
export async function buildWeb({
  directory = standardDirectory,
  sourceMaps = false,
  keepsNames = false,
} = {}) {
  const hashed = hashOfSources();
  const esbuild = await import('esbuild');
  const before = tableIn(directory);
  mkdirSync(directory, { recursive: true });
  const assets = await bundled(esbuild, directory, { sourceMaps, keepsNames });
  const addFile = (name) => add(assets.files, name, readFileSync(join(root, 'web', name)));
  const icons = Object.fromEntries(iconNames.map((name) => [name, `/web/${addFile(name)}`]));
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

const LAZY = 'lazy';

/**
 * Puts everything that the first page needs into one file. By default, esbuild makes a chunk for each set of modules
 * that the same entries share, which is about thirty for the first page, loaded over six connections. Therefore each
 * lazy part imports the main module, which has been loaded by then, so that all of the main module's code has the same
 * set of importers.
 */
const mainInOneFile = {
  name: 'main in one file',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      return { path: path.startsWith('.') ? join(resolveDir, path) : path, namespace: LAZY };
    });
    build.onLoad({ filter: /./, namespace: LAZY }, ({ path }) => ({
      contents: ["import './main.tsx';", `export * from ${JSON.stringify(path)};`].join('\n'),
      resolveDir: join(root, 'web'),
    }));
  },
};

/** A table of a Unicode character class in the source of re2js. */
const CLASS_TABLE =
  /^\t\t(\w+): \(\) => new UnicodeRangeTable\(decodeRanges\("[^"]*", (?:true|false)\)\),?\n/gm;
const NEEDED_CLASSES = new Set(['L', 'N', 'Z']);

/**
 * Keeps only those Unicode tables of the regular expression engine that every linkifier needs. Patterns that name a
 * character class are rendered by the server (`web/store/echo-lookup.ts`).
 */
export const fewClasses = {
  name: 'few character classes',
  setup(build) {
    build.onLoad({ filter: /re2js[\\/]build[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(CLASS_TABLE, (table, name) => (NEEDED_CLASSES.has(name) ? table : ''));
      if (contents.length > source.length * 0.9)
        throw new Error('the tables of re2js have an unknown format');
      return { contents, loader: 'js' };
    });
  },
};

/** Bundles the scripts and styles of the client; also returns the script and style sheet of the first page. */
async function bundled(esbuild, directory, { sourceMaps, keepsNames }) {
  // The module needs packages that may be missing when this file is loaded.
  const { builtTexts } = await import('./built-texts.mjs');
  const sheets = await Promise.all(
    ['all', 'formulas', 'secondary', 'administration'].map((name) =>
      sheet(esbuild, directory, `web/styles/${name}.css`),
    ),
  );
  const [style, formulas, secondary, administration] = sheets;
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['web/main.tsx'],
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    target,
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: !keepsNames,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    publicPath: '/web/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    // Style sheets are bundled separately.
    loader: { '.svg': 'file', '.png': 'file', '.css': 'empty', '.txt': 'text' },
    define: {
      FORMULA_STYLE: JSON.stringify(formulas.address),
      SECONDARY_STYLE: JSON.stringify(secondary.address),
      ADMINISTRATION_STYLE: JSON.stringify(administration.address),
    },
    plugins: [mainInOneFile, builtTexts, fewClasses],
    sourcemap: sourceMaps ? 'linked' : false,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const [main] = [...outputs].find(([, { entryPoint }]) => entryPoint === 'web/main.tsx');
  // The file of the entry point only imports the main file, so nothing requests it.
  const used = outputFiles.filter(({ path }) => basename(path) !== main);
  return {
    files: filesOf([...used, ...sheets.flatMap((one) => one.outputFiles)]),
    script: mainFile(outputs, main),
    style: style.address,
  };
}

/** The file with the code of the first page: the only import of the entry point's file, which is otherwise empty. */
function mainFile(outputs, main) {
  const imported = outputs.get(main).imports.filter(({ kind }) => kind === 'import-statement');
  if (imported.length !== 1 || Object.keys(outputs.get(main).inputs).length > 0)
    throw new Error('the first page is not in one file');
  return basename(imported[0].path);
}

function filesOf(outputFiles) {
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
}

/** Bundles a style sheet with its fonts. */
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
    // The older font formats are for browsers that the client does not support.
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty', '.svg': 'file', '.png': 'file' },
    write: false,
    logLevel: 'silent',
  });
  const { path } = outputFiles.find(({ path: one }) => one.endsWith('.css'));
  return { outputFiles, address: `/web/${basename(path)}` };
}

/** The language of a file with texts; undefined for other files and for English, which everyone needs. */
function languageOf(name) {
  const [, language] = /^texts-(.+)-\w+-\w+\.js$/.exec(name) ?? [];
  return language === 'en' ? undefined : language;
}

async function serviceWorker(esbuild, files) {
  // The code and fonts for formulas, the linkifier engine and LiveKit's library are left to the HTTP cache of the browser,
  // which shows the screenshots only before the client is installed.
  const isRare = (name) => /\.(?:map|woff2|webp)$|^(?:katex|re2js|livekit-engine)-/.test(name);
  const commonFiles = [...files.keys()].filter((name) => !isRare(name)).sort();
  const pathsOf = (language) =>
    commonFiles.filter((name) => languageOf(name) === language).map((name) => `/web/${name}`);
  const languages = new Set(commonFiles.map(languageOf).filter((language) => language !== undefined));
  const texts = [...languages].map((language) => [language, pathsOf(language)]);
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['web/service-worker/service-worker.ts'],
    bundle: true,
    format: 'iife',
    target,
    minify: true,
    define: {
      WEB_FILES: JSON.stringify(pathsOf(undefined)),
      TEXT_FILES: JSON.stringify(Object.fromEntries(texts)),
    },
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

function shell({ script, style }, icons) {
  const head = [
    `<link rel="stylesheet" href="${style}">`,
    // The first request of the script.
    '<link rel="preload" href="/api/client-table.json" as="fetch" crossorigin>',
    `<script type="module" src="/web/${script}"></script>`,
  ];
  return filledIn('index.html', icons).replace('<!-- built -->', head.join('\n    '));
}

/** The text of a client file, with `{file}` replaced by the URL of that file. */
function filledIn(name, addresses) {
  return Object.entries(addresses).reduce(
    (text, [file, address]) => text.replaceAll(`{${file}}`, address),
    readFileSync(join(root, 'web', name), 'utf8'),
  );
}

/** Adds a file under a name with a hash of its content; returns that name. */
function add(files, name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10).toUpperCase();
  const hashed = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  files.set(hashed, content);
  return hashed;
}

/** Writes a file and its compressed variants, unless it exists with the same content. */
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
  // Last, and atomically: if this file exists, so do its variants.
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

function removeAllBut(directory, names) {
  const keptFiles = new Set(names.flatMap((name) => [name, `${name}.gz`, `${name}.br`]));
  for (const name of readdirSync(directory))
    if (!keptFiles.has(name)) rmSync(join(directory, name), { force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = performance.now();
  const { assets } = await buildWeb({ sourceMaps: process.argv.includes('--source-maps') });
  const took = Math.round(performance.now() - startedAt);
  process.stdout.write(`${standardDirectory}: ${assets.length} files in ${took} ms\n`);
}
