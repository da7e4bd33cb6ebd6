// Text direction: each paragraph of a message follows its first letter, and code is left-to-right, on pages of
// either direction.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The distance of a text from the left and right end of its line. */
function distances(page: Page, text: string): Promise<{ left: number; right: number }> {
  return page
    .getByRole('article')
    .getByText(text)
    .first()
    .evaluate((element) => {
      const { document } = globalThis as unknown as {
        document: {
          createRange(): { selectNodeContents(node: unknown): void; getBoundingClientRect(): Box };
        };
      };
      const range = document.createRange();
      range.selectNodeContents(element);
      const inner = range.getBoundingClientRect();
      const line = (element as unknown as { closest(selector: string): Boxed }).closest('p, pre');
      const outer = line.getBoundingClientRect();
      return { left: inner.left - outer.left, right: outer.right - inner.right };
    });
}

interface Box {
  readonly left: number;
  readonly right: number;
}
interface Boxed {
  getBoundingClientRect(): Box;
}

test('text direction follows the text', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const content = 'Good morning.\n\nשלום לכולם.\n\n```\nlet day;\n```';
  await mel.call('send-message', { type: 'channel', to: stream_id, topic: 'ways', content });
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/ways`);
  await expect(page.getByText('Good morning.')).toBeVisible();
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    await expect(async () => {
      const english = await distances(page, 'Good morning.');
      assert.ok(english.left < english.right, `English where it is ${direction}`);
      const hebrew = await distances(page, 'שלום לכולם.');
      assert.ok(hebrew.right < hebrew.left, `Hebrew where it is ${direction}`);
      const code = await distances(page, 'let day;');
      assert.ok(code.left < code.right, `code where it is ${direction}`);
    }).toPass();
  }
});

test('in Arabic, the page is written from right to left, and other texts keep their direction', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  await mel.call('update-settings', { default_language: 'ar' });
  await mel.sendToChannel('engineering', 'ways', '1. first\n2. second\n\n> quoted\n\n* أول\n* ثان');
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/ways`);
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible();
  const article = page.getByRole('article').last();
  // Numbers and bars stand where the text begins.
  await expect(article.locator('ol')).toHaveCSS('direction', 'ltr');
  await expect(article.locator('blockquote')).toHaveCSS('direction', 'ltr');
  await expect(article.locator('ul')).toHaveCSS('direction', 'rtl');
  // Their text begins with that of a block inside.
  await mel.sendToChannel('engineering', 'ways', '> * أول\n>\n>   > ثان\n> * ثالث\n>\n>   > third');
  const quote = page.getByRole('article').last().locator('blockquote').first();
  await expect(quote).toHaveCSS('direction', 'rtl');
  await expect(quote.locator('ul')).toHaveCSS('direction', 'rtl');
  await expect(quote.locator('blockquote').first()).toHaveCSS('direction', 'rtl');
  await expect(quote.locator('blockquote').last()).toHaveCSS('direction', 'ltr');
  const field = page.locator('textarea.writing-field');
  await expect(field).toHaveCSS('direction', 'rtl');
  await field.fill('Hello');
  await expect(field).toHaveCSS('direction', 'ltr');
  await field.fill('');
  await test.step('names in lists begin at the same edge', async () => {
    for (const [address, row] of [
      [`#topics/channel/${stream_id}`, '.topic-row'],
      ['#recent', '.recent-row'],
    ] as const) {
      await page.goto(`${server.url}/${address}`);
      const names = page.locator(`${row} .row-link`);
      await expect(names.nth(3)).toBeVisible();
      const edges = () =>
        names.evaluateAll((all) => [
          ...new Set(all.map((one) => Math.round(one.getBoundingClientRect().right))),
        ]);
      await expect.poll(async () => (await edges()).length, address).toBe(1);
    }
  });
});
