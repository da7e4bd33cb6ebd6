// The settings of the organization: owners change them, everyone sees the change at once, others can only read
// them.

import assert from 'node:assert/strict';
import type { Locator, Request, Route } from '@playwright/test';
import { png } from '../uploads/support.ts';
import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

const pixel = await png(1, 1);

const pages = ['profile', 'joining', 'permissions', 'messages', 'retention', 'notices', 'programs'];

test('owners change the settings of the organization, and others can only read them', async ({
  server,
  open,
}) => {
  const owner = await server.as('olive');
  const olive = await open('olive', '#organization/profile');
  const mel = await open('mel', '#organization/profile');
  const main = olive.getByRole('main');
  const memberView = mel.getByRole('main');
  const section = async (page: typeof olive, name: string) => {
    await page.goto(`${server.url}/#organization/${name}`);
    await expect(page.locator('.organization-setting').first()).toBeVisible();
  };
  const saved = (role: 'textbox' | 'checkbox' | 'combobox', name: string) =>
    expect(
      main
        .locator('.organization-setting')
        .filter({ has: olive.getByRole(role, { name, exact: true }) })
        .getByText('✓ Saved'),
    ).toBeVisible();
  const realm = async () =>
    (await owner.call('register-queue', { event_types: ['realm'] })) as Record<string, unknown>;

  await test.step('a name is saved with its button, and others see it at once', async () => {
    const name = main.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Acme Rockets');
    await expect(main.getByText('Not saved yet')).toBeVisible();
    await main.getByRole('button', { name: 'Save' }).click();
    await saved('textbox', 'Name');
    await expect(name).toBeFocused();
    await expect(memberView.getByRole('heading', { name: 'Acme Rockets' })).toBeVisible();
    await expect(main.getByText('Not saved yet')).toHaveCount(0);
  });

  await test.step('a description is displayed as rendered by the server, never as raw HTML', async () => {
    await main.getByRole('textbox', { name: 'Description' }).fill('We build **rockets** <i>daily</i>');
    await main.getByRole('button', { name: 'Save' }).click();
    await saved('textbox', 'Description');
    await expect(memberView.locator('.organization-profile strong').getByText('rockets')).toBeVisible();
    await expect(memberView.locator('.organization-profile').getByText('<i>daily</i>')).toBeVisible();
  });

  await test.step('unsaved text stays while visiting another section, and can be discarded', async () => {
    const name = main.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Acme Submarines');
    await section(olive, 'messages');
    const unsavedHint = olive.locator('.status-message').filter({ hasText: 'unsaved changes: Name' });
    await unsavedHint.getByRole('button', { name: 'Go back' }).click();
    await expect(name).toHaveValue('Acme Submarines');
    // Someone else is faster.
    await owner.call('update-organization', { name: 'Acme Trains' });
    await expect(main.getByText('Someone else changed this setting')).toBeVisible();
    await main.getByRole('button', { name: 'Discard' }).click();
    await expect(name).toHaveValue('Acme Trains');
  });

  await test.step('pictures are uploaded and removed', async () => {
    const logo = main.getByRole('group', { name: 'Wide logo', exact: true });
    const choosing = olive.waitForEvent('filechooser');
    await logo.getByRole('button', { name: 'Choose picture' }).click();
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel });
    await expect(logo.getByRole('img', { name: 'Wide logo' })).toBeVisible();
    await expect(
      memberView.getByRole('group', { name: 'Wide logo', exact: true }).getByRole('img'),
    ).toBeVisible();
    await logo.getByRole('button', { name: 'Remove picture' }).click();
    await expect(logo.getByRole('img', { name: 'Wide logo' })).toHaveCount(0);
  });

  await test.step('a chosen value stays displayed until its event arrives, however late', async () => {
    await section(olive, 'messages');
    const box = main.getByRole('checkbox', { name: 'Enable read receipts' });
    const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = async (route: Route) => {
      const answer = await route.fetch();
      requested.resolve();
      await released.promise;
      await route.fulfill({ response: answer });
    };
    let polls = 0;
    const count = (request: Request) => {
      if (request.url().includes('/json/events?')) polls++;
    };
    olive.on('request', count);
    await olive.route('**/json/events?*', (route) => holding(route), { times: 1 });
    const before = await box.isChecked();
    // Its event is returned by the waiting poll; the next response is delayed.
    await box.click();
    await expect.poll(async () => (await realm()).realm_enable_read_receipts).not.toBe(before);
    await expect(box).toBeChecked({ checked: !before });
    await box.click();
    await saved('checkbox', 'Enable read receipts');
    await requested.promise;
    // Read once here and below, since the other value must not be displayed for a moment either.
    assert.equal(await box.isChecked(), before);
    released.resolve();
    // The page polls again, after the delayed poll, once it has processed the events.
    await expect.poll(() => polls).toBeGreaterThan(1);
    olive.off('request', count);
    assert.equal(await box.isChecked(), before);
    assert.equal((await realm()).realm_enable_read_receipts, before);
  });

  await test.step('checkboxes, lists and times are saved automatically', async () => {
    await section(olive, 'messages');
    await main.getByRole('checkbox', { name: 'Enable read receipts' }).uncheck();
    await saved('checkbox', 'Enable read receipts');
    await main.getByRole('combobox', { name: 'Edit history' }).selectOption('None');
    await saved('combobox', 'Edit history');
    await main.getByRole('combobox', { name: 'Time limit for editing messages' }).selectOption('No limit');
    await saved('combobox', 'Time limit for editing messages');
    await main.getByRole('combobox', { name: 'Time limit for deleting messages' }).selectOption('Custom…');
    await main.getByRole('spinbutton', { name: 'Number: Time limit for deleting messages' }).fill('90');
    await main
      .getByRole('combobox', { name: 'Unit: Time limit for deleting messages' })
      .selectOption('minutes');
    await main.getByRole('button', { name: 'Save' }).click();
    await saved('combobox', 'Time limit for deleting messages');
    const now = await realm();
    assert.equal(now.realm_enable_read_receipts, false);
    assert.equal(now.realm_message_edit_history_visibility_policy, 'none');
    assert.equal(now.realm_message_content_edit_limit_seconds, null);
    assert.equal(now.realm_message_content_delete_limit_seconds, 5400);
  });

  await test.step('an error is displayed at the field, in the language of the server', async () => {
    await section(olive, 'programs');
    await main.getByRole('textbox', { name: 'Jitsi server URL' }).fill('not an address');
    await olive.keyboard.press('Enter');
    await expect(main.getByText(/Not saved: .*jitsi_server_url/)).toBeVisible();
    await main.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('invalid input is explained at the field, with the allowed values', async () => {
    const expectRefused = async (field: Locator, wrong: string, reason: string | RegExp) => {
      await field.fill(wrong);
      await olive.keyboard.press('Enter');
      const problem = main.getByRole('alert');
      await expect(problem).toBeVisible();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAttribute(
        'aria-describedby',
        new RegExp(String(await problem.getAttribute('id'))),
      );
      await expect(problem).toHaveText(reason);
      await expect.poll(() => problems(olive, 'a refused field')).toEqual([]);
      await main.getByRole('button', { name: 'Discard' }).click();
      await expect(problem).toHaveCount(0);
      await expect(field).not.toHaveAttribute('aria-invalid');
      await expect(field).toBeFocused();
    };
    await section(olive, 'profile');
    await expectRefused(main.getByRole('textbox', { name: 'Name', exact: true }), '', 'Enter a value.');
    await section(olive, 'joining');
    const days = main.getByRole('spinbutton', { name: /Waiting period/ });
    await expectRefused(days, '-1', /^Enter a whole number from 0 to/);
    await section(olive, 'messages');
    await main.getByRole('combobox', { name: 'Time limit for editing messages' }).selectOption('Custom…');
    const limit = main.getByRole('spinbutton', { name: 'Number: Time limit for editing messages' });
    await expectRefused(limit, '0', /^Enter a whole number from 1 to 99,999/);
    assert.equal((await realm()).realm_name, 'Acme Trains');
  });

  await test.step('a value that the server saves in another form is not shown as a change by someone else', async () => {
    await section(olive, 'joining');
    const days = main.getByRole('spinbutton', { name: /Waiting period/ });
    await days.fill('007');
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByRole('button', { name: 'Save' })).toHaveCount(0);
    assert.equal((await realm()).realm_waiting_period_threshold, 7);
    await expect(main.getByText('Someone else changed this setting')).toHaveCount(0);
    await expect(days).toHaveValue('7');
  });

  await test.step('the confirmation of a save is displayed until the next edit', async () => {
    await section(olive, 'profile');
    const name = main.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Acme Planes');
    await olive.keyboard.press('Enter');
    await saved('textbox', 'Name');
    // The event has arrived, too.
    await expect(main.getByRole('button', { name: 'Discard' })).toHaveCount(0);
    await name.press('End');
    await olive.keyboard.type('s');
    await expect(main.getByText('Not saved yet')).toBeVisible();
    await expect(main.getByText('✓ Saved')).toHaveCount(0);
    await main.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('a change by someone else is displayed at once', async () => {
    await section(olive, 'joining');
    const box = main.getByRole('checkbox', { name: 'Require unique names' });
    await expect(box).not.toBeChecked();
    await owner.call('update-organization', { require_unique_names: true, waiting_period_threshold: 3 });
    await expect(box).toBeChecked();
    const days = main.getByRole('spinbutton', { name: /Waiting period/ });
    await expect(days).toHaveValue('3');
  });

  await test.step('permissions are granted to groups and people', async () => {
    await section(olive, 'permissions');
    const who = main.getByRole('combobox', { name: 'Who can create public channels' });
    await who.selectOption('Administrators');
    await saved('combobox', 'Who can create public channels');
    const emoji = main.getByRole('combobox', { name: 'Who can add custom emoji', exact: true });
    await emoji.selectOption('Specific groups and people…');
    await main
      .getByRole('combobox', { name: 'Add a group or person: Who can add custom emoji' })
      .fill('mona');
    await olive.keyboard.press('Enter');
    await expect(
      main.getByRole('button', { name: 'Remove Mona Moderator: Who can add custom emoji' }),
    ).toBeVisible();
    await section(mel, 'permissions');
    await expect(memberView.getByText('Mona Moderator')).toBeVisible();
    await expect(memberView.getByRole('combobox', { name: 'Who can create public channels' })).toBeDisabled();
  });

  await test.step('message retention is set, and channels with their own setting are listed', async () => {
    await section(olive, 'retention');
    await main.getByRole('combobox', { name: 'Message retention' }).selectOption('For a number of days');
    await main.getByRole('spinbutton', { name: 'Days: Message retention' }).fill('365');
    await olive.keyboard.press('Enter');
    await saved('combobox', 'Message retention');
    const { stream_id } = await owner.call('get-stream-id', { stream: 'design' });
    await owner.call('update-stream', { stream_id, message_retention_days: 30 });
    await expect(main.getByRole('row', { name: '#design 30 days' })).toBeVisible();
    assert.equal((await realm()).realm_message_retention_days, 365);
  });

  await test.step('administrators see which settings only owners can change', async () => {
    const adam = await open('adam', '#organization/joining');
    const box = adam.getByRole('checkbox', { name: 'Require an invitation to join' });
    await expect(box).toBeVisible();
    await expect(box).toBeDisabled();
    const rules = adam.getByRole('region', { name: 'Who can join' });
    await expect(rules.getByText('Only owners can change this.').first()).toBeVisible();
    await expect(rules.getByText('Only owners can change this.')).toHaveCount(1);
    await expect(adam.getByRole('checkbox', { name: 'Require unique names' })).toBeEnabled();
    await adam.context().close();
  });

  for (const name of pages) {
    await test.step(`${name} is accessible, and read-only for members, with the reason`, async () => {
      await section(olive, name);
      await picture(olive, `organization-${name}`);
      await expect.poll(() => problems(olive, name)).toEqual([]);
      await section(mel, name);
      await expect(memberView.getByText('Only administrators can change these settings.')).toBeVisible();
      await expect(
        memberView.locator('.organization-setting :is(input, select, textarea):enabled'),
      ).toHaveCount(0);
      if (name === 'joining') await picture(mel, 'organization-joining-member');
    });
  }
});
