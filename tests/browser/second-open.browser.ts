// Reopening the client: the last view is displayed before the server has responded, nothing moves when it does, and
// changes in the meantime appear. Other people do not see that view.

import assert from 'node:assert/strict';
import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Whether the browser's cache contains a text. */
const isCachedScript = (text: string) => `new Promise((resolve) => {
  const opening = indexedDB.open('parley');
  opening.onsuccess = () => {
    const asking = opening.result.transaction('records').objectStore('records').getAll();
    asking.onsuccess = () => resolve(JSON.stringify(asking.result).includes(${JSON.stringify(text)}));
  };
})`;

/** Delays all API requests of a page until released. */
async function delayRequests(
  page: Page,
): Promise<{ readonly requests: string[]; readonly release: () => Promise<void> }> {
  const requests: string[] = [];
  const waitingRoutes: Route[] = [];
  const hold = (route: Route) => {
    requests.push(new URL(route.request().url()).pathname);
    waitingRoutes.push(route);
  };
  await page.route('**/json/**', hold);
  const release = async () => {
    await page.unroute('**/json/**', hold);
    for (const route of waitingRoutes.splice(0)) await route.continue().catch(() => undefined);
  };
  return { requests, release };
}

const articleTops = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((rows) => rows.map((row) => [row.dataset.id, Math.round(row.getBoundingClientRect().top)]));

test('reopening the client shows the last view before the server responds', async ({ server, open }) => {
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const address = `#narrow/channel/${stream_id}/topic/again`;
  const say = (text: string) => adam.sendToChannel('engineering', 'again', text);
  const long = Array.from({ length: 4 }, (_, index) => `Line ${index} of a message that is long.`).join(
    '\n\n',
  );
  for (let index = 0; index < 130; index += 1) await say(`${index} ${long}`);
  const editedId = await say('to be edited');
  const removedId = await say('to be removed');
  await say('the last one');
  const page = await open('mel', address);
  const feed = page.getByRole('feed');
  // Everything is read, so the view opens at the end.
  await (await server.as('mel')).call('mark-all-as-read', {});
  await page.reload();
  const untilCached = async (text: string) => {
    await expect(feed.getByText(text, { exact: true })).toBeVisible();
    await expect.poll(() => page.evaluate(isCachedScript(text))).toBe(true);
    await page.goto('about:blank');
  };
  await untilCached('the last one');

  await test.step('the last view is displayed before any response, and does not move', async () => {
    const { requests, release } = await delayRequests(page);
    await page.goto(`${server.url}/${address}`);
    await expect(feed.getByText('the last one')).toBeVisible();
    const before = await articleTops(page);
    await expect.poll(() => requests).toContain('/json/events');
    assert.ok(!requests.includes('/json/register'));
    const older = page.waitForResponse((answer) => answer.url().includes('/json/messages?'));
    await release();
    await older;
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(before.length / 2);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const after = new Map((await articleTops(page)).map(([id, top]) => [id, Number(top)]));
    const bottom = 900;
    const visible = before.filter(([, top]) => Number(top) > 0 && Number(top) < bottom);
    assert.ok(visible.length > 0);
    for (const [id, top] of visible) {
      assert.ok(
        Math.abs((after.get(id) ?? Number.NaN) - Number(top)) <= 2,
        `${id}: ${top}, ${after.get(id)}`,
      );
    }
  });

  await test.step('messages edited, deleted and sent in the meantime are updated', async () => {
    await untilCached('the last one');
    await adam.call('update-message', { message_id: editedId, content: 'as it is now' });
    await (await server.as('olive')).call('delete-message', { message_id: removedId });
    await say('written meanwhile');
    await page.goto(`${server.url}/${address}`);
    for (const text of ['as it is now', 'the last one', 'written meanwhile'])
      await expect(feed.getByText(text)).toBeVisible();
    for (const text of ['to be edited', 'to be removed']) {
      await expect(feed.getByText(text)).toHaveCount(0);
      await expect.poll(() => page.evaluate(isCachedScript(text))).toBe(false);
    }
  });

  await test.step('a channel that is no longer accessible leaves nothing behind', async () => {
    const olive = await server.as('olive');
    const { userId } = await server.as('mel');
    await olive.call('subscribe', {
      subscriptions: [{ name: 'secret plans' }],
      principals: [olive.userId, userId],
      invite_only: true,
    });
    const secret = await olive.call('get-stream-id', { stream: 'secret plans' });
    await olive.sendToChannel('secret plans', 'plan', 'for a few people only');
    const secretAddress = `#narrow/channel/${secret.stream_id}/topic/plan`;
    await page.goto(`${server.url}/${secretAddress}`);
    await untilCached('for a few people only');
    await olive.call('unsubscribe', { subscriptions: ['secret plans'], principals: [userId] });
    await page.goto(`${server.url}/${address}`);
    await expect(feed.getByText('the last one')).toBeVisible();
    await expect.poll(() => page.evaluate(isCachedScript('for a few people only'))).toBe(false);
    await page.goto(`${server.url}/${secretAddress}`);
    await expect(page.locator('.feed-area, .empty-state').first()).toBeVisible();
    await expect(page.getByText('for a few people only')).toHaveCount(0);
    await page.goto(`${server.url}/${address}`);
  });

  await test.step('another person who logs in sees nothing of the first one', async () => {
    await untilCached('written meanwhile');
    await page.context().clearCookies();
    await page.goto(`${server.url}/login/`);
    const { requests, release } = await delayRequests(page);
    await page.getByRole('button', { name: 'Log in as Mia Member' }).click();
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    assert.deepEqual([...new Set(requests)], ['/json/events']);
    await expect(page.locator('.frame')).toHaveCount(0);
    await release();
    await expect(page.locator('.frame')).toBeVisible();
  });
});
