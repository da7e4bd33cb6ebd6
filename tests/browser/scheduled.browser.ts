// Scheduled messages and reminders.

import assert from 'node:assert/strict';
import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('a message is scheduled, postponed, and edited', async ({ server, open }) => {
  const mel = await server.as('mel');
  const page = await open('mel', await topicAddress(server, 'later'));
  const field = page.getByRole('textbox', { name: /^Message/ });
  await field.fill('Good **morning**');
  await page.getByRole('button', { name: 'Schedule for later' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule for later' });
  await expect(dialog.getByText('Custom time')).toBeVisible();
  await picture(page, 'send-later');
  await expect.poll(() => violations(page)).toEqual([]);

  await dialog.getByLabel('Custom time').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog.getByRole('alert').getByText('Choose a time in the future')).toBeVisible();
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(field).toHaveValue('');
  const { scheduled_messages } = await mel.call('get-scheduled-messages', {});
  assert.deepEqual(
    scheduled_messages.map(({ content, topic, failed }) => [content, topic, failed]),
    [['Good **morning**', 'later', false]],
  );

  await page.getByRole('button', { name: 'Show' }).click();
  const line = page.getByRole('listitem').filter({ hasText: '#engineering › later' });
  await expect(line.getByText('morning')).toBeVisible();
  await picture(page, 'scheduled');
  await expect.poll(() => violations(page)).toEqual([]);
  const before = await line.getByRole('heading').innerText();
  await line.getByRole('button', { name: 'Change time' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^In an hour/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: before })).toHaveCount(0);

  await line.getByRole('button', { name: 'Edit message' }).click();
  await expect(field).toHaveValue('Good **morning**');
  assert.deepEqual((await mel.call('get-scheduled-messages', {})).scheduled_messages, []);
  await page.goto(`${server.url}/#scheduled`);
  await expect(page.getByText('No scheduled messages')).toBeVisible();
});

test('a reminder is set for a message, and deleted', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { id } = await mel.call('send-message', {
    type: 'channel',
    to: 'engineering',
    topic: 'remember',
    content: 'The list',
  });
  const page = await open('mel', `${await topicAddress(server, 'remember')}/near/${id}`);
  const message = page.getByRole('article').filter({ hasText: 'The list' });
  await message.hover();
  await message.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remind me' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tomorrow/ })
    .click();
  await expect(page.getByRole('status').getByText('You’ll be reminded')).toBeVisible();
  const { reminders } = await mel.call('get-reminders', {});
  assert.deepEqual(
    reminders.map(({ reminder_target_message_id }) => reminder_target_message_id),
    [id],
  );

  await page.goto(`${server.url}/#reminders`);
  await expect(page.getByText('You requested a reminder')).toBeVisible();
  await picture(page, 'reminders');
  await expect.poll(() => violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete reminder' }).click();
  await expect(page.getByText('No reminders')).toBeVisible();
  assert.deepEqual((await mel.call('get-reminders', {})).reminders, []);
});
