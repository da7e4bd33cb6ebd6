// What reading does: what was read can be taken back, and the view goes where its topic goes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilSo } from '../support/later.ts';
import { skip, startBrowserTest } from './browser.ts';

test('reading', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const adam = await server.as('adam');
  await mel.call('mark-all-as-read');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const send = (topic: string, content: string) =>
    adam.call('send-message', { type: 'channel', to: stream_id, topic, content });
  const unread = async () => {
    const narrow = [{ operator: 'is', operand: 'unread' }];
    const range = { anchor: 'newest', num_before: 100, num_after: 0 };
    return (await mel.call('get-messages', { narrow, ...range })).messages.length;
  };
  const page = await open('Mel Member', '#inbox');
  const main = page.getByRole('main');
  const feed = page.getByRole('feed');
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });

  await context.test('who leaves a view soon can take back that it was read', async () => {
    for (const content of ['one', 'two', 'three']) await send('passing by', content);
    await main.getByRole('link', { name: /passing by/ }).click();
    await feed.getByText('three').waitFor();
    await untilSo(async () => (await unread()) === 0);
    await page.goto(`${server.url}/#inbox`);
    await page.getByText('Read 3 messages.').waitFor();
    await undo.click();
    await main.getByRole('link', { name: /passing by.*3 unread messages/ }).waitFor();
    assert.equal(await unread(), 3);
  });

  await context.test('what was marked as read in the inbox can be taken back', async () => {
    await main.getByRole('button', { name: 'Mark as read: passing by' }).click();
    await main.getByText('You have read everything.').waitFor();
    await undo.click();
    await main.getByRole('link', { name: /passing by.*3 unread messages/ }).waitFor();
  });

  await context.test('the view and what is written there go with a topic that is renamed', async () => {
    const { id } = await send('old name', 'still here');
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/old.20name`);
    await feed.getByText('still here').waitFor();
    const field = page.getByRole('textbox', { name: /^Message/ });
    await field.fill('half a sent');
    await adam.call('update-message', { message_id: id, topic: 'new name', propagate_mode: 'change_all' });
    await page.waitForURL(/topic\/new\.20name$/);
    await feed.getByText('still here').waitFor();
    await page.getByRole('textbox', { name: /^Message.*new name/ }).waitFor();
    assert.equal(await field.inputValue(), 'half a sent');
    await field.fill('');
  });

  await context.test(
    'what was searched for is marked in the search alone, where edits are seen',
    async () => {
      const { id } = await send('marks', 'a peculiar word');
      await page.goto(`${server.url}/#narrow/search/peculiar`);
      await feed.locator('.highlight').waitFor();
      await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/marks`);
      await main.getByRole('heading', { name: /marks/ }).waitFor();
      await feed.getByText('a peculiar word').waitFor();
      assert.equal(await feed.locator('.highlight').count(), 0);
      await page.goto(`${server.url}/#narrow/search/peculiar`);
      await feed.locator('.highlight').waitFor();
      await adam.call('update-message', { message_id: id, content: 'a peculiar word that grew' });
      await feed.getByText('that grew').waitFor();
    },
  );

  await context.test(
    'it goes with a topic that somebody resolves, and stays where only a part leaves',
    async () => {
      const { id } = await send('questions', 'first');
      const second = await send('questions', 'second');
      await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/questions`);
      await feed.getByText('second').waitFor();
      const part = { message_id: second.id, topic: 'another', propagate_mode: 'change_one' } as const;
      await adam.call('update-message', part);
      await feed.getByText('second').waitFor({ state: 'detached' });
      assert.match(page.url(), /topic\/questions$/);
      await adam.call('update-message', {
        message_id: id,
        topic: '✔ questions',
        propagate_mode: 'change_all',
      });
      await page.waitForURL(/topic\/.*questions$/);
      await main.getByRole('heading', { name: /✔ questions/ }).waitFor();
      await feed.getByText('first').waitFor();
    },
  );
});
