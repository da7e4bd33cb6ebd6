// Helpers for tests of scheduled work: times in the near future, and waiting with a timeout.

import assert from 'node:assert/strict';
import type { Listener } from './client.ts';

/** The next whole second, in Unix time: the earliest time in the future. */
export function nextSecond(): number {
  return Math.floor(Date.now() / 1000) + 1;
}

/** A time that no test reaches: a day from now. */
export function farFuture(): number {
  return nextSecond() + 86_400;
}

/**
 * Makes a request for the earliest possible time in the future; returns that time and the answer. If the request takes
 * longer than that on this machine, it is repeated for a later time.
 */
export async function atNextSecond<T>(
  send: (due: number) => Promise<T>,
): Promise<{ due: number; answer: T }> {
  for (let seconds = 0; ; seconds = 2 * seconds + 1) {
    const due = nextSecond() + seconds;
    try {
      return { due, answer: await send(due) };
    } catch (error) {
      if (Date.now() / 1000 < due || seconds > LONGEST_REQUEST_SECONDS) throw error;
    }
  }
}

/** Longer than any request takes on a working machine. */
const LONGEST_REQUEST_SECONDS = 20;

/** A timeout, not a measurement: a machine under load is slow. */
const TIMEOUT_MS = 120_000;

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/** Polls a condition that has no event until it is true; fails after a timeout. */
export async function waitUntil(condition: () => Promise<boolean>, what = String(condition)): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  for (let pause = FIRST_PAUSE_MS; !(await condition()); pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    assert.ok(Date.now() < end, `timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Waits for an event that passes; returns all events received until then. */
// biome-ignore lint/suspicious/noExplicitAny: tests read events freely
export async function eventsUntil(listener: Listener, passes: (event: any) => boolean): Promise<any[]> {
  const end = Date.now() + TIMEOUT_MS;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  const all: any[] = [];
  while (!all.some(passes)) {
    const left = end - Date.now();
    assert.ok(
      left > 0,
      `the event did not arrive; received ${JSON.stringify(all.map(({ type, op }) => [type, op]))}`,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never[]>((resolve) => {
      timer = setTimeout(() => resolve([]), left);
    });
    all.push(...(await Promise.race([listener.next(), late])));
    clearTimeout(timer);
  }
  return all;
}
