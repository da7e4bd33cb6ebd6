// Inviting people by mail and by link, pending invitations, and members without permission.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowserTest } from './browser.ts';

test('inviting people', { skip, timeout: 300_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const olive = await open('Olive Owner', '#organization/people/invited');
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const row = (name: string | RegExp) => main.getByRole('row').filter({ hasText: name });
  const adam = await open('Adam Admin', '#organization/people/invited');
  const owner = await server.as('olive');
  const open_ = async () => (await owner.call('get-invites')).invites;

  await context.test('several addresses are invited by mail, and other administrators see it', async () => {
    await main.getByText('No open invitations.').waitFor();
    await adam.getByText('No open invitations.').waitFor();
    await main.getByRole('button', { name: 'Invite people' }).click();
    await dialog
      .getByRole('textbox', { name: 'Email addresses' })
      .fill('nia@example.com, Ned <ned@example.com>');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Moderator');
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('3 days');
    await dialog.getByRole('combobox', { name: 'Add a channel' }).fill('desi');
    await olive.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove design' }).waitFor();
    await picture(olive, 'invite');
    assert.deepEqual(await problems(olive, 'inviting'), []);
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await row('nia@example.com').waitFor();
    await row('ned@example.com').getByText('Moderator').waitFor();
    await adam.getByRole('row').filter({ hasText: 'nia@example.com' }).waitFor();
    const [one] = await open_();
    assert.ok(one?.expiry_date);
    assert.equal(one.expiry_date - one.invited, 3 * 86_400);
  });

  await context.test('the focus stays in the dialog when the focused element disappears', async () => {
    await main.getByRole('button', { name: 'Invite people' }).click();
    const channels = dialog.getByRole('group', { name: 'Also subscribe to' });
    const channel = channels.getByRole('combobox', { name: 'Add a channel' });
    for (const name of ['desi', 'gener']) {
      await channel.fill(name);
      await olive.keyboard.press('Enter');
    }
    const selectedChannels = channels.getByRole('button', { name: /^Remove / });
    await selectedChannels.nth(1).waitFor();
    await selectedChannels.first().focus();
    for (let left = await selectedChannels.count(); left > 0; left--) {
      await channels.locator('button:focus').waitFor();
      await olive.keyboard.press('Enter');
    }
    await selectedChannels.waitFor({ state: 'detached' });
    await channels.locator('input:focus').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await context.test('people who already have an account are named, and the others are invited', async () => {
    await main.getByRole('button', { name: 'Invite people' }).click();
    await dialog.getByRole('textbox', { name: 'Email addresses' }).fill('mel@example.com\nnoa@example.com');
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await dialog.getByText('mel@example.com: Already has an account.').waitFor();
    await picture(olive, 'invite-problem');
    await olive.keyboard.press('Escape');
    await row('noa@example.com').waitFor();
  });

  await context.test('an invitation is sent again and revoked', async () => {
    await main.getByRole('button', { name: 'Resend: nia@example.com' }).click();
    await olive.getByText('Invitation sent again.').waitFor();
    await main.getByRole('button', { name: 'Revoke: nia@example.com' }).click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row('nia@example.com').waitFor({ state: 'detached' });
    await adam.getByRole('row').filter({ hasText: 'nia@example.com' }).waitFor({ state: 'detached' });
  });

  await context.test('an invitation link is created, opens the page to join, and is revoked', async () => {
    await main.getByRole('button', { name: 'Invite people' }).click();
    await dialog.getByRole('radio', { name: /^With one link/ }).check();
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('Never');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const linkField = dialog.getByRole('textbox', { name: 'Invitation link' });
    await linkField.and(olive.locator(':focus')).waitFor();
    const link = await linkField.inputValue();
    assert.deepEqual(await problems(olive, 'a link'), []);
    assert.equal((await fetch(link)).status, 200);
    await olive.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Invite people' }).and(olive.locator(':focus')).waitFor();
    await row('Invitation link').getByText('Never').waitFor();
    await picture(olive, 'invitations');
    assert.deepEqual(await problems(olive, 'invitations'), []);
    await main.getByRole('button', { name: 'Revoke: Invitation link' }).click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row('Invitation link').waitFor({ state: 'detached' });
    await waitUntil(async () => (await open_()).length === 2);
  });

  await context.test('a member can only invite members, and only with the permission', async () => {
    const mel = await open('Mel Member', '#organization/people');
    await mel.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
    const roles = mel.getByRole('dialog').getByRole('combobox', { name: 'Role' }).getByRole('option');
    assert.deepEqual(await roles.allTextContents(), ['Member', 'Guest']);
    // Links are for administrators.
    assert.equal(await mel.getByRole('dialog').getByRole('radio').count(), 0);
    await mel.keyboard.press('Escape');
    const { user_groups } = await owner.call('get-user-groups');
    const owners = user_groups.find(({ name }) => name === 'role:owners');
    assert.ok(owners);
    await owner.call('update-organization', { can_invite_users_group: { new: owners.id } });
    await mel.getByRole('main').getByRole('button', { name: 'Invite people' }).waitFor({ state: 'detached' });
    assert.equal(await mel.getByRole('main').getByRole('link', { name: 'Invited' }).count(), 0);
  });
});
