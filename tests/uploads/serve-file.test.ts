// Serving uploads: protection against running them in browsers, range requests and caching.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import type { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { temporaryUrl } from '../../src/model/uploads/temporary-link.ts';
import { byteRange } from '../../src/server/http/byte-range.ts';
import { RateLimit } from '../../src/server/http/rate-limit.ts';
import { contentDisposition } from '../../src/server/http/send-file.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { gif, load, png, upload } from './support.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const SAVED = 'application/octet-stream';

const page = '<!doctype html><script>alert(document.domain)</script>';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const hostile: readonly (readonly [name: string, content: string, claimed: string])[] = [
  ['page.html', page, 'text/html'],
  ['page.xhtml', page, 'application/xhtml+xml'],
  ['drawing.svg', drawing, 'image/svg+xml'],
  ['page.png', page, 'image/png'],
  ['page.jpg', page, 'text/html'],
  ['drawing.webp', drawing, 'image/svg+xml'],
  ['script.js', 'alert(1)', 'text/javascript'],
  ['sheet.css', 'body{}', 'text/css'],
  ['feed.xml', '<?xml version="1.0"?><a/>', 'text/xml'],
  ['plain.txt', page, 'text/plain'],
  ['nothing', page, 'text/html; charset=utf-8'],
];

for (const [name, content, claimed] of hostile) {
  test(`${name}, declared as ${claimed}, is downloaded and never displayed`, async () => {
    const { url } = await upload(mel, name, content, claimed);
    const { status, headers } = await load(mel, url);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), SAVED);
    assert.match(headers.get('content-disposition') ?? '', /^attachment;/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  });
}

test('pictures, audio, video and documents are displayed inline, and downloaded on request', async () => {
  const files: readonly (readonly [string, string | Buffer, string])[] = [
    ['a.png', await png(3, 2), 'image/png'],
    ['really-a-picture.txt', await png(3, 2), 'image/png'],
    ['a.gif', gif(1), 'image/gif'],
    ['a.mp3', 'sound', 'audio/mpeg'],
    ['a.MP4', 'film', 'video/mp4'],
    ['a.mov', 'film', 'video/quicktime'],
    ['a.pdf', '%PDF-1.7', 'application/pdf'],
  ];
  for (const [name, content, type] of files) {
    const { url } = await upload(mel, name, content);
    const inlineAnswer = await load(mel, url);
    assert.equal(inlineAnswer.headers.get('content-type'), type, name);
    assert.match(inlineAnswer.headers.get('content-disposition') ?? '', /^inline;/, name);
    assert.equal(inlineAnswer.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(inlineAnswer.headers.get('content-security-policy'));
    const downloadAnswer = await load(mel, url.replace('/user_uploads/', '/user_uploads/download/'));
    assert.equal(downloadAnswer.headers.get('content-type'), SAVED, name);
    assert.match(downloadAnswer.headers.get('content-disposition') ?? '', /^attachment;/, name);
  }
});

test('the file name cannot end the header', () => {
  assert.equal(
    contentDisposition('attachment', 'a"\r\nSet-Cookie: b=ü%.txt'),
    `attachment; filename="a___Set-Cookie: b=__.txt"; filename*=UTF-8''a%22%0D%0ASet-Cookie%3A%20b%3D%C3%BC%25.txt`,
  );
});

const ranges: readonly (readonly [string | undefined, ReturnType<typeof byteRange>])[] = [
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=5-5', { start: 5, end: 5 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=0-1000', { start: 0, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['bytes=-0', 'outside'],
  ['bytes=10-', 'outside'],
  ['bytes=10-12', 'outside'],
  ['bytes=5-4', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=000000000000000-1', { start: 0, end: 1 }],
  ['bytes=0000000000000000-1', 'whole'],
  ['lines=0-1', 'whole'],
];

test('anonymous viewers may load a file a limited number of times a day', () => {
  const visits = new RateLimit(2, 86_400);
  visits.consume('upload 1');
  visits.consume('upload 1');
  assert.throws(
    () => visits.consume('upload 1'),
    (error: ApiError) => error.status === 429 && Math.abs(Number(error.headers['retry-after']) - 43_200) < 2,
  );
  visits.consume('upload 2');
});

test('a Range header is resolved for ten bytes', () => {
  for (const [header, expected] of ranges)
    assert.deepEqual(byteRange(header, 10), expected, header ?? 'none');
  assert.equal(byteRange('bytes=0-', 0), 'outside');
  assert.equal(byteRange('bytes=-5', 0), 'outside');
});

test('a part of a file is sent', async () => {
  const { url } = await upload(mel, 'digits.mp4', '0123456789');
  const part = await load(mel, url, { range: 'bytes=2-4' });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), 'bytes 2-4/10');
  assert.equal(part.headers.get('content-length'), '3');
  assert.equal(await part.text(), '234');
  const beyondEnd = await load(mel, url, { range: 'bytes=10-' });
  assert.equal(beyondEnd.status, 416);
  assert.equal(beyondEnd.headers.get('content-range'), 'bytes */10');
  const whole = await load(mel, url);
  assert.equal(whole.headers.get('accept-ranges'), 'bytes');
  const tag = whole.headers.get('etag') ?? '';
  const unchanged = await load(mel, url, { range: 'bytes=0-0', 'if-range': tag });
  assert.equal(await unchanged.text(), '0');
  const answerIfChanged = await load(mel, url, { range: 'bytes=0-0', 'if-range': '"other"' });
  assert.deepEqual([answerIfChanged.status, await answerIfChanged.text()], [200, '0123456789']);
});

test('a cached file is not sent again, and HEAD sends nothing', async () => {
  const { url } = await upload(mel, 'a.txt', 'content');
  const whole = await load(mel, url);
  assert.match(whole.headers.get('cache-control') ?? '', /private.*immutable/);
  const tag = whole.headers.get('etag') ?? '';
  for (const cachedTags of [tag, `"x", W/${tag}`]) {
    const revalidated = await load(mel, url, { 'if-none-match': cachedTags });
    assert.deepEqual([revalidated.status, await revalidated.text()], [304, '']);
  }
  assert.equal((await load(mel, url, { 'if-none-match': '"x"' })).status, 200);
  const head = await load(mel, url, {}, 'HEAD');
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '7', '']);
});

