// Exports, mail addresses and deactivation of an organization, including in German.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowser } from './browser.ts';

const webDirectory = fileURLToPath(new URL('../../build/web', import.meta.url));

test('exports, mail addresses and deactivation of an organization', {
  skip,
  timeout: 400_000,
}, async (context) => {
  const server = await startTestServer({
    webDirectory,
    incomingMail: { port: 0, domain: 'in.example.com' },
  });
  const open = await startBrowser(server);
  const olive = await open('Olive Owner', '#organization/mail', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const go = (name: string) => olive.goto(`${server.url}/#organization/${name}`);

  await context.test('the mail address of a channel is displayed and copied', async () => {
    await main.getByRole('button', { name: 'Show address for general' }).click();
    const address = await main.getByRole('textbox', { name: 'Address for general' }).inputValue();
    assert.match(address, /^general\..*@in\.example\.com$/);
    await main.getByRole('button', { name: 'Copy address for general' }).click();
    await olive.locator('.saying').first().waitFor();
    assert.equal(await olive.evaluate('navigator.clipboard.readText()'), address);
    await picture(olive, 'organization-mail-shown');
    assert.deepEqual(await problems(olive, 'addresses'), []);
  });

  await context.test('an export with private data shows how many people allow it', async () => {
    const mel = await server.as('mel');
    await go('exports');
    await main.getByText('0 of 7 people allow exporting').waitFor();
    await mel.call('update-settings', { allow_private_data_export: true });
    await main.getByText('1 of 7 people allows exporting').waitFor();
    await main.getByRole('button', { name: 'Export including consented private data' }).click();
    await main.getByRole('listitem').getByText('Including private data of people who allow it').waitFor();
    await main.getByRole('link', { name: 'Download' }).waitFor();
    await picture(olive, 'organization-exports');
    assert.deepEqual(await problems(olive, 'exports'), []);
  });

  await context.test('the administration is translated into German', async (part) => {
    const owner = await server.as('olive');
    part.after(() => owner.call('update-settings', { default_language: 'en' }));
    await owner.call('update-settings', { default_language: 'de' });
    await go('permissions');
    await main.getByRole('heading', { name: 'Rechte' }).waitFor();
    await main.getByRole('combobox', { name: 'Wer öffentliche Kanäle erstellen darf' }).waitFor();
    assert.deepEqual(await problems(olive, 'permissions in German'), []);
    await picture(olive, 'organization-permissions-german');
    await go('groups');
    await main.getByText('Alle außer Gästen', { exact: true }).first().waitFor();
    // Texts of the server are marked as English.
    await go('domains');
    await main.getByRole('textbox', { name: 'Domain hinzufügen' }).fill('no domain');
    await olive.keyboard.press('Enter');
    await main.getByRole('alert').locator('[lang=en]').waitFor();
    await main.getByRole('textbox', { name: 'Domain hinzufügen' }).fill('');
    await go('permissions');
    await owner.call('update-settings', { default_language: 'en' });
    await main.getByRole('heading', { name: 'Permissions' }).waitFor();
  });

  await context.test(
    'administrators learn that only owners can deactivate it; members are not offered it',
    async () => {
      const adam = await open('Adam Admin', '#organization/deactivation');
      await adam.getByText('Only owners can change this.').waitFor();
      assert.equal(await adam.getByRole('button', { name: 'Deactivate organization' }).count(), 0);
      await adam.context().close();
      const mel = await open('Mel Member', '#organization/deactivation');
      await mel.getByText('Only administrators can see this.').waitFor();
      await mel.context().close();
    },
  );

  await context.test(
    'an owner deactivates it after typing its name, and everyone is logged out',
    async () => {
      const mel = await open('Mel Member', '#inbox');
      await go('deactivation');
      await main.getByText('Nothing is deleted').waitFor();
      await picture(olive, 'organization-deactivation');
      await main.getByRole('button', { name: 'Deactivate organization' }).click();
      const button = dialog.getByRole('button', { name: 'Deactivate', exact: true });
      await picture(olive, 'organization-deactivation-dialog');
      assert.deepEqual(await problems(olive, 'deactivation'), []);
      assert.ok(await button.isDisabled());
      await dialog.getByRole('textbox').fill('Parley');
      assert.ok(await button.isDisabled());
      await dialog.getByRole('textbox').fill('Parley Demo');
      await button.click();
      for (const page of [olive, mel])
        await waitUntil(async () => (await page.title()) !== '' && /login/.test(page.url()));
      await picture(olive, 'organization-gone');
    },
  );
});
