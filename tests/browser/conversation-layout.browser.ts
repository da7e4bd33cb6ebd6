// How a conversation is laid out: one column for everything, rows that keep their height, and distances that show what
// belongs together.

import type { Page } from '@playwright/test';
import { upload } from '../uploads/support.ts';
import { expect, test } from './fixtures.ts';
import { focused } from './hand.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** The box of the first element that a selector finds, rounded to tenths of a pixel. */
function boxOf(page: Page, selector: string): Promise<Box> {
  return page.evaluate((wanted) => {
    const { document } = globalThis as unknown as { document: { querySelector(one: string): BoxedElement } };
    const { left, right, top, bottom, height } = document.querySelector(wanted).getBoundingClientRect();
    const round = (pixels: number) => Math.round(pixels * 10) / 10;
    return {
      left: round(left),
      right: round(right),
      top: round(top),
      bottom: round(bottom),
      height: round(height),
    };
  }, selector);
}

interface BoxedElement {
  getBoundingClientRect(): Box;
}

/** The names, titles and buttons of the view that are partly hidden. */
const cut = `[...document.querySelectorAll('main :is(.name, .of > span, small, .sender, .button, .title, .key)')]
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`;

/** The icon of the last button, which is at the edge. */
const lastTool = '.top-bar > .icon-button:has(+ .menu:last-child) .icon';

test('the layout of a conversation', async ({ server, open }) => {
  const mel = await server.as('mel');
  const adam = await server.as('adam');
  const { stream_id: to } = await mel.call('get-stream-id', { stream: 'engineering' });
  const topic = 'the layout';
  const send = async (who: typeof mel, content: string) =>
    (await who.call('send-message', { type: 'channel', to, topic, content })).id;
  const address = `#narrow/channel/${to}/topic/the.20layout`;
  const first = await send(adam, 'one paragraph\n\nanother paragraph');
  const grouped = await send(adam, `grouped ${'with many words '.repeat(30)}`);
  const named = await send(mel, 'by another sender');
  const last = await send(mel, 'the last one');
  const page = await open('mel', address);
  const feed = page.getByRole('feed');
  // Pinning a message is followed by a notice.
  const lastRow = feed.locator(`[data-id="${last}"]`);
  const textOf = (id: number) => `[data-id="${id}"] .rendered`;
  await expect(feed.getByText('the last one')).toBeVisible();
  await adam.ok('POST', `/messages/${first}/pin`);
  await expect(page.locator('.pinned-strip')).toBeVisible();

  for (const width of [1100, 1440, 1920]) {
    await test.step(`everything is aligned with the same edges, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await lastRow.focus();
      const all = (selectors: readonly string[]) =>
        Promise.all(selectors.map((selector) => boxOf(page, selector)));
      const spread = (edges: readonly number[]) => Math.max(...edges) - Math.min(...edges);
      const deviations = async () => {
        const [main, composer] = [await boxOf(page, 'main'), await boxOf(page, '.composer')];
        const lefts = await all([
          '.top-bar h1',
          '.day',
          '.pinned-strip',
          '.composer',
          '.sender-picture',
          '.feed-start',
        ]);
        const rights = await all([
          textOf(grouped),
          '.day',
          '.pinned-strip',
          '.composer',
          '.message-tools',
          lastTool,
        ]);
        const centering = (composer.left - main.left - (main.right - composer.right)) / 2;
        return [spread(lefts.map(({ left }) => left)), spread(rights.map(({ right }) => right)), centering]
          .map(Math.abs)
          .filter((pixels) => pixels > 1);
      };
      await expect.poll(deviations).toEqual([]);
      const { left, right } = await boxOf(page, '.composer');
      expect(right - left).toBe(720);
      await picture(page, `layout-${width}`);
    });
  }

  for (const width of [390, 1920]) {
    await test.step(`related rows are closer together, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const row = (id: number) => boxOf(page, textOf(id));
      const distances = async () => {
        const paragraph = await boxOf(page, `${textOf(first)} p:first-child`);
        const next = await boxOf(page, `${textOf(first)} p:last-child`);
        const sender = await boxOf(page, `[data-id="${named}"] header`);
        const end = (await row(grouped)).bottom;
        return {
          paragraph: next.top - paragraph.bottom,
          grouped: (await row(grouped)).top - (await row(first)).bottom,
          sender: sender.top - end,
        };
      };
      await expect.poll(async () => (await distances()).paragraph).toBeLessThanOrEqual(4);
      await expect.poll(async () => (await distances()).grouped).toBeGreaterThanOrEqual(12);
      await expect.poll(async () => (await distances()).sender).toBeGreaterThanOrEqual(20);
    });
  }

  await test.step('no name, title or button is cut off', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { userId } = await server.as('mia');
    for (const fragment of [address, `#narrow/dm/${userId}`]) {
      await page.goto(`${server.url}/${fragment}`);
      await expect(page.locator('.top-bar .name')).toBeVisible();
      expect(await page.evaluate(cut)).toEqual([]);
    }
    await page.goto(`${server.url}/${address}`);
    await expect(feed.getByText('the last one')).toBeVisible();
  });

  await test.step('a star, an edit and a pin do not change the height of a row, grouped or not', async () => {
    const heights = async () =>
      Promise.all([named, last].map(async (id) => (await boxOf(page, `[data-id="${id}"]`)).height));
    const before = await heights();
    for (const id of [named, last]) {
      await mel.call('update-message-flags', { messages: [id], op: 'add', flag: 'starred' });
      await mel.call('update-message', { message_id: id, content: 'it was edited' });
    }
    await expect(feed.locator('.starred')).toHaveCount(2);
    await expect(feed.getByText('edited', { exact: true })).toHaveCount(2);
    await expect.poll(heights).toEqual(before);
    for (const id of [named, last]) await mel.ok('POST', `/messages/${id}/pin`);
    await expect(page.locator('.pinned-strip').getByRole('link', { name: /it was edited/ })).toBeVisible();
    await expect.poll(heights).toEqual(before);
  });

  await test.step('the button of the strip has its icon at the edge', async () => {
    const right = async (selector: string) => (await boxOf(page, selector)).right;
    const icon = await right('.pinned-strip > .icon-button .icon');
    expect(Math.abs(icon - (await right('.pinned-strip')))).toBeLessThanOrEqual(1);
  });

  await test.step('the tools are reached from the chosen message, with the time of a grouped one', async () => {
    await lastRow.focus();
    const tools = lastRow.locator('.message-tools');
    const names = await tools
      .locator('button:visible')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(names[0]).toBe('React');
    for (const name of names) {
      await page.keyboard.press('Tab');
      await expect.poll(async () => (await focused(page)).name).toBe(name);
    }
    await expect(tools.locator('time')).toHaveText(/^\d+:\d\d/);
    await tools.getByRole('button', { name: 'Remove star' }).click();
    await expect(feed.locator('.starred')).toHaveCount(1);
    const row = await boxOf(page, `[data-id="${last}"] .message-body`);
    const { top } = await boxOf(page, `[data-id="${last}"] .message-tools`);
    expect(row.top - top).toBe(22);
  });

  await test.step('Escape leaves the composer for the chosen message', async () => {
    await page.getByRole('textbox', { name: /^Message/ }).focus();
    await page.keyboard.press('Escape');
    await expect(lastRow).toBeFocused();
    await expect.poll(() => violations(page)).toEqual([]);
  });
});

