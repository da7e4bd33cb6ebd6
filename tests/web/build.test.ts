// The build of the browser client: what the preparation of a start builds, and when it does not build again. Runs
// on a copy of the sources, since it would otherwise disturb servers of other tests.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { textLanguages } from '../../src/texts/language-files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
let copy = '';

before(async () => {
  copy = await mkdtemp(join(tmpdir(), 'parley-build-'));
  const parts = ['scripts', 'web', 'client', 'texts', 'src'];
  for (const part of [...parts, 'package.json', 'package-lock.json']) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!name.startsWith('.'))
      await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
  // Marks all packages as installed.
  const packages = createHash('sha256').update(await readFile(join(copy, 'package-lock.json')));
  await writeFile(join(copy, 'node_modules/.parley-installed'), `${packages.digest('hex')} all`);
});

after(() => rm(copy, { recursive: true }));

function prepare(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const { PARLEY_NO_WEB: _unset, ...inherited } = process.env;
  const env = { ...inherited, ...environment };
  return promisify(execFile)(process.execPath, ['scripts/prepare.mjs', ...args], { cwd: copy, env });
}

const built = (name: string) => join(copy, 'build/web', name);

interface Table {
  readonly pages: Readonly<Record<string, string>>;
  readonly assets: readonly string[];
  readonly earlier: readonly string[];
}

async function table(): Promise<Table> {
  return JSON.parse(await readFile(built('files.json'), 'utf8'));
}

test('a preparation builds the client once for the same sources', async () => {
  await prepare();
  const first = await table();
  assert.deepEqual(Object.keys(first.pages), [
    '/',
    '/manifest.webmanifest',
    '/service-worker.js',
    '/favicon.ico',
  ]);
  // A second build would overwrite this.
  await writeFile(
    built('files.json'),
    JSON.stringify({ ...JSON.parse(await readFile(built('files.json'), 'utf8')), mark: 1 }),
  );
  await prepare();
  assert.ok('mark' in (await table()));
  await writeFile(
    join(copy, 'web/main.tsx'),
    `${await readFile(join(copy, 'web/main.tsx'), 'utf8')}document.title = 'x';\n`,
  );
  await prepare();
  const second = await table();
  assert.ok(!('mark' in second));
  assert.notDeepEqual(second.assets, first.assets);
});

test('every script and style sheet has gzip and Brotli variants, and the page names them', async () => {
  await prepare();
  const { assets, pages } = await table();
  const shell = await readFile(built(pages['/'] ?? ''), 'utf8');
  const texts = assets.filter((name) => /\.(js|css)$/.test(name));
  assert.ok(texts.length >= 2);
  for (const name of texts) {
    const content = await readFile(built(name));
    assert.ok(gunzipSync(await readFile(built(`${name}.gz`))).equals(content));
    assert.ok(brotliDecompressSync(await readFile(built(`${name}.br`))).equals(content));
    assert.match(name, /^[\w-]+-[A-Z0-9]{8,10}\.(js|css)$/);
    assert.ok(!content.includes('sourceMappingURL'));
  }
  assert.match(shell, /<script type="module" src="\/web\/[\w-]+-[A-Z0-9]{8}\.js"><\/script>/);
  assert.match(shell, /<link rel="stylesheet" href="\/web\/all-[A-Z0-9]{8}\.css">/);
  assert.doesNotMatch(shell, /<script(?![^>]*\bsrc=)|<style|[{}]/);
});

test('the first page is one script of at most 100 KB and a style sheet of at most 20 KB, compressed; the whole client is at most 553 KB, without LiveKit’s library of at most 160 KB, and 40 KB for each further language', async () => {
  await prepare();
  const { assets, pages } = await table();
  const shell = await readFile(built(pages['/'] ?? ''), 'utf8');
  const addresses = [...shell.matchAll(/(?:src|href)="\/web\/([^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  );
  const size = async (name: string) => (await readFile(built(`${name}.gz`))).length;
  const scripts = addresses.filter((name) => name.endsWith('.js'));
  const sheets = addresses.filter((name) => name.endsWith('.css'));
  assert.equal(scripts.length, 1);
  assert.equal(sheets.length, 1);
  // Static imports of the script would be part of the first load, too.
  assert.doesNotMatch(await readFile(built(scripts[0] ?? ''), 'utf8'), /\bimport\s*["{*\w]/);
  assert.ok((await size(scripts[0] ?? '')) <= 100_000, `${await size(scripts[0] ?? '')} bytes of script`);
  assert.ok((await size(sheets[0] ?? '')) <= 20_000, `${await size(sheets[0] ?? '')} bytes of styles`);
  const total = async (names: readonly string[]) =>
    (await Promise.all(names.map(size))).reduce((sum, one) => sum + one, 0);
  const files = assets.filter((name) => /\.(js|css|svg)$/.test(name));
  const isTextOf = (language: string) => (name: string) => name.startsWith(`texts-${language}-`);
  const others = textLanguages().filter((language) => language !== 'en');
  const whole = await total(files.filter((name) => !others.some((language) => isTextOf(language)(name))));
  const liveKit = await total(files.filter((name) => name.startsWith('livekit-engine-')));
  assert.ok(liveKit > 0 && liveKit <= 160_000, `${liveKit} bytes of LiveKit’s library`);
  assert.ok(whole - liveKit <= 553_000, `${whole - liveKit} bytes of the rest of the client`);
  for (const language of others) {
    const texts = await total(files.filter(isTextOf(language)));
    assert.ok(texts > 10_000 && texts <= 40_000, `${texts} bytes of texts in ${language}`);
  }
});

test('files of the previous build are kept, older ones are removed', async () => {
  await prepare();
  const before = await table();
  const [previous = ''] = before.assets;
  const files = {
    ...before,
    sources: 'others',
    assets: ['gone-12345678.js', previous],
    earlier: ['older-12345678.js'],
  };
  await writeFile(built('files.json'), JSON.stringify(files));
  for (const name of ['gone-12345678.js', 'gone-12345678.js.br', 'older-12345678.js'])
    await writeFile(built(name), '');
  await prepare();
  assert.deepEqual((await table()).earlier, ['gone-12345678.js']);
  const names = await readdir(join(copy, 'build/web'));
  assert.ok(names.includes('gone-12345678.js') && names.includes('gone-12345678.js.br'));
  assert.ok(!names.includes('older-12345678.js'));
});

test('a server that does not serve the client needs no build', async () => {
  await rm(join(copy, 'build'), { recursive: true, force: true });
  await prepare([], { PARLEY_NO_WEB: 'on' });
  assert.ok(!(await readdir(copy)).includes('build'));
});

test('a failed build is reported in one line; a start continues without it and a test run does not', async () => {
  const file = join(copy, 'web/main.tsx');
  const text = await readFile(file, 'utf8');
  try {
    await writeFile(file, `${text}\nconst = 1;\n`);
    const { stderr } = await prepare();
    assert.match(stderr, /^The browser client could not be built: .*main\.tsx/s);
    await assert.rejects(prepare(['--all']), { code: 1 });
  } finally {
    await writeFile(file, text);
  }
});
