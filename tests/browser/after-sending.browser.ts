// After sending: the focus returns to the field, and the sending indicator covers nothing.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';

interface Page {
  getComputedStyle(element: unknown): { readonly color: string };
}

/** Evaluated in the page. */
const colorOf = (element: unknown) => (globalThis as unknown as Page).getComputedStyle(element).color;

test('sending returns the focus to the field and keeps the messages in view', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const phone = { viewport: { width: 390, height: 844 } };
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/after`, phone);
  const field = page.getByRole('textbox', { name: /^Message/ });

  await test.step('the button returns the focus to the field', async () => {
    await field.fill('One');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'One' })).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.type('Two');
    await expect(field).toHaveValue('Two');
  });

  await test.step('scheduling also returns the focus to the field', async () => {
    await page.getByRole('button', { name: 'Schedule for later' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Tomorrow/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(field).toBeFocused();
  });

  await test.step('a message being sent can be scrolled into view, and each of several is pale', async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/json/messages', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await field.fill(
      'so long a line that it goes to the end of the line and further, to the end of the next as well',
    );
    await page.keyboard.press('Control+Enter');
    const sendingNote = page.getByText('Sending…');
    await expect(sendingNote).toBeVisible();
    await expect(async () => {
      const word = await sendingNote.boundingBox();
      const text = await page.locator('.outgoing :is(.rendered, .outgoing-text)').boundingBox();
      assert.ok(word && text);
      const composerBox = await page.locator('.composer').boundingBox();
      assert.ok(word.y >= text.y + text.height, JSON.stringify({ word, text }));
      assert.ok(word.y + word.height <= (composerBox?.y ?? 0), JSON.stringify({ word, below: composerBox }));
    }).toPass();
    await field.fill('and another one');
    await page.keyboard.press('Control+Enter');
    const waitingItems = page.locator('.outgoing :is(.rendered, .outgoing-text)');
    await expect(waitingItems.nth(1)).toBeVisible();
    const arrived = await page.locator('article .rendered').first().evaluate(colorOf);
    await expect(async () => {
      const first = await waitingItems.first().evaluate(colorOf);
      assert.notEqual(first, arrived);
      assert.equal(await waitingItems.last().evaluate(colorOf), first);
    }).toPass();
    answer();
    await expect(sendingNote).toHaveCount(0);
  });
});
