// Administration of people: what administrators see and change, and what the people concerned see.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enableSecondFactor } from '../support/authenticator.ts';
import { waitUntil } from '../support/waiting.ts';
import { grant } from '../users/support.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowserTest } from './browser.ts';

test('administering people', { skip, timeout: 300_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const olive = await open('Olive Owner', '#organization/people');
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const row = (name: string) => main.getByRole('row').filter({ hasText: name });
  const manage = (name: string) => main.getByRole('button', { name: `Manage ${name}` }).click();

  await context.test('everyone is listed, found by name and email, filtered by role and sorted', async () => {
    await row('Mel Member').waitFor();
    assert.match((await main.getByRole('row').nth(1).textContent()) ?? '', /Adam Admin/);
    assert.equal(await row('Helper Bot').count(), 0);
    await picture(olive, 'people');
    assert.deepEqual(await problems(olive, 'people'), []);
    await main.getByRole('searchbox', { name: 'Find by name or email' }).fill('mia@example');
    await row('Mel Member').waitFor({ state: 'detached' });
    await row('Mia Member').waitFor();
    await main.getByRole('searchbox').fill('');
    await main.getByRole('combobox', { name: 'Role' }).selectOption('Guest');
    await row('Mia Member').waitFor({ state: 'detached' });
    await row('Gus Guest').waitFor();
    await main.getByRole('combobox', { name: 'Role' }).selectOption('All roles');
    await main.getByRole('button', { name: 'Role', exact: true }).click();
    assert.match((await main.getByRole('row').nth(1).textContent()) ?? '', /Olive Owner/);
    await main.getByRole('button', { name: 'Role', exact: true }).click();
    assert.match((await main.getByRole('row').nth(1).textContent()) ?? '', /Gus Guest/);
    await main.getByRole('button', { name: 'Name', exact: true }).click();
  });

  await context.test('arrow keys move through the list', async () => {
    await main.getByRole('link', { name: 'Adam Admin' }).focus();
    await olive.keyboard.press('ArrowDown');
    await olive.keyboard.press('Tab');
    await olive
      .locator(':focus')
      .and(main.getByRole('button', { name: 'Manage Gus Guest' }))
      .waitFor();
    await olive.keyboard.press('End');
    await olive
      .locator(':focus')
      .and(main.getByRole('link', { name: 'Olive Owner' }))
      .waitFor();
  });

  await context.test('an owner changes a role, and the member sees it', async () => {
    const mel = await open('Mel Member', '#organization/people');
    assert.equal(await mel.getByRole('button', { name: /^Manage/ }).count(), 0);
    await manage('Mel Member');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Administrator');
    await dialog.getByText('✓ Saved').waitFor();
    await mel.getByRole('button', { name: 'Manage Mia Member' }).waitFor();
    // Administrators can only change the name of owners.
    await mel.getByRole('button', { name: 'Manage Olive Owner' }).click();
    assert.ok(await mel.getByRole('dialog').getByRole('combobox', { name: 'Role' }).isDisabled());
    await mel.getByText('Only owners can change an owner’s role.').waitFor();
    assert.equal(await mel.getByRole('button', { name: 'Deactivate Olive Owner' }).count(), 0);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Member');
    await mel.getByRole('button', { name: 'Manage Mia Member' }).waitFor({ state: 'detached' });
    await mel.context().close();
  });

  await context.test('name and profile are changed', async () => {
    await picture(olive, 'manage-person');
    assert.deepEqual(await problems(olive, 'managing a person'), []);
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Mel Membership');
    await name.press('Tab');
    await dialog.getByRole('heading', { name: 'Manage Mel Membership' }).waitFor();
    const fields = dialog.getByRole('region', { name: 'Profile' });
    await fields.getByRole('combobox').first().selectOption({ index: 1 });
    const { user_id } = await (await server.as('mel')).call('get-own-user');
    const owner = await server.as('olive');
    await waitUntil(async () => {
      const { user } = await owner.call('get-user', {
        user_id_or_email: String(user_id),
        include_custom_profile_fields: true,
      });
      return user.full_name === 'Mel Membership' && Object.keys(user.profile_data ?? {}).length > 0;
    });
    await olive.keyboard.press('Escape');
    await row('Mel Membership').waitFor();
  });

  await context.test('a lost authenticator is reset', async () => {
    const max = await server.as('max');
    await enableSecondFactor(max, 'demo-password');
    await manage('Max Member');
    await dialog.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
    const warning = dialog.filter({ hasText: 'Make sure the request really comes from them' });
    await warning.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
    await olive.getByText('Max Member can now log in with a password alone.').waitFor();
    await waitUntil(async () => !(await max.call('get-own-second-factor')).is_on);
    await dialog
      .getByRole('button', { name: 'Turn off two-factor authentication' })
      .waitFor({ state: 'detached' });
    await olive.keyboard.press('Escape');
  });

  await context.test('an account is created with a password to hand over', async () => {
    const adam = await open('Adam Admin', '#organization/people');
    await adam.getByRole('button', { name: 'Invite people' }).waitFor();
    await main.getByRole('button', { name: 'Create an account' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nora New');
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('nora');
    const password = dialog.getByRole('textbox', { name: 'Password' });
    await password.fill('x');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Generate password' }).click();
    const suggested = await password.inputValue();
    assert.match(suggested, /^\w{5}(-\w{5}){3}$/);
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('nora@example.com');
    await picture(olive, 'create-account');
    assert.deepEqual(await problems(olive, 'creating an account'), []);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await row('Nora New').waitFor();
    const { api_key } = await server.anonymous.call('fetch-api-key', {
      username: 'nora@example.com',
      password: suggested,
    });
    assert.ok(api_key);
    // It is not offered without the permission.
    await adam.getByRole('row').filter({ hasText: 'Nora New' }).waitFor();
    assert.equal(await adam.getByRole('button', { name: 'Create an account' }).count(), 0);
    await adam.context().close();
  });

  await context.test('an owner with permission changes an email address', async () => {
    await manage('Nora New');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Email address' }).count(), 0);
    await olive.keyboard.press('Escape');
    await grant(server, await server.as('olive'), { can_change_user_emails: 1 });
    await manage('Nora New');
    const address = dialog.getByRole('textbox', { name: 'Email address' });
    await address.fill('mel@example.com');
    await address.press('Enter');
    await dialog.getByText(/^Not saved: /).waitFor();
    assert.equal(await address.inputValue(), 'nora@example.com');
    await address.fill('nora@elsewhere.example');
    await address.press('Enter');
    await dialog.getByText('✓ Saved').waitFor();
    assert.deepEqual(await problems(olive, 'changing an address'), []);
    await olive.keyboard.press('Escape');
    await row('nora@elsewhere.example').waitFor();
  });

  await context.test('errors of the server are explained', async () => {
    await manage('Olive Owner');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Member');
    await dialog.getByText(/cannot be removed from the only organization owner/).waitFor();
    assert.equal(await dialog.getByRole('combobox', { name: 'Role' }).inputValue(), '100');
    await olive.keyboard.press('Escape');
    await manage('Gus Guest');
    const administrator = dialog
      .getByRole('combobox', { name: 'Role' })
      .getByRole('option', { name: 'Administrator' });
    assert.ok(await administrator.isDisabled());
    await olive.keyboard.press('Escape');
  });

  await context.test('a late error does not revert anything saved after it', async () => {
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
    await olive.route('**/json/users/*', async (route) => {
      if (route.request().postData()?.includes('Starred')) await mayGo;
      await route.continue();
    });
    await manage('Gus Guest');
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    const refused = olive.waitForResponse((answer) => answer.status() === 400);
    await name.fill('Gus *Starred*');
    await name.press('Tab');
    await name.fill('Gus Guestling');
    await name.press('Tab');
    await dialog.getByRole('heading', { name: 'Manage Gus Guestling' }).waitFor();
    await dialog.getByText('✓ Saved').waitFor();
    letGo();
    await (await refused).finished();
    // The page has processed all earlier responses by then.
    await olive.evaluate(`fetch('/json/users/me').then((answer) => answer.text())`);
    assert.equal(await name.inputValue(), 'Gus Guestling');
    assert.equal(await dialog.getByText('✓ Saved').count(), 1);
    await olive.unroute('**/json/users/*');
    await olive.keyboard.press('Escape');
  });

  await context.test('an account is deactivated with a notification, and reactivated', async () => {
    await manage('Mel Membership');
    await dialog.getByRole('button', { name: 'Deactivate Mel Membership' }).click();
    const confirmation = olive.getByRole('dialog', { name: 'Deactivate Mel Membership?' });
    await confirmation.getByText('1 bot of theirs is also deactivated.').waitFor();
    await confirmation.getByRole('checkbox', { name: 'Notify them by email' }).check();
    await confirmation.getByRole('textbox', { name: 'Add a note to the email' }).fill('So long');
    await picture(olive, 'deactivate-person');
    assert.deepEqual(await problems(olive, 'deactivating a person'), []);
    await confirmation.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await dialog.getByText('Deactivated account').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row('Mel Membership').waitFor({ state: 'detached' });
    await main.getByRole('link', { name: /^Deactivated/ }).click();
    await row('Mel Membership').waitFor();
    await picture(olive, 'people-deactivated');
    await manage('Mel Membership');
    await dialog.getByRole('button', { name: 'Reactivate Mel Membership' }).click();
    await dialog.getByText('Active account').waitFor();
    await olive.getByRole('status').getByText('Mel Membership can log in again.').waitFor();
    await olive.keyboard.press('Escape');
    await main.getByText('No people found.').waitFor();
  });
});
