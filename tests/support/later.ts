// What tests of things that happen later share: moments ahead, and waiting for an event within bounds.

import assert from 'node:assert/strict';
import type { Listener } from './client.ts';

/** The next whole second: the nearest moment that is ahead. */
export function soon(): number {
  return Math.floor(Date.now() / 1000) + 1;
}

/** A moment that no test reaches. */
export function farAhead(): number {
  return soon() + 86_400;
}

/**
 * Asks for something at the nearest moment that is ahead; gives the moment and the answer. Where the machine takes longer for
 * the request than it is to that moment, it asks again for a later one.
 */
export async function atSoonest<T>(ask: (due: number) => Promise<T>): Promise<{ due: number; answer: T }> {
  for (let seconds = 0; ; seconds = 2 * seconds + 1) {
    const due = soon() + seconds;
    try {
      return { due, answer: await ask(due) };
    } catch (error) {
      if (Date.now() / 1000 < due || seconds > LONGEST_REQUEST_SECONDS) throw error;
    }
  }
}

/** Longer than any request takes on a machine that still works. */
const LONGEST_REQUEST_SECONDS = 20;

/** A bound, and no measure: a machine under load takes its time. */
const PATIENCE_MS = 120_000;

const FIRST_LOOK_MS = 5;
const LONGEST_PAUSE_MS = 200;

/** Waits, within bounds, until something is so that nobody tells of. */
export async function untilSo(isSo: () => Promise<boolean>, what = String(isSo)): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_LOOK_MS; !(await isSo()); pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    assert.ok(Date.now() < end, `it did not come about: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Waits until an event is there that passes; gives all that came until then. */
// biome-ignore lint/suspicious/noExplicitAny: events are looked into freely by tests
export async function until(listener: Listener, passes: (event: any) => boolean): Promise<any[]> {
  const end = Date.now() + PATIENCE_MS;
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely by tests
  const all: any[] = [];
  while (!all.some(passes)) {
    const left = end - Date.now();
    assert.ok(
      left > 0,
      `it did not come; there were ${JSON.stringify(all.map(({ type, op }) => [type, op]))}`,
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
