// What a phone shows of the main screens: most of it is content, with one line to write in, and Back leads through them.
// `targets.browser.ts` measures everything that can be pressed.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The height of the first element that a selector finds, in pixels. */
async function heightOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())?.height ?? 0;
}

/** The names of the visible parts of the composer, from left to right. */
const partsOfComposer = (page: Page) => async () => {
  const parts = page.locator('.composer').locator('button:visible, textarea:visible');
  const partsWithNames = await Promise.all(
    (await parts.all()).map(async (part) => ({
      name: (await part.getAttribute('aria-label')) ?? (await part.innerText()),
      left: (await part.boundingBox())?.x ?? 0,
    })),
  );
  return partsWithNames
    .sort((a, b) => a.left - b.left)
    .map(({ name }) => name.replace(/^Message .*/, 'field'));
};

/** The lines of the view between its header and its content. */
const strips = (page: Page) => page.locator('main > .no-connection:not(:empty), main .pinned-strip');

test('a conversation can be read, answered and searched on a phone', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const page = await open('mel', '#inbox', phone);
  const bottomBar = page.getByRole('navigation', { name: 'Views' });
  await expect(bottomBar).toBeVisible();
  const { id: pinned } = await mel.call('send-message', {
    type: 'channel',
    to: stream_id,
    topic: 'phones',
    content: 'hello',
  });
  await mel.ok('POST', `/messages/${pinned}/pin`);
  const { userId } = await server.as('mia');
  const topic = `#narrow/channel/${stream_id}/topic/phones`;
  const field = page.getByRole('textbox', { name: /^Message/ });

  for (const fragment of [`#narrow/channel/${stream_id}`, `#narrow/dm/${userId}`, topic]) {
    await test.step(`most of ${fragment} is messages`, async () => {
      await page.goto(`${server.url}/${fragment}`);
      await expect(field).toBeVisible();
      await expect(bottomBar).toBeHidden();
      await expect(strips(page)).toHaveCount(fragment === topic ? 1 : 0);
      await expect.poll(() => heightOf(page, '.composer')).toBeLessThanOrEqual(64);
      await expect.poll(() => heightOf(page, '.feed-scroll')).toBeGreaterThanOrEqual(0.7 * 844);
      await expect.poll(partsOfComposer(page)).toEqual(['Insert', 'field', 'Emoji', 'Record voice message']);
    });
  }
  await picture(page, 'conversation-on-a-phone');

  await test.step('the composer has all of its tools while it is used', async () => {
    await expect(page.getByRole('article').last()).toBeVisible();
    await field.tap();
    const attach = page.getByRole('button', { name: 'Attach files' });
    await expect(attach).toBeVisible();
    await page.keyboard.type('**now**');
    await page.getByRole('button', { name: 'Formatting' }).tap();
    await page.getByRole('button', { name: 'Preview' }).tap();
    await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('now');
    await expect(attach).toBeVisible();
    // One line again, with a text that can be sent.
    await page.getByRole('article').getByText('hello').tap();
    await expect(attach).toBeHidden();
    await expect.poll(partsOfComposer(page)).toEqual(['Insert', 'field', 'Emoji', 'Send']);
    expect(await heightOf(page, '.composer')).toBeLessThanOrEqual(64);
  });

  await test.step('a keyboard that covers the page covers neither header nor composer', async () => {
    await field.tap();
    // As in Safari, which leaves the page as high as before and moves it up.
    const keyboard = async (height: number, offsetTop: number) =>
      page.evaluate(
        (values) => {
          const { visualViewport } = globalThis as unknown as { visualViewport: EventTarget };
          for (const [name, value] of Object.entries(values))
            Object.defineProperty(visualViewport, name, { value, configurable: true });
          visualViewport.dispatchEvent(new Event('resize'));
        },
        { height, offsetTop },
      );
    const edges = async () => {
      const header = await page.locator('.top-bar').boundingBox();
      const composer = await page.locator('.composer').boundingBox();
      return [header?.y ?? 0, (composer?.y ?? 0) + (composer?.height ?? 0)].map(Math.round);
    };
    await keyboard(480, 120);
    await expect.poll(async () => (await edges())[0]).toBe(120);
    expect((await edges())[1]).toBeLessThanOrEqual(600);
    await expect(page.getByRole('article').getByText('hello')).toBeInViewport();
    await picture(page, 'keyboard-on-a-phone');
    await keyboard(844, 0);
    await expect.poll(async () => (await edges())[0]).toBe(0);
    await page.getByRole('article').getByText('hello').tap();
  });

  await test.step('the back button returns to the previous view', async () => {
    await page.goto(`${server.url}/#inbox`);
    await page.goto(`${server.url}/${topic}`);
    await page.getByRole('button', { name: 'Back' }).tap();
    await expect(page).toHaveURL(/#inbox$/);
  });
});

