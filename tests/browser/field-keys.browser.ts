// Escape and Ctrl+Enter in every field with suggestions: Escape closes the suggestions, then leaves the field;
// Ctrl+Enter sends from every field of the composer.

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

interface Field {
  /** Makes the field appear. */
  readonly open: (page: Page) => Promise<unknown>;
  readonly find: (page: Page) => Locator;
  readonly typed: string;
  /** The suggestions for the typed text. */
  readonly offered: (page: Page) => Locator;
  /** Visible while the field is; Escape in a dialog closes the dialog. */
  readonly within?: (page: Page) => Locator;
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const options = (page: Page) => page.getByRole('option').first();
const dialog = (page: Page) => page.getByRole('dialog');

test('Escape closes the suggestions of a field, then leaves the field', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  for (const topic of ['field keys', 'fields of grass'])
    await mel.sendToChannel('engineering', topic, 'a message');
  const address = `#narrow/channel/${stream_id}/topic/field.20keys`;
  const page = await open('mel', address);
  const feed = page.getByRole('feed');
  const goTo = async (fragment: string) => {
    await page.goto(`${server.url}/${fragment}`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  };

  const fields: Readonly<Record<string, Field>> = {
    'the topic of a new message': {
      open: press('c'),
      find: () => page.getByRole('combobox', { name: 'Topic' }),
      typed: 'field',
      offered: options,
    },
    'the channel of a new message': {
      open: press('c'),
      find: () => page.getByRole('combobox', { name: 'Channel' }),
      typed: 'eng',
      offered: options,
    },
    'the people of a direct message': {
      open: press('x'),
      find: () => page.getByRole('combobox', { name: 'Add a person' }),
      typed: 'mi',
      offered: options,
    },
    'the text of a message': {
      open: press('r'),
      find: () => page.getByRole('textbox', { name: /^Message/ }),
      typed: '@mi',
      offered: options,
    },
    'the search': {
      open: press('/'),
      find: () => page.getByRole('combobox', { name: 'Search' }),
      typed: 'mi',
      offered: options,
    },
    'the field above the sidebar': {
      open: press('q'),
      find: () => page.getByRole('searchbox', { name: 'Go to…' }),
      typed: 'eng',
      offered: () => page.locator('.side-line.found').first(),
    },
    'the topic that a message is moved to': {
      async open() {
        await feed.getByRole('article').last().focus();
        await page.keyboard.press('m');
      },
      find: () => dialog(page).getByRole('combobox').first(),
      typed: 'eng',
      offered: options,
      within: dialog,
    },
    'the search for an emoji': {
      open: () => page.getByRole('button', { name: 'Emoji', exact: true }).click(),
      find: () => page.getByRole('combobox', { name: 'Find emoji' }),
      typed: 'tada',
      // The grid is part of the dialog, which closes at once.
      offered: () => page.getByRole('dialog', { name: 'Emoji' }),
      within: dialog,
    },
  };

  for (const [name, field] of Object.entries(fields)) {
    await test.step(name, async () => {
      await goTo('#inbox');
      await goTo(address);
      await expect(feed.getByText('a message').first()).toBeVisible();
      await field.open(page);
      const found = field.find(page);
      await expect(found).toBeVisible();
      await found.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(field.typed);
      await expect(field.offered(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(field.offered(page)).toBeHidden();
      if (!field.within) await expect(found).toBeFocused();
      // A closed list stays closed.
      await page.keyboard.press('Escape');
      await expect
        .poll(() =>
          page.evaluate(`document.activeElement !== document.body
          && !document.activeElement.matches('input, textarea')`),
        )
        .toBe(true);
      await expect(dialog(page)).toHaveCount(0);
      await expect(page).toHaveURL(/field\.20keys$/);
      // Keys are shortcuts again.
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    });
  }

  await test.step('Escape in the search box restores the current search', async () => {
    await goTo('#narrow/search/message');
    const search = page.getByRole('combobox', { name: 'Search' });
    await expect(search).toHaveValue('message');
    await page.keyboard.press('/');
    await page.keyboard.type('half typ');
    await expect(options(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('message');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article').first()).toBeFocused();
  });

  await test.step('leaving the search box in other ways also restores it, and choosing a suggestion searches for it', async () => {
    await goTo('#narrow/search/message');
    const search = page.getByRole('combobox', { name: 'Search' });
    await expect(search).toHaveValue('message');
    await page.keyboard.press('/');
    await page.keyboard.type('half typ');
    await page.getByRole('main').getByRole('heading').first().click();
    await expect(search).toHaveValue('message');
    await page.keyboard.press('/');
    await search.fill('lunch');
    await page.getByRole('option', { name: 'Search for “lunch”' }).click();
    await expect(page).toHaveURL(/#narrow\/search\/lunch$/);
    await expect(search).toHaveValue('lunch');
  });

  await test.step('Enter right after a letter, before a frame is painted, chooses the first suggestion', async () => {
    /** Types at the end of a field and presses Enter, without a frame in between. */
    const typeAndEnter = (field: Locator, text: string) =>
      field.evaluate(async (element, typed) => {
        element.focus();
        element.setRangeText(typed, element.value.length, element.value.length, 'end');
        element.dispatchEvent(new Event('input', { bubbles: true }));
        for (let count = 0; count < 10; count++) await Promise.resolve();
        const keyDown = new Event('keydown', { bubbles: true, cancelable: true });
        element.dispatchEvent(Object.assign(keyDown, { key: 'Enter' }));
      }, text);
    await goTo('#inbox');
    await page.keyboard.press('x');
    const people = page.getByRole('combobox', { name: 'Add a person' });
    await expect(people).toBeVisible();
    await typeAndEnter(people, 'mia');
    await expect(page.getByRole('button', { name: 'Remove Mia Member' })).toBeVisible();
    const message = page.getByRole('textbox', { name: /^Message/ });
    await message.pressSequentially('@m');
    await expect(options(page)).toBeVisible();
    for (let count = 0; count < 2; count++) await page.keyboard.press('ArrowDown');
    await expect(
      page.getByRole('option', { selected: true }).and(page.getByRole('option').nth(2)),
    ).toBeVisible();
    await typeAndEnter(message, 'i');
    await expect(message).toHaveValue(/^@\*\*Mia Member/);
    await message.fill('');
    await page.keyboard.press('Escape');
  });

  await test.step('Ctrl+Enter sends from every field of the composer', async () => {
    const sent = async () =>
      (
        await mel.call('get-messages', {
          narrow: [{ operator: 'sender', operand: mel.userId }],
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          apply_markdown: false,
        })
      ).messages[0]?.content;
    const compose = async (key: string, text: string) => {
      await goTo('#inbox');
      await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
      await page.keyboard.press(key);
      const field = page.getByRole('textbox', { name: /^Message/ });
      await expect(field).toBeVisible();
      return () => field.fill(text);
    };
    const parts: Readonly<Record<string, () => Promise<unknown>>> = {
      topic: async () => {
        const write = await compose('c', 'sent from topic');
        await page.getByRole('combobox', { name: 'Channel' }).fill('engineering');
        await page.getByRole('combobox', { name: 'Topic' }).fill('field keys');
        await write();
        await page.getByRole('combobox', { name: 'Topic' }).focus();
      },
      channel: async () => {
        const write = await compose('c', 'sent from channel');
        await page.getByRole('combobox', { name: 'Topic' }).fill('field keys');
        await page.getByRole('combobox', { name: 'Channel' }).fill('engineering');
        await write();
        await page.getByRole('combobox', { name: 'Channel' }).focus();
      },
      people: async () => {
        const write = await compose('x', 'sent from people');
        await page.getByRole('combobox', { name: 'Add a person' }).fill('mia');
        await expect(options(page)).toBeVisible();
        await page.keyboard.press('Enter');
        await write();
        await page.getByRole('combobox', { name: 'Add a person' }).focus();
      },
      pill: async () => {
        const write = await compose('x', 'sent from pill');
        await page.getByRole('combobox', { name: 'Add a person' }).fill('mia');
        await expect(options(page)).toBeVisible();
        await page.keyboard.press('Enter');
        await write();
        await page.getByRole('button', { name: 'Remove Mia Member' }).focus();
      },
    };
    for (const [part, focus] of Object.entries(parts)) {
      await focus();
      await page.keyboard.press('Control+Enter');
      await expect.poll(sent).toBe(`sent from ${part}`);
    }
  });
});

test('Enter that confirms composed characters neither chooses, opens nor sends', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  await mel.call('update-settings', { enter_sends: true });
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/composing`);
  const { href } = new URL(page.url());
  // Safari ends the composition first, and marks the key by its code.
  const ways = { 'during the composition': { isComposing: true }, 'at its end': { keyCode: 229 } };
  const message = page.getByRole('textbox', { name: /^Message/ });
  const sidebarField = page.getByRole('searchbox', { name: 'Go to…' });
  for (const [name, init] of Object.entries(ways))
    await test.step(name, async () => {
      const enter = { key: 'Enter', bubbles: true, cancelable: true, ...init };
      await message.fill('まだ');
      await message.dispatchEvent('keydown', enter);
      await expect(message).toHaveValue('まだ');
      await message.fill('');
      await sidebarField.fill('general');
      await sidebarField.dispatchEvent('keydown', enter);
      expect(page.url()).toBe(href);
      await sidebarField.fill('');
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog').getByRole('combobox');
      await palette.fill('general');
      await palette.dispatchEvent('keydown', enter);
      await expect(palette).toHaveValue('general');
      await page.keyboard.press('Escape');
    });
  await message.fill('もう');
  await message.press('Enter');
  await expect(page.getByRole('feed').getByText('もう')).toBeVisible();
  await expect(page.getByText('まだ')).toHaveCount(0);
});
