// The settings of a channel: personal ones for every subscriber, those of the channel for its administrators.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('subscribers change their own settings of a channel, administrators those of the channel', async ({
  server,
  open,
}) => {
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const section = `#channels/${stream_id}/engineering/general`;
  const channel = async () => (await adam.call('get-stream-by-id', { stream_id })).stream;
  const page = await open('adam', `#narrow/channel/${stream_id}`);
  const main = page.getByRole('main');

  await test.step('the channel menu opens the settings', async () => {
    await page.getByRole('button', { name: 'Channel actions' }).click();
    await page.getByRole('menuitem', { name: 'Channel settings' }).click();
    await expect(main.getByRole('region', { name: 'Permissions' })).toBeVisible();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('name and description are changed', async () => {
    const general = main.getByRole('region', { name: 'General' });
    await general.getByRole('textbox', { name: 'Name' }).fill('engine room');
    await general.getByRole('textbox', { name: 'Description' }).fill('Below deck');
    await general.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'engine room' })).toBeVisible();
    await expect.poll(async () => (await channel()).description).toBe('Below deck');
  });

  await test.step('a permission is given to a group', async () => {
    const permissions = main.getByRole('region', { name: 'Permissions' });
    await permissions.getByRole('combobox', { name: 'Who can post' }).selectOption('Moderators');
    const { user_groups } = await adam.call('get-user-groups');
    const moderators = user_groups.find(({ name }) => name === 'role:moderators');
    await expect.poll(async () => (await channel()).can_send_message_group).toBe(moderators?.id);
    await expect(permissions.getByRole('combobox', { name: /^Who can/ })).toHaveCount(12);
  });

  await test.step('a permission is granted to and revoked from specific groups and people', async () => {
    const permissions = main.getByRole('region', { name: 'Permissions' });
    const who = permissions.getByRole('combobox', { name: 'Who can post', exact: true });
    await who.selectOption('Specific groups and people…');
    const adding = permissions.getByRole('combobox', { name: 'Add a group or person: Who can post' });
    await adding.fill('mia');
    await page.keyboard.press('Enter');
    await expect(permissions.getByRole('button', { name: 'Remove Mia Member: Who can post' })).toBeVisible();
    await picture(page, 'channel-permissions');
    await expect.poll(() => violations(page)).toEqual([]);
    const { user_id } = await (await server.as('mia')).call('get-own-user');
    await expect
      .poll(async () => (await channel()).can_send_message_group)
      .toEqual({ direct_members: [user_id], direct_subgroups: [expect.any(Number)] });
    await permissions.getByRole('button', { name: 'Remove Moderators: Who can post' }).click();
    await expect
      .poll(async () => (await channel()).can_send_message_group)
      .toEqual({ direct_members: [user_id], direct_subgroups: [] });
    await who.selectOption('Everyone');
    await expect(adding).toHaveCount(0);
  });

  await test.step('topics, defaults for new subscribers, and message retention', async () => {
    await main.getByRole('combobox', { name: 'Messages without a topic' }).selectOption('Not allowed');
    await expect.poll(async () => (await channel()).topics_policy).toBe('disable_empty_topic');
    const isDefault = async () =>
      (await adam.call('get-streams', { include_default: true })).streams.some(
        (one) => one.stream_id === stream_id && one.is_default,
      );
    const box = main.getByRole('checkbox', { name: 'Subscribe new people automatically' });
    await box.click();
    await expect.poll(isDefault).toBe(true);
    // A default channel cannot become private.
    await box.click();
    await expect.poll(isDefault).toBe(false);
    await expect(main.getByRole('combobox', { name: 'Message retention' })).toHaveCount(0);
    const olive = await open('olive', section);
    await olive.getByRole('combobox', { name: 'Message retention' }).selectOption('For a number of days');
    await olive.getByRole('spinbutton', { name: 'Days' }).fill('90');
    await olive.keyboard.press('Enter');
    await expect.poll(async () => (await channel()).message_retention_days).toBe(90);
    await olive.getByRole('combobox', { name: 'Message retention' }).selectOption('Forever');
    await expect.poll(async () => (await channel()).message_retention_days).toBe(-1);
    await olive.context().close();
  });

  await test.step('visibility is changed, and people are added and removed', async () => {
    await main.getByRole('combobox', { name: 'Who can see it' }).selectOption({ index: 1 });
    await expect.poll(async () => (await channel()).invite_only).toBe(true);
    const subscribers = main.getByRole('region', { name: 'Subscribers' });
    await subscribers.getByRole('combobox', { name: 'Add people', exact: true }).fill('max');
    await page.keyboard.press('Enter');
    await expect(subscribers.getByRole('button', { name: 'Max Member', exact: true })).toBeVisible();
    await expect(page.getByRole('status').getByText('Added: Max Member')).toBeVisible();
    await subscribers.getByRole('button', { name: 'Unsubscribe Max Member' }).click();
    await expect(subscribers.getByRole('button', { name: 'Max Member', exact: true })).toHaveCount(0);
    await expect(page.getByRole('status').getByText('Removed: Max Member')).toBeVisible();
  });

  await test.step('subscribers who do not administer it change personal settings and only see the others', async () => {
    const mel = await open('mel', section);
    await mel.getByRole('checkbox', { name: 'Pin to top' }).check();
    await expect(
      mel.getByRole('navigation', { name: 'Sidebar' }).getByRole('heading', { name: 'Pinned' }),
    ).toBeVisible();
    await mel.getByRole('combobox', { name: 'Desktop notifications' }).selectOption('On');
    const own = await server.as('mel');
    await expect
      .poll(async () => {
        const { subscriptions } = await own.call('get-subscriptions');
        return subscriptions.find((one) => one.stream_id === stream_id)?.desktop_notifications;
      })
      .toBe(true);
    await expect(mel.getByRole('region', { name: 'General' })).toHaveCount(0);
    await expect(mel.getByRole('combobox', { name: 'Who can post' })).toBeDisabled();
  });

  await test.step('the mail address is displayed if the server receives mail', async () => {
    await page.getByRole('button', { name: 'Email address' }).click();
    await expect(
      page.getByRole('dialog').getByText('Incoming email isn’t set up on this server.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a channel is archived and unarchived', async () => {
    await main.getByRole('button', { name: 'Archive channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive engine room?' });
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByRole('status').getByText('engine room has been archived.')).toBeVisible();
    assert.equal((await channel()).is_archived, true);
    await page.goto(`${server.url}/${section}`);
    await expect(main.getByText('This channel is archived.')).toBeVisible();
    await main.getByRole('button', { name: 'Unarchive channel' }).click();
    await expect.poll(async () => (await channel()).is_archived).toBe(false);
    await expect(main.getByRole('button', { name: 'Archive channel' })).toBeVisible();
  });
});
