// Conversations for later: put away, brought back and done in the menu of a topic, and silent while they are away.

import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { recordNotifications, shownNotifications } from './recorded-notifications.ts';
import { violations } from './violations.ts';

async function chooseForTopic(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Topic actions', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('a topic is put away and brought back in its menu', async ({ server, open }) => {
  const mia = await server.as('mia');
  const { stream_id } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
  await mia.sendToChannel('general', 'lunch', 'pizza?');
  const stored = async () => (await mia.ok('GET', '/users/me/later_conversations')).later_conversations;
  const page = await open('mia', `#narrow/channel/${stream_id}/topic/lunch`);

  await test.step('put away', async () => {
    await chooseForTopic(page, 'Later…');
    await expect(page.getByRole('dialog', { name: 'Put away until' })).toBeVisible();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'In an hour' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(stored).toHaveLength(1);
    const [{ topic, until }] = await stored();
    assert.equal(topic, 'lunch');
    assert.ok(Math.abs(until - Date.now() / 1000 - 3600) < 120);
  });

  await test.step('the topic is brought back', async () => {
    await chooseForTopic(page, 'Bring back');
    await expect.poll(stored).toHaveLength(0);
  });

  await test.step('by keyboard the first time has the focus, and arrows choose another', async () => {
    await chooseForTopic(page, 'Later…');
    const dialog = page.getByRole('dialog', { name: 'Put away until' });
    await expect(dialog.getByRole('button', { name: /^In an hour/ })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(dialog.getByRole('listitem').last().getByRole('button')).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect.poll(stored).toHaveLength(1);
    await chooseForTopic(page, 'Bring back');
    await expect.poll(stored).toHaveLength(0);
  });

  await test.step('a refused change is reverted', async () => {
    await page.route('**/users/me/later_conversations', (route) =>
      route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now.' } }),
    );
    await chooseForTopic(page, 'Later…');
    await page.getByRole('button', { name: 'In an hour' }).click();
    await expect(page.getByText('Not now.')).toBeVisible();
    await page.getByRole('button', { name: 'Topic actions', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Later…' })).toBeVisible();
  });
});

test('a conversation that is away notifies only of mentions', async ({ server, open }) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const page = await open('mia', '#inbox');
  await page.evaluate(recordNotifications);
  const until = Math.ceil(Date.now() / 1000) + 3600;
  await mia.ok('POST', '/users/me/later_conversations', { user_ids: [mel.userId], until });
  await mel.sendDirect([mia.userId], 'not now');
  await mel.sendDirect([mia.userId], '@**Mia Member** the server is down');
  await expect.poll(async () => (await shownNotifications(page)).join()).toMatch(/the server is down/);
  await mia.ok('DELETE', '/users/me/later_conversations', { user_ids: [mel.userId] });
  await mel.sendDirect([mia.userId], 'and now?');
  await expect.poll(async () => (await shownNotifications(page)).length).toBe(2);
});
