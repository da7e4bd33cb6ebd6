// Optimistic changes of messages: displayed before the server has responded, and reverted if it returns an error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import { skip, startBrowserTest } from './browser.ts';

/** Delays requests to a path; returns functions to release them or to make them fail. */
async function held(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<'taken' | 'refused'>();
  await page.route(path, async (route) => {
    const refusal = { result: 'error', code: 'BAD_REQUEST', msg: 'Not today.' };
    if ((await promise) === 'taken') await route.continue();
    else await route.fulfill({ status: 400, json: refusal });
  });
  return async (answer: 'taken' | 'refused') => {
    const responded = page.waitForResponse(path);
    resolve(answer);
    await responded;
    await page.unroute(path);
  };
}

test('optimistic changes', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mia = await server.as('mia');
  const { stream_id } = await mia.call('get-stream-id', { stream: 'engineering' });
  const id = await mia.sendToChannel('engineering', 'ahead', 'Look at this');
  await mia.call('add-reaction', { message_id: id, emoji_name: 'tada' });
  const page = await open('Mel Member', `#narrow/channel/${stream_id}/topic/ahead`);
  const message = page.getByRole('article').filter({ hasText: 'Look at this' });
  const errorMessage = page.getByRole('status').getByText('Not today.');

  await context.test('a reaction', async () => {
    const reaction = message.getByRole('button', { name: /reacted with :tada:/ });
    const path = '**/json/messages/*/reactions*';
    const refuse = await held(page, path);
    await reaction.click();
    await reaction.filter({ hasText: '2' }).waitFor();
    await refuse('refused');
    await errorMessage.waitFor();
    await reaction.filter({ hasText: '1' }).waitFor();
    const requests = await held(page, path);
    await reaction.click();
    await message.locator('[aria-pressed=true]').waitFor();
    await requests('taken');
    await message.locator('[aria-pressed=true][aria-busy=false]').filter({ hasText: '2' }).waitFor();
    const { message: told } = await mia.call('get-message', { message_id: id });
    assert.equal(told.reactions.length, 2);
  });

  await context.test('a star', async () => {
    const refuse = await held(page, '**/json/messages/flags');
    const star = message.locator('.starred');
    await message.focus();
    await page.keyboard.press('Control+s');
    await star.waitFor();
    await refuse('refused');
    await errorMessage.waitFor();
    await star.waitFor({ state: 'detached' });
  });

  await context.test('a star that is removed before the server responds', async () => {
    const requests = await held(page, '**/json/messages/flags');
    const star = message.locator('.starred');
    await message.focus();
    await page.keyboard.press('Control+s');
    await star.waitFor();
    await page.keyboard.press('Control+s');
    await star.waitFor({ state: 'detached' });
    const second = page.waitForRequest(
      (request) => request.url().endsWith('/flags') && /remove/.test(request.postData() ?? ''),
    );
    await requests('taken');
    await second;
    await star.waitFor({ state: 'detached' });
  });

  await context.test('a star whose event arrived although its response was lost', async () => {
    const { promise: done, resolve: isDone } = Promise.withResolvers<void>();
    const { promise: told, resolve: isTold } = Promise.withResolvers<void>();
    await page.route('**/json/messages/flags', async (route) => {
      await route.fetch();
      isDone();
      await told;
      await route.abort();
    });
    await message.focus();
    await page.keyboard.press('Control+s');
    await done;
    // Events arrive in order.
    await mia.sendToChannel('engineering', 'ahead', 'After the star');
    await page.getByRole('article').filter({ hasText: 'After the star' }).waitFor();
    isTold();
    await page.getByRole('status').getByText('Can’t reach the server.').waitFor();
    assert.equal(await message.locator('.starred').count(), 1);
    await page.unroute('**/json/messages/flags');
  });

  await context.test('a vote', async () => {
    await mia.sendToChannel('engineering', 'ahead', '/poll Tea?\nGreen');
    const choice = page.getByRole('button', { name: /^Green/ });
    const refuse = await held(page, '**/json/submessage');
    await choice.click();
    await choice.filter({ hasText: '1' }).waitFor();
    await refuse('refused');
    await errorMessage.waitFor();
    await choice.filter({ hasText: '0' }).waitFor();
    const requests = await held(page, '**/json/submessage');
    await choice.click();
    await choice.filter({ hasText: '1' }).waitFor();
    await requests('taken');
    await page.locator('button[aria-busy=false]').and(choice).waitFor();
    await choice.click();
    await choice.filter({ hasText: '0' }).waitFor();
  });
});
