// What is not answered once is asked for again by itself, wherever the page would stand empty otherwise; and what takes long
// says that it is on its way.

import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { picture, skip, startBrowserTest } from './browser.ts';

/** Has nothing answer requests for an address, until it is told to. */
async function failing(page: Page, address: RegExp): Promise<() => void> {
  let isAnswering = false;
  await page.route(address, (route) => (isAnswering ? route.fallback() : route.abort()));
  return () => {
    isAnswering = true;
  };
}

/** Has requests for an address wait, until they may go. */
async function held(page: Page, address: RegExp): Promise<() => void> {
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await mayGo;
    await route.fallback();
  });
  return letGo;
}

/** From then on what components do after they are drawn waits for `letEffects()`: Preact does it after a frame, or 35 ms. */
const holdEffects = `
  const [frame, timer] = [requestAnimationFrame, setTimeout];
  const effects = [];
  requestAnimationFrame = (effect) => effects.push(effect);
  setTimeout = (call, wait, ...more) => wait === 35 ? effects.push(call) : timer(call, wait, ...more);
  globalThis.letEffects = () => {
    [requestAnimationFrame, setTimeout] = [frame, timer];
    for (const effect of effects) effect();
  };`;

test('what failed once comes by itself', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const { id } = await mel.call('send-message', {
    type: 'channel',
    to: stream_id,
    topic: 'tunnel',
    content: 'after the tunnel',
  });
  // The worker would answer from what it keeps.
  const page = await open('Mel Member', '#inbox', { serviceWorkers: 'block' });
  const main = page.getByRole('main');
  const notAnswering = main.getByText('The server cannot be reached');

  await context.test('the messages of a view', async () => {
    const letCome = await failing(page, /\/json\/messages\?/);
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/tunnel/near/${id}`);
    await notAnswering.waitFor();
    await picture(page, 'failed-view');
    letCome();
    await page.getByRole('feed').getByText('after the tunnel').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await context.test('a screen of its own', async () => {
    const letCome = await failing(page, /\/web\/settings-view-\w+\.js$/);
    await page.goto(`${server.url}/#settings/profile`);
    await notAnswering.waitFor();
    letCome();
    await main.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await context.test('a screen that takes long says that it is loaded', async () => {
    const letCome = await held(page, /\/web\/later-screens-\w+\.js$/);
    await page.goto(`${server.url}/#scheduled`);
    await main.getByText('Loading…').waitFor();
    letCome();
    await main.getByRole('heading', { name: 'Scheduled messages' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await context.test('a screen that comes as the page is rendered in another language', async (part) => {
    part.after(async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await mel.call('update-settings', { default_language: 'en' });
    });
    const letScreen = await held(page, /\/web\/groups-view-\w+\.js$/);
    await page.goto(`${server.url}/#groups`);
    await main.getByText('Loading…').waitFor();
    const letWords = await held(page, /\/web\/de-\w+\.js$/);
    const words = page.waitForRequest(/\/web\/de-\w+\.js$/);
    await mel.call('update-settings', { default_language: 'de' });
    await words;
    await page.evaluate(holdEffects);
    letWords();
    await main.getByText('Wird geladen').waitFor();
    const screen = page.waitForResponse(/\/web\/groups-view-\w+\.js$/);
    letScreen();
    await page.evaluate((address) => import(address), (await screen).url());
    await page.evaluate('letEffects()');
    await main.getByRole('navigation', { name: 'Gruppen' }).waitFor();
  });

  await context.test('the whole page', async () => {
    const letCome = await failing(page, /\/api\/client-table\.json$/);
    await page.evaluate(`indexedDB.deleteDatabase('parley')`);
    await page.goto('about:blank');
    await page.goto(`${server.url}/#inbox`);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await picture(page, 'failed-page');
    letCome();
    await page.locator('.frame').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });
});
