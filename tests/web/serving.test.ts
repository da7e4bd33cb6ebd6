// Serving the browser client: cache lifetimes, compression, and the content security policy.

import assert from 'node:assert/strict';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildWeb } from '../../scripts/build-web.mjs';
import { limits } from '../../src/api-contract/limits.ts';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { acceptedEncoding, fileEncodings } from '../../src/server/http/accepted-encoding.ts';
import { WebBuild } from '../../src/server/pages/web-build.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();
const table = await buildWeb({ directory });
const server = await startTestServer({ webDirectory: directory });

interface RawResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/** A raw request: `fetch` would add headers and decompress. */
function requestRaw(path: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    get(`${server.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        });
      });
    }).on('error', reject);
  });
}

const assetLike = (pattern: RegExp) => table.assets.find((name) => pattern.test(name)) ?? '';
const page = await readFile(join(directory, table.pages['/'] ?? ''), 'utf8');
const script = /<script type="module" src="\/web\/([^"]+)">/.exec(page)?.[1] ?? '';

test('the page has a strict CSP, preloads what it needs, and is revalidated each time', async () => {
  const shell = await requestRaw('/?visit=yes', { 'accept-encoding': 'br' });
  assert.deepEqual([shell.status, shell.headers['content-encoding']], [200, 'br']);
  assert.equal(shell.headers['cache-control'], 'no-cache');
  assert.equal(shell.headers['x-content-type-options'], 'nosniff');
  assert.equal(shell.headers['referrer-policy'], 'same-origin');
  assert.equal(shell.headers['cross-origin-opener-policy'], 'same-origin');
  const policy = String(shell.headers['content-security-policy']).split('; ');
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types message-html service-worker',
  ]) {
    assert.ok(policy.includes(rule), rule);
  }
  const html = brotliDecompressSync(shell.bytes).toString();
  for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    assert.equal((await requestRaw(address)).status, 200, address);
  }
  assert.equal(
    (await requestRaw('/?visit=yes', { 'accept-encoding': 'br', 'if-none-match': shell.headers.etag ?? '' }))
      .status,
    304,
  );
  assert.equal((await requestRaw('/?visit=yes', { 'if-none-match': shell.headers.etag ?? '' })).status, 200);
});

test('only the page may use cameras, microphones, screens and speakers', async () => {
  const features = ['camera', 'display-capture', 'microphone', 'speaker-selection'];
  const policyOf = async (path: string) => (await requestRaw(path)).headers['permissions-policy'];
  assert.equal(await policyOf('/?visit=yes'), features.map((feature) => `${feature}=(self)`).join(', '));
  for (const path of ['/login/', '/health', '/api/v1/server_settings', `/web/${script}`, '/nowhere'])
    assert.equal(await policyOf(path), features.map((feature) => `${feature}=()`).join(', '), path);
});

test('the page may connect to the LiveKit server', async () => {
  const livekit = { url: 'wss://livekit.example.com:7880/path', key: 'key', secret: 'a secret' };
  const calls = { mode: 'livekit', stunUrls: [], turn: undefined, livekit } as const;
  const other = await startTestServer({ webDirectory: directory, calls });
  const { headers } = await fetch(`${other.url}/?visit=yes`);
  const policy = String(headers.get('content-security-policy')).split('; ');
  assert.ok(policy.includes("connect-src 'self' wss://livekit.example.com:7880"), policy.join('\n'));
});

test('the address of a call leads to the client, which shows its conversation', async () => {
  const { status, headers } = await requestRaw('/calls/17');
  assert.deepEqual([status, headers.location], [302, '/#calls/17']);
  for (const path of ['/calls/none', '/calls/1234567890123456', '/calls/1e3'])
    assert.equal((await requestRaw(path)).status, 404, path);
});

test('files with a hash in their names are cached forever, and compressed as the browser accepts', async () => {
  const content = await readFile(join(directory, script));
  const plain = await requestRaw(`/web/${script}`);
  assert.equal(plain.status, 200);
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(plain.headers['x-content-type-options'], 'nosniff');
  assert.equal(plain.headers.vary, 'accept-encoding');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.ok(plain.bytes.equals(content));
  const zipped = await requestRaw(`/web/${script}`, { 'accept-encoding': 'gzip, deflate' });
  assert.equal(zipped.headers['content-encoding'], 'gzip');
  assert.ok(gunzipSync(zipped.bytes).equals(content));
  const brotli = await requestRaw(`/web/${script}`, { 'accept-encoding': 'gzip, deflate, br, zstd' });
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.ok(brotliDecompressSync(brotli.bytes).equals(content));
  assert.notEqual(brotli.headers.etag, zipped.headers.etag);
  const picture = await requestRaw(`/web/${assetLike(/\.png$/)}`, { 'accept-encoding': 'br' });
  assert.deepEqual(
    [picture.headers['content-type'], picture.headers['content-encoding']],
    ['image/png', undefined],
  );
});

test('only built files are served', async () => {
  for (const path of [
    '/web/files.json',
    '/web/main.js',
    '/web/..%2Ffiles.json',
    `/web/${script}.br`,
    '/web/',
  ]) {
    assert.equal((await requestRaw(path)).status, 404, path);
  }
});

test('other files at fixed paths are revalidated each time', async () => {
  for (const [path, type] of [
    ['/service-worker.js', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/favicon.ico', 'image/x-icon'],
  ] as const) {
    const file = await requestRaw(path);
    assert.deepEqual([file.status, file.headers['content-type']], [200, type]);
    assert.equal(file.headers['cache-control'], 'no-cache');
    const revalidated = await requestRaw(path, { 'if-none-match': file.headers.etag ?? '' });
    assert.deepEqual([revalidated.status, revalidated.bytes.length], [304, 0]);
  }
});

interface ManifestPicture {
  readonly src: string;
  readonly type: string;
  readonly sizes: string;
  readonly purpose?: string;
}

/** The size of a PNG or an extended WebP picture, as in a manifest. */
function sizesOf(bytes: Buffer, type: string): string {
  if (type === 'image/png') return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  return `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}`;
}

test('the manifest describes an installable client, with pictures of the sizes it says', async () => {
  const manifest = JSON.parse((await requestRaw('/manifest.webmanifest')).bytes.toString());
  assert.deepEqual(
    [manifest.id, manifest.scope, manifest.start_url, manifest.display],
    ['/', '/', '/', 'standalone'],
  );
  const pictures: ManifestPicture[] = [...manifest.icons, ...manifest.screenshots];
  for (const { src, type, sizes } of pictures) {
    const file = await requestRaw(src);
    assert.deepEqual([file.status, file.headers['content-type']], [200, type], src);
    if (sizes !== 'any') assert.equal(sizesOf(file.bytes, type), sizes, src);
  }
  const icons: ManifestPicture[] = manifest.icons;
  assert.ok(icons.some(({ purpose, sizes }) => purpose === 'maskable' && sizes === '512x512'));
  assert.deepEqual(
    manifest.screenshots.map((one: { form_factor: string }) => one.form_factor),
    ['narrow', 'wide'],
  );
  assert.deepEqual(
    manifest.shortcuts.map((one: { url: string }) => one.url),
    ['/#inbox', '/#direct', '/#compose', '/#search'],
  );
});

test('content shared while no service worker is active is refused by a redirect to the client, which says so', async () => {
  const body = new FormData();
  body.append('text', 'Look at this');
  body.append('files', new File(['x'.repeat(2_000_000)], 'large.txt'));
  const response = await fetch(`${server.url}/share`, {
    method: 'POST',
    body,
    headers: { 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  });
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/#share-failed']);
});

test('a new build is served without a restart, and files of the previous one are still available', async () => {
  const folder = temporaryFolder();
  const write = async (name: string, assets: readonly string[], earlier: readonly string[]) => {
    const files = { pages: { '/': `${name}.html` }, assets, earlier };
    for (const file of [`${name}.html`, ...assets]) await writeFile(join(folder, file), file);
    await writeFile(join(folder, 'files.json.new'), JSON.stringify(files));
    await rename(join(folder, 'files.json.new'), join(folder, 'files.json'));
  };
  const build = new WebBuild(folder);
  assert.equal(await build.page('/'), undefined);
  await write('first', ['a-1.js'], []);
  assert.equal((await build.page('/'))?.tag, 'first.html');
  assert.equal((await build.asset('a-1.js'))?.bytes.toString(), 'a-1.js');
  assert.equal(await build.asset('a-2.js'), undefined);
  await write('second', ['a-2.js'], ['a-1.js']);
  assert.equal((await build.asset('a-2.js'))?.bytes.toString(), 'a-2.js');
  assert.equal((await build.asset('a-1.js'))?.bytes.toString(), 'a-1.js');
  assert.equal((await build.page('/'))?.tag, 'second.html');
});

test('bound webFileBytesInMemory: files are cached in memory up to a bound, and read each time beyond it', async () => {
  const folder = temporaryFolder();
  const sizes = { 'a-1.js': limits.webFileBytesInMemory - 10, 'b-1.js': 10, 'c-1.js': 1 };
  for (const [name, size] of Object.entries(sizes)) await writeFile(join(folder, name), Buffer.alloc(size));
  await writeFile(
    join(folder, 'files.json'),
    JSON.stringify({ pages: {}, assets: Object.keys(sizes), earlier: [] }),
  );
  const build = new WebBuild(folder);
  const isCached = async (name: string) => {
    const first = await build.asset(name);
    return (await build.asset(name))?.bytes === first?.bytes;
  };
  assert.deepEqual(await Promise.all(['a-1.js', 'b-1.js'].map(isCached)), [true, true]);
  assert.equal(await isCached('c-1.js'), false);
});

test('Accept-Encoding is parsed with its weights', () => {
  for (const [header, encoding] of [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['br;q=x', undefined],
  ] as const) {
    assert.equal(acceptedEncoding(header, fileEncodings), encoding, `${header}`);
  }
});

test('a server without a build says so, as does one that does not serve the client', async () => {
  for (const [webDirectory, sentence] of [
    [join(directory, 'missing'), /<p>The browser client is not built\. Run .*<\/p>/],
    [undefined, /<p>This server has no browser client\. Point any client at http:.*<\/p>/],
  ] as const) {
    const other = await startTestServer({ webDirectory });
    const answer = await fetch(other.url);
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), sentence);
    assert.equal((await fetch(`${other.url}/web/main.js`)).status, 404);
    await other.anonymous.ok('GET', '/server_settings');
    await other.close();
  }
});

test('the client is served unless a flag or the environment turns it off', () => {
  assert.match(parseServeOptions([], {})?.webDirectory ?? '', /build.web$/);
  assert.equal(parseServeOptions(['--no-web'], {})?.webDirectory, undefined);
  assert.equal(parseServeOptions([], { PARLEY_NO_WEB: 'true' })?.webDirectory, undefined);
  assert.throws(() => parseServeOptions([], { PARLEY_NO_WEB: 'maybe' }), /PARLEY_NO_WEB must be on or off/);
});
