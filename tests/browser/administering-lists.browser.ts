// Administration of bots, groups and channels, and of the defaults for new accounts.

import assert from 'node:assert/strict';
import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

test('administrators manage bots, groups, channels and defaults for new accounts', async ({
  server,
  open,
}) => {
  const owner = await server.as('olive');
  const olive = await open('olive', '#organization/bots');
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const row = (name: string) => main.getByRole('row').filter({ hasText: name });

  await test.step('bots are listed with their owners, transferred, deactivated and reactivated', async () => {
    await expect(row('Helper Bot').getByText('Mel Member')).toBeVisible();
    await picture(olive, 'organization-bots');
    await expect.poll(() => problems(olive, 'bots')).toEqual([]);
    await main.getByRole('button', { name: 'Manage Helper Bot' }).click();
    await dialog.getByRole('button', { name: 'Edit Helper Bot' }).click();
    const editing = olive.getByRole('dialog', { name: 'Edit Helper Bot' });
    await expect(editing.getByText('Owner: Mel Member')).toBeVisible();
    await editing.getByRole('combobox', { name: 'Transfer to' }).fill('mia');
    await olive.keyboard.press('Enter');
    await expect(editing.getByText('Owner: Mia Member')).toBeVisible();
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(row('Helper Bot').getByText('Mia Member')).toBeVisible();
    await dialog.getByRole('button', { name: 'API key for Helper Bot' }).click();
    const key = olive.getByRole('dialog', { name: 'API key for Helper Bot' });
    const before = await key.getByRole('textbox', { name: 'API key' }).inputValue();
    await key.getByRole('button', { name: 'Generate new key' }).click();
    await expect(key.getByRole('textbox', { name: 'API key' })).not.toHaveValue(before);
    await olive.keyboard.press('Escape');
    await picture(olive, 'manage-bot');
    await expect.poll(() => problems(olive, 'managing a bot')).toEqual([]);
    await dialog.getByRole('button', { name: 'Deactivate Helper Bot' }).click();
    await olive
      .getByRole('dialog', { name: 'Deactivate Helper Bot?' })
      .getByRole('button', { name: 'Deactivate' })
      .click();
    await dialog.getByRole('button', { name: 'Reactivate Helper Bot' }).click();
    await expect(dialog.getByRole('button', { name: 'Edit Helper Bot' })).toBeVisible();
  });

  await test.step('the event subscriptions of a bot are displayed and removed', async () => {
    const mel = await server.as('mel');
    const { user_id: id } = await mel.ok('POST', '/bots', {
      full_name: 'Echo',
      short_name: 'echo',
      bot_type: 1,
    });
    const subscription = { address: 'https://example.com/secret-path', event_types: ['message', 'reaction'] };
    await mel.ok('POST', `/bots/${id}/event_subscriptions`, subscription);
    await olive.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Manage Echo' }).click();
    const line = dialog.getByRole('listitem').filter({ hasText: 'https://example.com' });
    await expect(line.getByText('Active')).toBeVisible();
    await expect(line).not.toContainText('secret-path');
    await expect(line.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
    await picture(olive, 'manage-bot-events');
    await expect.poll(() => problems(olive, 'the events of a bot')).toEqual([]);
    await line.getByRole('button', { name: 'Remove' }).click();
    const confirmation = olive.getByRole('dialog', { name: 'Stop posting to https://example.com?' });
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByText('No addresses yet')).toBeVisible();
    const { event_subscriptions: remaining } = await mel.ok('GET', `/bots/${id}/event_subscriptions`);
    assert.deepEqual(remaining, []);
    await mel.ok('DELETE', `/users/${id}`);
    await olive.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Manage Helper Bot' }).click();
  });

  await test.step('a webhook URL is assembled, and a service posts through it', async () => {
    await dialog.getByRole('button', { name: 'Webhook URLs for Helper Bot' }).click();
    const webhook = olive.getByRole('dialog', { name: 'Webhook URLs for Helper Bot' });
    await webhook.getByRole('combobox', { name: 'Service' }).selectOption('GitHub');
    await webhook.getByRole('combobox', { name: 'Channel' }).fill('engin');
    await olive.keyboard.press('Enter');
    await webhook.getByRole('textbox', { name: 'Topic' }).fill('builds');
    await olive.keyboard.press('Tab');
    await webhook.getByRole('checkbox', { name: 'Post all events' }).uncheck();
    const events = webhook.getByRole('group', { name: 'Events' }).getByRole('checkbox');
    await events.first().uncheck();
    const remainingEvents = (await events.count()) - 1;
    const address = webhook.getByRole('textbox', { name: 'URL', exact: true });
    await expect(address).toHaveValue(/topic=builds.*&only_events=/);
    await expect
      .poll(async () => {
        const { searchParams } = new URL(await address.inputValue());
        return JSON.parse(searchParams.get('only_events') ?? '[]').length;
      })
      .toBe(remainingEvents);
    await expect(webhook.getByRole('textbox', { name: 'Command to test it' })).toHaveValue(/only_events/);
    await picture(olive, 'webhook');
    await expect.poll(() => problems(olive, 'a webhook')).toEqual([]);
    await webhook.getByRole('combobox', { name: 'Service' }).selectOption('slack_incoming');
    await expect(address).toHaveValue(/\/external\/slack_incoming\?/);
    const answer = await fetch(await address.inputValue(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text": "It works"}',
    });
    assert.equal(answer.status, 200);
    const narrow = [
      { operator: 'channel', operand: 'engineering' },
      { operator: 'topic', operand: 'builds' },
    ];
    const { messages } = await owner.call('get-messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow,
    });
    assert.match(messages[0]?.content ?? '', /It works/);
    const arrived = webhook.getByRole('region', { name: 'Recent deliveries' });
    await expect(arrived.getByText('Nothing received yet.')).toBeVisible();
    assert.equal((await fetch(await address.inputValue(), { method: 'POST', body: '{' })).status, 400);
    await arrived.getByRole('button', { name: 'Refresh' }).click();
    const lines = arrived.getByRole('listitem');
    await expect(lines.first().getByText('Rejected')).toBeVisible();
    await expect(lines.nth(1).getByText('Posted')).toBeVisible();
    await expect(lines).toHaveCount(2);
    await expect(arrived.getByRole('status').filter({ hasText: '2 deliveries' })).toBeVisible();
    await expect(arrived).toHaveAttribute('aria-busy', 'false');
    await arrived.scrollIntoViewIfNeeded();
    await picture(olive, 'webhook-deliveries');
    await expect.poll(() => problems(olive, 'deliveries')).toEqual([]);
    await olive.keyboard.press('Escape');
    await olive.keyboard.press('Escape');
  });

  await test.step('groups are listed with system groups, created and opened', async () => {
    await olive.goto(`${server.url}/#organization/groups`);
    await expect(row('Moderators')).toBeVisible();
    await picture(olive, 'organization-groups');
    await expect.poll(() => problems(olive, 'groups')).toEqual([]);
    await owner.call('create-user-group', { name: 'night shift', description: 'awake', members: [] });
    await expect(row('night shift').getByText('Active')).toBeVisible();
    await main.getByRole('link', { name: 'night shift' }).click();
    await main.getByRole('button', { name: 'Deactivate group' }).click();
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await olive.goto(`${server.url}/#organization/groups`);
    await expect(row('night shift').getByText('Deactivated')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Create a group' })).toBeVisible();
  });

  await test.step('channels are listed, archived and unarchived, and others see it', async () => {
    await olive.goto(`${server.url}/#organization/channels`);
    await expect(row('design')).toBeVisible();
    await expect(row('general').getByText('Default')).toBeVisible();
    await picture(olive, 'organization-channels');
    await expect.poll(() => problems(olive, 'channels')).toEqual([]);
    const mia = await open('mia', '#inbox');
    const inSidebar = mia.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: /^design/ });
    await expect(inSidebar).toBeVisible();
    await main.getByRole('button', { name: 'Archive design' }).click();
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(row('design')).toHaveCount(0);
    await expect(inSidebar).toHaveCount(0);
    await main.getByRole('link', { name: 'Archived' }).click();
    await main.getByRole('button', { name: 'Unarchive design' }).click();
    await expect(row('design')).toHaveCount(0);
    await expect(inSidebar).toBeVisible();
    await mia.context().close();
  });

  await test.step('default channels and default settings for new accounts are chosen', async () => {
    await olive.goto(`${server.url}/#organization/newcomers`);
    const defaults = async () => {
      const { streams } = await owner.call('get-streams', { include_default: true });
      return streams.filter((one) => one.is_default).map(({ name }) => name);
    };
    await main.getByRole('combobox', { name: 'Add a default channel' }).fill('engin');
    await olive.keyboard.press('Enter');
    await expect(
      main.getByRole('button', { name: 'Remove engineering from the default channels' }),
    ).toBeVisible();
    await expect.poll(defaults).toContain('engineering');
    await main.getByRole('button', { name: 'Remove general from the default channels' }).click();
    await expect.poll(defaults).not.toContain('general');
    await picture(olive, 'newcomers');
    await expect.poll(() => problems(olive, 'new people')).toEqual([]);
    await olive.emulateMedia({ colorScheme: 'light' });
    const theme = main.getByRole('combobox', { name: 'Theme' });
    await theme.selectOption('Dark');
    await expect(main.getByText('✓ Saved')).toBeVisible();
    const adam = await open('adam', '#organization/newcomers');
    await expect(adam.getByRole('combobox', { name: 'Theme' })).toHaveValue('2');
    // Existing accounts do not change.
    await expect(olive.locator('html')).toHaveAttribute('data-theme', 'light');
    await adam.getByRole('combobox', { name: 'Theme' }).selectOption('Light');
    await expect(theme).toHaveValue('3');
    await adam.context().close();
  });

  await test.step('default channel groups are created, changed and deleted', async () => {
    const region = main.getByRole('region', { name: 'Default channel groups' });
    await region.getByRole('button', { name: 'Add a group' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Makers');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Whoever builds it');
    const channel = dialog.getByRole('combobox', { name: 'Add a channel' });
    await channel.fill('desi');
    await olive.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove design' })).toBeVisible();
    await picture(olive, 'channel-group');
    await expect.poll(() => problems(olive, 'a group of channels')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(region.getByText('Whoever builds it')).toBeVisible();
    await region.getByRole('button', { name: 'Edit Makers' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Builders');
    await dialog.getByRole('button', { name: 'Remove design' }).click();
    // Existing default channels cannot be chosen.
    await channel.fill('engin');
    await expect(dialog.getByRole('option', { name: 'engineering' })).toHaveCount(0);
    await channel.fill('gener');
    await olive.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(region.getByRole('listitem').getByText('general', { exact: true })).toBeVisible();
    await expect(region.getByRole('listitem').getByText('Builders')).toBeVisible();
    // It is offered when inviting people.
    await olive.goto(`${server.url}/#organization/people`);
    await main.getByRole('button', { name: 'Invite people' }).click();
    await dialog.getByRole('button', { name: 'All channels in Builders' }).click();
    await expect(dialog.getByRole('button', { name: 'Remove general' })).toBeVisible();
    await olive.keyboard.press('Escape');
    await olive.goto(`${server.url}/#organization/newcomers`);
    await region.getByRole('button', { name: 'Delete Builders' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(region.getByText('No default channel groups yet')).toBeVisible();
  });

  await test.step('members are not offered these settings', async () => {
    const mel = await open('mel', '#organization/bots');
    await expect(mel.getByText('Only administrators can see this')).toBeVisible();
    const sections = mel.getByRole('navigation', { name: 'Sections' });
    for (const name of ['Bots', 'Channels', 'New people'])
      await expect(sections.getByRole('link', { name })).toHaveCount(0);
    await mel.context().close();
  });
});
