// Links to people, groups and channels, as clients of this API write them, and links within messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, startBrowserTest, violations } from './browser.ts';

test('links to people, groups and channels', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const owner = await server.as('olive');
  const mia = await server.as('mia');
  const { user_id: miaId } = await mia.call('get-own-user');
  const { group_id } = await owner.call('create-user-group', {
    name: 'support',
    description: 'Who answers',
    members: [miaId],
  });
  const page = await open('Mel Member');
  const main = page.getByRole('main');

  await context.test('the address of a person opens the profile, with shared channels', async () => {
    await page.goto(`${server.url}/#user/${miaId}`);
    await main.getByRole('heading', { level: 1, name: 'Mia Member' }).waitFor();
    await main.getByRole('link', { name: 'support' }).waitFor();
    await main.getByRole('link', { name: 'engineering' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.goto(`${server.url}/#user/4000000`);
    await main.getByText('User not found').waitFor();
  });

  await context.test('the address of a group shows its members', async () => {
    await page.goto(`${server.url}/#groups/${group_id}/support`);
    await main.getByRole('heading', { level: 2, name: 'support' }).waitFor();
    await main.getByText('Who answers').waitFor();
    await main.getByRole('button', { name: 'Mia Member' }).click();
    await page.getByRole('dialog', { name: 'Mia Member' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
  });

  await context.test('an old link refers to a channel by name', async () => {
    const { stream_id } = await mia.call('get-stream-id', { stream: 'engineering' });
    await page.goto(`${server.url}/#narrow/stream/engineering/subject/changes`);
    await page.waitForURL(new RegExp(`#narrow/channel/${stream_id}-engineering/topic/changes$`));
    await main.getByRole('article').last().waitFor();
  });

  await context.test('a link to a topic that has been resolved leads to it', async () => {
    const { stream_id } = await mia.call('get-stream-id', { stream: 'engineering' });
    await mia.call('send-message', { type: 'channel', to: stream_id, topic: '✔ lamp', content: 'It is lit' });
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/lamp`);
    await main.getByRole('link', { name: 'This topic continues in “✔ lamp”.' }).click();
    await main.getByRole('article').getByText('It is lit').waitFor();
  });

  await context.test('a mention opens the profile by pointer and by keyboard', async () => {
    await owner.call('send-message', {
      type: 'direct',
      to: [(await (await server.as('mel')).call('get-own-user')).user_id],
      content: 'Ask @**Mia Member** or @*support*',
    });
    await page.goto(`${server.url}/#narrow/is/dm`);
    const last = page.getByRole('feed').getByRole('article').last();
    await last.getByRole('button', { name: '@Mia Member' }).click();
    const card = page.getByRole('dialog', { name: 'Mia Member' });
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await last.getByRole('button', { name: '@support' }).press('Enter');
    await page.waitForURL(new RegExp(`#groups/${group_id}/support$`));
  });
});
