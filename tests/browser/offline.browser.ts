// Reading without a server: the page opens with the last view, says that it is offline, and catches up later.

import type { Page } from '@playwright/test';
import { KillableServer } from '../support/killable.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

/** The names of the browser's caches. */
const cachedNames = `new Promise((resolve) => {
  const opening = indexedDB.open('parley');
  opening.onsuccess = () => {
    const asking = opening.result.transaction('records').objectStore('records').getAllKeys();
    asking.onsuccess = () => resolve(asking.result);
  };
})`;

/** Waits until the service worker is active, the initial files are cached, and the given records exist. */
async function waitForCaches(page: Page, names: readonly unknown[]): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready');
  await expect
    .poll(() => page.evaluate<boolean>(`caches.match('/api/client-table.json').then(Boolean)`))
    .toBe(true);
  await expect.poll(() => page.evaluate<string[]>(cachedNames)).toEqual(expect.arrayContaining([...names]));
}

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
  await waitForCaches(page, ['state', expect.stringMatching(/^messages\//)]);
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

test('the page opens without a server in the language of the person', async ({ openOn }) => {
  const server = await KillableServer.prepare();
  await server.start();
  await (await server.as('mel')).call('update-settings', { default_language: 'de' });
  const page = await openOn(server)('mel');
  await expect(page.getByRole('heading', { name: 'Eingang' })).toBeVisible();
  // Of the languages, only the one in use is cached.
  const languages = () =>
    page.evaluate<string[]>(`caches.open('files')
      .then((cache) => cache.keys())
      .then((all) => all.map(({ url }) => /texts-(.+)-\\w+-\\w+\\.js$/.exec(url)?.[1]).filter(Boolean))`);
  await expect.poll(async () => [...new Set(await languages())].sort()).toEqual(['de', 'en']);
  expect((await languages()).filter((language) => language === 'de')).toHaveLength(3);
  await waitForCaches(page, ['state']);
  await page.goto('about:blank');
  await server.kill();

  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Eingang' })).toBeVisible();
  await page.goto(`${server.url}/#settings/profile`);
  await expect(page.getByRole('heading', { name: 'Profil' })).toBeVisible();
});