test('the back button does not leave the client', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id: id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const message = await mel.sendToChannel('engineering', 'first view', 'hello');
  const topic = `#narrow/channel/${id}-engineering/topic/first.20view`;
  await test.step('from the view that was opened first, after the browser went back to it', async () => {
    const page = await open('mel', topic, phone);
    await page.goto(`${server.url}/#inbox`);
    await page.goBack();
    await expect(page).toHaveURL(`${server.url}/${topic}`);
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    await expect(page).toHaveURL(`${server.url}/#inbox`);
  });
  await test.step('from a view whose address was replaced', async () => {
    const page = await open('mel', `${topic}/with/${message}`, phone);
    await expect(page).toHaveURL(`${server.url}/${topic}`);
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    await expect(page).toHaveURL(`${server.url}/#inbox`);
  });
});

test('a view of several conversations names them on a phone', async ({ server, open }) => {
  const page = await open('mel', '#feed', phone);
  for (const fragment of ['#feed', '#narrow/is/starred', '#narrow/search/queue']) {
    await test.step(fragment, async () => {
      await page.goto(`${server.url}/${fragment}`);
      await expect(page.locator('.feed-scroll, .empty-state').first()).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
      // Both buttons that open the composer are in one line.
      expect(await heightOf(page, '.below-feed')).toBeLessThanOrEqual(80);
    });
  }
  await picture(page, 'feed-on-a-phone');
  await test.step('also in a language with long words', async () => {
    await (await server.as('mel')).call('update-settings', { default_language: 'pl' });
    await expect(page.getByRole('button', { name: 'Nowa wiadomość bezpośrednia' })).toBeVisible();
    await expect.poll(() => heightOf(page, '.below-feed')).toBeLessThanOrEqual(80);
  });
});

test('the shortcuts of an installed client open their views', async ({ server, open }) => {
  const page = await open('mel', '#search', phone);
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  // A shortcut loads the page.
  await page.goto('about:blank');
  await page.goto(`${server.url}/#compose`);
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible();
});

test('the icon of an installed client has the number of unread messages', async ({ server, open }) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  await mel.call('mark-all-as-read');
  const page = await open('mel', '#inbox', phone);
  await page.addInitScript(() => {
    const badges: (number | 'cleared')[] = [];
    const set = async (count: number) => void badges.push(count);
    const clear = async () => void badges.push('cleared');
    Object.assign(globalThis, { badges });
    Object.defineProperties(Object.getPrototypeOf(navigator), {
      setAppBadge: { value: set, configurable: true },
      clearAppBadge: { value: clear, configurable: true },
    });
  });
  await page.reload();
  const badges = () => page.evaluate<unknown[]>('globalThis.badges');
  await expect.poll(badges).toEqual([0]);
  const id = await mia.sendDirect([mel.userId], 'unread');
  await expect.poll(badges).toEqual([0, 1]);
  await mel.call('update-message-flags', { messages: [id], op: 'add', flag: 'read' });
  await expect.poll(badges).toEqual([0, 1, 0]);
});

test('settings on a phone have no bottom bar, and Back leaves them page by page', async ({
  server,
  open,
}) => {
  const page = await open('adam', '#inbox', phone);
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Settings' }).tap();
  for (const [list, section] of [
    ['settings', 'Notifications'],
    ['organization', 'User groups'],
  ] as const) {
    await test.step(list, async () => {
      await page.goto(`${server.url}/#${list}`);
      const link = main.getByRole('link', { name: section });
      for (const goBack of [
        () => page.goBack(),
        () => page.getByRole('button', { name: 'Back', exact: true }).tap(),
      ]) {
        await link.tap();
        const heading = main.getByRole('heading', { name: section, exact: true });
        await expect(heading).toBeVisible();
        // In the bar, beside the back button.
        const [bar, title] = [await main.locator('.top-bar').boundingBox(), await heading.boundingBox()];
        assert.ok(bar && title && title.y >= bar.y && title.y + title.height <= bar.y + bar.height);
        await expect(link).toBeHidden();
        await expect(page.getByRole('navigation', { name: 'Views' })).toBeHidden();
        await goBack();
        await expect(page).toHaveURL(new RegExp(`#${list}$`));
        await expect(link).toBeVisible();
      }
    });
  }
  await test.step('a page that was opened first leads to its list', async () => {
    const other = await open('adam', '#settings/notifications/mentions', phone);
    const back = other.getByRole('button', { name: 'Back', exact: true });
    await expect(back).toBeVisible();
    await picture(other, 'settings-on-a-phone');
    await back.tap();
    await expect(other).toHaveURL(/#settings\/notifications$/);
  });
});
