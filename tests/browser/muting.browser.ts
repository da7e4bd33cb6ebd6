// Muting for a while from menus and the inbox, also of direct conversations, and the settings that list and end mutes.

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
    mel.call('register-queue', { event_types: ['user_topic', 'muted_direct_conversations', 'alert_words'] });
  const mutedPeople = async () =>
    (await state()).muted_direct_conversations?.map(({ user_ids: ids }) =>
      ids.filter((id) => id !== mel.userId),
    );
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

  await test.step('the key M mutes direct conversations with one person and with several, which leave the inbox', async () => {
    const group = row(/Adam Admin, Mia Member|Mia Member, Adam Admin/);
    await group.focus();
    await page.keyboard.press('f');
    await expect(page.getByText('You can follow topics, but not direct messages.')).toBeVisible();
    await page.keyboard.press('m');
    await expect(page.getByText(/^Conversation with .*, .* muted\.$/)).toBeVisible();
    await expect(group).toHaveCount(0);
    const pair = row(/to you|^Mia Member, (?!Adam)/).first();
    await pair.focus();
    await page.keyboard.press('m');
    await expect(page.getByText('Conversation with Mia Member muted.')).toBeVisible();
    await expect.poll(mutedPeople).toEqual([[adam.userId, mia.userId].sort((a, b) => a - b), [mia.userId]]);
    await page.keyboard.press('z');
    await expect.poll(mutedPeople).toHaveLength(1);
    await expect(pair).toBeVisible();
  });

  await test.step('the menu of the sidebar mutes a direct conversation for a while, in the time zone of the device', async () => {
    await mel.call('update-settings', { timezone: 'Asia/Kolkata' });
    const line = page.getByRole('navigation').getByRole('link', { name: /^Mia Member/ });
    await line.first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Mute for…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mute the conversation with Mia Member' });
    await expect(dialog.getByText(/^These times are in the time zone of this device \(/)).toBeVisible();
    await page.getByRole('button', { name: /^For a week/ }).click();
    await expect.poll(mutedPeople).toHaveLength(2);
    await expect(line.first()).toHaveAccessibleDescription('muted');
  });

  await test.step('the settings list what is muted with its end, and unmute it', async () => {
    await page.goto(`${new URL(page.url()).origin}/#settings/muting`);
    const topics = page.getByRole('region', { name: 'Topics with their own setting' });
    await expect(topics.getByText(/^Until /)).toHaveCount(1);
    await topics.getByRole('combobox', { name: 'Setting of for a while' }).selectOption('Followed');
    await expect(topics.getByText(/^Until /)).toHaveCount(0);
    await topics.getByRole('button', { name: 'Reset for a while' }).click();
    await expect(topics.getByRole('link', { name: /for a while/ })).toHaveCount(0);
    const direct = page.getByRole('region', { name: 'Muted direct conversations' });
    await expect(direct.getByRole('listitem')).toHaveCount(2);
    await expect(direct.getByText(/^Until /)).toHaveCount(1);
    await direct.getByRole('button', { name: 'Unmute Mia Member' }).click();
    await expect.poll(mutedPeople).toHaveLength(1);
    await direct.getByRole('button', { name: /^Unmute / }).click();
    await expect(direct.getByText('No direct conversations yet.')).toBeVisible();
    expect(await mutedPeople()).toEqual([]);
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
