// The tasks of a page's main thread, by the processor time that each used: other programs on the machine do not count.

import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The thread's processor time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly url?: string } };
}

/**
 * Processor milliseconds of each task on a page's main thread while an action runs, which may open the page's address.
 * The browser's own pages do not count. No other page of the same server may be open.
 */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  action: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  let trace: Buffer;
  try {
    await action();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const { origin } = new URL(page.url());
  const processes = new Set(
    traceEvents.filter(({ args }) => args?.data?.url?.startsWith(`${origin}/`)).map(({ pid }) => pid),
  );
  const mainThreads = new Set(
    traceEvents
      .filter(
        ({ name, pid, args }) =>
          name === 'thread_name' && args?.name === 'CrRendererMain' && processes.has(pid),
      )
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && mainThreads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}
