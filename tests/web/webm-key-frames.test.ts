// Marking the frames of recordings as key frames, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withKeyFrames } from '../../web/lib/webm-key-frames.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const hex = (content: Uint8Array | undefined) => content && Buffer.from(content).toString('hex');

const header = '1a45dfa380';
const segment = '1853806701ffffffffffffff';
const tracks = '1654ae6b82ec80';
const cluster = '1f43b67501ffffffffffffffe78106';
/** A block with the given flags; the number of its track takes one byte, or two. */
const block = (flags: string, track = '82') => `a310000006${track}0014${flags}aabb`;
const longBlock = (flags: string) => `a3884002${'0014'}${flags}aabbcc`;

test('all blocks of all clusters are marked, and everything else stays', () => {
  const file = (flags: readonly string[]) =>
    `${header}${segment}${tracks}${cluster}${block(flags[0] ?? '')}${longBlock(flags[1] ?? '')}${cluster}${block(flags[2] ?? '')}`;
  const before = bytes(file(['00', '02', '00']));
  assert.equal(hex(withKeyFrames(before)), file(['80', '82', '80']));
  assert.equal(hex(before), file(['00', '02', '00']));
});

test('clusters of a known size are read as well', () => {
  const file = (flags: string) => `${header}18538067a0${tracks}1f43b6758e${'e78106'}${block(flags)}${tracks}`;
  assert.equal(hex(withKeyFrames(bytes(file('00')))), file('80'));
});

test('files whose frames are marked, and other files, are left as they are', () => {
  const whole = `${header}${segment}${tracks}${cluster}`;
  for (const other of [
    '',
    '00',
    'ff',
    block('00'),
    `0000${header}${block('00')}`,
    `${whole}${block('80')}`,
    // A block without flags, one of unknown size, one whose track has no number, and one after an element of unknown size.
    `${whole}a383820014`,
    `${whole}a3ff82001400`,
    `${whole}a38600000014${'00'}aa`,
    `${whole}ecff${block('00')}`,
  ])
    assert.equal(withKeyFrames(bytes(other)), undefined, other);
});

test('a file that is cut is marked as far as it goes', () => {
  const file = bytes(`${header}${segment}${cluster}${block('00')}${block('00')}`);
  const firstFlags = hex(file)?.indexOf('001400') ?? 0;
  for (let length = 0; length <= file.length; length++) {
    const marked = withKeyFrames(file.slice(0, length));
    assert.equal(marked !== undefined, length > firstFlags / 2 + 2, String(length));
  }
});

test('hostile bytes end in time and never throw', () => {
  const file = bytes(`${header}${segment}${tracks}${cluster}${block('00').repeat(20)}`);
  let seed = 7;
  for (let round = 0; round < 5000; round++) {
    const changed = file.slice();
    for (let count = 0; count < 4; count++) {
      seed = (seed * 16_807) % 2_147_483_647;
      changed[seed % changed.length] = (seed >> 8) % 256;
    }
    const marked = withKeyFrames(changed);
    assert.ok(marked === undefined || marked.length === changed.length);
  }
  assert.equal(withKeyFrames(bytes(`${header}${'1f43b67580'.repeat(100_000)}`)), undefined);
});
