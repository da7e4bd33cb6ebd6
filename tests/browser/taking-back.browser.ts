// Actions with little visible effect, such as muting or leaving a channel, show a message with an undo button.
// Actions that cannot be undone ask first.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';

test('actions with little visible effect can be undone, and final ones ask first', async ({
  server,
  open,
}) => {
  const olive = await server.as('olive');
  const { stream_id } = await olive.call('get-stream-id', { stream: 'engineering' });
  const state = () =>
    olive.call('register-queue', { event_types: ['user_topic', 'muted_users', 'subscription'] });
  const isSubscribed = async (name: string) =>
    (await state()).subscriptions?.some((one) => one.name === name) === true;
  const page = await open('olive', `#narrow/channel/${stream_id}/topic/roadmap`);
  const status = page.getByRole('status');
  const undo = () => status.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();

  await test.step('a topic is muted with its key, and unmuted', async () => {
    const mutedTopics = async () =>
      (await state()).user_topics?.filter((one) => one.visibility_policy === 1) ?? [];
    await page.getByRole('article').last().focus();
    await page.keyboard.press('Shift+M');
    await expect(status.getByText('roadmap muted.')).toBeVisible();
    await expect.poll(async () => (await mutedTopics()).length).toBe(1);
    await undo();
    await expect.poll(async () => (await mutedTopics()).length).toBe(0);
  });

  await test.step('a channel is muted', async () => {
    const isMuted = async () =>
      (await state()).subscriptions?.some((one) => one.stream_id === stream_id && one.is_muted) === true;
    await page.goto(`${server.url}/#narrow/channel/${stream_id}`);
    await page.getByRole('button', { name: 'Channel actions' }).click();
    await page.getByRole('menuitem', { name: 'Mute channel' }).click();
    await expect(status.getByText('engineering muted.')).toBeVisible();
    await expect.poll(isMuted).toBe(true);
    await undo();
    await expect.poll(isMuted).toBe(false);
  });

  await test.step('a person is muted', async () => {
    await page.getByRole('button', { name: 'People', exact: true }).click();
    const people = page.getByRole('complementary', { name: 'People' });
    await people.getByRole('button', { name: 'Max Member' }).first().click();
    await page.getByRole('dialog', { name: 'Max Member' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Mute', exact: true }).click();
    await expect(status.getByText('Max Member muted.')).toBeVisible();
    await expect.poll(async () => (await state()).muted_users?.length).toBe(1);
    await undo();
    await expect.poll(async () => (await state()).muted_users?.length).toBe(0);
  });

  await test.step('a channel is left in the list of channels, and the focus stays on its button', async () => {
    await page.goto(`${server.url}/#channels/all`);
    await page.getByRole('button', { name: 'Unsubscribe from town square' }).press('Enter');
    await expect(status.getByText('You unsubscribed from town square.')).toBeVisible();

    await expect(page.getByRole('button', { name: 'Subscribe to town square' })).toBeFocused();
    await undo();
    await expect.poll(() => isSubscribed('town square')).toBe(true);
  });

  await test.step('leaving a private channel asks first', async () => {
    await page.getByRole('button', { name: 'Unsubscribe from leadership' }).press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Unsubscribe from leadership?' });
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmation).toHaveCount(0);
    assert.equal(await isSubscribed('leadership'), true);
    await expect(page.getByRole('button', { name: 'Unsubscribe from leadership' })).toBeFocused();
    await page.keyboard.press('Enter');
    await confirmation.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect.poll(() => isSubscribed('leadership')).toBe(false);
  });
});
