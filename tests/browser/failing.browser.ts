// Failed requests are repeated automatically wherever the page would otherwise stay empty, and slow ones show a
// loading indicator.

import type { Page } from '@playwright/test';
import { delayRequests } from './delayed.ts';
import { expect, logIn, test } from './fixtures.ts';
import { picture } from './pictures.ts';

/** Makes requests for an address fail until released. */
async function failRequests(page: Page, address: RegExp): Promise<() => void> {
  let isAnswering = false;
  await page.route(address, (route) => (isAnswering ? route.fallback() : route.abort()));
  return () => {
    isAnswering = true;
  };
}

test('requests that fail are repeated until the page shows what they fetch', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const { id } = await mel.call('send-message', {
    type: 'channel',
    to: stream_id,
    topic: 'tunnel',
    content: 'after the tunnel',
  });
  // The service worker would respond from its cache.
  const page = await open('mel', '#inbox', { serviceWorkers: 'block' });
  const main = page.getByRole('main');
  const notAnswering = main.getByText('Can’t reach the server');

  await test.step('the messages of a view', async () => {
    const release = await failRequests(page, /\/json\/messages\?/);
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/tunnel/near/${id}`);
    await expect(notAnswering).toBeVisible();
    await picture(page, 'failed-view');
    release();
    await expect(page.getByRole('feed').getByText('after the tunnel')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a lazily loaded screen', async () => {
    const release = await failRequests(page, /\/web\/settings-view-\w+\.js$/);
    await page.goto(`${server.url}/#settings/profile`);
    await expect(notAnswering).toBeVisible();
    release();
    await expect(main.getByRole('heading', { name: 'Settings' }).first()).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a slow screen shows a loading indicator', async () => {
    const release = await delayRequests(page, /\/web\/scheduled-screens-\w+\.js$/);
    await page.goto(`${server.url}/#scheduled`);
    await expect(main.getByText('Loading…')).toBeVisible();
    release();
    await expect(main.getByRole('heading', { name: 'Scheduled messages' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the texts of another language, in an open page and in a new one', async () => {
    const german = /\/web\/texts-de-first-\w+\.js$/;
    let release = await failRequests(page, german);
    const failedRequest = page.waitForEvent('requestfailed', (request) => german.test(request.url()));
    await mel.call('update-settings', { default_language: 'de' });
    await failedRequest;
    release();
    await expect(main.getByRole('heading', { name: 'Geplante Nachrichten' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    // The cache could have the texts in the previous language.
    const opening = await open(undefined, '', { serviceWorkers: 'block' });
    release = await failRequests(opening, german);
    await logIn(opening.context(), server.url, 'mel');
    await opening.goto(server.url);
    await expect(opening.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
    release();
    await expect(opening.getByRole('heading', { name: 'Eingang' })).toBeVisible();
    await opening.context().close();
    await mel.call('update-settings', { default_language: 'en' });
  });

  await test.step('the whole page', async () => {
    const release = await failRequests(page, /\/api\/client-table\.json$/);
    await page.evaluate(`indexedDB.deleteDatabase('parley')`);
    await page.goto('about:blank');
    await page.goto(`${server.url}/#inbox`);
    await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
    await picture(page, 'failed-page');
    release();
    await expect(page.locator('.frame')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });
});
