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

const PATIENCE_MS = 20_000;

const LOOK_EVERY_MS = 5;

/**
 * Less than the time after which a job looks by itself for what is due: what comes sooner came because the job knew its
 * moment. A machine under load may take seconds for it.
 */
export const BEFORE_THE_NEXT_LOOK_SECONDS = 8;

/** Waits, within bounds, until something is so that nobody tells of. */
export async function untilSo(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    assert.ok(Date.now() < end, `it did not come about: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
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
