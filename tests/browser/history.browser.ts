// Edit history and read receipts of messages, and saved snippets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';

test('history, receipts and snippets', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const mia = await server.as('mia');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const page = await open('Mel Member', `#narrow/channel/${stream_id}/topic/snacks`);
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

  await context.test('the history shows who changed what, and where the message was before', async () => {
    await mel.call('update-message', { message_id, content: 'We buy **pears** on Monday' });
    const adam = await server.as('adam');
    await adam.call('update-message', { message_id, topic: 'fruit' });
    await page.getByRole('heading', { name: 'fruit' }).waitFor();
    await choose('Edit history');
    await dialog.getByRole('heading', { name: /^Moved by Adam Admin/ }).waitFor();
    await dialog.getByText('Moved from “snacks” to “fruit”').waitFor();
    const edit = dialog.getByRole('listitem').filter({ hasText: 'Edited by Mel Member' });
    assert.equal(await edit.getByRole('deletion').innerText(), 'apples');
    assert.equal(await edit.getByRole('insertion').innerText(), 'pears');
    await dialog.getByRole('heading', { name: /^Written by Mel Member/ }).waitFor();
    await picture(page, 'history');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
  });

  await context.test('receipts list people who send read receipts', async () => {
    for (const one of [mia, await server.as('mona')])
      await one.call('update-message-flags', { messages: [message_id], op: 'add', flag: 'read' });
    const adam = await server.as('adam');
    await adam.call('update-settings', { send_read_receipts: false });
    await adam.call('update-message-flags', { messages: [message_id], op: 'add', flag: 'read' });
    await mel.call('update-settings', { send_read_receipts: false });
    await choose('Read by');
    await dialog.getByText('2 people have read it.').waitFor();
    assert.deepEqual(await dialog.locator('.person-line').allInnerTexts(), ['Mia Member', 'Mona Moderator']);
    await dialog.getByText('You don’t share read receipts.').waitFor();
    await picture(page, 'receipts');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await context.test('features turned off by the organization are not offered', async () => {
    const olive = await server.as('olive');
    const off = { enable_read_receipts: false, message_edit_history_visibility_policy: 'none' } as const;
    await olive.call('update-organization', off);
    await waitUntil(async () => {
      await message.hover();
      await message.getByRole('button', { name: 'More' }).click();
      const items = page.getByRole('menuitem');
      await items.first().waitFor();
      const names = await items.allInnerTexts();
      // Without a menu, Escape would leave the conversation.
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      return !names.some((name) => /Read by|Edit history/.test(name));
    });
    const on = { enable_read_receipts: true, message_edit_history_visibility_policy: 'all' } as const;
    await olive.call('update-organization', on);
  });

  await context.test('a snippet is saved from the composer, found, and inserted at the caret', async () => {
    const field = page.getByRole('textbox', { name: /^Message/ });
    const insert = async () => {
      await page.getByRole('button', { name: 'Insert' }).click();
      await page.getByRole('menuitem', { name: 'Saved snippets' }).click();
    };
    await field.fill('Thank you for your report!');
    await insert();
    await dialog.getByText('Save text that you use often').waitFor();
    await dialog.getByRole('button', { name: 'New snippet' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Thanks');
    assert.equal(
      await dialog.getByRole('textbox', { name: 'Text' }).inputValue(),
      'Thank you for your report!',
    );
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Thanks/ }).waitFor();
    await mel.call('create-saved-snippet', { title: 'Away', content: 'I am away until Monday.' });
    await dialog.getByRole('button', { name: /^Away/ }).waitFor();
    await picture(page, 'snippets');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');

    await field.fill('Hello. ');
    await insert();
    await dialog.getByRole('searchbox', { name: 'Filter snippets' }).waitFor();
    await page.keyboard.type('thank');
    await page.keyboard.press('Enter');
    await waitUntil(async () => (await field.inputValue()) === 'Hello. Thank you for your report!');
    await insert();
    await dialog.getByRole('button', { name: 'Edit “Away”' }).click();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Back on Tuesday.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Back on Tuesday.').waitFor();
    await dialog.getByRole('button', { name: 'Delete “Thanks”' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    const snippetTitles = async () =>
      (await mel.call('get-saved-snippets')).saved_snippets.map(({ title, content }) => [title, content]);
    // The list is hidden during the confirmation.
    await waitUntil(async () => (await snippetTitles()).length === 1);
    assert.deepEqual(await snippetTitles(), [['Away', 'Back on Tuesday.']]);
    await dialog.getByRole('button', { name: /^Away/ }).waitFor();
    await dialog.getByRole('button', { name: /^Thanks/ }).waitFor({ state: 'detached' });
  });
});
