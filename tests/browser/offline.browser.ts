// Reading without a server: the page opens with the last view, says that it is offline, and catches up later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KillableServer } from '../support/killable.ts';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowser, violations } from './browser.ts';

/** The names of the browser's caches. */
const keptNames = `new Promise((resolve) => {
  const opening = indexedDB.open('parley');
  opening.onsuccess = () => {
    const asking = opening.result.transaction('records').objectStore('records').getAllKeys();
    asking.onsuccess = () => resolve(asking.result);
  };
})`;

test('recently read messages can be read without a server', { skip }, async () => {
  const server = await KillableServer.prepare();
  await server.start();
  const open = await startBrowser(server);
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const address = `#narrow/channel/${stream_id}/topic/tunnel`;
  const say = async (content: string) =>
    (await server.as('adam')).call('send-message', {
      type: 'channel',
      to: stream_id,
      topic: 'tunnel',
      content,
    });
  await say('before the tunnel');
  const page = await open('Mel Member', address);
  await page.getByRole('feed').getByText('before the tunnel').waitFor();
  await say('just before it');
  await page.getByRole('feed').getByText('just before it').waitFor();
  // The service worker is active, and the initial files are cached.
  await page.evaluate('navigator.serviceWorker.ready');
  await waitUntil(() => page.evaluate<boolean>(`caches.match('/api/client-table.json').then(Boolean)`));
  await waitUntil(async () => {
    const names = await page.evaluate<string[]>(keptNames);
    return names.includes('state') && names.some((name) => name.startsWith('messages/'));
  });
  await page.goto('about:blank');
  await server.kill();

  await page.goto(`${server.url}/${address}`);
  await page.getByRole('feed').getByText('just before it').waitFor();
  await page.getByRole('status').getByText('No connection').waitFor();
  await page
    .getByRole('navigation', { name: 'Sidebar' })
    .getByRole('link', { name: /^engineering/ })
    .waitFor();
  await picture(page, 'offline');
  assert.deepEqual(await violations(page), []);

  await server.start('same');
  await say('after the tunnel');
  await page.getByRole('feed').getByText('after the tunnel').waitFor();
  const texts = await page.getByRole('article').allInnerTexts();
  assert.deepEqual(
    ['before the tunnel', 'just before it', 'after the tunnel'].map(
      (text) => texts.filter((one) => one.includes(text)).length,
    ),
    [1, 1, 1],
  );
  await page.getByText('No connection').waitFor({ state: 'detached' });
});
