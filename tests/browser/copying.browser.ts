// Copying to the clipboard, including on unencrypted pages, where browsers have no clipboard API.

import { expect, test } from './fixtures.ts';

test('a text is copied to the clipboard on encrypted and unencrypted pages', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const id = await mel.sendToChannel('engineering', 'copied', 'This one');
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/copied`);
  const field = page.getByRole('textbox', { name: /^Message/ });
  const copyLink = async () => {
    await page.getByRole('article').last().focus();
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
  };

  await test.step('a link is copied without the clipboard API, which only encrypted pages have', async () => {
    await page.addInitScript(`Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })`);
    await page.reload();
    await expect(page.getByRole('article').last()).toBeVisible();
    await copyLink();
    await expect(page.getByRole('status').getByText('Link copied')).toBeVisible();
    await field.focus();
    await page.keyboard.press('Control+v');
    await expect(field).toHaveValue(/#narrow/);
    await expect(field).toHaveValue(new RegExp(`/near/${id}$`));
    await field.fill('');
  });

  await test.step('the page says so if the browser does not allow copying', async () => {
    await page.evaluate('document.execCommand = () => false');
    await copyLink();
    await expect(page.getByRole('status').getByText('Couldn’t copy. Your browser blocked it.')).toBeVisible();
  });
});