test('the people column is only beside conversations, and only if there is space', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const topic = `#narrow/channel/${stream_id}/topic/changes`;
  const direct = `#narrow/dm/${(await server.as('mia')).userId}`;
  const page = await open('mel', topic, { viewport: { width: 1600, height: 900 } });
  const people = page.getByRole('complementary', { name: 'People' });
  const button = page.getByRole('button', { name: 'People', exact: true });
  await expect(people).toBeVisible();

  await test.step('not beside other views', async () => {
    for (const fragment of ['#inbox', '#recent', '#drafts', '#settings/profile', '#narrow/is/starred']) {
      await page.goto(`${server.url}/${fragment}`);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expect(people).toHaveCount(0);
      await expect(button).toHaveCount(0);
    }
  });

  await test.step('in a smaller window a button opens it for a topic', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/${topic}`);
    await expect(page.getByRole('article').last()).toBeVisible();
    await expect(people).toHaveCount(0);
    await button.click();
    await expect(people).toBeVisible();
    expect((await boxOf(page, '.aside')).left).toBe((await boxOf(page, 'main')).right);
    await button.click();
    await expect(people).toHaveCount(0);
  });

  await test.step('the people column is open for direct conversations', async () => {
    await page.goto(`${server.url}/${direct}`);
    await expect(people).toBeVisible();
  });

  await test.step('in a narrow window it covers the view', async () => {
    await page.setViewportSize({ width: 1150, height: 900 });
    await expect(people).toHaveCount(0);
    const before = await boxOf(page, 'main');
    await button.click();
    await expect(people).toBeVisible();
    expect(await boxOf(page, 'main')).toEqual(before);
    await page.keyboard.press('w');
    await page.keyboard.press('Escape');
    await expect(people).toHaveCount(0);
    await expect(page.getByRole('article').last()).toBeFocused();
    await button.click();
    await expect(people).toBeVisible();
    await page.goto(`${server.url}/${topic}`);
    await expect(people).toHaveCount(0);
  });
});

test('the bar above a topic shows who wrote there last', async ({ server, open }) => {
  const mel = await server.as('mel');
  const people = await Promise.all((['adam', 'mia', 'max', 'mona'] as const).map((name) => server.as(name)));
  for (const person of people) await person.sendToChannel('general', 'faces', 'here');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'general' });
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/faces`, {
    viewport: { width: 1440, height: 900 },
  });
  const faces = page.getByRole('button', { name: /^People in this topic/ });
  await expect(faces).toHaveAccessibleName(
    'People in this topic: Mona Moderator, Max Member, Mia Member, and Adam Admin',
  );
  await expect(faces.locator('.avatar')).toHaveCount(3);
  await expect(faces).toContainText('+1');
  await faces.click();
  await expect(page.getByRole('complementary', { name: 'People' })).toBeVisible();
  await expect(faces).toHaveAttribute('aria-expanded', 'true');
  await picture(page, 'topic-people');
  await expect.poll(() => violations(page)).toEqual([]);
});

