// Pictures of other sites are served by this server: viewers' addresses stay private, and the server fetches only what a
// message shows, nothing from private addresses, and nothing that a browser could run.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { ExternalMedia } from '../../src/integrations/external-media/external-media.ts';
import { MediaCache } from '../../src/integrations/external-media/media-cache.ts';
import { mediaKind } from '../../src/integrations/external-media/media-kind.ts';
import { HttpClient } from '../../src/integrations/http/http-client.ts';
import { externalMediaUrl, signedUrl } from '../../src/model/external-media/external-media-url.ts';
import { skipWithoutLoopbackRange } from '../support/loopback.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { gif, png } from '../uploads/support.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const picture = await png(20, 20);
const received: { path: string; headers: IncomingMessage['headers'] }[] = [];
/** The pages of the other server. */
const answers: Record<string, Answer> = {
  '/a.png': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(picture),
  '/page.png': (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('<script>'),
  '/drawing.png': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'image/svg+xml' })
      .end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  '/away.png': (_request, response) => response.writeHead(302, { location: '/a.png' }).end(),
  '/inside.png': (_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/a.png' }).end(),
  '/round.png': (_request, response) => response.writeHead(302, { location: '/round.png' }).end(),
  '/large.png': (_request, response) =>
    response.end(Buffer.concat([picture, Buffer.alloc(limits.externalMediaBytes)])),
  '/none.png': (_request, response) => response.writeHead(404).end(picture),
};
const skip = await skipWithoutLoopbackRange();

/** Starts the media server under another name, which counts as a separate host. */
async function startedAt(name: string): Promise<string> {
  const other = createServer((request, response) => {
    const path = request.url ?? '';
    received.push({ path, headers: request.headers });
    (answers[path] ?? answers['/a.png'])?.(request, response);
  }).listen(0, name);
  after(() => other.close());
  await once(other, 'listening');
  const address = other.address();
  return `http://${name}:${typeof address === 'object' && address ? address.port : 0}`;
}

const otherHosts = skip ? 0 : limits.externalMediaAtOnce / limits.externalMediaPerHostAtOnce;
const hosts = await Promise.all(
  Array.from({ length: 1 + otherHosts }, (_, index) => startedAt(`127.0.0.${index + 1}`)),
);
const [origin = ''] = hosts;
const requestCount = (path: string) => received.filter((one) => one.path === path).length;

const server = await startTestServer({ pictureSources: hosts });
const mel = await server.as('mel');
const { keyring } = server.server.services;

async function renderedHtml(content: string): Promise<string> {
  const { rendered } = await mel.ok('POST', '/messages/render', { content });
  return rendered;
}

function load(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + externalMediaUrl(keyring, url), { headers });
}

test('pictures of other servers are loaded through this one, and links stay unchanged', async () => {
  for (const [content, source] of [
    [`${origin}/a.png`, `${origin}/a.png`],
    ['https://a.example/film.mp4', 'https://a.example/film.mp4'],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg'],
  ] as const) {
    const html = await renderedHtml(content);
    assert.ok(html.includes(`href="${content}"`), html);
    assert.match(html, /src="\/external_content\/[0-9a-f]{40}\/[0-9a-f]+"/);
    const [, digest = '', hex = ''] = /\/external_content\/(\w+)\/(\w+)/.exec(html) ?? [];
    assert.equal(signedUrl(keyring, digest, hex), source);
  }
});

describe('a picture', () => {
  test('is sent with its type, and with headers that keep browsers from running it', async () => {
    const answer = await load(`${origin}/a.png`, { cookie: 'secret=1', 'user-agent': 'Reader/1' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    assert.match(answer.headers.get('cache-control') ?? '', /max-age/);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), picture);
    const { headers } = received.at(-1) ?? {};
    assert.equal(headers?.['user-agent'], 'Parley');
    assert.equal(headers?.cookie, undefined);
  });

  test('is fetched once, however many load it, and cached across a restart', async () => {
    const url = `${origin}/once.png`;
    const answersToLoads = await Promise.all(Array.from({ length: 8 }, () => load(url)));
    assert.ok(answersToLoads.every(({ status }) => status === 200));
    const later = new ExternalMedia(new HttpClient(), server.server.services);
    assert.deepEqual((await later.get(url))?.bytes, picture);
    assert.equal(requestCount('/once.png'), 1);
  });

  test('bound externalMediaRedirects: is found through redirects, but not in private networks', async () => {
    assert.equal((await load(`${origin}/away.png`)).status, 200);
    for (const url of [
      `${origin}/inside.png`,
      `${origin}/round.png`,
      'http://127.0.0.1:1/a.png',
      'http://[::1]/a.png',
      'http://169.254.169.254/a.png',
      'http://localhost/a.png',
      'file:///etc/passwd',
    ])
      assert.equal((await load(url)).status, 404, url);
    assert.equal(requestCount('/round.png'), limits.externalMediaRedirects + 1);
  });

  test('bound externalMediaBytes: is not sent if it is invalid or too large', async () => {
    for (const path of ['/page.png', '/drawing.png', '/large.png', '/none.png'])
      assert.equal((await load(origin + path)).status, 404, path);
  });

  test('that was missing is not fetched again at once', async () => {
    await load(`${origin}/none.png`);
    await load(`${origin}/none.png`);
    assert.equal(requestCount('/none.png'), 1);
  });

  test('is not fetched without a signature of this server', async () => {
    const before = received.length;
    const path = externalMediaUrl(keyring, `${origin}/a.png`);
    const foreign = externalMediaUrl({ secret: Buffer.alloc(32) }, `${origin}/a.png`);
    for (const wrong of [
      foreign,
      path.replace(/[0-9a-f]$/, (digit) => (digit === '0' ? '1' : '0')),
      `/external_content/${'0'.repeat(40)}/${'zz'.repeat(10)}`,
      '/external_content/x/',
    ])
      assert.equal((await fetch(server.url + wrong)).status, 403, wrong);
    assert.equal(received.length, before);
  });
});

