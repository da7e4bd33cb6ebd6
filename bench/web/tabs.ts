// Measures when the last of twelve tabs of a browser shows a message, from the moment when it is sent.

import { newPage, openAt, profileOf, request } from './client-page.ts';
import type { Figure } from './figures.ts';
import { addressOf, shownConversation, type WebBench } from './web-bench.ts';

const TABS = 12;
const GOAL_MILLISECONDS = 300;

export async function measureTabs(bench: WebBench): Promise<Figure[]> {
  const site = await bench.ordinary();
  const conversation = shownConversation(site);
  const context = await profileOf(bench.browser, site, site.viewer);
  const clients = [];
  for (let tab = 0; tab < TABS; tab++) {
    const client = await newPage(context, 1);
    await openAt(client, site, addressOf(conversation), '.feed-rows article');
    clients.push(client);
  }
  const first: number[] = [];
  const last: number[] = [];
  for (let round = 0; round <= 2 * bench.options.rounds; round++) {
    const content = `The message of round ${round} for all tabs`;
    for (const { page } of clients) {
      await page.evaluate((text) => {
        globalThis.pageProbe.awaited = text;
        globalThis.pageProbe.awaitedSince = undefined;
      }, content);
    }
    const sentAt = performance.timeOrigin + performance.now();
    const { channelId, topic } = conversation;
    await request(site, site.other, '/messages', {
      type: 'stream',
      to: JSON.stringify(channelId),
      topic,
      content,
    });
    const times: number[] = [];
    for (const { page } of clients) {
      await page.waitForFunction(() => globalThis.pageProbe.awaitedSince !== undefined, undefined, {
        polling: 100,
      });
      times.push((await page.evaluate(() => globalThis.pageProbe.awaitedSince ?? Number.NaN)) - sentAt);
    }
    if (round === 0) continue;
    first.push(Math.min(...times));
    last.push(Math.max(...times));
  }
  await context.close();
  const figure = { section: 'twelve tabs', unit: 'ms', slowed: 1 };
  return [
    { ...figure, name: 'first tab shows a message', values: first },
    { ...figure, name: 'last tab shows a message', values: last, goal: GOAL_MILLISECONDS },
  ];
}
