// Timers that fire when a test calls them, whatever the speed of the machine.

import type { TestContext } from 'node:test';

/**
 * Captures timers of exactly this many milliseconds, in the order they were set, including those that are cleared
 * later. The test calls them. All other timers run normally.
 */
export function captureTimers({ mock }: Pick<TestContext, 'mock'>, milliseconds: number): (() => void)[] {
  const captured: (() => void)[] = [];
  onTimersOf(mock, milliseconds, (run) => captured.push(run));
  return captured;
}

/** Makes timers of exactly this many milliseconds fire as soon as the code that set them yields. */
export function skipTimers({ mock }: Pick<TestContext, 'mock'>, milliseconds: number): void {
  onTimersOf(mock, milliseconds, queueMicrotask);
}

function onTimersOf(mock: TestContext['mock'], milliseconds: number, take: (run: () => void) => void): void {
  const original = globalThis.setTimeout;
  mock.method(globalThis, 'setTimeout', ((run: () => void, delay?: number, ...rest: []) => {
    if (delay !== milliseconds) return original(run, delay, ...rest);
    take(run);
    return { ref: () => undefined, unref: () => undefined };
  }) as never);
}
