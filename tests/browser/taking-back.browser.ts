// Actions with little visible effect, such as muting or leaving a channel, show a message with an undo button.
// Actions that cannot be undone ask first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest } from './browser.ts';
import { focused } from './hand.ts';

test('undo messages', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const olive = await server.as('olive');
  const { stream_id } = await olive.call('get-stream-id', { stream: 'engineering' });
  const state = () =>
    olive.call('register-queue', { event_types: ['user_topic', 'muted_users', 'subscription'] });
  const isSubscribed = async (name: string) =>
    (await state()).subscriptions?.some((one) => one.name === name) === true;
  const page = await open('Olive Owner', `#narrow/channel/${stream_id}/topic/roadmap`);
  const status = page.getByRole('status');
  const undo = () => status.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('article').first().waitFor();

  await context.test('a topic is muted with its key, and unmuted', async () => {
    const mutedTopics = async () =>
      (await state()).user_topics?.filter((one) => one.visibility_policy === 1) ?? [];
    await page.getByRole('article').last().focus();
    await page.keyboard.press('Shift+M');
    await status.getByText('roadmap muted.').waitFor();
    await waitUntil(async () => (await mutedTopics()).length === 1);
    await undo();
    await waitUntil(async () => (await mutedTopics()).length === 0);
  });

  await context.test('a channel is muted', async () => {
    const isMuted = async () =>
      (await state()).subscriptions?.some((one) => one.stream_id === stream_id && one.is_muted) === true;
    await page.goto(`${server.url}/#narrow/channel/${stream_id}`);
    await page.getByRole('button', { name: 'Channel actions' }).click();
    await page.getByRole('menuitem', { name: 'Mute channel' }).click();
    await status.getByText('engineering muted.').waitFor();
    await waitUntil(isMuted);
    await undo();
    await waitUntil(async () => !(await isMuted()));
  });

  await context.test('a person is muted', async () => {
    const people = page.getByRole('complementary', { name: 'People' });
    await people.getByRole('button', { name: 'Max Member' }).first().click();
    await page.getByRole('dialog', { name: 'Max Member' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Mute' }).click();
    await status.getByText('Max Member muted.').waitFor();
    await waitUntil(async () => (await state()).muted_users?.length === 1);
    await undo();
    await waitUntil(async () => (await state()).muted_users?.length === 0);
  });

  await context.test(
    'a channel is left, also in the list of channels, and the focus stays there',
    async () => {
      await page.goto(`${server.url}/#channels/all`);
      await page.getByRole('button', { name: 'Unsubscribe from town square' }).press('Enter');
      await status.getByText('You unsubscribed from town square.').waitFor();
      await page.getByRole('button', { name: 'Subscribe to town square' }).waitFor();
      await waitUntil(async () => (await focused(page)).name === 'Subscribe to town square');
      await undo();
      await waitUntil(() => isSubscribed('town square'));
    },
  );

  await context.test('leaving a private channel asks first', async () => {
    await page.getByRole('button', { name: 'Unsubscribe from leadership' }).press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Unsubscribe from leadership?' });
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await confirmation.waitFor({ state: 'detached' });
    assert.equal(await isSubscribed('leadership'), true);
    await waitUntil(async () => (await focused(page)).name === 'Unsubscribe from leadership');
    await page.keyboard.press('Enter');
    await confirmation.getByRole('button', { name: 'Unsubscribe' }).click();
    await waitUntil(async () => !(await isSubscribed('leadership')));
  });
});
