// The settings of the organization: owners change them, everyone sees the change at once, others can only read
// them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from '@playwright/test';
import { waitUntil } from '../support/waiting.ts';
import { png } from '../uploads/support.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowserTest } from './browser.ts';

const pixel = await png(1, 1);

const pages = ['profile', 'joining', 'permissions', 'messages', 'retention', 'notices', 'programs'];

test('the settings of the organization', { skip, timeout: 400_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const owner = await server.as('olive');
  const olive = await open('Olive Owner', '#organization/profile');
  const mel = await open('Mel Member', '#organization/profile');
  const main = olive.getByRole('main');
  const seen = mel.getByRole('main');
  const section = async (page: typeof olive, name: string) => {
    await page.goto(`${server.url}/#organization/${name}`);
    await page.locator('.organization-setting').first().waitFor();
  };
  const saved = (role: 'textbox' | 'checkbox' | 'combobox', name: string) =>
    main
      .locator('.organization-setting')
      .filter({ has: olive.getByRole(role, { name, exact: true }) })
      .getByText('✓ Saved')
      .waitFor();
  const realm = async () =>
    (await owner.call('register-queue', { event_types: ['realm'] })) as Record<string, unknown>;

  await context.test('a name is saved with its button, and others see it at once', async () => {
    const name = main.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Acme Rockets');
    await main.getByText('Not saved yet').waitFor();
    await main.getByRole('button', { name: 'Save' }).click();
    await saved('textbox', 'Name');
    await waitUntil(() => name.evaluate((one) => one === one.ownerDocument.activeElement));
    await seen.getByRole('heading', { name: 'Acme Rockets' }).waitFor();
    await main.getByText('Not saved yet').waitFor({ state: 'detached' });
  });

  await context.test('a description is displayed as rendered by the server, never as raw HTML', async () => {
    await main.getByRole('textbox', { name: 'Description' }).fill('We build **rockets** <i>daily</i>');
    await main.getByRole('button', { name: 'Save' }).click();
    await saved('textbox', 'Description');
    await seen.locator('.organization-profile strong').getByText('rockets').waitFor();
    await seen.locator('.organization-profile').getByText('<i>daily</i>').waitFor();
  });

  await context.test('unsaved text stays while visiting another section, and can be discarded', async () => {
    const name = main.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Acme Submarines');
    await section(olive, 'messages');
    const unsavedHint = olive.locator('.saying').filter({ hasText: 'unsaved changes: Name' });
    await unsavedHint.getByRole('button', { name: 'Go back' }).click();
    assert.equal(await name.inputValue(), 'Acme Submarines');
    // Someone else is faster.
    await owner.call('update-organization', { name: 'Acme Trains' });
    await main.getByText('Someone else changed this setting').waitFor();
    await main.getByRole('button', { name: 'Discard' }).click();
    assert.equal(await name.inputValue(), 'Acme Trains');
  });

  await context.test('pictures are uploaded and removed', async () => {
    const logo = main.getByRole('group', { name: 'Wide logo', exact: true });
    const choosing = olive.waitForEvent('filechooser');
    await logo.getByRole('button', { name: 'Choose picture' }).click();
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel });
    await logo.getByRole('img', { name: 'Wide logo' }).waitFor();
    await seen.getByRole('group', { name: 'Wide logo', exact: true }).getByRole('img').waitFor();
    await logo.getByRole('button', { name: 'Remove picture' }).click();
    await logo.getByRole('img', { name: 'Wide logo' }).waitFor({ state: 'detached' });
  });

  await context.test('a chosen value stays displayed until its event arrives, however late', async () => {
    await section(olive, 'messages');
    const box = main.getByRole('checkbox', { name: 'Enable read receipts' });
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = async (route: Route) => {
      const answer = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response: answer });
    };
    await olive.route('**/json/events?*', (route) => holding(route), { times: 1 });
    const before = await box.isChecked();
    // Its event is returned by the waiting poll; the next response is delayed.
    await box.click();
    await waitUntil(async () => (await realm()).realm_enable_read_receipts !== before);
    await waitUntil(async () => (await box.isChecked()) !== before);
    await box.click();
    await saved('checkbox', 'Enable read receipts');
    await asked.promise;
    assert.equal(await box.isChecked(), before);
    const asksAgain = olive.waitForRequest('**/json/events?*');
    held.resolve();
    // Once it has processed the events.
    await asksAgain;
    assert.equal(await box.isChecked(), before);
    assert.equal((await realm()).realm_enable_read_receipts, before);
  });

  await context.test('checkboxes, lists and times are saved automatically', async () => {
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

  await context.test('an error is displayed at the field, in the language of the server', async () => {
    await section(olive, 'programs');
    await main.getByRole('textbox', { name: 'Jitsi server URL' }).fill('not an address');
    await olive.keyboard.press('Enter');
    await main.getByText(/Not saved: .*jitsi_server_url/).waitFor();
    await main.getByRole('button', { name: 'Discard' }).click();
  });

  await context.test('invalid input is explained at the field, with the allowed values', async () => {
    const refuses = async (role: 'textbox' | 'spinbutton', label: string | RegExp, wrong: string) => {
      const field = main.getByRole(role, { name: label, exact: true });
      await field.fill(wrong);
      await olive.keyboard.press('Enter');
      const problem = main.getByRole('alert');
      await problem.waitFor();
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.ok(
        (await field.getAttribute('aria-describedby'))?.includes(String(await problem.getAttribute('id'))),
      );
      assert.deepEqual(await problems(olive, 'a refused field'), []);
      const text = await problem.innerText();
      await main.getByRole('button', { name: 'Discard' }).click();
      await problem.waitFor({ state: 'detached' });
      assert.equal(await field.getAttribute('aria-invalid'), null);
      await waitUntil(() => field.evaluate((one) => one === one.ownerDocument.activeElement));
      return text;
    };
    await section(olive, 'profile');
    assert.equal(await refuses('textbox', 'Name', ''), 'Enter a value.');
    await section(olive, 'joining');
    const least = /^Enter a whole number from 0 to/;
    assert.match(await refuses('spinbutton', /Waiting period/, '-1'), least);
    await section(olive, 'messages');
    await main.getByRole('combobox', { name: 'Time limit for editing messages' }).selectOption('Custom…');
    assert.match(
      await refuses('spinbutton', 'Number: Time limit for editing messages', '0'),
      /^Enter a whole number from 1 to 99,999/,
    );
    assert.equal((await realm()).realm_name, 'Acme Trains');
  });

  await context.test(
    'a value that the server saves in another form is not shown as a change by someone else',
    async () => {
      await section(olive, 'joining');
      const days = main.getByRole('spinbutton', { name: /Waiting period/ });
      await days.fill('007');
      await main.getByRole('button', { name: 'Save' }).click();
      await main.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
      assert.equal((await realm()).realm_waiting_period_threshold, 7);
      assert.equal(await main.getByText('Someone else changed this setting').count(), 0);
      assert.equal(await days.inputValue(), '7');
    },
  );

  await context.test('the confirmation of a save is displayed until the next edit', async () => {
    await section(olive, 'profile');
    const name = main.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Acme Planes');
    await olive.keyboard.press('Enter');
    await saved('textbox', 'Name');
    // The event has arrived, too.
    await main.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
    await name.press('End');
    await olive.keyboard.type('s');
    await main.getByText('Not saved yet').waitFor();
    assert.equal(await main.getByText('✓ Saved').count(), 0);
    await main.getByRole('button', { name: 'Discard' }).click();
  });

  await context.test('a change by someone else is displayed at once', async () => {
    await section(olive, 'joining');
    const box = main.getByRole('checkbox', { name: 'Require unique names' });
    assert.equal(await box.isChecked(), false);
    await owner.call('update-organization', { require_unique_names: true, waiting_period_threshold: 3 });
    await waitUntil(() => box.isChecked());
    const days = main.getByRole('spinbutton', { name: /Waiting period/ });
    await waitUntil(async () => (await days.inputValue()) === '3');
  });

  await context.test('permissions are granted to groups and people', async () => {
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
    await main.getByRole('button', { name: 'Remove Mona Moderator: Who can add custom emoji' }).waitFor();
    await section(mel, 'permissions');
    await seen.getByText('Mona Moderator').waitFor();
    assert.ok(await seen.getByRole('combobox', { name: 'Who can create public channels' }).isDisabled());
  });

  await context.test('message retention is set, and channels with their own setting are listed', async () => {
    await section(olive, 'retention');
    await main.getByRole('combobox', { name: 'Message retention' }).selectOption('For a number of days');
    await main.getByRole('spinbutton', { name: 'Days: Message retention' }).fill('365');
    await olive.keyboard.press('Enter');
    await saved('combobox', 'Message retention');
    const { stream_id } = await owner.call('get-stream-id', { stream: 'design' });
    await owner.call('update-stream', { stream_id, message_retention_days: 30 });
    await main.getByRole('row', { name: '#design 30 days' }).waitFor();
    assert.equal((await realm()).realm_message_retention_days, 365);
  });

  await context.test('administrators see which settings only owners can change', async () => {
    const adam = await open('Adam Admin', '#organization/joining');
    const box = adam.getByRole('checkbox', { name: 'Require an invitation to join' });
    await box.waitFor();
    assert.ok(await box.isDisabled());
    const rules = adam.getByRole('region', { name: 'Who can join' });
    await rules.getByText('Only owners can change this.').first().waitFor();
    assert.equal(await rules.getByText('Only owners can change this.').count(), 1);
    assert.ok(await adam.getByRole('checkbox', { name: 'Require unique names' }).isEnabled());
    await adam.context().close();
  });

  for (const name of pages) {
    await context.test(`${name} is accessible, and read-only for members, with the reason`, async () => {
      await section(olive, name);
      await picture(olive, `organization-${name}`);
      assert.deepEqual(await problems(olive, name), []);
      await section(mel, name);
      await seen.getByText('Only administrators can change these settings.').waitFor();
      assert.equal(
        await seen.locator('.organization-setting :is(input, select, textarea):enabled').count(),
        0,
      );
      if (name === 'joining') await picture(mel, 'organization-joining-member');
    });
  }
});
