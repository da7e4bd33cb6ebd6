// Edit history and read receipts of messages, and saved snippets.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('people see edit histories and read receipts, and save snippets', async ({ server, open }) => {
  const mel = await server.as('mel');
  const mia = await server.as('mia');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/snacks`);
  const dialog = page.getByRole('dialog');
  const { id: message_id } = await mel.call('send-message', {
    type: 'channel',
    to: 'engineering',
    topic: 'snacks',
    content: 'We buy **apples** on Monday',
  });
  const message = page.getByRole('article').filter({ hasText: 'We buy' });

  async function choose(item: string) {
    await message.hover();
    await message.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }

  await test.step('the history shows who changed what, and where the message was before', async () => {
    await mel.call('update-message', { message_id, content: 'We buy **pears** on Monday' });
    const adam = await server.as('adam');
    await adam.call('update-message', { message_id, topic: 'fruit' });
    await expect(page.getByRole('heading', { name: 'fruit' })).toBeVisible();
    await choose('Edit history');
    await expect(dialog.getByRole('heading', { name: /^Moved by Adam Admin/ })).toBeVisible();
    await expect(dialog.getByText('Moved from “snacks” to “fruit”')).toBeVisible();
    const edit = dialog.getByRole('listitem').filter({ hasText: 'Edited by Mel Member' });
    await expect(edit.getByRole('deletion')).toHaveText('apples');
    await expect(edit.getByRole('insertion')).toHaveText('pears');
    await expect(dialog.getByRole('heading', { name: /^Written by Mel Member/ })).toBeVisible();
    await picture(page, 'history');
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('receipts list people who send read receipts', async () => {
    for (const one of [mia, await server.as('mona')])
      await one.call('update-message-flags', { messages: [message_id], op: 'add', flag: 'read' });
    const adam = await server.as('adam');
    await adam.call('update-settings', { send_read_receipts: false });
    await adam.call('update-message-flags', { messages: [message_id], op: 'add', flag: 'read' });
    await mel.call('update-settings', { send_read_receipts: false });
    await choose('Read by');
    await expect(dialog.getByText('2 people have read it.')).toBeVisible();
    await expect(dialog.locator('.person-line .name')).toHaveText(['Mia Member', 'Mona Moderator']);
    await expect(dialog.getByText('You don’t share read receipts.')).toBeVisible();
    await picture(page, 'receipts');
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('features turned off by the organization are not offered', async () => {
    const olive = await server.as('olive');
    const off = { enable_read_receipts: false, message_edit_history_visibility_policy: 'none' } as const;
    await olive.call('update-organization', off);
    await expect(async () => {
      await message.hover();
      await message.getByRole('button', { name: 'More' }).click();
      const items = page.getByRole('menuitem');
      await expect(items.first()).toBeVisible();
      const names = await items.allInnerTexts();
      // Without a menu, Escape would leave the conversation.
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      assert.doesNotMatch(names.join(), /Read by|Edit history/);
    }).toPass();
    const on = { enable_read_receipts: true, message_edit_history_visibility_policy: 'all' } as const;
    await olive.call('update-organization', on);
  });

  await test.step('a snippet is saved from the composer, found, and inserted at the caret', async () => {
    const field = page.getByRole('textbox', { name: /^Message/ });
    const insert = async () => {
      await page.getByRole('button', { name: 'Insert' }).click();
      await page.getByRole('menuitem', { name: 'Saved snippets' }).click();
    };
    await field.fill('Thank you for your report!');
    await insert();
    await expect(dialog.getByText('Save text that you use often')).toBeVisible();
    await dialog.getByRole('button', { name: 'New snippet' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Thanks');
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Thank you for your report!');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: /^Thanks/ })).toBeVisible();
    await mel.call('create-saved-snippet', { title: 'Away', content: 'I am away until Monday.' });
    await expect(dialog.getByRole('button', { name: /^Away/ })).toBeVisible();
    await picture(page, 'snippets');
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await field.fill('Hello. ');
    await insert();
    await expect(dialog.getByRole('searchbox', { name: 'Filter snippets' })).toBeVisible();
    await page.keyboard.type('thank');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Hello. Thank you for your report!');
    await insert();
    await dialog.getByRole('button', { name: 'Edit “Away”' }).click();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Back on Tuesday.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Back on Tuesday.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete “Thanks”' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    const snippetTitles = async () =>
      (await mel.call('get-saved-snippets')).saved_snippets.map(({ title, content }) => [title, content]);
    // The list is hidden during the confirmation.
    await expect.poll(snippetTitles).toEqual([['Away', 'Back on Tuesday.']]);
    await expect(dialog.getByRole('button', { name: /^Away/ })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Thanks/ })).toHaveCount(0);
  });
});
