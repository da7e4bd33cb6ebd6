// User groups: created, joined, left and administered by those with permission, and not offered to others.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('people with permission create and manage user groups, and others cannot', async ({ server, open }) => {
  const olive = await open('olive', '#groups');
  const main = olive.getByRole('main');
  const personButton = (name: string) => main.getByRole('button', { name, exact: true });

  await test.step('people with permission create a group, and are in it', async () => {
    await main.getByRole('button', { name: 'Create a group' }).click();
    const dialog = olive.getByRole('dialog', { name: 'Create a group' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('night shift');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Who is awake');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(main.getByRole('heading', { name: 'night shift' })).toBeVisible();
    await expect(personButton('Olive Owner')).toBeVisible();
    await expect.poll(() => violations(olive)).toEqual([]);
  });

  await test.step('people are added and removed', async () => {
    await main.getByRole('combobox', { name: 'Add people', exact: true }).fill('mia');
    await olive.keyboard.press('Enter');
    await expect(personButton('Mia Member')).toBeVisible();
    await expect(olive.getByRole('status').getByText('Added: Mia Member')).toBeVisible();
    await main.getByRole('button', { name: 'Remove Mia Member from the group' }).click();
    await expect(personButton('Mia Member')).toHaveCount(0);
  });

  await test.step('the name of the group is changed, and everyone sees it', async () => {
    await main.getByRole('button', { name: 'Edit group' }).click();
    const dialog = olive.getByRole('dialog', { name: 'Edit group' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('day shift');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByRole('heading', { name: 'day shift' })).toBeVisible();
  });

  await test.step('people with permission join and leave; others are not offered anything', async () => {
    const owner = await server.as('olive');
    const { user_groups } = await owner.call('get-user-groups');
    const group = user_groups.find(({ name }) => name === 'day shift');
    const members = user_groups.find(({ name }) => name === 'role:members');
    assert.ok(group && members);
    const gus = await open('gus', `#groups/${group.id}/day.20shift`);
    await expect(gus.getByRole('main').getByRole('heading', { name: 'day shift' })).toBeVisible();
    await expect(gus.getByRole('main').getByRole('button', { name: /Join|Leave|Edit|Create/ })).toHaveCount(
      0,
    );
    const everybody = { new: members.id };
    const groupPermissions = { can_join_group: everybody, can_leave_group: everybody };
    await owner.call('update-user-group', { user_group_id: group.id, ...groupPermissions });
    const mel = await open('mel', `#groups/${group.id}/day.20shift`);
    await mel.getByRole('button', { name: 'Join' }).click();
    await expect(mel.getByRole('main').getByRole('button', { name: 'Mel Member' })).toBeVisible();
    await mel.getByRole('button', { name: 'Leave' }).click();
    await expect(mel.getByRole('main').getByRole('button', { name: 'Mel Member' })).toHaveCount(0);
  });

  await test.step('a group is added to it, and its people are in both', async () => {
    const subgroups = main.getByRole('region', { name: 'Subgroups' });
    await subgroups.getByRole('combobox', { name: 'Add a group' }).fill('moder');
    await olive.keyboard.press('Enter');
    await expect(subgroups.getByRole('link', { name: 'Moderators' })).toBeVisible();
    await expect(main.getByText('via a group').first()).toBeVisible();
    await expect(personButton('Mona Moderator')).toBeVisible();
    await subgroups.getByRole('button', { name: 'Remove Moderators from the group' }).click();
    await expect(personButton('Mona Moderator')).toHaveCount(0);
  });

  await test.step('a permission is granted to a group, or to specific groups and people', async () => {
    const owner = await server.as('olive');
    const setting = async () => {
      const { user_groups } = await owner.call('get-user-groups');
      return user_groups.find(({ name }) => name === 'day shift')?.can_mention_group;
    };
    const permissions = main.getByRole('region', { name: 'Permissions' });
    await expect(permissions.getByRole('combobox', { name: /^Who can/ })).toHaveCount(6);
    const who = permissions.getByRole('combobox', { name: 'Who can mention the group', exact: true });
    const before = await setting();
    // The next step starts from the chosen value, whether its event has arrived or not.
    await who.selectOption('Administrators');
    await who.selectOption('Specific groups and people…');
    await permissions
      .getByRole('combobox', { name: 'Add a group or person: Who can mention the group' })
      .fill('mel');
    await olive.keyboard.press('Enter');
    await expect.poll(async () => typeof (await setting())).toBe('object');
    assert.equal(typeof before, 'number');
    await picture(olive, 'group');
    await expect.poll(() => violations(olive)).toEqual([]);
  });

  await test.step('the group is deactivated and reactivated', async () => {
    await main.getByRole('button', { name: 'Deactivate group' }).click();
    await olive.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(main.getByText('Deactivated').first()).toBeVisible();
    await expect(main.getByRole('button', { name: 'Edit group' })).toHaveCount(0);
    await main.getByRole('button', { name: 'Reactivate group' }).click();
    await expect(main.getByRole('button', { name: 'Edit group' })).toBeVisible();
  });
});
