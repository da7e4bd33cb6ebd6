// A change of a few elements lets the browser compute the styles of few others: a style sheet in which the whole page
// depends on something deep within it (`.frame:has(.row)`) makes each change compute hundreds.

import assert from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

interface TraceEvent {
  readonly name: string;
  readonly args?: { readonly elementCount?: number };
}

/** How many elements the browser computed styles of while an action ran, for each time that it computed any. */
async function recalculatedDuring(
  browser: Browser,
  page: Page,
  action: () => Promise<unknown>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await action();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  return traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' && args?.elementCount ? [args.elementCount] : [],
  );
}

/** A message has ten elements; the rows of the sidebar that count it have as many. */
const MOST_ELEMENTS = 45;

test('a new message lets the browser compute the styles of few elements', async ({
  browser,
  open,
  server,
}) => {
  const [mel, adam] = await Promise.all([server.as('mel'), server.as('adam')]);
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  for (let index = 0; index < 20; index += 1)
    await adam.sendToChannel('engineering', 'styles', `message ${index}`);
  await mel.call('mark-all-as-read', {});
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/styles`);
  const feed = page.getByRole('feed');
  await expect(feed.getByText('message 19', { exact: true })).toBeVisible();
  const counts = await recalculatedDuring(browser, page, async () => {
    await adam.sendToChannel('engineering', 'styles', 'the next one');
    await expect(feed.getByText('the next one', { exact: true })).toBeVisible();
  });
  const most = Math.max(0, ...counts);
  assert.ok(most > 0 && most <= MOST_ELEMENTS, `styles of ${counts.join(', ')} elements were computed`);
});
