// Events between the first paint and the effects after it, a time that is long on slow machines: none of them is
// lost.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { TestServer } from '../support/server.ts';
import { delayRequests, pauseEffects, resumeEffects } from './delayed.ts';
import { expect, test } from './fixtures.ts';

const germanTexts = /\/web\/texts-de-first-\w+\.js$/;
const groupsScreen = /\/web\/groups-view-\w+\.js$/;
/** The service worker would respond from its cache. */
const options = { serviceWorkers: 'block' } as const;

/** Re-renders a page in German; the next action happens before the effects run. */
async function switchToGerman(server: TestServer, page: Page, shown: string): Promise<void> {
  const releaseTexts = await delayRequests(page, germanTexts);
  const requested = page.waitForRequest(germanTexts);
  await (await server.as('mel')).call('update-settings', { default_language: 'de' });
  await requested;
  await pauseEffects(page);
  releaseTexts();
  await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
}

test('a lazily loaded screen is shown even if it arrives right after a rendering', async ({
  server,
  open,
}) => {
  const page = await open('mel', '#inbox', options);
  const main = page.getByRole('main');
  const releaseScreen = await delayRequests(page, groupsScreen);
  await page.goto(`${server.url}/#groups`);
  await expect(main.getByText('Loading…')).toBeVisible();
  await switchToGerman(server, page, 'Wird geladen');
  const screen = page.waitForResponse(groupsScreen);
  releaseScreen();
  await page.evaluate((address) => import(address), (await screen).url());
  await resumeEffects(page);
  await expect(main.getByRole('navigation', { name: 'Gruppen' })).toBeVisible();
});

test('an address that is opened right after a rendering is shown', async ({ server, open }) => {
  const page = await open('mel', '#recent', options);
  await switchToGerman(server, page, 'Letzte Unterhaltungen');
  await page.goto(`${server.url}/#drafts`);
  await resumeEffects(page);
  await expect(page.getByRole('main').getByText('Keine Entwürfe')).toBeVisible();
});

test('a key that is pressed right after a rendering acts', async ({ server, open }) => {
  const page = await open('mel', '#recent', options);
  await switchToGerman(server, page, 'Letzte Unterhaltungen');
  await page.keyboard.press('c');
  await resumeEffects(page);
  await expect(page.getByRole('combobox', { name: 'Kanal' })).toBeVisible();
});

test('letters typed right after a rendering, after the key that focuses a field, go into the field', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const wide = { viewport: { width: 1680, height: 900 } };
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/changes`, wide);
  const people = page.getByRole('complementary', { name: 'People' });
  for (const isFolded of [false, true]) {
    if (isFolded) await page.getByRole('button', { name: 'People', exact: true }).click();
    await expect(people).toBeVisible({ visible: !isFolded });
    // The column is visible before its code is loaded.
    if (!isFolded) await expect(people.getByRole('searchbox')).toBeVisible();
    // Queued keys are handled before timers.
    const focused = await page.evaluate<string>(`(async () => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true, cancelable: true }));
      for (let turn = 0; turn < 10; turn += 1) await undefined;
      return document.activeElement.id;
    })()`);
    assert.equal(focused, 'people-filter');
    await page.evaluate('document.activeElement.blur()');
  }
});
