// Administration of people: what administrators see and change, and what the people concerned see.

import assert from 'node:assert/strict';
import { enableSecondFactor } from '../support/authenticator.ts';
import { grant } from '../users/support.ts';
import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

test('administrators manage accounts, and the people concerned see the changes', async ({ server, open }) => {
  const olive = await open('olive', '#organization/people');
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const row = (name: string) => main.getByRole('row').filter({ hasText: name });
  const manage = (name: string) => main.getByRole('button', { name: `Manage ${name}` }).click();

  await test.step('everyone is listed, found by name and email, filtered by role and sorted', async () => {
    await expect(row('Mel Member')).toBeVisible();
    await expect(main.getByRole('row').nth(1)).toHaveText(/Adam Admin/);
    await expect(row('Helper Bot')).toHaveCount(0);
    await picture(olive, 'people');
    await expect.poll(() => problems(olive, 'people')).toEqual([]);
    await main.getByRole('searchbox', { name: 'Find by name or email' }).fill('mia@example');
    await expect(row('Mel Member')).toHaveCount(0);
    await expect(row('Mia Member')).toBeVisible();
    await main.getByRole('searchbox', { name: 'Find by name or email' }).fill('');
    await main.getByRole('combobox', { name: 'Role' }).selectOption('Guest');
    await expect(row('Mia Member')).toHaveCount(0);
    await expect(row('Gus Guest')).toBeVisible();
    await main.getByRole('combobox', { name: 'Role' }).selectOption('All roles');
    await main.getByRole('button', { name: 'Role', exact: true }).click();
    await expect(main.getByRole('row').nth(1)).toHaveText(/Olive Owner/);
    await main.getByRole('button', { name: 'Role', exact: true }).click();
    await expect(main.getByRole('row').nth(1)).toHaveText(/Gus Guest/);
    await main.getByRole('button', { name: 'Name', exact: true }).click();
  });

  await test.step('arrow keys move through the list', async () => {
    await main.getByRole('link', { name: 'Adam Admin' }).focus();
    await olive.keyboard.press('ArrowDown');
    await olive.keyboard.press('Tab');
    await expect(main.getByRole('button', { name: 'Manage Gus Guest' })).toBeFocused();
    await olive.keyboard.press('End');
    await expect(main.getByRole('link', { name: 'Olive Owner' })).toBeFocused();
  });

  await test.step('an owner changes a role, and the member sees it', async () => {
    const mel = await open('mel', '#organization/people');
    await expect(mel.getByRole('button', { name: /^Manage/ })).toHaveCount(0);
    await manage('Mel Member');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Administrator');
    await expect(dialog.getByText('✓ Saved')).toBeVisible();
    await expect(mel.getByRole('button', { name: 'Manage Mia Member' })).toBeVisible();
    // Administrators can only change the name of owners.
    await mel.getByRole('button', { name: 'Manage Olive Owner' }).click();
    await expect(mel.getByRole('dialog').getByRole('combobox', { name: 'Role' })).toBeDisabled();
    await expect(mel.getByText('Only owners can change an owner’s role.')).toBeVisible();
    await expect(mel.getByRole('button', { name: 'Deactivate Olive Owner' })).toHaveCount(0);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Member');
    await expect(mel.getByRole('button', { name: 'Manage Mia Member' })).toHaveCount(0);
    await mel.context().close();
  });

  await test.step('name and profile are changed', async () => {
    await picture(olive, 'manage-person');
    await expect.poll(() => problems(olive, 'managing a person')).toEqual([]);
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Mel Membership');
    await name.press('Tab');
    await expect(dialog.getByRole('heading', { name: 'Manage Mel Membership' })).toBeVisible();
    const fields = dialog.getByRole('region', { name: 'Profile' });
    await fields.getByRole('combobox').first().selectOption({ index: 1 });
    const { user_id } = await (await server.as('mel')).call('get-own-user');
    const owner = await server.as('olive');
    await expect
      .poll(async () => {
        const { user } = await owner.call('get-user', {
          user_id_or_email: String(user_id),
          include_custom_profile_fields: true,
        });
        return { name: user.full_name, fields: Object.keys(user.profile_data ?? {}).length };
      })
      .toEqual({ name: 'Mel Membership', fields: 1 });
    await olive.keyboard.press('Escape');
    await expect(row('Mel Membership')).toBeVisible();
  });

  await test.step('a lost authenticator is reset', async () => {
    const max = await server.as('max');
    await enableSecondFactor(max, 'demo-password');
    await manage('Max Member');
    await dialog.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
    const warning = dialog.filter({ hasText: 'Make sure the request really comes from them' });
    await warning.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
    await expect(olive.getByText('Max Member can now log in with a password alone.')).toBeVisible();
    await expect.poll(async () => (await max.call('get-own-second-factor')).is_on).toBe(false);
    await expect(dialog.getByRole('button', { name: 'Turn off two-factor authentication' })).toHaveCount(0);
    await olive.keyboard.press('Escape');
  });

  await test.step('an account is created with a password to hand over', async () => {
    const adam = await open('adam', '#organization/people');
    await expect(adam.getByRole('main').getByRole('button', { name: 'Invite people' })).toBeVisible();
    await main.getByRole('button', { name: 'Create an account' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nora New');
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('nora');
    const password = dialog.getByRole('textbox', { name: 'Password' });
    await password.fill('x');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Generate password' }).click();
    await expect(password).toHaveValue(/^\w{5}(-\w{5}){3}$/);
    const suggested = await password.inputValue();
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('nora@example.com');
    await picture(olive, 'create-account');
    await expect.poll(() => problems(olive, 'creating an account')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(row('Nora New')).toBeVisible();
    const { api_key } = await server.anonymous.call('fetch-api-key', {
      username: 'nora@example.com',
      password: suggested,
    });
    assert.ok(api_key);
    // Without the permission, the action is not offered.
    await expect(adam.getByRole('row').filter({ hasText: 'Nora New' })).toBeVisible();
    await expect(adam.getByRole('button', { name: 'Create an account' })).toHaveCount(0);
    await adam.context().close();
  });

  await test.step('an owner with permission changes an email address', async () => {
    await manage('Nora New');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Email address' })).toHaveCount(0);
    await olive.keyboard.press('Escape');
    await grant(server, await server.as('olive'), { can_change_user_emails: 1 });
    await manage('Nora New');
    const address = dialog.getByRole('textbox', { name: 'Email address' });
    await address.fill('mel@example.com');
    await address.press('Enter');
    await expect(dialog.getByText(/^Not saved: /)).toBeVisible();
    await expect(address).toHaveValue('nora@example.com');
    await address.fill('nora@elsewhere.example');
    await address.press('Enter');
    await expect(dialog.getByText('✓ Saved')).toBeVisible();
    await expect.poll(() => problems(olive, 'changing an address')).toEqual([]);
    await olive.keyboard.press('Escape');
    await expect(row('nora@elsewhere.example')).toBeVisible();
  });

  await test.step('errors of the server are explained', async () => {
    await manage('Olive Owner');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Member');
    await expect(dialog.getByText(/cannot be removed from the only organization owner/)).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('100');
    await olive.keyboard.press('Escape');
    await manage('Gus Guest');
    const administrator = dialog
      .getByRole('combobox', { name: 'Role' })
      .getByRole('option', { name: 'Administrator' });
    await expect(administrator).toBeDisabled();
    await olive.keyboard.press('Escape');
  });

  await test.step('a late error does not revert anything saved after it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await olive.route('**/json/users/*', async (route) => {
      if (route.request().postData()?.includes('Starred')) await released;
      await route.continue();
    });
    await manage('Gus Guest');
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    const refusalAnswer = olive.waitForResponse((answer) => answer.status() === 400);
    await name.fill('Gus *Starred*');
    await name.press('Tab');
    await name.fill('Gus Guestling');
    await name.press('Tab');
    await expect(dialog.getByRole('heading', { name: 'Manage Gus Guestling' })).toBeVisible();
    await expect(dialog.getByText('✓ Saved')).toBeVisible();
    release();
    await (await refusalAnswer).finished();
    // The page has processed all earlier responses by then.
    await olive.evaluate(`fetch('/json/users/me').then((answer) => answer.text())`);
    await expect(name).toHaveValue('Gus Guestling');
    await expect(dialog.getByText('✓ Saved')).toHaveCount(1);
    await olive.unroute('**/json/users/*');
    await olive.keyboard.press('Escape');
  });

  await test.step('an account is deactivated with a notification, and reactivated', async () => {
    await manage('Mel Membership');
    await dialog.getByRole('button', { name: 'Deactivate Mel Membership' }).click();
    const confirmation = olive.getByRole('dialog', { name: 'Deactivate Mel Membership?' });
    await expect(confirmation.getByText('Their bot is also deactivated.')).toBeVisible();
    await confirmation.getByRole('checkbox', { name: 'Notify them by email' }).check();
    await confirmation.getByRole('textbox', { name: 'Add a note to the email' }).fill('So long');
    await picture(olive, 'deactivate-person');
    await expect.poll(() => problems(olive, 'deactivating a person')).toEqual([]);
    await confirmation.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect(dialog.getByText('Deactivated account')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(row('Mel Membership')).toHaveCount(0);
    await main.getByRole('link', { name: /^Deactivated/ }).click();
    await expect(row('Mel Membership')).toBeVisible();
    await picture(olive, 'people-deactivated');
    await manage('Mel Membership');
    await dialog.getByRole('button', { name: 'Reactivate Mel Membership' }).click();
    await expect(dialog.getByText('Active account')).toBeVisible();
    await expect(olive.getByRole('status').getByText('Mel Membership can log in again.')).toBeVisible();
    await olive.keyboard.press('Escape');
    await expect(main.getByText('No people found')).toBeVisible();
  });
});