test('the column beside a direct conversation lists its files and the shared channels', async ({
  server,
  open,
}) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const share = async (name: string) => {
    const { url } = await upload(mia, name, Buffer.from(`the text of ${name}`));
    return mia.sendDirect([mel.userId], `see [${name}](${url})`);
  };
  for (let number = 1; number <= 6; number += 1) await share(`plan-${number}.txt`);
  const page = await open('mel', `#narrow/dm/${mia.userId}`, { viewport: { width: 1440, height: 900 } });
  const files = page.getByRole('region', { name: 'Shared files' });
  await expect(files.getByRole('link', { name: /^plan-/ })).toHaveCount(5);
  await expect(files.getByRole('link').first()).toContainText('plan-6.txt');
  await expect(files.getByRole('link').first()).toHaveAttribute('href', /^\/user_uploads\/.*plan-6\.txt$/);
  const channels = page.getByRole('region', { name: 'Channels you share' });
  await expect(channels.getByRole('link', { name: 'general', exact: true })).toBeVisible();
  await share('news.txt');
  await expect(files.getByRole('link').first()).toContainText('news.txt');
  await test.step('a file that is sent again is listed once, and one of a deleted message no more', async () => {
    const first = files.getByRole('link').first();
    const address = await first.getAttribute('href');
    const again = await mia.sendDirect([mel.userId], `again [news.txt](${address}), [that](${address})`);
    const deleted = await share('plan-7.txt');
    await expect(first).toContainText('plan-7.txt');
    await expect(files.getByRole('link', { name: /^news\.txt/ })).toHaveCount(1);
    await mia.ok('PATCH', `/messages/${again}`, { content: 'no file' });
    await mia.ok('DELETE', `/messages/${deleted}`);
    await expect(first).toContainText('news.txt');
    await expect(files.getByRole('link', { name: /^plan-/ })).toHaveCount(4);
  });
  const requestForFiles = /\/json\/messages\?.*attachment/;
  await test.step('files that could not be loaded are loaded once the server responds', async () => {
    await page.route(requestForFiles, (route) => route.abort());
    await page.reload();
    await expect(files.getByRole('alert')).toContainText('Can’t reach the server');
    await page.unroute(requestForFiles);
    await expect(files.getByRole('link').first()).toContainText('news.txt');
  });
  await test.step('files that the server refused are loaded when the person tries again', async () => {
    const json = { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' };
    await page.route(requestForFiles, (route) => route.fulfill({ status: 400, json }));
    await page.reload();
    await expect(files.getByRole('alert')).toContainText('Not today');
    await page.unroute(requestForFiles);
    await files.getByRole('button', { name: 'Try again' }).click();
    await expect(files.getByRole('link').first()).toContainText('news.txt');
  });
  await picture(page, 'shared-with-person');
  await expect.poll(() => violations(page)).toEqual([]);
  await files.getByRole('link', { name: 'Show all files' }).click();
  await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0);
  await expect(page).toHaveURL(/\/dm\/.*\/has\/attachment$/);
});
