// Links to people, groups and channels, as clients of this API write them, and links within messages.

import { expect, test } from './fixtures.ts';
import { violations } from './violations.ts';

test('links to people, groups and channels open them, however clients write the links', async ({
  server,
  open,
}) => {
  const owner = await server.as('olive');
  const mia = await server.as('mia');
  const { user_id: miaId } = await mia.call('get-own-user');
  const { group_id } = await owner.call('create-user-group', {
    name: 'support',
    description: 'Who answers',
    members: [miaId],
  });
  const page = await open('mel');
  const main = page.getByRole('main');

  await test.step('the address of a person opens the profile, with shared channels', async () => {
    await page.goto(`${server.url}/#user/${miaId}`);
    await expect(main.getByRole('heading', { level: 1, name: 'Mia Member' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'support' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'engineering' })).toBeVisible();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.goto(`${server.url}/#user/4000000`);
    await expect(main.getByText('User not found')).toBeVisible();
  });

  await test.step('the address of a group shows its members', async () => {
    await page.goto(`${server.url}/#groups/${group_id}/support`);
    await expect(main.getByRole('heading', { level: 2, name: 'support' })).toBeVisible();
    await expect(main.getByText('Who answers')).toBeVisible();
    await main.getByRole('button', { name: 'Mia Member' }).click();
    await expect(page.getByRole('dialog', { name: 'Mia Member' })).toBeVisible();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('an old link refers to a channel by name', async () => {
    const { stream_id } = await mia.call('get-stream-id', { stream: 'engineering' });
    await page.goto(`${server.url}/#narrow/stream/engineering/subject/changes`);
    await expect(page).toHaveURL(new RegExp(`#narrow/channel/${stream_id}-engineering/topic/changes$`));
    await expect(main.getByRole('article').last()).toBeVisible();
  });

  await test.step('a link to a topic that has been resolved leads to it', async () => {
    const { stream_id } = await mia.call('get-stream-id', { stream: 'engineering' });
    await mia.call('send-message', { type: 'channel', to: stream_id, topic: '✔ lamp', content: 'It is lit' });
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/lamp`);
    await main.getByRole('link', { name: 'This topic continues in “✔ lamp”.' }).click();
    await expect(main.getByRole('article').getByText('It is lit')).toBeVisible();
  });

  await test.step('a mention opens the profile by pointer and by keyboard', async () => {
    await owner.call('send-message', {
      type: 'direct',
      to: [(await (await server.as('mel')).call('get-own-user')).user_id],
      content: 'Ask @**Mia Member** or @*support*',
    });
    await page.goto(`${server.url}/#narrow/is/dm`);
    const last = page.getByRole('feed').getByRole('article').last();
    await last.getByRole('button', { name: '@Mia Member' }).click();
    const card = page.getByRole('dialog', { name: 'Mia Member' });
    await expect(card).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
    await last.getByRole('button', { name: '@support' }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`#groups/${group_id}/support$`));
  });
});
