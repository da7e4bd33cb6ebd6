// The first load after logging in: only the necessary requests precede the first message, and the view is that of
// the current address.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';

// biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
type Any = any;

const MAX_REQUESTS = 6;

test('the first messages are requested with the sixth request at the latest', async ({ server, open }) => {
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  await adam.sendToChannel('engineering', 'first', 'the first that is read');
  // A first visit: no service worker and an empty cache.
  const page = await open(undefined, 'login/');
  const requests: string[] = [];
  let isIn = false;
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path === '/') isIn = true;
    // The browser requests the favicon at any time.
    if (isIn && !path.startsWith('/web/icon-')) requests.push(path);
  });
  await page.goto(`${server.url}/login/#narrow/channel/${stream_id}/topic/first`);
  await page.getByRole('button', { name: 'Log in as Mel Member' }).click();
  await expect(page.getByRole('feed').getByText('the first that is read')).toBeVisible();
  const count = requests.indexOf('/json/messages') + 1;
  assert.ok(count > 0 && count <= MAX_REQUESTS, requests.join(' '));
});

/** Runs in the page: navigates as soon as the frame is in the document, before it has any listeners. */
function navigateOnLoad(address: string): void {
  const { document, location, MutationObserver } = globalThis as Any;
  const watching = new MutationObserver(() => {
    if (!document.querySelector('.frame')) return;
    watching.disconnect();
    location.hash = address;
  });
  watching.observe(document, { childList: true, subtree: true });
}

test('the view is that of the address, even if it changes while the page opens', async ({ server, open }) => {
  const page = await open('mel', '#inbox');
  await page.addInitScript(navigateOnLoad, '#drafts');
  await page.reload();
  await expect(page).toHaveURL(`${server.url}/#drafts`);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Drafts' })).toBeVisible();
});
