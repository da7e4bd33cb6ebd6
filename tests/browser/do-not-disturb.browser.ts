// Pausing notifications and quiet hours: the menu, the settings, what others see, and that the page stays silent.

import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { recordNotifications, shownNotifications as shown } from './recorded-notifications.ts';
import { violations } from './violations.ts';

async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('notifications are paused and resumed in the menu', async ({ server, open }) => {
  const [mel, mia, olive] = [await server.as('mel'), await server.as('mia'), await server.as('olive')];
  const page = await open('mia', '#inbox');
  await page.evaluate(recordNotifications);
  await mel.sendDirect([mia.userId], 'before the pause');
  await expect.poll(() => shown(page)).toHaveLength(1);

  await test.step('paused', async () => {
    await chooseInMenu(page, 'Pause notifications');
    await expect(page.getByRole('button', { name: 'For 30 minutes' })).toBeVisible();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'For 30 minutes' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { paused_until: until } = await mia.ok('GET', '/users/me/do_not_disturb');
    assert.ok(Math.abs(until - Date.now() / 1000 - 1800) < 120);
    await mia.ok('PATCH', '/users/me/do_not_disturb', { allowed_senders: [olive.userId] });
    await mel.sendDirect([mia.userId], 'during the pause');
    await olive.sendDirect([mia.userId], 'urgent');
    await expect.poll(async () => (await shown(page)).at(-1)).toMatch(/urgent/);
    assert.equal((await shown(page)).length, 2);
  });

  await test.step('others see the pause', async () => {
    const other = await open('mel', `#user/${mia.userId}`);
    await expect(other.getByRole('main').getByText(/Notifications paused until /)).toBeVisible();
    assert.deepEqual(await violations(other), []);
  });

  await test.step('resumed', async () => {
    await chooseInMenu(page, 'Resume notifications');
    await expect.poll(async () => (await mia.ok('GET', '/users/me/do_not_disturb')).paused_until).toBe(0);
    await mel.sendDirect([mia.userId], 'after the pause');
    await expect.poll(async () => (await shown(page)).at(-1)).toMatch(/after the pause/);
  });
});

test('the foot of the sidebar has the status and pauses notifications, and others see a moon', async ({
  server,
  open,
}) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  await mia.sendDirect([mel.userId], 'hello');
  const page = await open('mia', '#inbox');
  const foot = page.locator('.own-footer');

  await test.step('the status is set and cleared with one press', async () => {
    await foot.getByRole('button', { name: /Mia Member/ }).click();
    await page.getByRole('button', { name: 'In a meeting' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(foot.getByText('In a meeting')).toBeVisible();
    await foot.getByRole('button', { name: 'Clear status' }).click();
    await expect(foot.getByText('Set your status')).toBeVisible();
    await expect(foot.getByRole('button', { name: /Mia Member/ })).toBeFocused();
  });

  await test.step('being invisible is no status that can be cleared', async () => {
    await chooseInMenu(page, 'Appear offline');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Appear online' })).toBeVisible();
    await expect(foot.getByRole('button', { name: 'Clear status' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Appear online' }).click();
  });

  await test.step('a pause is shown to the person and to others, until it is resumed', async () => {
    const other = await open('mel', `#narrow/dm/${mia.userId}-mia`);
    await foot.getByRole('button', { name: 'Pause notifications' }).click();
    await page.getByRole('menuitem', { name: 'For an hour' }).click();
    const until = foot.getByText(/^Paused until \d+:\d\d [AP]M$/);
    await expect(until).toBeVisible();
    await expect(until).toHaveAttribute('title', /^Notifications paused until /);
    assert.deepEqual(await violations(page), []);
    const moons = other.locator('.quiet-moon');
    // In the sidebar, in the title, and among the people.
    for (const place of ['.sidebar', 'h1']) await expect(other.locator(place).locator(moons)).toHaveCount(1);
    assert.deepEqual(await violations(other), []);
    await foot.getByRole('button', { name: 'Change or end the pause' }).click();
    await page.getByRole('menuitem', { name: 'Until tomorrow' }).click();
    // It is not cut, whatever the day.
    await expect(foot.getByText(/^Paused until (\w+ )?9:00 AM$/)).toBeVisible();
    assert.equal(
      await foot.locator('small').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      false,
    );
    await foot.getByRole('button', { name: 'Change or end the pause' }).click();
    await page.getByRole('menuitem', { name: 'Resume notifications' }).click();
    await expect(moons).toHaveCount(0);
    await expect(foot.getByText('Set your status')).toBeVisible();
  });
});

test('notifications are paused and resumed in the notification settings', async ({ server, open }) => {
  const mia = await server.as('mia');
  const page = await open('mia', '#settings/notifications');
  const section = page.getByRole('region', { name: 'Quiet hours' });
  await section.getByRole('button', { name: 'Choose until when' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Until tomorrow/ })
    .click();
  await expect(section.getByText(/^Notifications paused until .*9:00 AM$/)).toBeVisible();
  await section.getByRole('button', { name: 'Resume notifications' }).click();
  await expect(section.getByText('Pause notifications', { exact: true })).toBeVisible();
  assert.equal((await mia.ok('GET', '/users/me/do_not_disturb')).paused_until, 0);
});

test('quiet hours are set in the notification settings', async ({ server, open }) => {
  const mia = await server.as('mia');
  const state = () => mia.ok('GET', '/users/me/do_not_disturb');
  const page = await open('mia', '#settings/notifications');
  const section = page.getByRole('region', { name: 'Quiet hours' });
  await section.getByRole('checkbox', { name: /every week/ }).check();
  await section.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await section.getByLabel('From').fill('22:15');
  await section.getByLabel('From').blur();
  await expect
    .poll(async () => (await state()).quiet_hours)
    .toEqual({ enabled: true, days: [1, 2, 3, 4, 5, 6], from: '22:15', to: '08:00' });
  const { timezone } = (await mia.registerQueue()).snapshot.user_settings;
  assert.equal(timezone, await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));

  await section.getByRole('combobox').fill('mel');
  await section.getByRole('option').first().click();
  await expect.poll(async () => (await state()).allowed_senders).toHaveLength(1);
  await expect(section.getByRole('button', { name: /^Remove / })).toBeVisible();
  assert.deepEqual(await violations(page), []);
  await section.getByRole('button', { name: /^Remove / }).click();
  await expect.poll(async () => (await state()).allowed_senders).toEqual([]);
});
