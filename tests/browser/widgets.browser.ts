// Polls and to-do lists: created in the composer and used by two people, who see each other's changes at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';

test('polls and to-do lists', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const address = `#narrow/channel/${stream_id}/topic/lunch`;
  const page = await open('Mel Member', address);
  const other = await open('Mia Member', address);

  await context.test('a poll is created in a dialog, and the draft stays', async () => {
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
    await dialog.getByRole('textbox', { name: 'Choice 4' }).waitFor();
    await picture(page, 'new-poll');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Poll' }).getByText('Where do we eat?').waitFor();
    assert.equal(await field.inputValue(), 'begun');
    await field.fill('');
  });

  await context.test('two people vote, undo it and add an option, and see each other’s changes', async () => {
    const poll = page.getByRole('group', { name: 'Poll' });
    const seen = other.getByRole('group', { name: 'Poll' });
    await seen.getByRole('button', { name: 'Noodle bar, 0 votes' }).click();
    await poll.getByRole('button', { name: 'Noodle bar, 1 vote' }).click();
    await seen.getByRole('button', { name: 'Noodle bar, 2 votes' }).waitFor();
    await poll.getByText('Mia Member and Mel Member').waitFor();
    assert.equal(
      await seen.getByRole('button', { name: /^Noodle bar/ }).getAttribute('aria-pressed'),
      'true',
    );
    await seen.getByRole('button', { name: /^Noodle bar/ }).press(' ');
    await poll.getByRole('button', { name: 'Noodle bar, 1 vote' }).waitFor();

    await seen.getByRole('textbox', { name: 'Add a choice' }).fill('At home');
    assert.ok(await seen.getByRole('button', { name: 'Add' }).isDisabled());
    await seen.getByRole('textbox', { name: 'Add a choice' }).fill('Food truck');
    await other.keyboard.press('Enter');
    await poll.getByRole('button', { name: 'Food truck, 0 votes' }).click();
    await picture(page, 'poll');
    assert.deepEqual(await violations(page), []);
  });

  await context.test('the author changes the question; others cannot', async () => {
    assert.equal(await other.getByRole('button', { name: 'Edit question' }).count(), 0);
    await page.getByRole('button', { name: 'Edit question' }).click();
    await page.getByRole('textbox', { name: 'Edit question' }).fill('Where do we eat today?');
    await page.keyboard.press('Enter');
    await other.getByText('Where do we eat today?').waitFor();
  });

  await context.test('a to-do list is created, used by two people, and extended', async () => {
    await page.getByRole('button', { name: 'Insert' }).click();
    await page.getByRole('menuitem', { name: 'To-do list' }).click();
    const dialog = page.getByRole('dialog', { name: 'New to-do list' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Kitchen');
    await dialog.getByRole('textbox', { name: 'Task 1', exact: true }).fill('Dishes');
    await dialog.getByRole('textbox', { name: 'Details of task 1' }).fill('all of them');
    await dialog.getByRole('textbox', { name: 'Task 2', exact: true }).fill('Floor');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const list = page.getByRole('group', { name: 'To-do list' });
    const seen = other.getByRole('group', { name: 'To-do list' });
    await list.getByRole('checkbox', { name: 'Dishes all of them' }).press(' ');
    await waitUntil(() => seen.getByRole('checkbox', { name: /^Dishes/ }).isChecked());
    await seen.getByRole('textbox', { name: 'Add a task' }).fill('Windows');
    await other.keyboard.press('Enter');
    await list.getByRole('checkbox', { name: 'Windows' }).waitFor();
    await seen.getByRole('checkbox', { name: /^Dishes/ }).click();
    await waitUntil(async () => !(await list.getByRole('checkbox', { name: /^Dishes/ }).isChecked()));
    await list.getByRole('checkbox', { name: 'Floor' }).press(' ');
    await waitUntil(() => list.getByRole('checkbox', { name: 'Floor' }).isChecked());
    await picture(page, 'todo');
    assert.deepEqual(await violations(page), []);
  });

  await context.test('a bot offers replies, and the chosen one is sent', async () => {
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
    await page.getByRole('article').getByText('answer A').waitFor();
  });

  await context.test('a link to a video call is inserted, if the organization has calls', async () => {
    const field = other.getByRole('textbox', { name: /^Message/ });
    await other.getByRole('button', { name: 'Insert' }).click();
    await other.getByRole('menuitem', { name: 'Video call' }).click();
    await waitUntil(async () =>
      /^\[Join the video call\.\]\(https:\/\/meet\.jit\.si\/\d{15}\)$/.test(await field.inputValue()),
    );
    const olive = await server.as('olive');
    await olive.call('update-organization', { video_chat_provider: 0 });
    await waitUntil(async () => {
      await other.getByRole('button', { name: 'Insert' }).click();
      const names = await other.getByRole('menuitem').allInnerTexts();
      await other.keyboard.press('Escape');
      return names.length > 0 && !names.includes('Video call');
    });
  });

  await context.test('in German, and after reopening, everything is displayed', async () => {
    await mel.call('update-settings', { default_language: 'de' });
    await page.reload();
    await page.getByRole('group', { name: 'Umfrage' }).getByText('Where do we eat today?').waitFor();
    await page
      .getByRole('group', { name: 'Aufgabenliste' })
      .getByRole('checkbox', { name: 'Floor' })
      .waitFor();
    await page.getByRole('button', { name: 'Hinzufügen' }).first().waitFor();
  });
});
