// The windows of a call: the small one stays through ten views and covers no text, the large one, and the bar on phones.
// The call of these tests has one person in it, since they are about the screens.

import { expect, type Page } from '@playwright/test';
import { problems } from './appearances.ts';
import { callWindow, launchOptions } from './call-pages.ts';
import { test } from './fixtures.ts';
import { smallTargets } from './small-targets.ts';
import { violations } from './violations.ts';

test.use({ launchOptions });

const start = (page: Page) => page.getByRole('button', { name: 'Start a call', exact: true }).click();

/** The edges of the window of the call, and of the texts and the composer of the view. */
const edges = `(() => {
  const box = (element) => element?.getBoundingClientRect().toJSON();
  return {
    window: box(document.querySelector('.call-window')),
    texts: [...document.querySelectorAll('main article, main .below-feed .composer, main .conversation-start, main .day')].map(box),
    column: box(document.querySelector('main .below-feed .composer')),
    main: box(document.querySelector('main')),
  };
})()`;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Edges {
  readonly window: Box;
  readonly texts: readonly Box[];
  readonly column: Box | undefined;
  readonly main: Box;
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

test('the window of a call stays through ten views, and covers no text where the margin is 13 rem', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/standup`;
  const page = await open('mia', topic);
  await start(page);
  await expect(callWindow(page)).toBeVisible();
  await callWindow(page).evaluate((element) => {
    element.dataset.mark = 'the same';
  });

  await test.step('ten views', async () => {
    const views = [
      '#inbox',
      '#recent',
      topic,
      `#narrow/channel/${stream_id}`,
      '#settings',
      '#direct',
      '#drafts',
    ];
    for (const view of [...views, '#channels/all', `#narrow/dm/${mel.userId}`, topic]) {
      await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(callWindow(page)).toHaveAttribute('data-mark', 'the same');
      const { window, main } = await page.evaluate<Edges>(edges);
      expect(window.left).toBeGreaterThanOrEqual(main.left);
      expect(window.right).toBeLessThanOrEqual(main.right);
      expect(window.bottom).toBeLessThanOrEqual(main.bottom);
    }
  });

  await test.step('beside the text, or above the composer', async () => {
    for (const width of [1920, 1440, 1150]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        const { window, texts, column, main } = await page.evaluate<Edges>(edges);
        expect(column).toBeDefined();
        const margin = (main.right - (column?.right ?? 0)) / 16;
        const covered = texts.filter((text) => overlaps(text, window));
        if (margin >= 13) expect(covered).toEqual([]);
        else expect(column && overlaps(column, window)).toBe(false);
        expect(margin >= 13).toBe(width >= 1440);
      }).toPass();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('it is dragged to another corner, and stays there after a reload', async () => {
    const box = (await callWindow(page).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(700, 300);
    await page.mouse.move(500, 120);
    await page.mouse.up();
    await expect.poll(async () => (await callWindow(page).boundingBox())?.x).toBeLessThan(400);
    await page.reload();
    await expect.poll(async () => (await callWindow(page).boundingBox())?.x).toBeLessThan(400);
  });

  await test.step('a conversation in a window of its own takes the call over', async () => {
    const other = await page.context().newPage();
    await other.goto(`${server.url}/?window=conversation${topic}`);
    await other.getByRole('button', { name: 'Take over here' }).click();
    await expect(callWindow(other)).toBeVisible();
    await expect(callWindow(page)).toHaveCount(0);
    await callWindow(other).getByRole('button', { name: 'Leave the call' }).click();
    await expect(callWindow(other)).toHaveCount(0);
    await other.close();
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(callWindow(page)).toBeVisible();
  });

  await test.step('everyone can use it', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, '.call-window')).toEqual([]);
    }
  });
});

