// Sharing the screen in a call: one person at a time, seen by the others, until it is stopped here, by the browser, or with
// the permission.

import { expect, type Page } from '@playwright/test';
import { callWindow, launchOptions, openCaller, received } from './call-pages.ts';
import { test } from './fixtures.ts';

test.use({ launchOptions });

const framesAt = async (page: Page) => (await received(page)).reduce((sum, { frames }) => sum + frames, 0);

/** Runs in pages: keeps the tracks of shared screens, which tests end like the browser's own bar. */
function recordScreens(): void {
  // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
  const page = globalThis as any;
  const { mediaDevices } = page.navigator;
  const share = mediaDevices.getDisplayMedia.bind(mediaDevices);
  page.screens = [];
  mediaDevices.getDisplayMedia = async (options: unknown) => {
    const stream = await share(options);
    page.screens.push(...stream.getTracks());
    return stream;
  };
}

/** What happens to the page when the person presses "Stop sharing" in the bar of the browser. */
const stopInBrowser = (page: Page) =>
  page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const track = (globalThis as any).screens.at(-1);
    track.stop();
    track.dispatchEvent(new Event('ended'));
  });

const isSharing = (page: Page) =>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  page.evaluate(() => (globalThis as any).screens.some((track: any) => track.readyState === 'live'));

test('a screen is shared, seen, and stopped', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  const mia = await openCaller(open, 'mia', topic);
  const max = await openCaller(open, 'max', topic);
  for (const page of [mia, max]) await page.evaluate(recordScreens);
  await mia.getByRole('button', { name: 'Start a call', exact: true }).click();
  await max.getByRole('button', { name: 'Join', exact: true }).click();
  for (const page of [mia, max])
    await expect(callWindow(page).locator('[data-reach=connected]')).toHaveCount(2);
  const share = (page: Page) => callWindow(page).getByRole('button', { name: 'Share screen' }).click();
  const shared = callWindow(max).locator('.call-tile.screen');

  await test.step('the other sees it', async () => {
    await share(mia);
    await expect(shared).toContainText('Mia');
    await expect(shared.locator('video')).toHaveCount(1);
    await expect.poll(() => framesAt(max)).toBeGreaterThan(2);
  });

  await test.step('a second screen is refused, and its device closed', async () => {
    await share(max);
    await expect(max.getByText(/Someone else is sharing their screen/)).toBeVisible();
    await expect(callWindow(max).getByRole('button', { name: 'Share screen' })).toBeVisible();
    expect(await isSharing(max)).toBe(false);
    await expect(shared).toContainText('Mia');
  });

  await test.step('stopping it in the browser ends it for all, and another screen can be shared', async () => {
    await stopInBrowser(mia);
    await expect(shared).toHaveCount(0);
    await expect(callWindow(mia).getByRole('button', { name: 'Share screen' })).toBeVisible();
    await share(max);
    await expect(callWindow(mia).locator('.call-tile.screen')).toContainText('Max');
    await callWindow(max).getByRole('button', { name: 'Stop sharing screen' }).click();
    await expect(callWindow(mia).locator('.call-tile.screen')).toHaveCount(0);
    expect(await isSharing(max)).toBe(false);
  });

  await test.step('losing the permission ends it, and takes the button away', async () => {
    await share(mia);
    await expect(shared).toContainText('Mia');
    const olive = await server.as('olive');
    const { realm_user_groups } = await olive.ok('POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
    });
    const nobody = realm_user_groups.find(({ name }: { name: string }) => name === 'role:nobody').id;
    await olive.ok('PATCH', '/realm', { can_share_screen_group: { new: nobody } });
    await expect(shared).toHaveCount(0);
    await expect(callWindow(mia).getByRole('button', { name: /screen|sharing/ })).toHaveCount(0);
    await expect.poll(() => isSharing(mia)).toBe(false);
  });
});
