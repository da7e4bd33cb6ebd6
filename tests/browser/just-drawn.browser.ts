// Events between the first paint and the effects after it, a time that is long on slow machines: none of them is
// lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import { skip, startBrowserTest } from './browser.ts';
import { held, holdEffects, letEffects } from './delayed.ts';

const germanWords = /\/web\/de-\w+\.js$/;
const groupsScreen = /\/web\/groups-view-\w+\.js$/;
/** The service worker would respond from its cache. */
const options = { serviceWorkers: 'block' } as const;

test('events right after rendering', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  context.afterEach(() => mel.call('update-settings', { default_language: 'en' }));

  /** Re-renders a page in German; the next action happens before the effects run. */
  async function turnGerman(page: Page, shown: string): Promise<void> {
    const releaseTexts = await held(page, germanWords);
    const requested = page.waitForRequest(germanWords);
    await mel.call('update-settings', { default_language: 'de' });
    await requested;
    await holdEffects(page);
    releaseTexts();
    await page.getByRole('main').getByText(shown).first().waitFor();
  }

  await context.test('a lazily loaded screen arrives', async () => {
    const page = await open('Mel Member', '#inbox', options);
    const main = page.getByRole('main');
    const releaseScreen = await held(page, groupsScreen);
    await page.goto(`${server.url}/#groups`);
    await main.getByText('Loading…').waitFor();
    await turnGerman(page, 'Wird geladen');
    const screen = page.waitForResponse(groupsScreen);
    releaseScreen();
    await page.evaluate((address) => import(address), (await screen).url());
    await letEffects(page);
    await main.getByRole('navigation', { name: 'Gruppen' }).waitFor();
  });

  await context.test('navigation to another address', async () => {
    const page = await open('Mel Member', '#recent', options);
    await turnGerman(page, 'Letzte Unterhaltungen');
    await page.goto(`${server.url}/#drafts`);
    await letEffects(page);
    await page.getByRole('main').getByText('Keine Entwürfe').waitFor();
  });

  await context.test('a key press', async () => {
    const page = await open('Mel Member', '#recent', options);
    await turnGerman(page, 'Letzte Unterhaltungen');
    await page.keyboard.press('c');
    await letEffects(page);
    await page.getByRole('combobox', { name: 'Kanal' }).waitFor();
  });

  await context.test('typing after the key that focuses a field', async () => {
    const page = await open('Mel Member', '#inbox');
    const people = page.getByRole('complementary', { name: 'People' });
    for (const isFolded of [false, true]) {
      if (isFolded) await page.getByRole('button', { name: 'People', exact: true }).click();
      await people.waitFor({ state: isFolded ? 'detached' : 'visible' });
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
});
