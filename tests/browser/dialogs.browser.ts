// Dialogs belong to the address at which they were opened: any navigation closes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, startBrowserTest } from './browser.ts';

test('navigation closes a dialog', { skip, timeout: 120_000 }, async () => {
  const { open } = await startBrowserTest();
  const page = await open('Mel Member', '#inbox');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const shown = async () => {
    await page.keyboard.press('?');
    await keys.waitFor();
  };
  const expectClosed = async () => {
    await keys.waitFor({ state: 'detached' });
    assert.equal(await page.locator('dialog').count(), 0);
    assert.notEqual(await page.evaluate('document.activeElement?.localName'), 'dialog');
  };
  await page
    .getByRole('navigation', { name: 'Sidebar' })
    .getByRole('link', { name: 'Recent conversations' })
    .click();
  await page.waitForURL('**/#recent');

  await shown();
  await page.goBack();
  await page.waitForURL('**/#inbox');
  await expectClosed();

  await shown();
  await page.goForward();
  await expectClosed();

  // By typing an address.
  await shown();
  await page.evaluate(`location.hash = '#inbox'`);
  await expectClosed();

  // Navigating to the current view changes nothing.
  await shown();
  await page.evaluate(`location.hash = '#inbox'`);
  await page.evaluate('new Promise((done) => setTimeout(done))');
  assert.ok(await keys.isVisible());
  await page.keyboard.press('Escape');
  await expectClosed();
});
