// How the work of a function grows with what it is given, in processor time, so that it can be told apart from a machine that
// is busy: what takes the square of its input takes 64 times as long for eight times as much.

import assert from 'node:assert/strict';

const TIMES_AS_MUCH = 8;
/** Between growing with its input (8) and with the square of it (64). */
const MOST_TIMES = 32;
const TURNS = 3;
/** Less cannot be told from nothing. */
const LEAST_MICROSECONDS = 2000;

function microseconds(work: () => void): number {
  const turns = Array.from({ length: TURNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.max(LEAST_MICROSECONDS, Math.min(...turns));
}

/** Fails where `work` takes more than in proportion to what it is given: `part`, as often as makes `length` characters. */
export function assertInProportion(work: (text: string) => void, part: string, length: number): void {
  const textOf = (characters: number) => part.repeat(Math.ceil(characters / part.length));
  const small = textOf(length / TIMES_AS_MUCH);
  const large = textOf(length);
  const times = microseconds(() => work(large)) / microseconds(() => work(small));
  assert.ok(times < MOST_TIMES, `${JSON.stringify(part.slice(0, 20))}: ${times} times as long`);
}
