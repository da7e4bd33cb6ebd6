// Inviting people by mail and by link, pending invitations, and members without permission.

import assert from 'node:assert/strict';
import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

test('people are invited by mail and by link, as far as the inviter has permission', async ({
  server,
  open,
}) => {
  const olive = await open('olive', '#organization/people/invited');
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const row = (name: string | RegExp) => main.getByRole('row').filter({ hasText: name });
  const adam = await open('adam', '#organization/people/invited');
  const owner = await server.as('olive');
  const pendingInvitations = async () => (await owner.call('get-invites')).invites;

  await test.step('several addresses are invited by mail, and other administrators see it', async () => {
    await expect(main.getByText('No open invitations')).toBeVisible();
    await expect(adam.getByText('No open invitations')).toBeVisible();
    await main.getByRole('button', { name: 'Invite people' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Email addresses' })).toBeFocused();
    await dialog
      .getByRole('textbox', { name: 'Email addresses' })
      .fill('nia@example.com, Ned <ned@example.com>');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Moderator');
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('3 days');
    await dialog.getByRole('combobox', { name: 'Add a channel' }).fill('desi');
    await olive.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove design' })).toBeVisible();
    await picture(olive, 'invite');
    await expect.poll(() => problems(olive, 'inviting')).toEqual([]);
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await expect(row('nia@example.com')).toBeVisible();
    await expect(row('ned@example.com').getByText('Moderator')).toBeVisible();
    await expect(adam.getByRole('row').filter({ hasText: 'nia@example.com' })).toBeVisible();
    const [one] = await pendingInvitations();
    assert.ok(one?.expiry_date);
    assert.equal(one.expiry_date - one.invited, 3 * 86_400);
  });

  await test.step('the focus stays in the dialog when the focused element disappears', async () => {
    await main.getByRole('button', { name: 'Invite people' }).click();
    const channels = dialog.getByRole('group', { name: 'Also subscribe to' });
    const channel = channels.getByRole('combobox', { name: 'Add a channel' });
    for (const name of ['desi', 'gener']) {
      await channel.fill(name);
      await olive.keyboard.press('Enter');
    }
    const selectedChannels = channels.getByRole('button', { name: /^Remove / });
    await expect(selectedChannels.nth(1)).toBeVisible();
    await selectedChannels.first().focus();
    for (let left = await selectedChannels.count(); left > 0; left--) {
      await expect(channels.locator('button:focus')).toBeVisible();
      await olive.keyboard.press('Enter');
      await expect(selectedChannels).toHaveCount(left - 1);
    }
    await expect(channels.locator('input:focus')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('people who already have an account are named, and the others are invited', async () => {
    await main.getByRole('button', { name: 'Invite people' }).click();
    await dialog.getByRole('textbox', { name: 'Email addresses' }).fill('mel@example.com\nnoa@example.com');
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await expect(dialog.getByText('mel@example.com: Already has an account.')).toBeVisible();
    await picture(olive, 'invite-problem');
    await olive.keyboard.press('Escape');
    await expect(row('noa@example.com')).toBeVisible();
  });

  await test.step('an invitation is sent again and revoked', async () => {
    await main.getByRole('button', { name: 'Resend: nia@example.com' }).click();
    await expect(olive.getByText('Invitation sent again.')).toBeVisible();
    await main.getByRole('button', { name: 'Revoke: nia@example.com' }).click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(row('nia@example.com')).toHaveCount(0);
    await expect(adam.getByRole('row').filter({ hasText: 'nia@example.com' })).toHaveCount(0);
  });

  await test.step('an invitation link is created, opens the page to join, and is revoked', async () => {
    await main.getByRole('button', { name: 'Invite people' }).click();
    await dialog.getByRole('radio', { name: /^With one link/ }).check();
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('Never');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const linkField = dialog.getByRole('textbox', { name: 'Invitation link' });
    await expect(dialog.getByText(/^This link works only on the computer/)).toBeVisible();
    await expect(linkField).toBeFocused();
    const link = await linkField.inputValue();
    await expect.poll(() => problems(olive, 'a link')).toEqual([]);
    assert.equal((await fetch(link)).status, 200);
    await olive.keyboard.press('Escape');
    await expect(main.getByRole('button', { name: 'Invite people' })).toBeFocused();
    await expect(row('Invitation link').getByText('Never')).toBeVisible();
    await picture(olive, 'invitations');
    await expect.poll(() => problems(olive, 'invitations')).toEqual([]);
    await main.getByRole('button', { name: 'Revoke: Invitation link' }).click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(row('Invitation link')).toHaveCount(0);
    await expect.poll(async () => (await pendingInvitations()).length).toBe(2);
  });

  await test.step('a member can only invite members, and only with the permission', async () => {
    const mel = await open('mel', '#organization/people');
    await mel.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
    const roles = mel.getByRole('dialog').getByRole('combobox', { name: 'Role' }).getByRole('option');
    await expect(roles).toHaveText(['Member', 'Guest']);
    // Links are for administrators.
    await expect(mel.getByRole('dialog').getByRole('radio')).toHaveCount(0);
    await mel.keyboard.press('Escape');
    const { user_groups } = await owner.call('get-user-groups');
    const owners = user_groups.find(({ name }) => name === 'role:owners');
    assert.ok(owners);
    await owner.call('update-organization', { can_invite_users_group: { new: owners.id } });
    await expect(mel.getByRole('main').getByRole('button', { name: 'Invite people' })).toHaveCount(0);
    await expect(mel.getByRole('main').getByRole('link', { name: 'Invited' })).toHaveCount(0);
  });
});
