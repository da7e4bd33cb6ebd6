// Measures how a function's processor time grows with its input, to tell quadratic work from a busy machine: for eight
// times the input, quadratic work takes 64 times as long.

import assert from 'node:assert/strict';

const FACTOR = 8;
/** Between linear growth (8) and quadratic growth (64). */
const MAX_GROWTH = 32;
const TURNS = 3;
/** Shorter times are too short to measure; they count as this. */
const MIN_MICROSECONDS = 2000;

function microseconds(work: () => void): number {
  const turns = Array.from({ length: TURNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.max(MIN_MICROSECONDS, Math.min(...turns));
}

/** Fails if `work` takes more than linear time on `part` repeated up to `length` characters. */
export function assertLinear(work: (text: string) => void, part: string, length: number): void {
  const textOf = (characters: number) => part.repeat(Math.ceil(characters / part.length));
  const small = textOf(length / FACTOR);
  const large = textOf(length);
  const times = microseconds(() => work(large)) / microseconds(() => work(small));
  assert.ok(times < MAX_GROWTH, `${JSON.stringify(part.slice(0, 20))}: ${times} times as long`);
}
