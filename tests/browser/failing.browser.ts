// Failed requests are repeated automatically wherever the page would otherwise stay empty, and slow ones show a
// loading indicator.

import { test } from 'node:test';
import type { Page } from '@playwright/test';
import { picture, skip, startBrowserTest } from './browser.ts';
import { held } from './delayed.ts';

/** Makes requests for an address fail until released. */
async function failing(page: Page, address: RegExp): Promise<() => void> {
  let isAnswering = false;
  await page.route(address, (route) => (isAnswering ? route.fallback() : route.abort()));
  return () => {
    isAnswering = true;
  };
}

test('failed requests are repeated automatically', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const { id } = await mel.call('send-message', {
    type: 'channel',
    to: stream_id,
    topic: 'tunnel',
    content: 'after the tunnel',
  });
  // The service worker would respond from its cache.
  const page = await open('Mel Member', '#inbox', { serviceWorkers: 'block' });
  const main = page.getByRole('main');
  const notAnswering = main.getByText('Can’t reach the server');

  await context.test('the messages of a view', async () => {
    const release = await failing(page, /\/json\/messages\?/);
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/tunnel/near/${id}`);
    await notAnswering.waitFor();
    await picture(page, 'failed-view');
    release();
    await page.getByRole('feed').getByText('after the tunnel').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await context.test('a lazily loaded screen', async () => {
    const release = await failing(page, /\/web\/settings-view-\w+\.js$/);
    await page.goto(`${server.url}/#settings/profile`);
    await notAnswering.waitFor();
    release();
    await main.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await context.test('a slow screen shows a loading indicator', async () => {
    const release = await held(page, /\/web\/scheduled-screens-\w+\.js$/);
    await page.goto(`${server.url}/#scheduled`);
    await main.getByText('Loading…').waitFor();
    release();
    await main.getByRole('heading', { name: 'Scheduled messages' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await context.test('the texts of another language, in an open page and in a new one', async (part) => {
    part.after(() => mel.call('update-settings', { default_language: 'en' }));
    const german = /\/web\/de-\w+\.js$/;
    let release = await failing(page, german);
    const failed = page.waitForEvent('requestfailed', (request) => german.test(request.url()));
    await mel.call('update-settings', { default_language: 'de' });
    await failed;
    release();
    await main.getByRole('heading', { name: 'Geplante Nachrichten' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    // The cache could have the texts in the previous language.
    const opening = await open(undefined, '', { serviceWorkers: 'block' });
    release = await failing(opening, german);
    await opening.getByRole('button', { name: 'Log in as Mel Member' }).click();
    await opening.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    release();
    await opening.getByRole('heading', { name: 'Eingang' }).waitFor();
    await opening.context().close();
  });

  await context.test('the whole page', async () => {
    const release = await failing(page, /\/api\/client-table\.json$/);
    await page.evaluate(`indexedDB.deleteDatabase('parley')`);
    await page.goto('about:blank');
    await page.goto(`${server.url}/#inbox`);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await picture(page, 'failed-page');
    release();
    await page.locator('.frame').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });
});
