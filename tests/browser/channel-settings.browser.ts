// The settings of a channel: one's own for everybody, the channel's for whoever administers it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilSo } from '../support/later.ts';
import { skip, startBrowserTest, violations } from './browser.ts';

test('the settings of a channel', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const section = `#channels/${stream_id}/engineering/general`;
  const channel = async () => (await adam.call('get-stream-by-id', { stream_id })).stream;
  const page = await open('Adam Admin', `#narrow/channel/${stream_id}`);
  const main = page.getByRole('main');

  await context.test('the menu of the channel leads to them', async () => {
    await page.getByRole('button', { name: 'Channel actions' }).click();
    await page.getByRole('menuitem', { name: 'Channel settings' }).click();
    await main.getByRole('region', { name: 'Permissions' }).waitFor();
    assert.deepEqual(await violations(page), []);
  });

  await context.test('name and description are changed', async () => {
    const general = main.getByRole('region', { name: 'General' });
    await general.getByRole('textbox', { name: 'Name' }).fill('engine room');
    await general.getByRole('textbox', { name: 'Description' }).fill('Below deck');
    await general.getByRole('button', { name: 'Save' }).click();
    await main.getByRole('heading', { level: 1, name: 'engine room' }).waitFor();
    assert.equal((await channel()).description, 'Below deck');
  });

  await context.test('a permission is given to a group', async () => {
    const permissions = main.getByRole('region', { name: 'Permissions' });
    await permissions.getByRole('combobox', { name: 'Who may write' }).selectOption('Moderators');
    const { user_groups } = await adam.call('get-user-groups');
    const moderators = user_groups.find(({ name }) => name === 'role:moderators');
    await untilSo(async () => (await channel()).can_send_message_group === moderators?.id);
  });

  await context.test('who sees it is changed, and people are put in and taken out', async () => {
    await main.getByRole('combobox', { name: 'Who can see it' }).selectOption({ index: 1 });
    await untilSo(async () => (await channel()).invite_only);
    const subscribers = main.getByRole('region', { name: 'Subscribers' });
    await subscribers.getByRole('combobox', { name: 'Add somebody' }).fill('max');
    await page.keyboard.press('Enter');
    await subscribers.getByRole('button', { name: 'Max Member', exact: true }).waitFor();
    await subscribers.getByRole('button', { name: 'Unsubscribe Max Member' }).click();
    await subscribers.getByRole('button', { name: 'Max Member', exact: true }).waitFor({ state: 'detached' });
  });

  await context.test('who does not administer it sets what is their own, and sees the rest', async () => {
    const mel = await open('Mel Member', section);
    await mel.getByRole('checkbox', { name: 'Pin to top' }).check();
    await mel.getByRole('navigation', { name: 'Sidebar' }).getByRole('heading', { name: 'Pinned' }).waitFor();
    await mel.getByRole('combobox', { name: 'Desktop notifications' }).selectOption('On');
    const own = await server.as('mel');
    await untilSo(async () => {
      const { subscriptions } = await own.call('get-subscriptions');
      return subscriptions.find((one) => one.stream_id === stream_id)?.desktop_notifications === true;
    });
    assert.equal(await mel.getByRole('region', { name: 'General' }).count(), 0);
    assert.ok(await mel.getByRole('combobox', { name: 'Who may write' }).isDisabled());
  });
});
