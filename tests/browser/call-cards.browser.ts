// The cards of calls cover neither the composer nor the buttons of a dialog, and can be used while a dialog is open.

import { expect, type Page } from '@playwright/test';
import { callWindow, launchOptions } from './call-pages.ts';
import { test } from './fixtures.ts';
import { violations } from './violations.ts';

test.use({ launchOptions });

/** The elements of a kind that the cards cover. */
const covered = (page: Page, selector: string) =>
  page.evaluate<readonly string[]>(`(() => {
    const cards = document.querySelector('.call-cards');
    const card = cards.getBoundingClientRect();
    return [...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => !cards.contains(element))
      .filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        return width > 0 && left < card.right - 1 && card.left < right - 1 && top < card.bottom - 1 && card.top < bottom - 1;
      })
      .map((element) => element.outerHTML.slice(0, 80));
  })()`);

test('who is calling covers no composer and no buttons of a dialog, in which one can decline', async ({
  server,
  open,
}) => {
  const [mia, max] = [await server.as('mia'), await server.as('max')];
  const { stream_id } = await mia.call('get-stream-id', { stream: 'general' });
  const caller = await open('mia', `#narrow/dm/${max.userId}`);
  for (const width of [390, 1000, 1440]) {
    const page = await open('max', `#narrow/channel/${stream_id}/topic/standup`, {
      viewport: { width, height: 844 },
    });
    await caller.getByRole('button', { name: 'Start a call', exact: true }).click();
    const card = page.getByRole('alertdialog', { name: 'Mia Member is calling' });
    await expect(card).toBeVisible();
    // Also the bar of the view.
    expect(await covered(page, 'main .below-feed, main .top-bar')).toEqual([]);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.getByRole('alertdialog')).toBeVisible();
    expect(await covered(page, 'dialog button')).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, '.call-card')).toEqual([]);
    }
    if (width === 1000) {
      await page.context().setOffline(true);
      await expect(card.getByRole('button', { name: 'Answer' })).toHaveAttribute('aria-disabled', 'true');
      await page.context().setOffline(false);
      await expect(card.getByRole('button', { name: 'Answer' })).not.toHaveAttribute('aria-disabled');
    }
    await card.getByRole('button', { name: 'Decline' }).click();
    await expect(card).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await callWindow(caller).getByRole('button', { name: 'Leave the call' }).click();
    for (const { id } of (await mia.ok('GET', '/calls')).calls) await mia.ok('POST', `/calls/${id}/end`);
    await page.close();
  }
});
