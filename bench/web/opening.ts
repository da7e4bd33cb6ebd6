// Measures opening the client: the long tasks until it is at rest, and the time until the last view is shown.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type ClientPage, newPage, openAt, profileOf } from './client-page.ts';
import type { Figure } from './figures.ts';
import { tasksDuring } from './main-thread-tasks.ts';
import { addressOf, shownConversation, type WebBench } from './web-bench.ts';

const SECTION = 'opening';
const LONG_TASK_MILLISECONDS = 100;

interface Opening {
  /** Processor milliseconds of each task until the page is at rest. */
  readonly tasks: readonly number[];
  /** When the first message was painted, in milliseconds since the page began to load. */
  readonly shownAt: number;
}

async function opening(browser: Browser, client: ClientPage, open: () => Promise<void>): Promise<Opening> {
  const tasks = await tasksDuring(browser, client.page, open);
  const shownAt = await client.page.evaluate(() => globalThis.pageProbe.shownAt ?? Number.NaN);
  return { tasks, shownAt };
}

function countAbove(openings: readonly Opening[], milliseconds: number): number[] {
  return openings.map(({ tasks }) => tasks.filter((task) => task > milliseconds).length);
}

function figures(name: string, slowed: number, openings: readonly Opening[], goal?: number): Figure[] {
  const figure = (what: string, unit: string, values: readonly number[], limit?: number): Figure => ({
    section: SECTION,
    name: `${name}, ${what}`,
    unit,
    slowed,
    values,
    goal: limit,
  });
  const longest = openings.map(({ tasks }) => Math.max(0, ...tasks));
  return [
    figure(
      'first message painted',
      'ms',
      openings.map(({ shownAt }) => shownAt),
      goal,
    ),
    figure('longest task', 'ms', longest, slowed > 1 ? LONG_TASK_MILLISECONDS : undefined),
    figure('tasks above 50 ms', '', countAbove(openings, 50)),
    figure('tasks above 100 ms', '', countAbove(openings, LONG_TASK_MILLISECONDS)),
    figure(
      'all tasks together',
      'ms',
      openings.map(({ tasks }) => tasks.reduce((sum, task) => sum + task, 0)),
    ),
  ];
}

/** Opens the client for the first time in a profile, and again, at both speeds. */
export async function measureOpening(bench: WebBench): Promise<Figure[]> {
  const { browser, options } = bench;
  const site = await bench.ordinary();
  const address = addressOf(shownConversation(site));
  const results: Figure[] = [];
  for (const slowed of new Set([options.slowed, 1])) {
    const first: Opening[] = [];
    const second: Opening[] = [];
    for (let round = 0; round < options.rounds; round++) {
      const context = await profileOf(browser, site, site.viewer);
      for (const openings of [first, second]) {
        const client = await newPage(context, slowed);
        const open = () => openAt(client, site, address, '.feed-rows article');
        openings.push(await opening(browser, client, open));
        await client.page.close();
      }
      await context.close();
    }
    results.push(...figures('first open', slowed, first));
    results.push(...figures('second open', slowed, second, slowed === 1 ? 200 : undefined));
  }
  if (options.profile !== undefined) await writeProfiles(bench, options.profile);
  return results;
}

/** Writes a processor profile of the first and of the second open, with readable names. */
async function writeProfiles(bench: WebBench, directory: string): Promise<void> {
  const site = await bench.named();
  const context = await profileOf(bench.browser, site, site.viewer);
  await mkdir(directory, { recursive: true });
  for (const name of ['first-open', 'second-open']) {
    const client = await newPage(context, bench.options.slowed);
    await client.session.send('Profiler.enable');
    await client.session.send('Profiler.start');
    await openAt(client, site, addressOf(shownConversation(site)), '.feed-rows article');
    const { profile } = await client.session.send('Profiler.stop');
    await writeFile(join(directory, `${name}.cpuprofile`), JSON.stringify(profile));
    await client.page.close();
  }
  await context.close();
}
