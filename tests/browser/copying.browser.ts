// Copying to the clipboard, including on unencrypted pages, where browsers have no clipboard API.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest } from './browser.ts';

test('copying', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const id = await mel.sendToChannel('engineering', 'copied', 'This one');
  const page = await open('Mel Member', `#narrow/channel/${stream_id}/topic/copied`);
  const field = page.getByRole('textbox', { name: /^Message/ });
  const copyLink = async () => {
    await page.getByRole('article').last().focus();
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
  };

  await context.test('copies a link without the clipboard API of encrypted pages', async () => {
    await page.addInitScript(`Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })`);
    await page.reload();
    await page.getByRole('article').last().waitFor();
    await copyLink();
    await page.getByRole('status').getByText('Link copied').waitFor();
    await field.focus();
    await page.keyboard.press('Control+v');
    await waitUntil(async () => (await field.inputValue()).includes('#narrow'));
    assert.match(await field.inputValue(), new RegExp(`/near/${id}$`));
    await field.fill('');
  });

  await context.test('says so if the browser does not allow copying', async () => {
    await page.evaluate('document.execCommand = () => false');
    await copyLink();
    await page.getByRole('status').getByText('Couldn’t copy. Your browser blocked it.').waitFor();
  });
});