test('the large window, the devices, and the bar on phones', async ({ server, open }) => {
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const page = await open('mia', `#narrow/channel/${stream_id}/topic/standup`);
  await start(page);
  await callWindow(page).getByRole('button', { name: 'Open the call' }).click();
  const stage = page.locator('.call-stage');

  await test.step('it has the messages beside it, and Escape makes it small', async () => {
    await expect(page.locator('main .below-feed .composer')).toBeVisible();
    await expect.poll(() => problems(page, 'call', '.call-stage')).toEqual([]);
    await stage.getByRole('button', { name: 'Raise hand' }).press('Escape');
    await expect(page.locator('.call-window')).toBeVisible();
    await page.locator('.call-window').getByRole('button', { name: 'Open the call' }).click();
  });

  await test.step('the hand and the shared screen are shown', async () => {
    await stage.getByRole('button', { name: 'Raise hand' }).click();
    await expect(stage.getByRole('img', { name: 'Raised hand' })).toBeVisible();
    await stage.getByRole('button', { name: 'Lower hand' }).click();
    await expect(stage.getByRole('img', { name: 'Raised hand' })).toHaveCount(0);
  });

  await test.step('people are called to a topic by name', async () => {
    const max = await open('max', '#inbox');
    await stage.getByRole('button', { name: 'Call people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Call people' });
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Max');
    await dialog.getByRole('option', { name: 'Max Member' }).click();
    await expect(dialog.getByText('Called: Max Member')).toBeVisible();
    expect(await violations(page, 'dialog[open]')).toEqual([]);
    const card = max.getByRole('alertdialog', { name: 'Mia Member is calling' });
    await expect(card).toContainText('is calling you to standup');
    await card.getByRole('button', { name: 'Decline' }).click();
    await expect(card).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the devices can be chosen', async () => {
    await stage.getByRole('button', { name: 'Devices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Devices' });
    await dialog.getByRole('combobox', { name: 'Microphone' }).selectOption({ index: 1 });
    // The made microphone beeps each second.
    await expect
      .poll(() =>
        dialog.getByRole('meter').evaluate((meter) => (meter as unknown as { value: number }).value),
      )
      .toBeGreaterThan(0);
    expect(await violations(page, 'dialog[open]')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, 'dialog[open]')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => smallTargets(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('on a phone the call is a bar above every view', async () => {
    await expect.poll(() => smallTargets(page)).toEqual([]);
    await stage.getByRole('button', { name: 'Small window' }).click();
    const bar = page.locator('.call-bar');
    await expect(bar).toContainText('In a call');
    for (const view of ['#inbox', `#narrow/channel/${stream_id}/topic/standup`]) {
      await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
      await expect(page.locator('main h1')).toBeVisible();
      expect((await bar.boundingBox())?.height).toBe(48);
      const [main, frame] = [
        await page.locator('main').boundingBox(),
        await page.locator('.frame').boundingBox(),
      ];
      expect((main?.y ?? 0) - (frame?.y ?? 0)).toBe(48);
      await expect.poll(() => smallTargets(page)).toEqual([]);
    }
    expect(await violations(page, '.call-bar')).toEqual([]);
    await bar.getByRole('button', { name: 'Leave the call' }).click();
    await expect(bar).toHaveCount(0);
  });
});

test('a screen that cannot be shared says why, and not that a camera is missing', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'general' });
  const page = await open('mia', `#narrow/channel/${stream_id}/topic/standup`);
  await start(page);
  await expect(callWindow(page)).toBeVisible();
  const problems = [
    ['NotFoundError', 'There is no screen or window here that can be shared.'],
    ['NotReadableError', /^Your system does not let the browser record the screen\./],
    ['SecurityError', /^The browser does not let Parley share your screen\./],
  ] as const;
  for (const [name, text] of problems) {
    await page.evaluate((name) => {
      // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
      (navigator as any).mediaDevices.getDisplayMedia = async () => {
        throw new DOMException('', name);
      };
    }, name);
    await callWindow(page).getByRole('button', { name: 'Share screen' }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(callWindow(page).getByRole('button', { name: 'Share screen' })).toBeVisible();
});
