// Administration of bots, groups and channels, and of the defaults for new accounts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowserTest } from './browser.ts';

test('administering bots, groups and channels', { skip, timeout: 400_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const owner = await server.as('olive');
  const olive = await open('Olive Owner', '#organization/bots');
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const row = (name: string) => main.getByRole('row').filter({ hasText: name });

  await context.test(
    'bots are listed with their owners, transferred, deactivated and reactivated',
    async () => {
      await row('Helper Bot').getByText('Mel Member').waitFor();
      await picture(olive, 'organization-bots');
      assert.deepEqual(await problems(olive, 'bots'), []);
      await main.getByRole('button', { name: 'Manage Helper Bot' }).click();
      await dialog.getByRole('button', { name: 'Edit Helper Bot' }).click();
      const editing = olive.getByRole('dialog', { name: 'Edit Helper Bot' });
      await editing.getByText('Owner: Mel Member').waitFor();
      await editing.getByRole('combobox', { name: 'Transfer to' }).fill('mia');
      await olive.keyboard.press('Enter');
      await editing.getByText('Owner: Mia Member').waitFor();
      await editing.getByRole('button', { name: 'Save' }).click();
      await row('Helper Bot').getByText('Mia Member').waitFor();
      await dialog.getByRole('button', { name: 'API key for Helper Bot' }).click();
      const key = olive.getByRole('dialog', { name: 'API key for Helper Bot' });
      const before = await key.getByRole('textbox', { name: 'API key' }).inputValue();
      await key.getByRole('button', { name: 'Generate new key' }).click();
      await waitUntil(
        async () => (await key.getByRole('textbox', { name: 'API key' }).inputValue()) !== before,
      );
      await olive.keyboard.press('Escape');
      await picture(olive, 'manage-bot');
      assert.deepEqual(await problems(olive, 'managing a bot'), []);
      await dialog.getByRole('button', { name: 'Deactivate Helper Bot' }).click();
      await olive
        .getByRole('dialog', { name: 'Deactivate Helper Bot?' })
        .getByRole('button', { name: 'Deactivate' })
        .click();
      await dialog.getByRole('button', { name: 'Reactivate Helper Bot' }).click();
      await dialog.getByRole('button', { name: 'Edit Helper Bot' }).waitFor();
    },
  );

  await context.test('the event subscriptions of a bot are displayed and removed', async () => {
    const mel = await server.as('mel');
    const { user_id: id } = await mel.ok('POST', '/bots', {
      full_name: 'Echo',
      short_name: 'echo',
      bot_type: 1,
    });
    const wish = { address: 'https://example.com/secret-path', event_types: ['message', 'reaction'] };
    await mel.ok('POST', `/bots/${id}/event_subscriptions`, wish);
    await olive.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Manage Echo' }).click();
    const line = dialog.getByRole('listitem').filter({ hasText: 'https://example.com' });
    await line.getByText('Active').waitFor();
    assert.doesNotMatch((await line.textContent()) ?? '', /secret-path/);
    assert.equal(await line.getByRole('button', { name: 'Turn off' }).count(), 0);
    await picture(olive, 'manage-bot-events');
    assert.deepEqual(await problems(olive, 'the events of a bot'), []);
    await line.getByRole('button', { name: 'Remove' }).click();
    const confirmation = olive.getByRole('dialog', { name: 'Stop posting to https://example.com?' });
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('No addresses yet.').waitFor();
    const { event_subscriptions: left } = await mel.ok('GET', `/bots/${id}/event_subscriptions`);
    assert.deepEqual(left, []);
    await mel.ok('DELETE', `/users/${id}`);
    await olive.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Manage Helper Bot' }).click();
  });

  await context.test('a webhook URL is assembled, and a service posts through it', async () => {
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
    const left = (await events.count()) - 1;
    const address = webhook.getByRole('textbox', { name: 'URL', exact: true });
    await waitUntil(async () => /topic=builds.*&only_events=/.test(await address.inputValue()));
    const parameters = new URL(await address.inputValue()).searchParams;
    assert.equal(JSON.parse(parameters.get('only_events') ?? '').length, left);
    assert.ok(
      (await webhook.getByRole('textbox', { name: 'Command to test it' }).inputValue()).includes(
        'only_events',
      ),
    );
    await picture(olive, 'webhook');
    assert.deepEqual(await problems(olive, 'a webhook'), []);
    await webhook.getByRole('combobox', { name: 'Service' }).selectOption('slack_incoming');
    await waitUntil(async () => (await address.inputValue()).includes('/external/slack_incoming?'));
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
    await arrived.getByText('Nothing received yet.').waitFor();
    assert.equal((await fetch(await address.inputValue(), { method: 'POST', body: '{' })).status, 400);
    await arrived.getByRole('button', { name: 'Refresh' }).click();
    const lines = arrived.getByRole('listitem');
    await lines.first().getByText('Rejected').waitFor();
    await lines.nth(1).getByText('Posted').waitFor();
    assert.equal(await lines.count(), 2);
    await arrived.getByRole('status').filter({ hasText: '2 deliveries' }).waitFor();
    assert.equal(await arrived.getAttribute('aria-busy'), 'false');
    await arrived.scrollIntoViewIfNeeded();
    await picture(olive, 'webhook-deliveries');
    assert.deepEqual(await problems(olive, 'deliveries'), []);
    await olive.keyboard.press('Escape');
    await olive.keyboard.press('Escape');
  });

  await context.test('groups are listed with system groups, created and opened', async () => {
    await olive.goto(`${server.url}/#organization/groups`);
    await row('Moderators').waitFor();
    await picture(olive, 'organization-groups');
    assert.deepEqual(await problems(olive, 'groups'), []);
    await owner.call('create-user-group', { name: 'night shift', description: 'awake', members: [] });
    await row('night shift').getByText('Active').waitFor();
    await main.getByRole('link', { name: 'night shift' }).click();
    await main.getByRole('button', { name: 'Deactivate group' }).click();
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await olive.goto(`${server.url}/#organization/groups`);
    await row('night shift').getByText('Deactivated').waitFor();
    await main.getByRole('button', { name: 'Create a group' }).waitFor();
  });

  await context.test('channels are listed, archived and unarchived, and others see it', async () => {
    await olive.goto(`${server.url}/#organization/channels`);
    await row('design').waitFor();
    await row('general').getByText('Default').waitFor();
    await picture(olive, 'organization-channels');
    assert.deepEqual(await problems(olive, 'channels'), []);
    const mia = await open('Mia Member', '#inbox');
    const inSidebar = mia.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: /^design/ });
    await inSidebar.waitFor();
    await main.getByRole('button', { name: 'Archive design' }).click();
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    await row('design').waitFor({ state: 'detached' });
    await inSidebar.waitFor({ state: 'detached' });
    await main.getByRole('link', { name: 'Archived' }).click();
    await main.getByRole('button', { name: 'Unarchive design' }).click();
    await row('design').waitFor({ state: 'detached' });
    await inSidebar.waitFor();
    await mia.context().close();
  });

  await context.test('default channels and default settings for new accounts are chosen', async () => {
    await olive.goto(`${server.url}/#organization/newcomers`);
    const defaults = async () => {
      const { streams } = await owner.call('get-streams', { include_default: true });
      return streams.filter((one) => one.is_default).map(({ name }) => name);
    };
    await main.getByRole('combobox', { name: 'Add a default channel' }).fill('engin');
    await olive.keyboard.press('Enter');
    await main.getByRole('button', { name: 'Remove engineering from the default channels' }).waitFor();
    assert.ok((await defaults()).includes('engineering'));
    await main.getByRole('button', { name: 'Remove general from the default channels' }).click();
    await waitUntil(async () => !(await defaults()).includes('general'));
    await picture(olive, 'newcomers');
    assert.deepEqual(await problems(olive, 'new people'), []);
    await olive.emulateMedia({ colorScheme: 'light' });
    const theme = main.getByRole('combobox', { name: 'Theme' });
    await theme.selectOption('Dark');
    await main.getByText('✓ Saved').waitFor();
    const adam = await open('Adam Admin', '#organization/newcomers');
    await waitUntil(async () => (await adam.getByRole('combobox', { name: 'Theme' }).inputValue()) === '2');
    // Existing accounts do not change.
    assert.equal(await olive.locator('html').getAttribute('data-theme'), 'light');
    await adam.getByRole('combobox', { name: 'Theme' }).selectOption('Light');
    await waitUntil(async () => (await theme.inputValue()) === '3');
    await adam.context().close();
  });

  await context.test('default channel groups are created, changed and deleted', async () => {
    const region = main.getByRole('region', { name: 'Default channel groups' });
    await region.getByRole('button', { name: 'Add a group' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Makers');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Whoever builds it');
    const channel = dialog.getByRole('combobox', { name: 'Add a channel' });
    await channel.fill('desi');
    await olive.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove design' }).waitFor();
    await picture(olive, 'channel-group');
    assert.deepEqual(await problems(olive, 'a group of channels'), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await region.getByText('Whoever builds it').waitFor();
    await region.getByRole('button', { name: 'Edit Makers' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Builders');
    await dialog.getByRole('button', { name: 'Remove design' }).click();
    // Existing default channels cannot be chosen.
    await channel.fill('engin');
    assert.equal(await dialog.getByRole('option', { name: 'engineering' }).count(), 0);
    await channel.fill('gener');
    await olive.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await region.getByRole('listitem').getByText('general', { exact: true }).waitFor();
    await region.getByRole('listitem').getByText('Builders').waitFor();
    // It is offered when inviting people.
    await olive.goto(`${server.url}/#organization/people`);
    await main.getByRole('button', { name: 'Invite people' }).click();
    await dialog.getByRole('button', { name: 'All channels in Builders' }).click();
    await dialog.getByRole('button', { name: 'Remove general' }).waitFor();
    await olive.keyboard.press('Escape');
    await olive.goto(`${server.url}/#organization/newcomers`);
    await region.getByRole('button', { name: 'Delete Builders' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await region.getByText('No default channel groups yet.').waitFor();
  });

  await context.test('members are not offered any of it', async () => {
    const mel = await open('Mel Member', '#organization/bots');
    await mel.getByText('Only administrators can see this.').waitFor();
    const sections = mel.getByRole('navigation', { name: 'Sections' });
    for (const name of ['Bots', 'Channels', 'New people'])
      assert.equal(await sections.getByRole('link', { name }).count(), 0);
    await mel.context().close();
  });
});
