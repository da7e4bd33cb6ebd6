// Scheduled messages and reminders.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';

test('later', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const address = (topic: string) => `#narrow/channel/${stream_id}/topic/${topic}`;

  await context.test('a message is scheduled, postponed, and edited', async () => {
    const page = await open('Mel Member', address('later'));
    const field = page.getByRole('textbox', { name: /^Message/ });
    await field.fill('Good **morning**');
    await page.getByRole('button', { name: 'Schedule for later' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule for later' });
    await dialog.getByText('Custom time').waitFor();
    await picture(page, 'send-later');
    assert.deepEqual(await violations(page), []);

    await dialog.getByLabel('Custom time').fill('2020-01-01T10:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByRole('alert').getByText('Choose a time in the future').waitFor();
    await dialog.getByRole('button', { name: /^Tomorrow/ }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '');
    const { scheduled_messages } = await mel.call('get-scheduled-messages', {});
    assert.deepEqual(
      scheduled_messages.map(({ content, topic, failed }) => [content, topic, failed]),
      [['Good **morning**', 'later', false]],
    );

    await page.getByRole('button', { name: 'Show' }).click();
    const line = page.getByRole('listitem').filter({ hasText: '#engineering › later' });
    await line.getByText('morning').waitFor();
    await picture(page, 'scheduled');
    assert.deepEqual(await violations(page), []);
    const before = await line.getByRole('heading').innerText();
    await line.getByRole('button', { name: 'Change time' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^In an hour/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: before }).waitFor({ state: 'detached' });

    await line.getByRole('button', { name: 'Edit message' }).click();
    await waitUntil(
      async () => (await field.count()) > 0 && (await field.inputValue()) === 'Good **morning**',
    );
    assert.deepEqual((await mel.call('get-scheduled-messages', {})).scheduled_messages, []);
    await page.goto(`${server.url}/#scheduled`);
    await page.getByText('No scheduled messages').waitFor();
    await page.context().close();
  });

  await context.test('a reminder is set for a message, and deleted', async () => {
    const { id } = await mel.call('send-message', {
      type: 'channel',
      to: 'engineering',
      topic: 'remember',
      content: 'The list',
    });
    const page = await open('Mel Member', `${address('remember')}/near/${id}`);
    const message = page.getByRole('article').filter({ hasText: 'The list' });
    await message.hover();
    await message.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remind me' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Tomorrow/ })
      .click();
    await page.getByRole('status').getByText('You’ll be reminded').waitFor();
    const { reminders } = await mel.call('get-reminders', {});
    assert.deepEqual(
      reminders.map(({ reminder_target_message_id }) => reminder_target_message_id),
      [id],
    );

    await page.goto(`${server.url}/#reminders`);
    await page.getByText('You requested a reminder').waitFor();
    await picture(page, 'reminders');
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Delete reminder' }).click();
    await page.getByText('No reminders').waitFor();
    assert.deepEqual((await mel.call('get-reminders', {})).reminders, []);
    await page.context().close();
  });
});
