// Dialogs belong to the address at which they were opened: any navigation closes them.

import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { Hand } from './hand.ts';

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

test('navigation closes a menu and moves the focus to the view', async ({ open }) => {
  const page = await open('mel', '#inbox');
  await page.evaluate(`location.hash = '#recent'`);
  await expect(page).toHaveURL(/#recent$/);
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
  const menu = page.getByRole('menu', { name: 'Menu', exact: true });
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/#inbox$/);
  await expect(menu).toBeHidden();
  await expect.poll(() => page.evaluate(`document.activeElement?.closest('main') !== null`)).toBe(true);
});

test('menus and dialogs that lead to another view move the focus there', async ({ open }) => {
  const page = await open('olive', '#inbox');
  const hand = new Hand(page);
  const main = page.getByRole('main');
  await expect(page.getByRole('grid', { name: 'Inbox' })).toBeVisible();

  await hand.goTo('Menu', 'Shift+Tab');
  await hand.press('Enter');
  await hand.choose('Settings');
  await expect(page).toHaveURL(/#settings/);
  await expect(main).toBeFocused();

  await hand.goTo('Add channels', 'Shift+Tab');
  await hand.press('Enter');
  await hand.choose('New channel');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await hand.type('made by keys');
  await hand.press('Enter');
  await expect(main.getByRole('heading', { name: 'made by keys' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(main).toBeFocused();

  await hand.goTo('Add channels', 'Shift+Tab');
  await hand.press('Control+k');
  await hand.type('recent');
  await expect(page.getByRole('option', { name: 'Recent conversations' })).toBeVisible();
  await hand.press('Enter');
  await expect(page).toHaveURL(/#recent/);
  await expect(main).toBeFocused();

  // What leads nowhere returns the focus to where it was opened.
  await hand.goTo('Menu', 'Shift+Tab');
  await hand.press('Enter');
  // The items of a choice are named by it.
  await expect(page.getByRole('menuitemradio', { name: /^Theme: / })).toHaveCount(3);
  await hand.choose('Theme: Dark');
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
});

test('links at the start of the page skip to what is there', async ({ server, open }) => {
  const page = await open('mel', '#inbox');
  const main = page.getByRole('main');
  const toContent = page.getByRole('button', { name: 'Skip to content' });
  const toComposer = page.getByRole('button', { name: 'Skip to message box' });
  for (const address of ['#inbox', '#recent', '#settings/display', '#channels/all']) {
    await page.goto(`${server.url}/${address}`);
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(toComposer).toHaveCount(0);
    await toContent.press('Enter');
    await expect(main).toBeFocused();
  }
  await page.goto(`${server.url}/${await topicAddress(server, 'keys')}`);
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible();
  await toComposer.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeFocused();
  await page.goto(`${server.url}/#feed`);
  await expect(main.getByRole('button', { name: 'New topic' })).toBeVisible();
  await toComposer.press('Enter');
  await expect(main.getByRole('button', { name: 'New topic' })).toBeFocused();
});
