// Messages and topics that are pinned for everyone: in menus, and in the line above the messages of a conversation.

import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { violations } from './violations.ts';

test('a message is pinned in its menu, shown to others above the conversation, and unpinned', async ({
  server,
  open,
}) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const { stream_id } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
  const first = await mia.sendToChannel('general', 'launch', 'The **plan** of the launch');
  const second = await mia.sendToChannel('general', 'launch', 'The list of guests');
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/launch`);
  const line = page.getByRole('region', { name: 'Pinned messages' });
  const message = page.locator(`[data-message-id="${first}"]`);
  await expect(page.getByText('The list of guests')).toBeVisible();
  await expect(line).toHaveCount(0);

  await test.step('pinned', async () => {
    await page.getByText('plan', { exact: true }).first().hover();
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Pin for everyone' }).click();
    await expect(line.getByRole('link', { name: 'Mia Member The plan of the launch' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('one pinned message is shown at a time', async () => {
    await mia.ok('POST', `/messages/${second}/pin`);
    await expect(line.getByRole('link', { name: 'The list of guests' })).toBeVisible();
    await line.getByRole('button', { name: 'Next pinned message' }).click();
    await line.getByRole('link', { name: 'The plan of the launch' }).click();
    await expect(page).toHaveURL(new RegExp(`near/${first}$`));
    await line.getByRole('link', { name: 'Show all pinned messages' }).click();
    await expect(page).toHaveURL(/is\/pinned$/);
    await page.goBack();
  });

  await test.step('unpinned', async () => {
    for (const id of [first, second]) await mel.ok('DELETE', `/messages/${id}/pin`);
    await expect(line).toHaveCount(0);
    await expect(message.or(page.getByText('The list of guests')).first()).toBeVisible();
  });
});

test('a topic is pinned and unpinned in its menu, and marked in the sidebar', async ({ server, open }) => {
  const mia = await server.as('mia');
  const { stream_id } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
  await mia.sendToChannel('general', 'rules', 'be kind');
  const page = await open('mia', `#narrow/channel/${stream_id}/topic/rules`);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Topic actions', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const pinned = async () => {
    const { pinned_topics } = await mia.ok('POST', '/register', { fetch_event_types: ['pinned_topics'] });
    return pinned_topics.flatMap(({ topics }: { topics: { topic: string }[] }) =>
      topics.map(({ topic }) => topic),
    );
  };
  const row = page.getByRole('navigation').getByRole('link', { name: /^rules/ });
  await expect(row).toHaveAccessibleName('rules');
  await choose('Pin for everyone');
  await expect.poll(pinned).toEqual(['rules']);
  await expect(row).toHaveAccessibleName('rules Pinned for everyone');
  await choose('Unpin for everyone');
  await expect.poll(pinned).toEqual([]);
  await expect(row).toHaveAccessibleName('rules');
});
