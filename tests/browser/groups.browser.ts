// User groups: created, joined, left and administered by those with permission, and not offered to others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';

test('user groups', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const olive = await open('Olive Owner', '#groups');
  const main = olive.getByRole('main');
  const of = (name: string) => main.getByRole('button', { name, exact: true });

  await context.test('people with permission create a group, and are in it', async () => {
    await main.getByRole('button', { name: 'Create a group' }).click();
    const dialog = olive.getByRole('dialog', { name: 'Create a group' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('night shift');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Who is awake');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await main.getByRole('heading', { name: 'night shift' }).waitFor();
    await of('Olive Owner').waitFor();
    assert.deepEqual(await violations(olive), []);
  });

  await context.test('people are added and removed', async () => {
    await main.getByRole('combobox', { name: 'Add people', exact: true }).fill('mia');
    await olive.keyboard.press('Enter');
    await of('Mia Member').waitFor();
    await main.getByRole('button', { name: 'Remove Mia Member from the group' }).click();
    await of('Mia Member').waitFor({ state: 'detached' });
  });

  await context.test('its name is changed, and everyone sees it', async () => {
    await main.getByRole('button', { name: 'Edit group' }).click();
    const dialog = olive.getByRole('dialog', { name: 'Edit group' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('day shift');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await main.getByRole('heading', { name: 'day shift' }).waitFor();
  });

  await context.test('people with permission join and leave; others are not offered anything', async () => {
    const owner = await server.as('olive');
    const { user_groups } = await owner.call('get-user-groups');
    const group = user_groups.find(({ name }) => name === 'day shift');
    const members = user_groups.find(({ name }) => name === 'role:members');
    assert.ok(group && members);
    const gus = await open('Gus Guest', `#groups/${group.id}/day.20shift`);
    await gus.getByRole('main').getByRole('heading', { name: 'day shift' }).waitFor();
    assert.equal(
      await gus
        .getByRole('main')
        .getByRole('button', { name: /Join|Leave|Edit|Create/ })
        .count(),
      0,
    );
    const everybody = { new: members.id };
    const rights = { can_join_group: everybody, can_leave_group: everybody };
    await owner.call('update-user-group', { user_group_id: group.id, ...rights });
    const mel = await open('Mel Member', `#groups/${group.id}/day.20shift`);
    await mel.getByRole('button', { name: 'Join' }).click();
    await mel.getByRole('main').getByRole('button', { name: 'Mel Member' }).waitFor();
    await mel.getByRole('button', { name: 'Leave' }).click();
    await mel.getByRole('main').getByRole('button', { name: 'Mel Member' }).waitFor({ state: 'detached' });
  });

  await context.test('a group is added to it, and its people are in both', async () => {
    const subgroups = main.getByRole('region', { name: 'Subgroups' });
    await subgroups.getByRole('combobox', { name: 'Add a group' }).fill('moder');
    await olive.keyboard.press('Enter');
    await subgroups.getByRole('link', { name: 'Moderators' }).waitFor();
    await main.getByText('via a group').first().waitFor();
    await of('Mona Moderator').waitFor();
    await subgroups.getByRole('button', { name: 'Remove Moderators from the group' }).click();
    await of('Mona Moderator').waitFor({ state: 'detached' });
  });

  await context.test('a permission is granted to a group, or to specific groups and people', async () => {
    const owner = await server.as('olive');
    const setting = async () => {
      const { user_groups } = await owner.call('get-user-groups');
      return user_groups.find(({ name }) => name === 'day shift')?.can_mention_group;
    };
    const permissions = main.getByRole('region', { name: 'Permissions' });
    assert.equal(await permissions.getByRole('combobox', { name: /^Who can/ }).count(), 6);
    const who = permissions.getByRole('combobox', { name: 'Who can mention the group', exact: true });
    const before = await setting();
    // The next step starts from the chosen value, whether its event has arrived or not.
    await who.selectOption('Administrators');
    await who.selectOption('Specific groups and people…');
    await permissions
      .getByRole('combobox', { name: 'Add a group or person: Who can mention the group' })
      .fill('mel');
    await olive.keyboard.press('Enter');
    await waitUntil(async () => typeof (await setting()) === 'object');
    assert.equal(typeof before, 'number');
    await picture(olive, 'group');
    assert.deepEqual(await violations(olive), []);
  });

  await context.test('it is deactivated and reactivated', async () => {
    await main.getByRole('button', { name: 'Deactivate group' }).click();
    await olive.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await main.getByText('Deactivated').first().waitFor();
    assert.equal(await main.getByRole('button', { name: 'Edit group' }).count(), 0);
    await main.getByRole('button', { name: 'Reactivate group' }).click();
    await main.getByRole('button', { name: 'Edit group' }).waitFor();
  });
});
