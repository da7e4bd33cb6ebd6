// A sent message is displayed at once as the server will render it: nothing changes or moves when it arrives.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const text = [
  '**Bold** and `code`, @**Adam Admin** and @_*role:members*, #**engineering**, :tada: 🙂 https://example.com/page',
  '',
  '* one',
  '* two',
  '',
  '| a | b |',
  '|---|--:|',
  '| 1 | 2 |',
  '',
  '```spoiler Hidden',
  'not yet seen',
  '```',
  '',
  'At <time:2026-05-01T12:00:00Z> it was $$x^2$$.',
  '',
  'Written as &copy; &NotEqualTilde; &semi; &#169;, and none: &notice; &nope; &#0;',
].join('\n');

/** The HTML and position of the last of several texts. */
function last(page: Page, selector: string) {
  return page
    .locator(selector)
    .last()
    .evaluate((element) => ({
      html: element.innerHTML,
      top: element.getBoundingClientRect().top,
      height: element.getBoundingClientRect().height,
    }));
}

test('a sent message is displayed in its final form', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id: channelId } = await mel.call('get-stream-id', { stream: 'engineering' });
  const page = await open('mel', `#narrow/channel/${channelId}-engineering/topic/echo`);
  const field = page.getByRole('textbox', { name: /^Message/ });
  const echo = '.outgoing .rendered';
  const arrived = 'article .rendered';

  /** Sends a text while its response and event are delayed; returns its appearance before and after. */
  async function sent(content: string) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/json/messages', async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    const count = await page.locator(arrived).count();
    await field.fill(content);
    await page.keyboard.press('Control+Enter');
    await expect(page.locator(echo)).toBeVisible();
    await page.evaluate('document.fonts.ready');
    const before = await last(page, echo);
    release();
    await expect(page.locator(arrived).nth(count)).toBeVisible();
    await expect(page.locator('.outgoing')).toHaveCount(0);
    const after = await last(page, arrived);
    await page.unroute('**/json/messages');
    return { before, after };
  }

  await field.fill('something first');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article').first()).toBeVisible();

  await test.step('the same HTML in the same position, with or without the sender above it', async () => {
    const { before, after } = await sent(text);
    assert.match(before.html, /user-mention/);
    assert.match(before.html, /katex/);
    assert.equal(after.html, before.html);
    assert.ok(Math.abs(after.top - before.top) <= 1, `moved from ${before.top} to ${after.top}`);
    assert.equal(after.height, before.height);
    const { before: next, after: nextAfter } = await sent('and *on*');
    assert.equal(nextAfter.html, next.html);
    assert.ok(Math.abs(nextAfter.top - next.top) <= 1, `moved from ${next.top} to ${nextAfter.top}`);
  });

  await test.step('there is no gap between the response and the message', async () => {
    await page.evaluate(`(() => {
      globalThis.seen = [];
      const look = () => {
        seen.push(document.querySelector('.feed-scroll').textContent.includes('never away'));
        requestAnimationFrame(look);
      };
      look();
    })()`);
    await field.fill('never away');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article').filter({ hasText: 'never away' })).toBeVisible();
    const visibility = (await page.evaluate('seen')) as boolean[];
    assert.ok(visibility.includes(true));
    assert.ok(!visibility.slice(visibility.indexOf(true)).includes(false), 'it was gone for a moment');
  });

  await test.step('pending messages of one conversation are not displayed in another', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/json/messages', async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    await field.fill('for here alone');
    await page.keyboard.press('Control+Enter');
    const waitingItems = page.locator('.outgoing').filter({ hasText: 'for here alone' });
    await expect(waitingItems).toBeVisible();
    const topicUrl = page.url();
    await page.evaluate(`(() => {
      globalThis.astray = false;
      const look = () => {
        const label = document.querySelector('.composer textarea')?.getAttribute('aria-label') ?? '';
        astray ||= label.includes('elsewhere') && document.querySelector('.outgoing') !== null;
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    })()`);
    await page.goto(topicUrl.replace(/echo$/, 'elsewhere'));
    await expect(page.getByRole('textbox', { name: /^Message.*elsewhere/ })).toBeVisible();
    await expect(waitingItems).toHaveCount(0);
    assert.equal(await page.evaluate('astray'), false);
    await page.goto(topicUrl);
    await expect(waitingItems).toBeVisible();
    release();
    await expect(page.getByRole('article').filter({ hasText: 'for here alone' })).toBeVisible();
    await page.unroute('**/json/messages');
  });

  const openPreview = async () => {
    const formatting = page.getByRole('button', { name: 'Formatting', pressed: false });
    if (await formatting.isVisible()) await formatting.click();
    await page.getByRole('button', { name: 'Preview' }).click();
  };

  await test.step('the preview of a text that this browser can render sends no request', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await field.fill('*all* known');
    await openPreview();
    await expect(page.locator('.preview em')).toBeVisible();
    assert.ok(!requests.includes('/json/messages/render'));
  });

  await test.step('the preview of a text that only the server can render sends one', async () => {
    await page.getByRole('button', { name: 'Preview' }).click();
    await field.fill('#**engineering>echo**');
    await openPreview();
    await expect(page.locator('.preview a[href*="/with/"]')).toBeVisible();
  });
});
