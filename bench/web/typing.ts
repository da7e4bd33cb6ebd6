// Measures what a key press costs in the composer below a long feed.

import { newPage, openAt, profileOf, rest, workOf } from './client-page.ts';
import type { Figure } from './figures.ts';
import { addressOf, shownConversation, type WebBench } from './web-bench.ts';

const TEXT = 'A sentence of a usual length, written below many messages. ';
const GOAL_MILLISECONDS = 16;
const PAUSE_MILLISECONDS = 60;

export async function measureTyping(bench: WebBench): Promise<Figure[]> {
  const { slowed, rounds } = bench.options;
  const site = await bench.ordinary();
  const context = await profileOf(bench.browser, site, site.viewer);
  const client = await newPage(context, slowed);
  const { page } = client;
  await openAt(client, site, addressOf(shownConversation(site)), '.feed-rows article');
  // Reading upwards makes the feed as long as it becomes.
  await page.mouse.move(700, 300);
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, -800);
    await rest(page, 100);
  }
  await page.locator('.composer textarea').last().click();
  const keys: number[] = [];
  const longest: number[] = [];
  const rendering: number[] = [];
  const perKey: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await page.evaluate(() => globalThis.pageProbe.keys.splice(0));
    const before = await workOf(client);
    await page.keyboard.type(TEXT, { delay: PAUSE_MILLISECONDS });
    const after = await workOf(client);
    const times = await page.evaluate(() => [...globalThis.pageProbe.keys]);
    if (round === 0) continue;
    keys.push(...times);
    longest.push(Math.max(...times));
    rendering.push((after.rendering - before.rendering) / TEXT.length);
    perKey.push((after.all - before.all) / TEXT.length);
  }
  await context.close();
  const figure = { section: 'typing', unit: 'ms', slowed, goal: GOAL_MILLISECONDS };
  return [
    { ...figure, name: 'a key, until it is rendered', values: keys },
    { ...figure, name: 'a key, scripts, styles and layout', values: rendering },
    { ...figure, name: 'the slowest key of a sentence', values: longest, goal: undefined },
    { ...figure, name: 'a key, everything on the main thread', values: perKey, goal: undefined },
  ];
}
