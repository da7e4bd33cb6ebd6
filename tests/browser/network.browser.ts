// Network failures and several tabs: lost connections, closed and reopened pages, many tabs. Nothing is lost or
// requested twice.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';

const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: /^Message/ }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};

test('messages written offline arrive later, in order, once', async ({ server, open }) => {
  const mel = await server.as('mel');
  const address = await topicAddress(server, 'offline');
  const page = await open('mel', address);
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible();
  await page.context().setOffline(true);
  const texts = ['one', 'two', 'three', 'four', 'five'];
  for (const text of texts) await write(page, text);
  const waitingItems = page.getByRole('list', { name: 'Sending' });
  await expect(waitingItems.getByText('five')).toBeVisible();
  await expect(waitingItems.getByText('Waiting for a connection…')).toHaveCount(texts.length);
  await expect(waitingItems.getByText('Sending…')).toHaveCount(0);
  await expect(page.getByRole('status').getByText('No connection')).toBeVisible();
  const next = await page.context().newPage();
  await page.close();
  await page.context().setOffline(false);
  await next.goto(`${server.url}/${address}`);
  const messages = async () =>
    (
      await mel.call('get-messages', {
        narrow: [
          { operator: 'channel', operand: 'engineering' },
          { operator: 'topic', operand: 'offline' },
        ],
        anchor: 'newest',
        num_before: 20,
        num_after: 0,
        apply_markdown: false,
      })
    ).messages.map(({ content }) => content);
  await expect.poll(async () => (await messages()).length).toBeGreaterThanOrEqual(texts.length);
  assert.deepEqual(await messages(), texts);
  await expect(next.getByRole('feed').getByText('five')).toBeVisible();
  await expect(next.getByText('No connection')).toHaveCount(0);
});

test('a message that failed says why, and can be edited and sent again', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'refused'));
  await page.route('**/json/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const body = { result: 'error', msg: 'Not today.', code: 'BAD_REQUEST' };
    return route.fulfill({ status: 400, json: body });
  });
  await write(page, 'hello');
  await expect(page.getByRole('alert').getByText('Not today.')).toBeVisible();
  await page.unroute('**/json/messages');
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
  await expect(page.getByRole('textbox', { name: /^Message/ })).toHaveValue('hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('feed').getByText('hello')).toBeVisible();
});

test('many tabs share one poll; reopening registers no queue', async ({ server, open }) => {
  const mel = await server.as('mel');
  const hub = await server.server.directory.hubForHost('');
  const address = await topicAddress(server, 'tabs');
  const before = hub.waitingCount;
  const page = await open('mia', address);
  const registrations: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/json/register'))
      registrations.push(`${request.frame().page() === page ? 'first' : 'other'} ${step}`);
  });
  let step = 'opening';
  const tabs = [page];
  for (let count = 0; count < 11; count++) {
    const tab = await page.context().newPage();
    await tab.goto(`${server.url}/${address}`);
    tabs.push(tab);
  }
  await mel.sendToChannel('engineering', 'tabs', 'to all of you');
  for (const tab of tabs) await expect(tab.getByRole('feed').getByText('to all of you')).toBeVisible();
  await expect.poll(() => hub.waitingCount).toBe(before + 1);
  step = 'closing';
  // The first tab polls; when it closes, another one continues.
  await Promise.all([page.close(), mel.sendToChannel('engineering', 'tabs', 'and to the others')]);
  for (const tab of tabs.slice(1))
    await expect(tab.getByRole('feed').getByText('and to the others')).toBeVisible();
  const [, last = page, ...others] = tabs;
  for (const tab of others) await tab.close();
  step = 'reloading';
  await last.reload();
  await expect(last.getByRole('feed').getByText('and to the others')).toBeVisible();
  assert.deepEqual(registrations, []);
});
