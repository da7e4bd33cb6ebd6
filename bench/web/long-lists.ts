// Measures scrolling of very long lists: the people of a large organization, its channels, and its folders in the
// sidebar.

import { newPage, openAt, profileOf, rest } from './client-page.ts';
import type { Figure } from './figures.ts';
import { tasksDuring } from './main-thread-tasks.ts';
import type { WebBench } from './web-bench.ts';

const STEPS = 60;
const STEP_PIXELS = 500;
const STEP_MILLISECONDS = 30;
/** A frame this long means that at least two were dropped. */
const LATE_FRAME_MILLISECONDS = 50;

interface List {
  readonly name: string;
  readonly address: string;
  /** Something that is shown once the list is. */
  readonly row: string;
}

const lists: readonly List[] = [
  { name: '50,000 people', address: '#organization/people', row: '.long-list .row:not(.head)' },
  { name: '5,000 channels', address: '#channels/all', row: '.channel-list li' },
  { name: '200 folders', address: '#inbox', row: '.side-lists .side-line' },
];

export async function measureLists(bench: WebBench): Promise<Figure[]> {
  const { browser, options } = bench;
  const { slowed, rounds } = options;
  const site = await bench.large();
  const context = await profileOf(browser, site, site.viewer);
  const results: Figure[] = [];
  for (const { name, address, row } of lists) {
    const opened: number[] = [];
    const lateTimes: number[] = [];
    const longest: number[] = [];
    const tasks: number[] = [];
    const elements: number[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      const client = await newPage(context, slowed);
      const { page } = client;
      const openingTasks = await tasksDuring(browser, page, () => openAt(client, site, address, row));
      opened.push(Math.max(0, ...openingTasks));
      const box = await page.locator(row).first().boundingBox();
      await page.mouse.move((box?.x ?? 0) + 50, 450);
      await page.evaluate(() => {
        globalThis.pageProbe.isWatchingFrames = true;
      });
      const scrolling = await tasksDuring(browser, page, async () => {
        for (let step = 0; step < STEPS; step++) {
          await page.mouse.wheel(0, step < STEPS / 2 ? STEP_PIXELS : -STEP_PIXELS);
          await rest(page, STEP_MILLISECONDS);
        }
      });
      const frames = await page.evaluate(() => globalThis.pageProbe.frames);
      lateTimes.push(frames.filter((frame) => frame > LATE_FRAME_MILLISECONDS).length);
      longest.push(Math.max(0, ...frames));
      tasks.push(Math.max(0, ...scrolling));
      elements.push(await page.evaluate<number>(`document.querySelectorAll('*').length`));
      await page.close();
    }
    const figure = { section: name, unit: 'ms', slowed };
    results.push(
      { ...figure, name: 'longest task while opening', values: opened },
      { ...figure, name: 'elements of the page', unit: '', values: elements },
      { ...figure, name: 'longest frame while scrolling', values: longest },
      { ...figure, name: 'frames above 50 ms', unit: '', values: lateTimes },
      { ...figure, name: 'longest task while scrolling', values: tasks },
    );
  }
  await context.close();
  return results;
}
