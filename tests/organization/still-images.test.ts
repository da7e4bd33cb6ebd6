// Images are told apart by their bytes, and what moves can be shown at rest.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { imageKind } from '../../src/model/images/image-format.ts';
import { stillImage } from '../../src/model/images/still-image.ts';

const gifHead = Buffer.from('47494638396101000100800000ffffff000000', 'hex');
const gifFrame = Buffer.from('21f90400000000002c000000000100010000020244010' + '0', 'hex');
const gif = (frames: number) =>
  Buffer.concat([gifHead, ...Array<Buffer>(frames).fill(gifFrame), Buffer.from([0x3b])]);

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const png = (...types: string[]) =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...types.map((type) => pngChunk(type, Buffer.from('data'))),
  ]);

function webpChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), size, data, Buffer.alloc(data.length & 1)]);
}

function animatedWebp(): Buffer {
  const extended = Buffer.from([0x02, 0, 0, 0, 9, 0, 0, 9, 0, 0]);
  const frameHeader = Buffer.from([0, 0, 0, 0, 0, 0, 4, 0, 0, 5, 0, 0, 10, 0, 0, 0]);
  const frame = Buffer.concat([frameHeader, webpChunk('VP8L', Buffer.from('pic'))]);
  const body = [webpChunk('VP8X', extended), webpChunk('ANIM', Buffer.alloc(6)), webpChunk('ANMF', frame)];
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...body]));
}

describe('images by their bytes', () => {
  test('a GIF moves when it has more than one frame', () => {
    assert.deepEqual(imageKind(gif(1)), { format: 'gif', isAnimated: false });
    assert.deepEqual(imageKind(gif(3)), { format: 'gif', isAnimated: true });
  });

  test('a PNG moves when it announces frames before its picture', () => {
    assert.deepEqual(imageKind(png('IHDR', 'IDAT', 'IEND')), { format: 'png', isAnimated: false });
    assert.equal(imageKind(png('IHDR', 'acTL', 'IDAT', 'IEND'))?.isAnimated, true);
  });

  test('a WebP moves when it holds frames', () => {
    assert.deepEqual(imageKind(animatedWebp()), { format: 'webp', isAnimated: true });
  });

  test('what a browser could run is no image', () => {
    assert.equal(imageKind(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), undefined);
    assert.equal(imageKind(Buffer.from('GIF89a')), undefined);
    assert.equal(imageKind(Buffer.alloc(0)), undefined);
  });
});

describe('images at rest', () => {
  test('a GIF keeps its first frame', () => {
    assert.deepEqual(stillImage('gif', gif(3)), gif(1));
  });

  test('a PNG keeps its plain picture', () => {
    const moving = png('IHDR', 'acTL', 'fcTL', 'IDAT', 'fdAT', 'IEND');
    assert.deepEqual(stillImage('png', moving), png('IHDR', 'IDAT', 'IEND'));
  });

  test("a WebP keeps its first frame, in that frame's size", () => {
    const still = stillImage('webp', animatedWebp());
    assert.deepEqual(imageKind(still), { format: 'webp', isAnimated: false });
    assert.equal(still.readUIntLE(24, 3), 4);
    assert.equal(still.readUIntLE(27, 3), 5);
    assert.ok(still.includes('pic'));
  });
});
