// Pictures as people send them, and malicious ones: decoded within bounds, outside the event loop.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { limits } from '../../src/api-contract/limits.ts';
import { Pictures } from '../../src/images/pictures.ts';
import { startTestServer } from '../support/server.ts';
import { animatedGif, gif, load, png, sendFiles, upload } from '../uploads/support.ts';

const server = await startTestServer();
const [adam, mel] = await Promise.all([server.as('adam'), server.as('mel')]);

/** The four kinds of uploaded pictures. */
const uploads = [
  ['an emoji', '/realm/emoji/hostile', {}],
  ['a picture of a person', '/users/me/avatar', {}],
  ['an icon', '/realm/icon', {}],
  ['a logo', '/realm/logo', { night: 'false' }],
] as const;

async function errorOf(path: string, bytes: Uint8Array, fields: Readonly<Record<string, string>>) {
  const { body } = await sendFiles(adam, path, [{ name: 'x.png', bytes }], fields);
  return [body.code, body.msg];
}

function chunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const lengthAndChecksum = Buffer.alloc(8);
  lengthAndChecksum.writeUInt32BE(data.length, 0);
  lengthAndChecksum.writeUInt32BE(crc32(typeAndData), 4);
  return Buffer.concat([lengthAndChecksum.subarray(0, 4), typeAndData, lengthAndChecksum.subarray(4)]);
}

/** A black 1-bit PNG with lines of 10,000 pixels: quick to make, and a few kilobytes. */
function wide(pixels: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(10_000, 0);
  header.writeUInt32BE(pixels / 10_000, 4);
  header[8] = 1;
  const lines = deflateSync(Buffer.alloc((1 + 10_000 / 8) * (pixels / 10_000)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const largest = wide(limits.imagePixels);
const tooLarge = wide(limits.imagePixels + 10_000);

for (const [name, path, fields] of uploads) {
  describe(name, () => {
    test('must be a decodable picture', async () => {
      const whole = await png(300, 200);
      const cases: [string, Buffer][] = [
        ['text', Buffer.from('hello')],
        [
          'the signature of a picture and then text',
          Buffer.concat([whole.subarray(0, 8), Buffer.from('x'.repeat(500))]),
        ],
        ['half a picture', whole.subarray(0, whole.length / 2)],
        ['nothing', Buffer.alloc(0)],
        [
          'a drawing',
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'),
        ],
      ];
      for (const [what, bytes] of cases)
        assert.deepEqual(await errorOf(path, bytes, fields), ['BAD_IMAGE', 'Invalid image format'], what);
    });

    test('has at most the pixels that are scaled', async () => {
      assert.deepEqual(await errorOf(path, tooLarge, fields), ['BAD_IMAGE', 'Image size exceeds limit']);
    });
  });
}

test('a picture with the maximum of pixels is scaled', async () => {
  const { body } = await sendFiles(mel, '/users/me/avatar', [{ name: 'x', bytes: largest }]);
  assert.match(body.avatar_url, /^\/user_avatars\//);
});

describe('an emoji is scaled down', () => {
  async function emoji(name: string, bytes: Buffer) {
    const { status } = await sendFiles(mel, `/realm/emoji/${name}`, [{ name: 'x', bytes }]);
    assert.equal(status, 200, name);
    const { emoji: all } = await mel.ok('GET', '/realm/emoji');
    const addedEmoji = Object.values(
      all as Record<string, { name: string; source_url: string; still_url: string | null }>,
    );
    const found = addedEmoji.find((one) => one.name === name);
    return { source: found?.source_url ?? '', still: found?.still_url };
  }
  async function describePicture(path: string) {
    const answer = await load(server.anonymous, path);
    const metadata = await sharp(Buffer.from(await answer.arrayBuffer()), { animated: true }).metadata();
    const { format, width, pageHeight, height, pages = 1 } = metadata;
    return `${answer.headers.get('content-type')}: ${format} ${width}x${pageHeight ?? height}, ${pages}`;
  }

  for (const format of ['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const) {
    test(`from a ${format}`, async () => {
      const bytes = await sharp(await png(900, 300))
        .toFormat(format)
        .toBuffer();
      const { source, still } = await emoji(`from_${format}`, bytes);
      assert.equal(await describePicture(source), 'image/png: png 64x64, 1');
      assert.equal(still, null);
    });
  }

  for (const format of ['gif', 'webp'] as const) {
    test(`from an animated ${format}, with a still picture`, async () => {
      const bytes = await sharp(await animatedGif(), { animated: true })
        .toFormat(format)
        .toBuffer();
      const { source, still } = await emoji(`moving_${format}`, bytes);
      assert.equal(await describePicture(source), `image/${format}: ${format} 64x64, 3`);
      assert.equal(await describePicture(still ?? ''), 'image/png: png 64x64, 1');
    });
  }

  test('bound imageFrames: unless its animation is too long', async () => {
    const { body } = await sendFiles(mel, '/realm/emoji/long', [
      { name: 'x', bytes: gif(limits.imageFrames + 1) },
    ]);
    assert.deepEqual([body.code, body.msg], ['BAD_IMAGE', 'Image size exceeds limit']);
    assert.ok((await emoji('not_too_long', gif(limits.imageFrames))).still);
  });
});

test('an icon is a square of 100 pixels, a logo fits into 800 by 100', async () => {
  const bytes = await png(3000, 1500);
  const { body } = await sendFiles(adam, '/realm/icon', [{ name: 'x', bytes }]);
  await sendFiles(adam, '/realm/logo', [{ name: 'x', bytes }], { night: 'true' });
  const { snapshot } = await adam.registerQueue();
  const sizes = await Promise.all(
    [body.icon_url, snapshot.realm_night_logo_url].map(async (path) => {
      const answer = await load(server.anonymous, path);
      const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      return `${format} ${width}x${height}`;
    }),
  );
  assert.deepEqual(sizes, ['png 100x100', 'png 200x100']);
});

test('bound imagePixels: an upload with too many pixels is stored as an ordinary file', async () => {
  const { url } = await upload(mel, 'wide.png', tooLarge);
  const { rendered } = await mel.ok('POST', '/messages/render', { content: `[f](${url})` });
  assert.equal(rendered, `<p><a href="${url}">f</a></p>`);
});

test('the memory for a large picture is freed', async () => {
  const before = process.memoryUsage.rss();
  await sendFiles(mel, '/users/me/avatar', [{ name: 'x', bytes: largest }]);
  const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
  assert.ok(grown < 100, `${grown} MiB`);
});

test('bound imagesAtOnce imagesWaiting: a bounded number of pictures wait, and further ones get an error that says to try again', async () => {
  const pictures = new Pictures();
  after(() => pictures.close());
  const bytes = await png(20, 20);
  const acceptedTasks = Array.from({ length: limits.imagesAtOnce + limits.imagesWaiting }, () =>
    pictures.squares(bytes, [10]),
  );
  await assert.rejects(pictures.squares(bytes, [10]), { status: 429, code: 'RATE_LIMIT_HIT' });
  assert.equal((await Promise.all(acceptedTasks)).length, limits.imagesAtOnce + limits.imagesWaiting);
});
