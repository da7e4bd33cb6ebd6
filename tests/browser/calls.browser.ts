// Calls with real connections: starting, joining, being heard, muting, leaving, reloading, crashing, and taking over.

import { expect, type Page } from '@playwright/test';
import type { DemoName } from '../support/server.ts';
import { callWindow, expectToHear, launchOptions, received, recordConnections } from './call-pages.ts';
import { type Open, test } from './fixtures.ts';

test.use({ launchOptions });

/** Opens a page whose connections are recorded. */
async function openCaller(open: Open, name: DemoName, fragment: string): Promise<Page> {
  const page = await open(name, fragment);
  await page.addInitScript(recordConnections);
  await page.reload();
  await page.locator('.frame').waitFor();
  return page;
}

test('people talk in a topic: start, join, mute, leave', async ({ server, open }) => {
  const mel = await server.as('mel');
  const [channel] = (await mel.ok('GET', '/users/me/subscriptions')).subscriptions;
  const topic = `#narrow/channel/${channel.stream_id}/topic/standup`;
  const mia = await openCaller(open, 'mia', topic);
  const max = await openCaller(open, 'max', topic);

  await test.step('one starts it, the other sees who is in it, and joins', async () => {
    await mia.getByRole('button', { name: 'Start a call', exact: true }).click();
    await expect(callWindow(mia).getByText('Waiting for others…')).toBeVisible();
    await expect(max.getByText('Mia Member is talking')).toBeVisible();
    await max.getByRole('button', { name: 'Join', exact: true }).click();
    await expectToHear(mia, 1);
    await expectToHear(max, 1);
    await expect(callWindow(max).locator('[data-reach=connected]')).toHaveCount(2);
    await expect(max.getByText('Mia Member is talking')).toHaveCount(0);
  });

  await test.step('a third one hears both', async () => {
    const olive = await openCaller(open, 'olive', topic);
    await expect(olive.getByText('Mia Member and Max Member are talking')).toBeVisible();
    await olive.getByRole('button', { name: 'Join the call', exact: true }).click();
    for (const page of [mia, max, olive]) await expectToHear(page, 2);
    await callWindow(olive).getByRole('button', { name: 'Leave the call' }).click();
    await expect(callWindow(olive)).toHaveCount(0);
    await expectToHear(mia, 1);
  });

  await test.step('M mutes, and others see it', async () => {
    await callWindow(mia).getByRole('button', { name: 'Mute microphone' }).press('m');
    await expect(callWindow(mia).getByRole('button', { name: 'Unmute microphone' })).toBeVisible();
    await expect(callWindow(max).getByRole('listitem').filter({ hasText: 'Mia' })).toContainText(
      'microphone off',
    );
    // It goes on sending silence.
    await expectToHear(max, 1);
  });

  await test.step('a camera is seen', async () => {
    await callWindow(mia).getByRole('button', { name: 'Turn on camera' }).click();
    await expect(callWindow(max).locator('video')).toHaveCount(1);
    await expect.poll(async () => (await received(max))[0]?.frames ?? 0).toBeGreaterThan(5);
    await callWindow(mia).getByRole('button', { name: 'Turn off camera' }).click();
    await expect(callWindow(max).locator('video')).toHaveCount(0);
  });

  await test.step('a reload returns to the call with the same session', async () => {
    await max.reload();
    await expectToHear(max, 1);
    await expectToHear(mia, 1);
  });

  await test.step('who leaves is gone, and the call can be joined again', async () => {
    await callWindow(max).getByRole('button', { name: 'Leave the call' }).click();
    await expect(callWindow(mia).getByText('Waiting for others…')).toBeVisible();
    await expect(max.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  });
});
