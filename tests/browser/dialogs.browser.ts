// Dialogs belong to the address at which they were opened: any navigation closes them.

import { expect, test } from './fixtures.ts';

test('navigation closes a dialog', async ({ open }) => {
  const page = await open('mel', '#inbox');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const openShortcuts = async () => {
    await page.keyboard.press('?');
    await expect(keys).toBeVisible();
  };
  const expectClosed = async () => {
    await expect(keys).toHaveCount(0);
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect.poll(() => page.evaluate('document.activeElement?.localName')).not.toBe('dialog');
  };
  await page
    .getByRole('navigation', { name: 'Sidebar' })
    .getByRole('link', { name: 'Recent conversations' })
    .click();
  await expect(page).toHaveURL(/\/#recent$/);

  await openShortcuts();
  await page.goBack();
  await expect(page).toHaveURL(/\/#inbox$/);
  await expectClosed();

  await openShortcuts();
  await page.goForward();
  await expectClosed();

  // By typing an address.
  await openShortcuts();
  await page.evaluate(`location.hash = '#inbox'`);
  await expectClosed();

  // Navigating to the current view changes nothing.
  await openShortcuts();
  await page.evaluate(`location.hash = '#inbox'`);
  await page.evaluate('new Promise((done) => setTimeout(done))');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expectClosed();
});
