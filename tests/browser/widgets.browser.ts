// Polls and to-do lists: created in the composer and used by two people, who see each other's changes at once.

import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('two people use polls and to-do lists, and see each other’s changes at once', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const address = `#narrow/channel/${stream_id}/topic/lunch`;
  const page = await open('mel', address);
  const other = await open('mia', address);

  await test.step('a poll is created in a dialog, and the draft stays', async () => {
    const field = page.getByRole('textbox', { name: /^Message/ });
    await field.fill('begun');
    await page.getByRole('button', { name: 'Insert' }).click();
    await page.getByRole('menuitem', { name: 'Poll' }).click();
    const dialog = page.getByRole('dialog', { name: 'New poll' });
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Where do we eat?');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Soup kitchen');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Noodle bar');
    await dialog.getByRole('textbox', { name: 'Choice 3' }).fill('At home');
    await expect(dialog.getByRole('textbox', { name: 'Choice 4' })).toBeVisible();
    await picture(page, 'new-poll');
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Poll' }).getByText('Where do we eat?')).toBeVisible();
    await expect(field).toHaveValue('begun');
    await field.fill('');
  });

  await test.step('two people vote, undo it and add an option, and see each other’s changes', async () => {
    const poll = page.getByRole('group', { name: 'Poll' });
    const othersPoll = other.getByRole('group', { name: 'Poll' });
    await othersPoll.getByRole('button', { name: 'Noodle bar, 0 votes' }).click();
    await poll.getByRole('button', { name: 'Noodle bar, 1 vote' }).click();
    await expect(othersPoll.getByRole('button', { name: 'Noodle bar, 2 votes' })).toBeVisible();
    await expect(poll.getByText('Mia Member and Mel Member')).toBeVisible();
    await expect(othersPoll.getByRole('button', { name: /^Noodle bar/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await othersPoll.getByRole('button', { name: /^Noodle bar/ }).press(' ');
    await expect(poll.getByRole('button', { name: 'Noodle bar, 1 vote' })).toBeVisible();

    await othersPoll.getByRole('textbox', { name: 'Add a choice' }).fill('At home');
    await expect(othersPoll.getByRole('button', { name: 'Add' })).toBeDisabled();
    await othersPoll.getByRole('textbox', { name: 'Add a choice' }).fill('Food truck');
    await other.keyboard.press('Enter');
    await poll.getByRole('button', { name: 'Food truck, 0 votes' }).click();
    await picture(page, 'poll');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('the author changes the question; others cannot', async () => {
    await expect(other.getByRole('button', { name: 'Edit question' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit question' }).click();
    await page.getByRole('textbox', { name: 'Edit question' }).fill('Where do we eat today?');
    await page.keyboard.press('Enter');
    await expect(other.getByText('Where do we eat today?')).toBeVisible();
  });

  await test.step('a to-do list is created, used by two people, and extended', async () => {
    await page.getByRole('button', { name: 'Insert' }).click();
    await page.getByRole('menuitem', { name: 'To-do list' }).click();
    const dialog = page.getByRole('dialog', { name: 'New to-do list' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Kitchen');
    await dialog.getByRole('textbox', { name: 'Task 1', exact: true }).fill('Dishes');
    await dialog.getByRole('textbox', { name: 'Details of task 1' }).fill('all of them');
    await dialog.getByRole('textbox', { name: 'Task 2', exact: true }).fill('Floor');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const list = page.getByRole('group', { name: 'To-do list' });
    const othersList = other.getByRole('group', { name: 'To-do list' });
    await list.getByRole('checkbox', { name: 'Dishes all of them' }).press(' ');
    await expect(othersList.getByRole('checkbox', { name: /^Dishes/ })).toBeChecked();
    await othersList.getByRole('textbox', { name: 'Add a task' }).fill('Windows');
    await other.keyboard.press('Enter');
    await expect(list.getByRole('checkbox', { name: 'Windows' })).toBeVisible();
    await othersList.getByRole('checkbox', { name: /^Dishes/ }).click();
    await expect(list.getByRole('checkbox', { name: /^Dishes/ })).not.toBeChecked();
    await list.getByRole('checkbox', { name: 'Floor' }).press(' ');
    await expect(list.getByRole('checkbox', { name: 'Floor' })).toBeChecked();
    await picture(page, 'todo');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('a bot offers replies, and the chosen one is sent', async () => {
    const choices = [{ type: 'multiple_choice', short_name: 'A', long_name: 'A cake', reply: 'answer A' }];
    const extra_data = { type: 'choices', heading: 'What shall it be?', choices };
    await mel.call('send-message', {
      type: 'channel',
      to: 'engineering',
      topic: 'lunch',
      content: 'What shall it be?',
      widget_content: JSON.stringify({ widget_type: 'zform', extra_data }),
    });
    await other.getByRole('button', { name: 'A', exact: true }).click();
    await expect(page.getByRole('article').getByText('answer A')).toBeVisible();
  });

  await test.step('a link to a video call is inserted, if the organization has calls', async () => {
    const olive = await server.as('olive');
    await olive.call('update-organization', { video_chat_provider: 1 });
    const field = other.getByRole('textbox', { name: /^Message/ });
    const items = other.getByRole('menuitem');
    await expect(async () => {
      await other.getByRole('button', { name: 'Insert' }).click();
      await expect(items.first()).toBeVisible();
      const call = other.getByRole('menuitem', { name: 'Video call' });
      // Escape closes the menu; without one it would lead to the inbox.
      if ((await call.count()) === 0) await other.keyboard.press('Escape');
      await call.click({ timeout: 1000 });
    }).toPass();
    await expect(field).toHaveValue(/^\[Join the video call\.\]\(https:\/\/meet\.jit\.si\/\d{15}\)$/);
    await olive.call('update-organization', { video_chat_provider: 0 });
    await expect(async () => {
      await other.getByRole('button', { name: 'Insert' }).click();
      await expect(items.first()).toBeVisible();
      const names = await items.allInnerTexts();
      await other.keyboard.press('Escape');
      await expect(items).toHaveCount(0);
      expect(names).not.toContain('Video call');
    }).toPass();
  });

  await test.step('in German, and after reopening, everything is displayed', async () => {
    await mel.call('update-settings', { default_language: 'de' });
    await page.reload();
    await expect(
      page.getByRole('group', { name: 'Umfrage' }).getByText('Where do we eat today?'),
    ).toBeVisible();
    await expect(
      page.getByRole('group', { name: 'Aufgabenliste' }).getByRole('checkbox', { name: 'Floor' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hinzufügen' }).first()).toBeVisible();
  });
});
