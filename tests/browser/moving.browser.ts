// Navigation by keyboard: the filter of the sidebar, the user list, and the navigation keys.

import { expect, test } from './fixtures.ts';
import { violations } from './violations.ts';

test('keys move between channels, topics and people', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const wide = { viewport: { width: 1680, height: 900 } };
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/changes`, wide);
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  const people = page.getByRole('complementary', { name: 'People' });
  const feed = page.getByRole('feed');
  await expect(feed.getByRole('article').last()).toBeVisible();

  await test.step('typing in the sidebar filters it, and Enter opens the best match', async () => {
    await page.keyboard.press('q');
    await page.keyboard.type('town');
    await expect(sidebar.getByRole('link', { name: 'town square' }).first()).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'Inbox' })).toHaveCount(0);
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/-town-square$/);
    await expect(sidebar.getByRole('link', { name: 'Inbox' })).toBeVisible();
    await page.keyboard.press('q');
    await page.keyboard.type('standup');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/topic\/standup$/);
  });

  await test.step('Escape clears the filter, then leaves the field', async () => {
    await page.keyboard.press('q');
    await page.keyboard.type('nothing that there is');
    await expect(sidebar.getByText('No results')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sidebar.getByRole('link', { name: 'Inbox' })).toBeVisible();
    // The field keeps the focus, like every field with suggestions.
    await page.keyboard.press('Escape');
    await expect(feed.getByRole('article').last()).toBeFocused();
  });

  await test.step('the user list shows participants and presence', async () => {
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/changes`);
    const participants = people.getByRole('region', { name: 'In this topic' });
    await expect(participants.getByRole('button', { name: 'Adam Admin' })).toBeVisible();
    await expect(participants.getByRole('button', { name: 'Mona Moderator' })).toHaveCount(0);
    const everybody = people.getByRole('region', { name: 'People' });
    await expect(everybody.getByRole('button', { name: 'Mel Member Active' })).toBeVisible();
    await open('mona');
    await expect(everybody.getByRole('button', { name: 'Mona Moderator Active' })).toBeVisible();
  });

  await test.step('the list is filtered, navigated and collapsed by keyboard', async () => {
    await page.keyboard.press('w');
    await page.keyboard.type('mona');
    await expect(people.getByRole('button', { name: 'Mona Moderator' })).toBeVisible();
    await expect(people.getByRole('button', { name: 'Adam Admin' })).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Mona Moderator' })).toBeVisible();
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: 'People', exact: true });
    await button.press('Enter');
    await expect(people).toHaveCount(0);
    await page.reload();
    await expect(feed.getByRole('article').last()).toBeVisible();
    await expect(people).toHaveCount(0);
    await page.keyboard.press('w');
    await people.getByRole('searchbox', { name: 'Filter people' }).press('Escape');
    await expect(feed.getByRole('article').last()).toBeFocused();
  });

  await test.step('keys move between channels and to the topics of one', async () => {
    await page.goto(`${server.url}/#narrow/channel/${stream_id}`);
    await expect(feed.getByRole('article').last()).toBeVisible();
    await page.keyboard.press('Shift+D');
    await expect(page).toHaveURL(/-general$/);
    await page.keyboard.press('Shift+A');
    await expect(page).toHaveURL(/-engineering$/);
    await page.keyboard.press('y');
    await expect(page).toHaveURL(/#topics\/channel\/\d+-engineering$/);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /changes/ })).toBeVisible();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#narrow\/channel\/\d+-engineering\/topic\//);
  });

  await test.step('a key moves to the next followed topic and skips muted ones', async () => {
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
    await expect(page.getByRole('main').getByRole('link', { name: /roadmap/ })).toBeVisible();
    await page.keyboard.press('Shift+N');
    await expect(page).toHaveURL(/topic\/roadmap$/);
  });

  await test.step('the selected message is collapsed and expanded, which is remembered', async () => {
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/event.20queues`);
    await expect(feed.getByRole('article').last()).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.locator('article:last-child')).toBeFocused();
    await page.keyboard.press('-');
    const unfold = feed.getByRole('button', { name: 'Show more' });
    await expect(unfold).toBeVisible();
    await expect
      .poll(async () => {
        const range = { anchor: 'newest', num_before: 1, num_after: 0 };
        const narrow = [{ operator: 'topic', operand: 'event queues' }];
        const { messages } = await mel.call('get-messages', { narrow, ...range });
        return messages[0]?.flags;
      })
      .toContain('collapsed');
    await unfold.click();
    await expect(unfold).toHaveCount(0);
  });

  await test.step('on a phone, the user list is hidden', async () => {
    const phone = await open('mia', '#inbox', { viewport: { width: 390, height: 844 } });
    await expect(phone.getByRole('complementary')).toHaveCount(0);
    await expect(phone.getByRole('button', { name: 'People', exact: true })).toHaveCount(0);
  });
});
