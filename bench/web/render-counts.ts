// Counts how often each component of a page renders, by the browser's own counts of function calls. It needs a build of
// the client whose functions keep their names (`keepsNames`).

import type { CDPSession } from '@playwright/test';

/** The number of renderings by the name of the component. */
export type RenderCounts = ReadonlyMap<string, number>;

/** Begins to count in a page. Counting slows the page down. */
export async function startCounting(session: CDPSession): Promise<void> {
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
}

/** The renderings since the last call, or since counting began. */
export async function takeRenderCounts(session: CDPSession): Promise<RenderCounts> {
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const counts = new Map<string, number>();
  for (const { url, functions } of result) {
    if (!url.includes('/web/')) continue;
    for (const { functionName, ranges } of functions) {
      // The bundler distinguishes equal names of several modules by a number at their end.
      const name = functionName.replace(/\d+$/, '');
      const count = ranges[0]?.count ?? 0;
      // Functions whose names begin with a capital letter are components, and some are classes, which end up here, too.
      if (count > 0 && /^[A-Z][a-z]/.test(name)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }
  return counts;
}
