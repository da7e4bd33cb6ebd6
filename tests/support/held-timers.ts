// Time that passes when a test says so, and not by how fast a machine is.

import type { TestContext } from 'node:test';

/**
 * Keeps the timers of exactly so many milliseconds, in the order in which they were set, also those that were cleared since:
 * each runs when the test calls it. All others run by themselves.
 */
export function heldTimers({ mock }: Pick<TestContext, 'mock'>, milliseconds: number): (() => void)[] {
  const held: (() => void)[] = [];
  onTimersOf(mock, milliseconds, (run) => held.push(run));
  return held;
}

/** Has the timers of exactly so many milliseconds be over as soon as whoever set them has come to a stop. */
export function passedTimers({ mock }: Pick<TestContext, 'mock'>, milliseconds: number): void {
  onTimersOf(mock, milliseconds, queueMicrotask);
}

function onTimersOf(mock: TestContext['mock'], milliseconds: number, take: (run: () => void) => void): void {
  const present = globalThis.setTimeout;
  mock.method(globalThis, 'setTimeout', ((run: () => void, given?: number, ...rest: []) => {
    if (given !== milliseconds) return present(run, given, ...rest);
    take(run);
    return { ref: () => undefined, unref: () => undefined };
  }) as never);
}
