// Network failures and several tabs: lost connections, closed and reopened pages, many tabs. Nothing is lost or
// requested twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest } from './browser.ts';

const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: /^Message/ }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};

test('network failures and several tabs', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const hub = await server.server.directory.hubForHost('');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const address = (topic: string) => `#narrow/channel/${stream_id}/topic/${topic}`;

  await context.test('messages written offline arrive later, in order, once', async () => {
    const page = await open('Mel Member', address('offline'));
    await page.getByRole('textbox', { name: /^Message/ }).waitFor();
    await page.context().setOffline(true);
    const texts = ['one', 'two', 'three', 'four', 'five'];
    for (const text of texts) await write(page, text);
    const waiting = page.getByRole('list', { name: 'Sending' });
    await waiting.getByText('five').waitFor();
    await waitUntil(
      async () => (await waiting.getByText('Waiting for a connection…').count()) === texts.length,
    );
    assert.equal(await waiting.getByText('Sending…').count(), 0);
    await page.getByRole('status').getByText('No connection').waitFor();
    const next = await page.context().newPage();
    await page.close();
    await page.context().setOffline(false);
    await next.goto(`${server.url}/${address('offline')}`);
    const messages = async () =>
      (
        await mel.call('get-messages', {
          narrow: [
            { operator: 'channel', operand: stream_id },
            { operator: 'topic', operand: 'offline' },
          ],
          anchor: 'newest',
          num_before: 20,
          num_after: 0,
          apply_markdown: false,
        })
      ).messages.map(({ content }) => content);
    await waitUntil(async () => (await messages()).length >= texts.length);
    assert.deepEqual(await messages(), texts);
    await next.getByRole('feed').getByText('five').waitFor();
    assert.equal(await next.getByText('No connection').count(), 0);
  });

  await context.test('a message that failed says why, and can be edited and sent again', async () => {
    const page = await open('Mel Member', address('refused'));
    await page.route('**/json/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const body = { result: 'error', msg: 'Not today.', code: 'BAD_REQUEST' };
      return route.fulfill({ status: 400, json: body });
    });
    await write(page, 'hello');
    await page.getByRole('alert').getByText('Not today.').waitFor();
    await page.unroute('**/json/messages');
    await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
    assert.equal(await page.getByRole('textbox', { name: /^Message/ }).inputValue(), 'hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('feed').getByText('hello').waitFor();
  });

  await context.test('many tabs share one poll; reopening registers no queue', async () => {
    const before = hub.waitingCount;
    const page = await open('Mia Member', address('tabs'));
    const registrations: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith('/json/register'))
        registrations.push(`${request.frame().page() === page ? 'first' : 'other'} ${step}`);
    });
    let step = 'opening';
    const tabs = [page];
    for (let count = 0; count < 11; count++) {
      const tab = await page.context().newPage();
      await tab.goto(`${server.url}/${address('tabs')}`);
      tabs.push(tab);
    }
    await mel.sendToChannel('engineering', 'tabs', 'to all of you');
    for (const tab of tabs) await tab.getByRole('feed').getByText('to all of you').waitFor();
    await waitUntil(async () => hub.waitingCount === before + 1);
    step = 'closing';
    // The first tab polls; when it closes, another one continues.
    await Promise.all([page.close(), mel.sendToChannel('engineering', 'tabs', 'and to the others')]);
    for (const tab of tabs.slice(1)) await tab.getByRole('feed').getByText('and to the others').waitFor();
    const [last] = tabs.slice(1);
    for (const tab of tabs.slice(2)) await tab.close();
    step = 'reloading';
    await last?.reload();
    await last?.getByRole('feed').getByText('and to the others').waitFor();
    assert.deepEqual(registrations, []);
  });
});
