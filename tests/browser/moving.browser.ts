// Moving around: the field of the sidebar, the column of people, and the keys that go on, by keyboard alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/later.ts';
import { skip, startBrowserTest, violations } from './browser.ts';

test('moving around by keyboard', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const page = await open('Mel Member', `#narrow/channel/${stream_id}/topic/changes`);
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  const people = page.getByRole('complementary', { name: 'People' });
  const feed = page.getByRole('feed');
  await feed.getByRole('article').last().waitFor();

  await context.test('what is typed in the sidebar narrows it, and Enter goes to the best', async () => {
    await page.keyboard.press('q');
    await page.keyboard.type('town');
    await sidebar.getByRole('link', { name: 'town square' }).first().waitFor();
    assert.equal(await sidebar.getByRole('link', { name: 'Inbox' }).count(), 0);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL(/-town-square$/);
    await sidebar.getByRole('link', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('q');
    await page.keyboard.type('standup');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/topic\/standup$/);
  });

  await context.test(
    'Escape brings the whole sidebar back, and leaves its field when pressed again',
    async () => {
      await page.keyboard.press('q');
      await page.keyboard.type('nothing that there is');
      await sidebar.getByText('No results').waitFor();
      await page.keyboard.press('Escape');
      await sidebar.getByRole('link', { name: 'Inbox' }).waitFor();
      // The field still has the focus, as every field has that offered something.
      await page.keyboard.press('Escape');
      await page.locator('main:focus').waitFor();
    },
  );

  await context.test('the column of people says who takes part and who is there', async () => {
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/changes`);
    const here = people.getByRole('region', { name: 'In this topic' });
    await here.getByRole('button', { name: 'Adam Admin' }).waitFor();
    assert.equal(await here.getByRole('button', { name: 'Mona Moderator' }).count(), 0);
    const everybody = people.getByRole('region', { name: 'People' });
    await everybody.getByRole('button', { name: 'Mel Member Active' }).waitFor();
    await open('Mona Moderator');
    await everybody.getByRole('button', { name: 'Mona Moderator Active' }).waitFor();
  });

  await context.test('it is narrowed, led through and folded by keys', async () => {
    await page.keyboard.press('w');
    await page.keyboard.type('mona');
    await people.getByRole('button', { name: 'Mona Moderator' }).waitFor();
    await waitUntil(async () => (await people.getByRole('button', { name: 'Adam Admin' }).count()) === 0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Mona Moderator' }).waitFor();
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: 'People', exact: true });
    await button.press('Enter');
    await people.waitFor({ state: 'detached' });
    await page.reload();
    await feed.getByRole('article').last().waitFor();
    assert.equal(await people.count(), 0);
    await page.keyboard.press('w');
    await people.getByRole('searchbox', { name: 'Filter people' }).press('Escape');
    await page.locator('main:focus').waitFor();
  });

  await context.test('keys go from channel to channel and to the topics of one', async () => {
    await page.goto(`${server.url}/#narrow/channel/${stream_id}`);
    await feed.getByRole('article').last().waitFor();
    await page.keyboard.press('Shift+D');
    await page.waitForURL(/-general$/);
    await page.keyboard.press('Shift+A');
    await page.waitForURL(/-engineering$/);
    await page.keyboard.press('y');
    await page.waitForURL(/#topics\/channel\/\d+-engineering$/);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /changes/ }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#narrow\/channel\/\d+-engineering\/topic\//);
  });

  await context.test('the next followed topic is gone to, and muted ones are passed by', async () => {
    await mel.call('mark-all-as-read');
    const adam = await server.as('adam');
    for (const topic of ['roadmap', 'changes']) {
      await mel.call('update-user-topic', {
        stream_id,
        topic,
        visibility_policy: topic === 'roadmap' ? 3 : 0,
      });
      await adam.call('send-message', { type: 'channel', to: stream_id, topic, content: 'news' });
    }
    await page.goto(`${server.url}/#inbox`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /roadmap/ })
      .waitFor();
    await page.keyboard.press('Shift+N');
    await page.waitForURL(/topic\/roadmap$/);
  });

  await context.test('the chosen message is folded and unfolded, also for the next time', async () => {
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/event.20queues`);
    await feed.getByRole('article').last().waitFor();
    await page.keyboard.press('End');
    await page.locator('article:last-child:focus').waitFor();
    await page.keyboard.press('-');
    const unfold = feed.getByRole('button', { name: 'Show more' });
    await unfold.waitFor();
    await waitUntil(async () => {
      const range = { anchor: 'newest', num_before: 1, num_after: 0 };
      const narrow = [{ operator: 'topic', operand: 'event queues' }];
      const { messages } = await mel.call('get-messages', { narrow, ...range });
      return messages[0]?.flags.includes('collapsed') === true;
    });
    await unfold.click();
    await unfold.waitFor({ state: 'detached' });
  });

  await context.test('on a phone the column is not there', async () => {
    const phone = await open('Mia Member', '#inbox', { viewport: { width: 390, height: 844 } });
    assert.equal(await phone.getByRole('complementary').count(), 0);
    assert.equal(await phone.getByRole('button', { name: 'People', exact: true }).count(), 0);
  });
});
