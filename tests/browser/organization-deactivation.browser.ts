// Exports, mail addresses and deactivation of an organization, including in German.

import { startTestServer } from '../support/server.ts';
import { problems } from './appearances.ts';
import { expect, test, webDirectory } from './fixtures.ts';
import { picture } from './pictures.ts';

test('owners export and deactivate an organization, also in German', async ({ openOn }) => {
  const server = await startTestServer({
    webDirectory,
    incomingMail: { port: 0, domain: 'in.example.com' },
  });
  const open = openOn(server);
  const olive = await open('olive', '#organization/mail', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const go = (name: string) => olive.goto(`${server.url}/#organization/${name}`);

  await test.step('the mail address of a channel is displayed and copied', async () => {
    await main.getByRole('button', { name: 'Show address for general' }).click();
    const field = main.getByRole('textbox', { name: 'Address for general' });
    await expect(field).toHaveValue(/^general\..*@in\.example\.com$/);
    const address = await field.inputValue();
    await main.getByRole('button', { name: 'Copy address for general' }).click();
    await expect(olive.locator('.status-message').first()).toBeVisible();
    await expect.poll(() => olive.evaluate('navigator.clipboard.readText()')).toBe(address);
    await picture(olive, 'organization-mail-shown');
    await expect.poll(() => problems(olive, 'addresses')).toEqual([]);
  });

  await test.step('an export with private data shows how many people allow it', async () => {
    const mel = await server.as('mel');
    await go('exports');
    await expect(main.getByText('0 of 7 people allow exporting')).toBeVisible();
    await mel.call('update-settings', { allow_private_data_export: true });
    await expect(main.getByText('1 of 7 people allows exporting')).toBeVisible();
    await main.getByRole('button', { name: 'Export with private data of people who allow it' }).click();
    await expect(
      main.getByRole('listitem').getByText('Including private data of people who allow it'),
    ).toBeVisible();
    await expect(main.getByRole('link', { name: 'Download' })).toBeVisible();
    await picture(olive, 'organization-exports');
    await expect.poll(() => problems(olive, 'exports')).toEqual([]);
  });

  await test.step('the administration is translated into German', async () => {
    const owner = await server.as('olive');

    await owner.call('update-settings', { default_language: 'de' });
    await go('permissions');
    await expect(main.getByRole('heading', { name: 'Rechte' })).toBeVisible();
    await expect(main.getByRole('combobox', { name: 'Wer öffentliche Kanäle erstellen darf' })).toBeVisible();
    await expect.poll(() => problems(olive, 'permissions in German')).toEqual([]);
    await picture(olive, 'organization-permissions-german');
    await go('groups');
    await expect(main.getByText('Alle außer Gästen', { exact: true }).first()).toBeVisible();
    // Texts of the server are marked as English.
    await go('domains');
    await main.getByRole('textbox', { name: 'Domain hinzufügen' }).fill('no domain');
    await olive.keyboard.press('Enter');
    await expect(main.getByRole('alert').locator('[lang=en]')).toBeVisible();
    await main.getByRole('textbox', { name: 'Domain hinzufügen' }).fill('');
    await go('permissions');
    await owner.call('update-settings', { default_language: 'en' });
    await expect(main.getByRole('heading', { name: 'Permissions' })).toBeVisible();
  });

  await test.step('administrators learn that only owners can deactivate it; members are not offered it', async () => {
    const adam = await open('adam', '#organization/deactivation');
    await expect(adam.getByText('Only owners can change this.')).toBeVisible();
    await expect(adam.getByRole('button', { name: 'Deactivate organization' })).toHaveCount(0);
    await adam.context().close();
    const mel = await open('mel', '#organization/deactivation');
    await expect(mel.getByText('Only administrators can see this')).toBeVisible();
    await mel.context().close();
  });

  await test.step('an owner deactivates it after typing its name, and everyone is logged out', async () => {
    const mel = await open('mel', '#inbox');
    await go('deactivation');
    await expect(main.getByText('Nothing is deleted')).toBeVisible();
    await picture(olive, 'organization-deactivation');
    await main.getByRole('button', { name: 'Deactivate organization' }).click();
    const button = dialog.getByRole('button', { name: 'Deactivate', exact: true });
    await picture(olive, 'organization-deactivation-dialog');
    await expect.poll(() => problems(olive, 'deactivation')).toEqual([]);
    await expect(button).toBeDisabled();
    await dialog.getByRole('textbox').fill('Parley');
    await expect(button).toBeDisabled();
    await dialog.getByRole('textbox').fill('Parley Demo');
    await button.click();
    for (const page of [olive, mel]) {
      await expect(page).toHaveURL(/login/);
      await expect(page).toHaveTitle(/./);
    }
    await picture(olive, 'organization-gone');
  });
});
