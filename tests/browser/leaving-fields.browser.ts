// Escape leaves every field: after three presses, the focus is on a message or a row.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { allScreens, openScreen } from './screens.ts';

const fields: readonly { readonly name: string; readonly at: string; focus(page: Page): Promise<unknown> }[] =
  [
    { name: 'the search above the inbox', at: '#inbox', focus: (page) => page.keyboard.press('/') },
    { name: 'the field of the sidebar', at: '#inbox', focus: (page) => page.keyboard.press('q') },
    { name: 'a person to write to', at: '#inbox', focus: (page) => page.keyboard.press('x') },
    { name: 'a new topic', at: '#recent', focus: (page) => page.keyboard.press('c') },
    {
      name: 'the message field of a conversation',
      at: '#narrow/is/dm',
      focus: (page) => page.keyboard.press('x'),
    },
    {
      name: 'a field of the settings',
      at: '#settings/profile',
      focus: (page) => page.getByRole('textbox', { name: 'Name' }).first().focus(),
    },
    {
      name: 'a field of the topics of a channel',
      at: '#channels/all',
      focus: (page) => page.getByRole('main').getByRole('searchbox').first().focus(),
    },
    {
      name: 'a field of a dialog',
      at: '#inbox',
      async focus(page) {
        await page
          .getByRole('row', { name: /unread/ })
          .first()
          .focus();
        await page.keyboard.press('h');
        await page.getByLabel('Custom time').focus();
      },
    },
  ];

test('at most three presses of Escape move the focus from any field to a message or a row', async ({
  server,
  open,
}) => {
  const page = await open('mel', '#inbox', { viewport: { width: 1440, height: 900 } });
  for (const { name, at, focus } of fields) {
    await test.step(name, async () => {
      await page.goto(`${server.url}/${at}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await focus(page);
      await expect(page.locator('input:focus, textarea:focus')).toHaveCount(1);
      await leave(page);
    });
  }
});

async function leave(page: Page): Promise<void> {
  for (let count = 0; count < 3; count++) await page.keyboard.press('Escape');
  await expect(page.locator('[role=article]:focus, article:focus, [role=row]:focus')).toHaveCount(1);
}

const textFields =
  'main :is(textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=color])):visible:enabled';

test('Escape three times from every field of every screen ends on a message or a row', {
  tag: '@nightly',
}, async ({ server, open }) => {
  const page = await open('olive', '#inbox');
  let left = 0;
  for (const [name, screen] of await allScreens(server)) {
    await test.step(name, async () => {
      await openScreen(page, server, screen);
      const count = await page.locator(textFields).count();
      for (let index = 0; index < count; index++) {
        await openScreen(page, server, screen);
        await page.locator(textFields).nth(index).focus();
        await leave(page);
        left++;
      }
    });
  }
  expect(left).toBeGreaterThan(50);
});
