// The sidebar in narrow windows, which opens as a drawer: by keyboard, it behaves like a dialog.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest } from './browser.ts';
import { focused, Hand } from './hand.ts';

test('the sidebar of narrow windows', { skip }, async (context) => {
  const { open } = await startBrowserTest();
  const sizes = { 'a phone': { width: 390, height: 844 }, 'a page at 200 %': { width: 720, height: 450 } };
  for (const [name, viewport] of Object.entries(sizes)) {
    await context.test(name, async () => {
      const page = await open('Mel Member', '#inbox', { viewport });
      const hand = new Hand(page);
      const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
      const isIn = () =>
        page.evaluate<boolean>(`document.querySelector('.sidebar').contains(document.activeElement)`);
      await page.getByRole('button', { name: 'Channels', exact: true }).press('Enter');
      await waitUntil(isIn);
      await hand.press('Tab');
      assert.ok(await isIn());
      await hand.press('Escape');
      await sidebar.waitFor({ state: 'hidden' });
      await waitUntil(async () => (await focused(page)).name === 'Channels');

      await hand.press('Enter');
      await waitUntil(isIn);
      await hand.goTo('engineering');
      await hand.press('Enter');
      await page.waitForURL(/#narrow\/channel\//);
      await sidebar.waitFor({ state: 'hidden' });
      await waitUntil(async () => !(await focused(page)).isBody && !(await isIn()));
      await page.context().close();
    });
  }
});