describe('a slow host', () => {
  const pending: ServerResponse[] = [];
  let pictures = 0;
  const slow: Answer = (_request, response) => void pending.push(response);
  /** Loads this many pictures of one host, which delays its answers. */
  function loadSlow(from: string, count: number): Promise<Response>[] {
    const paths = Array.from({ length: count }, () => `/slow.png?${pictures++}`);
    for (const path of paths) answers[path] = slow;
    return paths.map((path) => load(from + path));
  }
  async function answerAll(loading: readonly Promise<Response>[]): Promise<void> {
    let loadsLeft = loading.length;
    for (const one of loading) void one.finally(() => loadsLeft--);
    await waitUntil(async () => {
      for (const response of pending.splice(0)) response.end(picture);
      return loadsLeft === 0;
    });
    for (const answer of await Promise.all(loading)) assert.equal(answer.status, 200);
  }

  test('bound externalMediaPerHostAtOnce: has a bounded number of concurrent requests, and others are served at the same time', {
    skip,
  }, async () => {
    const loading = loadSlow(origin, limits.externalMediaAtOnce);
    await waitUntil(async () => pending.length >= limits.externalMediaPerHostAtOnce);
    assert.equal((await load(`${hosts[1]}/meanwhile.png`)).status, 200);
    assert.equal(pending.length, limits.externalMediaPerHostAtOnce);
    await answerAll(loading);
  });

  test('bound externalMediaPerHost: has a bounded number of waiting requests, and further ones get an error that says to try again', async () => {
    const loading = loadSlow(origin, limits.externalMediaPerHost + 1);
    const first = await Promise.race(loading);
    assert.equal(first.status, 429);
    const results = await Promise.all(loading.map((one) => Promise.race([one, undefined])));
    const accepted = loading.filter((_, index) => results[index] === undefined);
    assert.equal(accepted.length, limits.externalMediaPerHost);
    await answerAll(accepted);
  });

  test('bound externalMediaAtOnce: is one of a bounded number of concurrent fetches', { skip }, async () => {
    const loading = hosts.slice(1).flatMap((host) => loadSlow(host, limits.externalMediaPerHostAtOnce));
    await waitUntil(async () => pending.length >= limits.externalMediaAtOnce);
    assert.equal((await load(`${origin}/more.png`)).status, 429);
    await answerAll(loading);
    assert.equal((await load(`${origin}/more.png`)).status, 200);
  });
});

describe('the cache', () => {
  const folder = () => join(server.dataDirectory, `kept-${Math.random()}`);
  const name = (digit: number) => String(digit).repeat(64);

  test('bound externalMediaCachedBytes: is bounded and evicts the least recently used', async () => {
    const path = folder();
    const cache = new MediaCache(path);
    const part = Buffer.alloc(limits.externalMediaCachedBytes / 4);
    for (const digit of [1, 2, 3, 4]) await cache.put(name(digit), part, 0);
    assert.ok(await cache.get(name(1), 0));
    await cache.put(name(5), gif(1), 0);
    assert.equal(await cache.get(name(2), 0), undefined);
    assert.ok(await cache.get(name(1), 0));
    assert.deepEqual((await readdir(path)).sort(), [1, 3, 4, 5].map(name));
  });

  test('bound externalMediaCachedSeconds: expires after a while', async () => {
    const cache = new MediaCache(folder());
    await cache.put(name(1), gif(1), 1000);
    assert.ok(await cache.get(name(1), 1000 + limits.externalMediaCachedSeconds));
    assert.equal(await cache.get(name(1), 1001 + limits.externalMediaCachedSeconds), undefined);
  });

  test('keeps its files and their ages across a restart, and drops partial files', async () => {
    const path = folder();
    const before = new MediaCache(path);
    for (const digit of [1, 2]) await before.put(name(digit), gif(digit), 0);
    await utimes(join(path, name(1)), 1000, 1000);
    await utimes(join(path, name(2)), 1001, 1001);
    await writeFile(join(path, `${name(3)}.0123456789ab`), 'half');
    const restarted = new MediaCache(path);
    const expired = 1001 + limits.externalMediaCachedSeconds;
    assert.equal(await restarted.get(name(1), expired), undefined);
    assert.deepEqual(await restarted.get(name(2), expired), gif(2));
    assert.deepEqual(await readdir(path), [name(2)]);
  });
});

test('the type of a picture is detected from its bytes', () => {
  const cases: [string, string | undefined][] = [
    ['\0\0\0\x20ftypisom', 'video/mp4'],
    ['\0\0\0\x20ftypqt  ', 'video/quicktime'],
    ['\0\0\0\x20ftypavif', 'image/avif'],
    ['\x1a\x45\xdf\xa3____', 'video/webm'],
    ['RIFF____WEBP', 'image/webp'],
    ['<svg xmlns=', undefined],
    ['%PDF-1.7', undefined],
    ['', undefined],
  ];
  for (const [bytes, expected] of cases)
    assert.equal(mediaKind(Buffer.from(bytes, 'latin1')), expected, bytes);
});
