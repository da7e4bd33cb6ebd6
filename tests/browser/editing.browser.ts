// Editing a message in place: its row keeps its place on the screen at the beginning, while typing and at the end.

import type { Page } from '@playwright/test';
import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';

async function topOf(page: Page, id: number): Promise<number> {
  const box = await page.locator(`article[data-id="${id}"]`).boundingBox();
  return Math.round(box?.y ?? -1);
}

test('the row of a message stays where it is while it is edited', async ({ server, open }) => {
  const mel = await server.as('mel');
  const ids: number[] = [];
  for (let index = 0; index < 36; index++) {
    const lines = index === 8 ? Array.from({ length: 4 }, (_, line) => `line ${line}`).join('\n') : 'short';
    ids.push(Number(await mel.sendToChannel('engineering', 'editing', `${index} ${lines}`)));
  }
  const long = ids[8] ?? 0;
  const page = await open('mel', `${await topicAddress(server, 'editing')}/near/${long}`);
  const row = page.locator(`article[data-id="${long}"]`);
  await expect(row).toBeVisible();
  await row.focus();
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  // Another row is in the middle of the view, where rows stay by default.
  await page.locator('.feed-scroll').evaluate(
    (scroller, by) => {
      scroller.scrollTop += by;
    },
    (await topOf(page, long)) - 120,
  );
  await expect.poll(() => topOf(page, long)).toBe(120);
  const before = await topOf(page, long);
  await page.keyboard.press('e');
  const field = page.getByRole('textbox', { name: 'Message text' });
  await expect(field).toBeFocused();
  await expect.poll(() => topOf(page, long)).toBe(before);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('more');
  await field.fill('now\nshort');
  await expect.poll(() => topOf(page, long)).toBe(before);
  for (let line = 0; line < 5; line++) await page.keyboard.press('Enter');
  await page.keyboard.type('end');
  await expect.poll(() => topOf(page, long)).toBe(before);
  await page.keyboard.press('Control+Enter');
  await expect(field).toHaveCount(0);
  await expect(row.getByText('end')).toBeVisible();
  await expect.poll(() => topOf(page, long)).toBe(before);
  // The last message is edited at the end of the list, where its buttons stay visible while the field grows.
  const last = ids.at(-1) ?? 0;
  await page.keyboard.press('End');
  await expect(page.locator(`article[data-id="${last}"]`)).toBeFocused();
  await page.keyboard.press('e');
  await expect(field).toBeFocused();
  for (let line = 0; line < 8; line++) await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(page.locator(`article[data-id="${last}"]`)).toBeInViewport({ ratio: 1 });
});
