// The loudness of recordings as 64 levels, and how it is drawn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsPath, levelOf, levelsIn, loudness, waveformOf } from '../../web/lib/waveform.ts';

const constant = (length: number, value: number) => new Float32Array(length).fill(value);

test('the loudest part of a recording has the highest level, however quiet it is', () => {
  const samples = constant(6400, 0);
  samples.fill(0.2, 100, 200);
  samples.fill(-0.05, 6300);
  assert.equal(waveformOf(samples), `0f${'0'.repeat(61)}8`);
});

test('silence stays silent', () => {
  assert.equal(waveformOf(constant(1000, 0)), '0'.repeat(64));
  assert.equal(waveformOf(constant(1000, 0.0002)), '2'.repeat(64));
});

test('recordings with fewer samples than parts, and none, have a waveform', () => {
  assert.equal(waveformOf(new Float32Array(0)), '0'.repeat(64));
  assert.match(waveformOf(constant(3, 1)), /^[0f]{64}$/);
});

test('levels go from 0 to 15', () => {
  assert.deepEqual([0, 0.25, 1, 7, -1].map(levelOf), [0, 8, 15, 15, 0]);
  assert.equal(loudness(constant(10, 0.5)), 0.5);
  assert.equal(loudness(new Float32Array(0)), 0);
});

test('only waveforms of the exact form are drawn', () => {
  assert.deepEqual(levelsIn('0123456789abcdef'.repeat(4))?.slice(9, 17), [9, 10, 11, 12, 13, 14, 15, 0]);
  for (const other of ['', '0'.repeat(63), '0'.repeat(65), 'g'.repeat(64), 'A'.repeat(64)])
    assert.equal(levelsIn(other), undefined);
  assert.equal(barsPath([0, 15]), 'M2 15v2M6 2v28');
});
