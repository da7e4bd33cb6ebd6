// The sidebar: channel folders of administrators, and personal arrangement of views.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';

test('arranging the sidebar', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const adam = await open('Adam Admin', '#channels/all');
  const mel = await open('Mel Member', '#narrow/search/queue');
  const dialog = adam.getByRole('dialog', { name: 'Channel folders' });
  const sidebar = mel.getByRole('navigation', { name: 'Sidebar' });
  const headings = async () => (await sidebar.getByRole('heading').allInnerTexts()).map((one) => one.trim());

  await context.test('folders are created and filled, and everyone sees them', async () => {
    assert.equal(await mel.getByRole('button', { name: 'Folders' }).count(), 0);
    await adam.getByRole('button', { name: 'Folders' }).click();
    for (const name of ['Building', 'Talking']) {
      await dialog.getByRole('textbox', { name: 'New folder' }).fill(name);
      await adam.keyboard.press('Enter');
      await dialog.getByRole('textbox', { name: `Name of folder ${name}` }).waitFor();
    }
    await dialog.getByRole('combobox', { name: 'Add a channel to Building' }).selectOption('engineering');
    await dialog.getByRole('combobox', { name: 'Add a channel to Talking' }).selectOption('town square');
    await waitUntil(async () => (await headings()).slice(-3).join() === 'Building,Talking,Other channels');
    await picture(adam, 'folders');
    assert.deepEqual(await violations(adam), []);
  });

  await context.test('they are reordered, renamed, emptied and deleted', async () => {
    await dialog.getByRole('button', { name: 'Move Talking up' }).click();
    await waitUntil(
      async () => (await headings()).indexOf('Talking') < (await headings()).indexOf('Building'),
    );
    await dialog.getByRole('textbox', { name: 'Name of folder Talking' }).fill('Chatting');
    await adam.keyboard.press('Tab');
    await sidebar.getByRole('heading', { name: 'Chatting' }).waitFor();
    await dialog.getByRole('button', { name: 'Remove folder Chatting' }).click();
    await adam.getByText(/remove all the channels from this folder/).waitFor();
    await dialog.getByRole('button', { name: 'Remove town square from Chatting' }).click();
    await sidebar.getByRole('heading', { name: 'Chatting' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Remove folder Chatting' }).click();
    await dialog.getByRole('textbox', { name: 'Name of folder Chatting' }).waitFor({ state: 'detached' });
  });

  await context.test('each person chooses the visible views, and adds their own', async () => {
    const views = mel.getByRole('dialog', { name: 'Arrange views' });
    await sidebar.getByText('More views').click();
    assert.equal(await sidebar.getByRole('link', { name: 'Drafts' }).count(), 1);
    await sidebar.getByRole('button', { name: 'Arrange views' }).click();
    // The checkboxes follow the events; the first event may arrive after the second click.
    await views.getByRole('checkbox', { name: 'Recent conversations' }).click();
    await views.getByRole('checkbox', { name: 'Drafts' }).click();
    await views.getByRole('textbox', { name: 'Add current view' }).fill('Queues');
    await mel.keyboard.press('Enter');
    await views.getByRole('checkbox', { name: 'Queues' }).waitFor();
    await picture(mel, 'views');
    assert.deepEqual(await violations(mel), []);
    await mel.keyboard.press('Escape');
    const own = await server.as('mel');
    // Three requests, answered in any order.
    await waitUntil(async () => {
      const { navigation_views: all } = await own.call('get-navigation-views');
      const lines = all.map(({ fragment, is_pinned }) => `${fragment} ${is_pinned}`).sort();
      return lines.join() === 'drafts true,narrow/search/queue true,recent false';
    });
    await sidebar.getByText('More views').click();
    await sidebar.getByRole('link', { name: 'Recent conversations' }).waitFor({ state: 'hidden' });
    await mel.goto(`${server.url}/#inbox`);
    await sidebar.getByRole('link', { name: 'Queues' }).click();
    await mel.waitForURL(/#narrow\/search\/queue$/);
    await sidebar.locator('[aria-current=page]').filter({ hasText: 'Queues' }).waitFor();
  });

  await context.test('a view is renamed and deleted', async () => {
    const views = mel.getByRole('dialog', { name: 'Arrange views' });
    await sidebar.getByText('More views').click();
    await sidebar.getByRole('button', { name: 'Arrange views' }).click();
    await views.getByRole('button', { name: 'Rename Queues' }).click();
    await views.getByRole('textbox', { name: 'Rename Queues' }).fill('All about queues');
    await mel.keyboard.press('Enter');
    await views.getByRole('button', { name: 'Remove All about queues' }).click();
    await views.getByRole('checkbox', { name: 'All about queues' }).waitFor({ state: 'detached' });
  });
});
