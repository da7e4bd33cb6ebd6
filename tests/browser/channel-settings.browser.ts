// The settings of a channel: personal ones for every subscriber, those of the channel for its administrators.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';

test('the settings of a channel', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const section = `#channels/${stream_id}/engineering/general`;
  const channel = async () => (await adam.call('get-stream-by-id', { stream_id })).stream;
  const page = await open('Adam Admin', `#narrow/channel/${stream_id}`);
  const main = page.getByRole('main');

  await context.test('the channel menu opens them', async () => {
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
    await permissions.getByRole('combobox', { name: 'Who can post' }).selectOption('Moderators');
    const { user_groups } = await adam.call('get-user-groups');
    const moderators = user_groups.find(({ name }) => name === 'role:moderators');
    await waitUntil(async () => (await channel()).can_send_message_group === moderators?.id);
    assert.equal(await permissions.getByRole('combobox', { name: /^Who can/ }).count(), 11);
  });

  await context.test('a permission is granted to and revoked from specific groups and people', async () => {
    const permissions = main.getByRole('region', { name: 'Permissions' });
    const who = permissions.getByRole('combobox', { name: 'Who can post', exact: true });
    await who.selectOption('Specific groups and people…');
    const adding = permissions.getByRole('combobox', { name: 'Add a group or person: Who can post' });
    await adding.fill('mia');
    await page.keyboard.press('Enter');
    await permissions.getByRole('button', { name: 'Remove Mia Member: Who can post' }).waitFor();
    await picture(page, 'channel-permissions');
    assert.deepEqual(await violations(page), []);
    const { user_id } = await (await server.as('mia')).call('get-own-user');
    await waitUntil(async () => {
      const value = (await channel()).can_send_message_group;
      return typeof value === 'object' && value.direct_members.includes(user_id);
    });
    await permissions.getByRole('button', { name: 'Remove Moderators: Who can post' }).click();
    await waitUntil(async () => {
      const value = (await channel()).can_send_message_group;
      return typeof value === 'object' && value.direct_subgroups.length === 0;
    });
    await who.selectOption('Everyone');
    await adding.waitFor({ state: 'detached' });
  });

  await context.test('topics, defaults for new subscribers, and message retention', async () => {
    await main.getByRole('combobox', { name: 'Messages without a topic' }).selectOption('Not allowed');
    await waitUntil(async () => (await channel()).topics_policy === 'disable_empty_topic');
    const isDefault = async () =>
      (await adam.call('get-streams', { include_default: true })).streams.some(
        (one) => one.stream_id === stream_id && one.is_default,
      );
    const box = main.getByRole('checkbox', { name: 'Subscribe new people automatically' });
    await box.click();
    await waitUntil(isDefault);
    // A default channel cannot become private.
    await box.click();
    await waitUntil(async () => !(await isDefault()));
    assert.equal(await main.getByRole('combobox', { name: 'Message retention' }).count(), 0);
    const olive = await open('Olive Owner', section);
    await olive.getByRole('combobox', { name: 'Message retention' }).selectOption('For a number of days');
    await olive.getByRole('spinbutton', { name: 'Days' }).fill('90');
    await olive.keyboard.press('Enter');
    await waitUntil(async () => (await channel()).message_retention_days === 90);
    await olive.getByRole('combobox', { name: 'Message retention' }).selectOption('Forever');
    await waitUntil(async () => (await channel()).message_retention_days === -1);
    await olive.context().close();
  });

  await context.test('visibility is changed, and people are added and removed', async () => {
    await main.getByRole('combobox', { name: 'Who can see it' }).selectOption({ index: 1 });
    await waitUntil(async () => (await channel()).invite_only);
    const subscribers = main.getByRole('region', { name: 'Subscribers' });
    await subscribers.getByRole('combobox', { name: 'Add people', exact: true }).fill('max');
    await page.keyboard.press('Enter');
    await subscribers.getByRole('button', { name: 'Max Member', exact: true }).waitFor();
    await subscribers.getByRole('button', { name: 'Unsubscribe Max Member' }).click();
    await subscribers.getByRole('button', { name: 'Max Member', exact: true }).waitFor({ state: 'detached' });
  });

  await context.test(
    'subscribers who do not administer it change personal settings and only see the others',
    async () => {
      const mel = await open('Mel Member', section);
      await mel.getByRole('checkbox', { name: 'Pin to top' }).check();
      await mel
        .getByRole('navigation', { name: 'Sidebar' })
        .getByRole('heading', { name: 'Pinned' })
        .waitFor();
      await mel.getByRole('combobox', { name: 'Desktop notifications' }).selectOption('On');
      const own = await server.as('mel');
      await waitUntil(async () => {
        const { subscriptions } = await own.call('get-subscriptions');
        return subscriptions.find((one) => one.stream_id === stream_id)?.desktop_notifications === true;
      });
      assert.equal(await mel.getByRole('region', { name: 'General' }).count(), 0);
      assert.ok(await mel.getByRole('combobox', { name: 'Who can post' }).isDisabled());
    },
  );

  await context.test('the mail address is displayed if the server receives mail', async () => {
    await page.getByRole('button', { name: 'Email address' }).click();
    await page.getByRole('dialog').getByText('Incoming email isn’t set up on this server.').waitFor();
    await page.keyboard.press('Escape');
  });

  await context.test('a channel is archived and unarchived', async () => {
    await main.getByRole('button', { name: 'Archive channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive engine room?' });
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('status').getByText('engine room has been archived.').waitFor();
    assert.equal((await channel()).is_archived, true);
    await page.goto(`${server.url}/${section}`);
    await main.getByText('This channel is archived.').waitFor();
    await main.getByRole('button', { name: 'Unarchive channel' }).click();
    await waitUntil(async () => (await channel()).is_archived === false);
    await main.getByRole('button', { name: 'Archive channel' }).waitFor();
  });
});
