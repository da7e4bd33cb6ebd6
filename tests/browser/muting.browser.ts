// Muting for a while from menus and the inbox, what cannot be muted, and the settings that list and end mutes.

import { nowSeconds } from '../../src/api-contract/time.ts';
import { expect, test } from './fixtures.ts';

test('things are muted for a while from the inbox, listed in the settings, and unmuted there', async ({
  server,
  open,
}) => {
  const [mel, adam, mia] = [await server.as('mel'), await server.as('adam'), await server.as('mia')];
  await mel.call('mark-all-as-read');
  await adam.sendToChannel('engineering', 'for a while', 'later');
  await adam.call('send-message', { type: 'direct', to: [mel.userId, mia.userId], content: 'to both' });
  await mia.call('send-message', { type: 'direct', to: [mel.userId], content: 'to you' });
  const state = () =>
    mel.call('register-queue', { event_types: ['user_topic', 'muted_users', 'alert_words'] });
  const page = await open('mel', '#inbox');
  const row = (name: RegExp) => page.getByRole('row', { name });

  await test.step('a topic by the menu of its row', async () => {
    await row(/, for a while, /).hover();
    await page.getByRole('button', { name: 'Actions: for a while' }).click();
    await page.getByRole('menuitem', { name: 'Mute for…' }).click();
    await page.getByRole('button', { name: /^For an hour/ }).click();
    await expect(row(/, for a while, /)).toHaveCount(0);
    const end = async () =>
      (await state()).user_topics?.find(({ topic_name }) => topic_name === 'for a while')?.muted_until ?? 0;
    await expect.poll(async () => Math.abs((await end()) - nowSeconds() - 3600) < 120).toBe(true);
  });

  await test.step('a group says that it cannot be muted or followed, and a person can be muted', async () => {
    await row(/Adam Admin, Mia Member|Mia Member, Adam Admin/).focus();
    await page.keyboard.press('m');
    await expect(page.getByText('This conversation cannot be muted.')).toBeVisible();
    await page.keyboard.press('f');
    await expect(page.getByText('You can follow topics, but not direct messages.')).toBeVisible();
    await row(/to you|^Mia Member, (?!Adam)/)
      .first()
      .focus();
    await page.keyboard.press('m');
    await expect(page.getByText('Mia Member muted.')).toBeVisible();
    await expect.poll(async () => (await state()).muted_users?.map(({ id }) => id)).toEqual([mia.userId]);
  });

  await test.step('the settings list them with their end, and unmute them', async () => {
    await page.goto(`${new URL(page.url()).origin}/#settings/muting`);
    const topics = page.getByRole('region', { name: 'Topics with their own setting' });
    await expect(topics.getByText(/^Until /)).toHaveCount(1);
    await topics.getByRole('combobox', { name: 'Setting of for a while' }).selectOption('Followed');
    await expect(topics.getByText(/^Until /)).toHaveCount(0);
    await topics.getByRole('button', { name: 'Reset for a while' }).click();
    await expect(topics.getByRole('link', { name: /for a while/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Unmute Mia Member' }).click();
    await expect.poll(async () => (await state()).muted_users?.length).toBe(0);
  });

  await test.step('alert words are added and removed', async () => {
    await page.goto(`${new URL(page.url()).origin}/#settings/notifications`);
    await page.getByRole('textbox', { name: 'Word or phrase' }).fill('deploy');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(async () => (await state()).alert_words).toContain('deploy');
    await page.getByRole('button', { name: 'Remove deploy' }).click();
    await expect.poll(async () => (await state()).alert_words).not.toContain('deploy');
  });
});
