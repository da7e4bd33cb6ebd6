// The command palette: it finds everything by name, opens it, and returns the focus.

import type { Page } from '@playwright/test';
import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

/** After how many frames the palette lists a typed text in a group; many if it never does. */
const framesUntilFound = (page: Page, typed: string, group: string): Promise<number> =>
  page.evaluate(`(async () => {
    const field = document.querySelector('dialog[open] [role=combobox]');
    field.value = ${JSON.stringify(typed)};
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const found = () => document.querySelector('dialog[open] [aria-label="${group}"]')?.textContent ?? '';
    let frames = 0;
    for (; frames < 100 && !found().toLowerCase().includes(field.value); frames++)
      await new Promise(requestAnimationFrame);
    return frames;
  })()`);

test('the command palette', async ({ server, open }) => {
  const page = await open('olive', await topicAddress(server, 'event queues'));
  const palette = page.getByRole('dialog', { name: 'Search and jump' });
  const field = palette.getByRole('combobox');
  const options = palette.getByRole('option');
  const selectedOption = palette.getByRole('option', { selected: true });
  const message = page.getByRole('textbox', { name: /^Message/ });

  await test.step('the palette opens over the message being written, and Escape returns to the message', async () => {
    await message.fill('half a sentence');
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(message).toBeFocused();
    await expect(message).toHaveValue('half a sentence');
    await message.fill('');
  });

  await test.step('the palette finds a channel, a topic, a person, a message in this browser and an action', async () => {
    await page.keyboard.press('Control+k');
    for (const [typed, group, name] of [
      ['gener', 'Channels and topics', 'general'],
      ['event q', 'Channels and topics', /event queues/],
      ['mia', 'People', /^Mia Member/],
      ['queue', 'Messages', /queue/],
      ['status', 'Actions', /Set your status/],
      ['theme', 'Actions', /Theme/],
    ] as const) {
      await field.fill(typed);
      await expect(
        palette.getByRole('group', { name: group, exact: true }).getByRole('option', { name }).first(),
      ).toBeVisible();
    }
    // A hundred milliseconds are six frames, which take longer on a busy machine.
    for (const [typed, group] of [
      ['gener', 'Channels and topics'],
      ['event q', 'Channels and topics'],
      ['mia', 'People'],
      ['queue', 'Messages'],
      ['status', 'Actions'],
    ] as const) {
      await field.fill('');
      await expect(palette.getByRole('group', { name: group, exact: true })).toHaveCount(0);
      expect(await framesUntilFound(page, typed, group), typed).toBeLessThanOrEqual(6);
    }
    await field.fill('e');
    await picture(page, 'palette');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('a prefix or a button shows one kind', async () => {
    await field.fill('@m');
    await expect(palette.getByRole('group', { name: 'People' })).toBeVisible();
    await expect(palette.getByRole('group', { name: 'Actions', exact: true })).toBeHidden();
    await palette.getByRole('button', { name: 'Actions' }).click();
    await expect(field).toHaveValue('>m');
    await expect(field).toBeFocused();
    await palette.getByRole('button', { name: 'People' }).press('Enter');
    await expect(field).toHaveValue('@m');
  });

  await test.step('the right arrow lists the actions on a row, and the left arrow returns', async () => {
    await field.fill('#general');
    await expect(selectedOption).toHaveAccessibleName(/^general/);
    await page.keyboard.press('ArrowRight');
    await expect(options.getByText('Mark as read')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(field).toHaveValue('');
    await expect(palette).toBeVisible();
  });

  await test.step('Enter opens the chosen row', async () => {
    await field.fill('mia member');
    await expect(selectedOption).toHaveAccessibleName(/^Mia Member/);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Mia Member', level: 1 })).toBeVisible();
  });

  await test.step('before anything is typed it lists the conversations last visited', async () => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('group', { name: 'Recently visited' })).toBeVisible();
    await expect(selectedOption).toHaveAccessibleName(/event queues/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /event queues/, level: 1 })).toBeVisible();
  });

  await test.step('Ctrl+Enter searches all messages', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('queue');
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/#narrow\/search\/queue$/);
  });

  await test.step('a setting is found and has the focus', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('>Press Enter to send');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Display', level: 2 })).toBeVisible();
    await expect(page.locator('[data-setting=enter_sends] input')).toBeFocused();
  });

  await test.step('a setting of the organization is found by those who administer it', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('>Require an invitation');
    await expect(options.first()).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test('what is typed while the palette is loaded is its first text', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'event queues'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.context().route('**/show-palette-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const { href } = new URL(page.url());
  await page.keyboard.press('Control+k');
  // Outside a field, "t" opens recent conversations.
  await page.keyboard.type('totpo');
  await page.keyboard.press('Backspace');
  release();
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('totp');
  await page.keyboard.type('s');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('totps');
  expect(page.url()).toBe(href);
  await page.keyboard.press('Escape');
});

test('Escape while the palette is loaded returns the keys to the page', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'event queues'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.context().route('**/show-palette-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('w');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/#recent$/);
  const arrived = page.waitForResponse(/show-palette-/);
  release();
  await arrived;
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Search and jump' })).toHaveValue('');
});
