// Navigation by keyboard: the filter of the sidebar, the user list, and the navigation keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest, violations } from './browser.ts';

test('navigating by keyboard', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const page = await open('Mel Member', `#narrow/channel/${stream_id}/topic/changes`);
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  const people = page.getByRole('complementary', { name: 'People' });
  const feed = page.getByRole('feed');
  await feed.getByRole('article').last().waitFor();

  await context.test('typing in the sidebar filters it, and Enter opens the best match', async () => {
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

  await context.test('Escape clears the filter, then leaves the field', async () => {
    await page.keyboard.press('q');
    await page.keyboard.type('nothing that there is');
    await sidebar.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await sidebar.getByRole('link', { name: 'Inbox' }).waitFor();
    // The field keeps the focus, like every field with suggestions.
    await page.keyboard.press('Escape');
    await page.locator('main:focus').waitFor();
  });

  await context.test('the user list shows participants and presence', async () => {
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/changes`);
    const here = people.getByRole('region', { name: 'In this topic' });
    await here.getByRole('button', { name: 'Adam Admin' }).waitFor();
    assert.equal(await here.getByRole('button', { name: 'Mona Moderator' }).count(), 0);
    const everybody = people.getByRole('region', { name: 'People' });
    await everybody.getByRole('button', { name: 'Mel Member Active' }).waitFor();
    await open('Mona Moderator');
    await everybody.getByRole('button', { name: 'Mona Moderator Active' }).waitFor();
  });

  await context.test('it is filtered, navigated and collapsed by keyboard', async () => {
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

  await context.test('keys move between channels and to the topics of one', async () => {
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

  await context.test('a key moves to the next followed topic and skips muted ones', async () => {
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

  await context.test('the selected message is collapsed and expanded, which is remembered', async () => {
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

  await context.test('on a phone, the user list is hidden', async () => {
    const phone = await open('Mia Member', '#inbox', { viewport: { width: 390, height: 844 } });
    assert.equal(await phone.getByRole('complementary').count(), 0);
    assert.equal(await phone.getByRole('button', { name: 'People', exact: true }).count(), 0);
  });
});
