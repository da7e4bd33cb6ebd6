// The sidebar: channel folders of administrators, and personal arrangement of views.

import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('administrators arrange channel folders, and people the views of their sidebar', async ({
  server,
  open,
}) => {
  const adam = await open('adam', '#channels/all');
  const mel = await open('mel', '#narrow/search/queue');
  const dialog = adam.getByRole('dialog', { name: 'Channel folders' });
  const sidebar = mel.getByRole('navigation', { name: 'Sidebar' });
  const lastHeadings = async () => {
    const all = await sidebar.getByRole('heading').allInnerTexts();
    const titles = all.map((one) => one.trim());
    return titles.filter((one) => one !== 'More channels').slice(-3);
  };

  await test.step('folders are created and filled, and everyone sees them', async () => {
    await expect(mel.getByRole('button', { name: 'Folders' })).toHaveCount(0);
    await adam.getByRole('button', { name: 'Folders' }).click();
    for (const name of ['Building', 'Talking']) {
      await dialog.getByRole('textbox', { name: 'New folder' }).fill(name);
      await adam.keyboard.press('Enter');
      await expect(dialog.getByRole('textbox', { name: `Name of folder ${name}` })).toBeVisible();
    }
    await dialog.getByRole('combobox', { name: 'Add a channel to Building' }).selectOption('engineering');
    await dialog.getByRole('combobox', { name: 'Add a channel to Talking' }).selectOption('town square');
    await expect.poll(lastHeadings).toEqual(['Building', 'Talking', 'Channels']);
    await picture(adam, 'folders');
    await expect.poll(() => violations(adam)).toEqual([]);
  });

  await test.step('folders are reordered, renamed, emptied and deleted', async () => {
    await dialog.getByRole('button', { name: 'Move Talking up' }).click();
    await expect.poll(lastHeadings).toEqual(['Talking', 'Building', 'Channels']);
    await dialog.getByRole('textbox', { name: 'Name of folder Talking' }).fill('Chatting');
    await adam.keyboard.press('Tab');
    await expect(sidebar.getByRole('heading', { name: 'Chatting' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove folder Chatting' }).click();
    await expect(adam.getByText(/remove all the channels from this folder/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove town square from Chatting' }).click();
    await expect(sidebar.getByRole('heading', { name: 'Chatting' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Remove folder Chatting' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name of folder Chatting' })).toHaveCount(0);
  });

  await test.step('each person chooses the visible views, and adds their own', async () => {
    const views = mel.getByRole('dialog', { name: 'Arrange views' });
    await sidebar.getByText('More views').click();
    await expect(sidebar.getByRole('link', { name: 'Drafts' })).toHaveCount(1);
    await sidebar.getByRole('button', { name: 'Arrange views' }).click();
    // The checkboxes follow the events; the first event may arrive after the second click.
    await views.getByRole('checkbox', { name: 'Recent conversations' }).click();
    await views.getByRole('checkbox', { name: 'Drafts' }).click();
    await views.getByRole('textbox', { name: 'Add current view' }).fill('Queues');
    await mel.keyboard.press('Enter');
    await expect(views.getByRole('checkbox', { name: 'Queues' })).toBeVisible();
    await picture(mel, 'views');
    await expect.poll(() => violations(mel)).toEqual([]);
    await mel.keyboard.press('Escape');
    const own = await server.as('mel');
    // Three requests, answered in any order.
    await expect
      .poll(async () => {
        const { navigation_views: all } = await own.call('get-navigation-views');
        return all.map(({ fragment, is_pinned }) => `${fragment} ${is_pinned}`).sort();
      })
      .toEqual(['drafts true', 'narrow/search/queue true', 'recent false']);
    await sidebar.getByText('More views').click();
    await expect(sidebar.getByRole('link', { name: 'Recent conversations' })).toBeHidden();
    await mel.goto(`${server.url}/#inbox`);
    await sidebar.getByRole('link', { name: 'Queues' }).click();
    await expect(mel).toHaveURL(/#narrow\/search\/queue$/);
    await expect(sidebar.locator('[aria-current=page]').filter({ hasText: 'Queues' })).toBeVisible();
  });

  await test.step('the menu of a view of one’s own renames it', async () => {
    await sidebar.getByRole('link', { name: 'Queues' }).hover();
    await sidebar.getByRole('button', { name: 'Options for Queues' }).click();
    await mel.getByRole('menuitem', { name: 'Rename Queues' }).click();
    const name = mel.getByRole('dialog', { name: 'Rename Queues' }).getByRole('textbox', { name: 'Name' });
    await name.fill('Long queues');
    await mel.keyboard.press('Enter');
    await expect(sidebar.getByRole('link', { name: 'Long queues' })).toBeVisible();
    await sidebar.getByRole('link', { name: 'Long queues' }).click({ button: 'right' });
    await mel.getByRole('menuitem', { name: 'Rename Long queues' }).click();
    await mel.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Queues');
    await mel.keyboard.press('Enter');
    await expect(sidebar.getByRole('link', { name: 'Queues', exact: true })).toBeVisible();
  });

  await test.step('a view is renamed and deleted', async () => {
    const views = mel.getByRole('dialog', { name: 'Arrange views' });
    await sidebar.getByText('More views').click();
    await sidebar.getByRole('button', { name: 'Arrange views' }).click();
    await views.getByRole('button', { name: 'Rename Queues' }).click();
    await views.getByRole('textbox', { name: 'Rename Queues' }).fill('All about queues');
    await mel.keyboard.press('Enter');
    await views.getByRole('button', { name: 'Remove All about queues' }).click();
    await expect(views.getByRole('checkbox', { name: 'All about queues' })).toHaveCount(0);
  });
});
