// After sending: the focus returns to the field, and the sending indicator covers nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest } from './browser.ts';
import { focused } from './hand.ts';

interface Page {
  getComputedStyle(element: unknown): { readonly color: string };
}

/** Evaluated in the page. */
const colourOf = (element: unknown) => (globalThis as unknown as Page).getComputedStyle(element).color;

test('after sending', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const phone = { viewport: { width: 390, height: 844 } };
  const page = await open('Mel Member', `#narrow/channel/${stream_id}/topic/after`, phone);
  const field = page.getByRole('textbox', { name: /^Message/ });
  const isWriting = async () => (await focused(page)).name.startsWith('Message #engineering');

  await context.test('the button returns the focus to the field', async () => {
    await field.fill('One');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('article').filter({ hasText: 'One' }).waitFor();
    assert.ok(await isWriting());
    await page.keyboard.type('Two');
    assert.equal(await field.inputValue(), 'Two');
  });

  await context.test('so does scheduling', async () => {
    await page.getByRole('button', { name: 'Schedule for later' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Tomorrow/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitUntil(isWriting);
  });

  await context.test(
    'a message being sent can be scrolled into view, and each of several is pale',
    async () => {
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/json/messages', async (route) => {
        await answered;
        await route.continue();
      });
      await field.fill(
        'so long a line that it goes to the end of the line and further, to the end of the next as well',
      );
      await page.keyboard.press('Control+Enter');
      const sending = page.getByText('Sending…');
      await sending.waitFor();
      const word = await sending.boundingBox();
      const text = await page.locator('.outgoing :is(.rendered, .outgoing-text)').boundingBox();
      assert.ok(word && text);
      const below = await page.locator('.composer').boundingBox();
      assert.ok(word.y >= text.y + text.height, JSON.stringify({ word, text }));
      assert.ok(word.y + word.height <= (below?.y ?? 0), JSON.stringify({ word, below }));
      await field.fill('and another one');
      await page.keyboard.press('Control+Enter');
      const waiting = page.locator('.outgoing :is(.rendered, .outgoing-text)');
      await waiting.nth(1).waitFor();
      const arrived = await page.locator('article .rendered').first().evaluate(colourOf);
      await waitUntil(async () => {
        const [first, second] = [
          await waiting.first().evaluate(colourOf),
          await waiting.last().evaluate(colourOf),
        ];
        return first !== arrived && first === second;
      });
      answer();
      await sending.first().waitFor({ state: 'detached' });
    },
  );
});
