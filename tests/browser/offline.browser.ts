// Reading without a server: the page opens with the last view, says that it is offline, and catches up later.

import { KillableServer } from '../support/killable.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

/** The names of the browser's caches. */
const keptNames = `new Promise((resolve) => {
  const opening = indexedDB.open('parley');
  opening.onsuccess = () => {
    const asking = opening.result.transaction('records').objectStore('records').getAllKeys();
    asking.onsuccess = () => resolve(asking.result);
  };
})`;

test('recently read messages can be read without a server', async ({ openOn }) => {
  const server = await KillableServer.prepare();
  await server.start();
  const open = openOn(server);
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
  const page = await open('mel', address);
  await expect(page.getByRole('feed').getByText('before the tunnel')).toBeVisible();
  await say('just before it');
  await expect(page.getByRole('feed').getByText('just before it')).toBeVisible();
  // The service worker is active, and the initial files are cached.
  await page.evaluate('navigator.serviceWorker.ready');
  await expect
    .poll(() => page.evaluate<boolean>(`caches.match('/api/client-table.json').then(Boolean)`))
    .toBe(true);
  await expect
    .poll(() => page.evaluate<string[]>(keptNames))
    .toEqual(expect.arrayContaining(['state', expect.stringMatching(/^messages\//)]));
  await page.goto('about:blank');
  await server.kill();

  await page.goto(`${server.url}/${address}`);
  await expect(page.getByRole('feed').getByText('just before it')).toBeVisible();
  await expect(page.getByRole('status').getByText('No connection')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: /^engineering/ }),
  ).toBeVisible();
  await picture(page, 'offline');
  await expect.poll(() => violations(page)).toEqual([]);

  await server.start('same');
  await say('after the tunnel');
  await expect(page.getByRole('feed').getByText('after the tunnel')).toBeVisible();
  for (const text of ['before the tunnel', 'just before it', 'after the tunnel'])
    await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1);
  await expect(page.getByText('No connection')).toHaveCount(0);
});
