// Optimistic changes of messages: displayed before the server has responded, and reverted if it returns an error.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Delays requests to a path; returns functions to release them or to make them fail. */
async function delayRequests(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<'taken' | 'refused'>();
  await page.route(path, async (route) => {
    const error = { result: 'error', code: 'BAD_REQUEST', msg: 'Not today.' };
    if ((await promise) === 'taken') await route.continue();
    else await route.fulfill({ status: 400, json: error });
  });
  return async (answer: 'taken' | 'refused') => {
    const responded = page.waitForResponse(path);
    resolve(answer);
    await responded;
    await page.unroute(path);
  };
}

test('optimistic changes of messages show at once and are reverted after an error', async ({
  server,
  open,
}) => {
  const mia = await server.as('mia');
  const { stream_id } = await mia.call('get-stream-id', { stream: 'engineering' });
  const id = await mia.sendToChannel('engineering', 'ahead', 'Look at this');
  await mia.call('add-reaction', { message_id: id, emoji_name: 'tada' });
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/ahead`);
  const message = page.getByRole('article').filter({ hasText: 'Look at this' });
  const errorMessage = page.getByRole('status').getByText('Not today.');

  await test.step('a reaction', async () => {
    const reaction = message.getByRole('button', { name: /^tada, / });
    const path = '**/json/messages/*/reactions*';
    const refuse = await delayRequests(page, path);
    await reaction.click();
    await expect(reaction.filter({ hasText: '2' })).toBeVisible();
    await refuse('refused');
    await expect(errorMessage).toBeVisible();
    await expect(reaction.filter({ hasText: '1' })).toBeVisible();
    const requests = await delayRequests(page, path);
    await reaction.click();
    await expect(message.locator('[aria-pressed=true]')).toBeVisible();
    await requests('taken');
    await expect(
      message.locator('[aria-pressed=true][aria-busy=false]').filter({ hasText: '2' }),
    ).toBeVisible();
    const { message: stored } = await mia.call('get-message', { message_id: id });
    assert.equal(stored.reactions.length, 2);
  });

  await test.step('a star', async () => {
    const refuse = await delayRequests(page, '**/json/messages/flags');
    const star = message.locator('.starred');
    await message.focus();
    await page.keyboard.press('Control+s');
    await expect(star).toBeVisible();
    await refuse('refused');
    await expect(errorMessage).toBeVisible();
    await expect(star).toHaveCount(0);
  });

  await test.step('a star that is removed before the server responds', async () => {
    const requests = await delayRequests(page, '**/json/messages/flags');
    const star = message.locator('.starred');
    await message.focus();
    await page.keyboard.press('Control+s');
    await expect(star).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(star).toHaveCount(0);
    const second = page.waitForRequest(
      (request) => request.url().endsWith('/flags') && /remove/.test(request.postData() ?? ''),
    );
    await requests('taken');
    await second;
    await expect(star).toHaveCount(0);
  });

  await test.step('a star whose event arrived although its response was lost', async () => {
    const { promise: done, resolve: reportDone } = Promise.withResolvers<void>();
    const { promise: eventArrived, resolve: reportEvent } = Promise.withResolvers<void>();
    await page.route('**/json/messages/flags', async (route) => {
      await route.fetch();
      reportDone();
      await eventArrived;
      await route.abort();
    });
    await message.focus();
    await page.keyboard.press('Control+s');
    await done;
    // Events arrive in order.
    await mia.sendToChannel('engineering', 'ahead', 'After the star');
    await expect(page.getByRole('article').filter({ hasText: 'After the star' })).toBeVisible();
    reportEvent();
    await expect(page.getByRole('status').getByText('Can’t reach the server.')).toBeVisible();
    await expect(message.locator('.starred')).toHaveCount(1);
    await page.unroute('**/json/messages/flags');
  });

  await test.step('a vote', async () => {
    await mia.sendToChannel('engineering', 'ahead', '/poll Tea?\nGreen');
    const choice = page.getByRole('button', { name: /^Green/ });
    const refuse = await delayRequests(page, '**/json/submessage');
    await choice.click();
    await expect(choice.filter({ hasText: '1' })).toBeVisible();
    await refuse('refused');
    await expect(errorMessage).toBeVisible();
    await expect(choice.filter({ hasText: '0' })).toBeVisible();
    const requests = await delayRequests(page, '**/json/submessage');
    await choice.click();
    await expect(choice.filter({ hasText: '1' })).toBeVisible();
    await requests('taken');
    await expect(page.locator('button[aria-busy=false]').and(choice)).toBeVisible();
    await choice.click();
    await expect(choice.filter({ hasText: '0' })).toBeVisible();
  });
});