/** The status of a raw path, which `fetch` would normalize. */
function statusOfRaw(path: string): Promise<number> {
  const { port } = new URL(server.url);
  const authorization = `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`;
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, headers: { authorization } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });
}

test('no path leads out of the uploads', async () => {
  const { pathId } = await upload(mel, 'a.txt', 'content');
  const folder = pathId.slice(0, pathId.lastIndexOf('/'));
  const paths = [
    '/user_uploads/1/../../secret',
    '/user_uploads/1/%2e%2e/%2e%2e/secret',
    '/user_uploads/1/..%2f..%2fsecret',
    '/user_uploads/../secret',
    `/user_uploads/${folder}/original`,
    `/user_uploads/${folder}/../original`,
    `/user_uploads/${folder}/`,
    `/user_uploads/${folder}`,
    `/user_uploads/${pathId}/`,
    `/user_uploads/${pathId}%00`,
    `/user_uploads/thumbnail/${pathId}/..%2foriginal`,
    `/user_uploads/thumbnail/${pathId}/original`,
    `/user_uploads/thumbnail/${pathId}`,
    `/user_uploads/thumbnail/1/x`,
    '/user_uploads/1/%ff',
    '/user_uploads//',
  ];
  for (const path of paths) {
    const status = await statusOfRaw(path);
    assert.ok(status === 404 || status === 400, `${path}: ${status}`);
  }
});

test('a missing file is reported with a page, or a picture if one is wanted', async () => {
  const missing = '/user_uploads/1/aa/aaaaaaaaaaaaaaaaaaaaaaaa/a.png';
  const text = await load(mel, missing, { accept: 'text/html,image/*' });
  assert.equal(text.status, 404);
  assert.equal(await text.text(), '<p>This file does not exist or has been deleted.</p>');
  assert.equal(text.headers.get('vary'), 'Accept');
  const { url } = await upload(mel, 'a.png', await png(3, 2));
  const denied = await load(mia, url);
  assert.deepEqual(
    [denied.status, await denied.text()],
    [403, '<p>You are not authorized to view this file.</p>'],
  );
  const picture = await load(mia, url, { accept: 'image/avif,image/png,image/*;q=0.8' });
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [403, 'image/png']);
  const withWrongKey = await load(server.client(mel.email, 'x'.repeat(32)), url);
  assert.equal(withWrongKey.status, 401);
});

async function errorIn(answer: Response): Promise<string> {
  const { msg } = (await answer.json()) as { readonly msg: string };
  return msg;
}

test('bound temporaryLinkSeconds: a temporary link needs no credentials, and fails when modified or expired', async () => {
  const { url, pathId } = await upload(mel, 'Füße.txt', 'content');
  const { url: temporary } = await mel.ok('GET', encodeURI(url));
  assert.match(temporary, /^\/user_uploads\/temporary\/[0-9A-F]+\/F%C3%BC%C3%9Fe\.txt$/);
  const loadAnswer = await load(server.anonymous, temporary);
  assert.deepEqual([loadAnswer.status, await loadAnswer.text()], [200, 'content']);
  const [, , , token = ''] = temporary.split('/');
  const changedToken = (token.startsWith('0') ? '1' : '0') + token.slice(1);
  for (const forged of [changedToken, 'ABC', 'AB', 'nothex', '0'.repeat(200)]) {
    const answer = await load(server.anonymous, `/user_uploads/temporary/${forged}/a.txt`);
    assert.equal(answer.status, 400, forged);
    assert.equal(await errorIn(answer), 'Invalid token');
  }
  const answerToRename = await load(server.anonymous, `/user_uploads/temporary/${token}/a.html`);
  assert.deepEqual([answerToRename.status, await errorIn(answerToRename)], [400, 'Invalid filename']);
  const { keyring } = server.server.services;
  const now = Math.floor(Date.now() / 1000);
  const asking = { id: mel.userId, accessVersion: 0 };
  const expired = temporaryUrl(keyring, asking, pathId, now - limits.temporaryLinkSeconds - 2);
  assert.equal((await load(server.anonymous, expired)).status, 400);
  await mel.refused('GET', '/user_uploads/1/aa/none.txt', {}, 'NOT_FOUND');
  const removedFile = await upload(mel, 'gone.txt', 'content');
  const { url: leftUrl } = await mel.ok('GET', removedFile.url);
  const { attachments } = await mel.ok('GET', '/attachments');
  await mel.ok('DELETE', `/attachments/${attachments.find(({ name }: Json) => name === 'gone.txt').id}`);
  assert.equal((await load(server.anonymous, leftUrl)).status, 404);
  await mia.refused('GET', encodeURI(url), {}, 'FORBIDDEN', 'You are not authorized to view this file.');
  await server.anonymous.refused('GET', encodeURI(url), {}, 'UNAUTHORIZED');
});
