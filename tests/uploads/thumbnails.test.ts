// Uploaded pictures in messages: their size, their thumbnails, and files that are not pictures after all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { startTestServer } from '../support/server.ts';
import { animatedGif, gif, load, png, upload } from './support.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const rendered = async (content: string): Promise<string> =>
  (await mel.ok('POST', '/messages/render', { content })).rendered;

test('a picture is shown with its size and an existing thumbnail', async () => {
  const { url, pathId } = await upload(mel, 'wide.png', await png(1680, 560));
  assert.equal(
    await rendered(`[wide](${url})`),
    `<p><a href="${url}">wide</a></p>\n<div class="message_inline_image"><a href="${url}" title="wide"><img data-original-content-type="image/png" data-original-dimensions="1680x560" src="/user_uploads/thumbnail/${pathId}/840x560.webp"></a></div>`,
  );
  const thumbnail = await load(mel, `/user_uploads/thumbnail/${pathId}/840x560.webp`);
  assert.equal(thumbnail.headers.get('content-type'), 'image/webp');
  const bytes = Buffer.from(await thumbnail.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  assert.deepEqual([format, width, height], ['webp', 840, 280]);
  assert.deepEqual((await mel.ok('GET', `/thumbnail/status/${pathId}`)).has_thumbnail, true);
  const { snapshot } = await mel.registerQueue();
  const names = snapshot.server_thumbnail_formats.map((one: { name: string }) => one.name);
  assert.deepEqual(names, ['840x560-anim.webp', '840x560.webp']);
});

test('a small picture is not enlarged, and an inline one is shown inline', async () => {
  const { url, pathId } = await upload(mel, 'small.png', await png(30, 20));
  const html = await rendered(`see ![small](${url}) here`);
  assert.match(html, /<p>see <img alt="small" class="inline-image" /);
  assert.match(html, /data-original-dimensions="30x20"/);
  const thumbnail = await load(mel, `/user_uploads/thumbnail/${pathId}/840x560.webp`);
  const { width } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
  assert.equal(width, 30);
});

test('a rotated picture is measured as it is shown', async () => {
  const turned = await sharp(await png(40, 30))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { url, pathId } = await upload(mel, 'turned.jpg', turned);
  assert.match(await rendered(`[t](${url})`), /data-original-dimensions="30x40"/);
  const thumbnail = await load(mel, `/user_uploads/thumbnail/${pathId}/840x560.webp`);
  const { width, height, exif } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
  assert.deepEqual([width, height, exif], [30, 40, undefined]);
});

test('an animated picture has an animated and a still thumbnail', async () => {
  const { url, pathId } = await upload(mel, 'moving.gif', await animatedGif());
  const html = await rendered(`[m](${url})`);
  assert.match(html, /data-animated="true"/);
  assert.match(html, /\/840x560-anim\.webp"/);
  const pages = async (name: string) => {
    const answer = await load(mel, `/user_uploads/thumbnail/${pathId}/${name}`);
    assert.equal(answer.status, 200, name);
    return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).pages ?? 1;
  };
  assert.equal(await pages('840x560-anim.webp'), 3);
  assert.equal(await pages('840x560.webp'), 1);
  // Names from other servers' messages map to the nearest.
  assert.equal(await pages('300x200-anim.webp'), 3);
  assert.equal(await pages('300x200.jpg'), 1);
  const still = await upload(mel, 'still.gif', gif(1));
  assert.match(await rendered(`[m](${still.url})`), /\/840x560\.webp"/);
});

test('a picture that browsers cannot show has a transcoded copy', async () => {
  const scan = await sharp(await png(50, 40))
    .tiff()
    .toBuffer();
  const { url, pathId } = await upload(mel, 'scan.tiff', scan);
  assert.match(await rendered(`[s](${url})`), /data-transcoded-image="50x40\.webp"/);
  const copy = await load(mel, `/user_uploads/thumbnail/${pathId}/50x40.webp`);
  assert.equal(copy.headers.get('content-type'), 'image/webp');
  assert.match((await load(mel, url)).headers.get('content-disposition') ?? '', /^attachment/);
});

test('files that only begin like a picture, and vector graphics, are stored as files', async () => {
  const brokenPicture = (await png(30, 20)).subarray(0, 40);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';
  for (const [name, content] of [
    ['broken.png', brokenPicture],
    ['page.png', '<html>'],
    ['drawing.svg', drawing],
  ] as const) {
    const { url, pathId } = await upload(mel, name, content);
    assert.equal(await rendered(`[f](${url})`), `<p><a href="${url}">f</a></p>`, name);
    assert.equal((await mel.ok('GET', `/thumbnail/status/${pathId}`)).has_thumbnail, false);
    assert.equal((await load(mel, `/user_uploads/thumbnail/${pathId}/840x560.webp`)).status, 404);
  }
});

test('audio and video are played where they are linked', async () => {
  const sound = await upload(mel, 'song.mp3', 'x');
  assert.match(await rendered(`![song](${sound.url})`), /<audio controls preload="metadata" src="/);
  const film = await upload(mel, 'film.mov', 'x');
  assert.match(await rendered(`[film](${film.url})`), /message_inline_video/);
});
