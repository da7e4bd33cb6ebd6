// The table of notification settings: the names of its cells, its keys, saving each cell, and its pages on phones.

import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('each cell of the table saves itself, and a rejected change is reverted with the reason', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const saved = async () =>
    (await mel.call('register-queue', { fetch_event_types: ['user_settings'] })).user_settings
      ?.enable_stream_audible_notifications;
  const page = await open('mel', '#settings/notifications');
  const table = page.getByRole('table');
  const cell = (name: string) => table.getByRole('checkbox', { name, exact: true });
  await test.step('each cell is named after its kind and its way', async () => {
    await expect(table).toBeVisible();
    const kinds = await table.getByRole('rowheader').allInnerTexts();
    const [, ...ways] = await table.getByRole('columnheader').allInnerTexts();
    expect(ways.length).toBeGreaterThan(1);
    await expect(table.getByRole('checkbox')).toHaveCount(kinds.length * ways.length);
    for (const kind of kinds) for (const way of ways) await expect(cell(`${kind}, ${way}`)).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('button', { name: /save/i })).toHaveCount(0);
  });
  await expect(cell('Channel messages, Sound')).not.toBeChecked();
  await cell('Channel messages, Sound').check();
  await expect(page.getByText('✓ Saved')).toBeVisible();
  await expect.poll(saved).toBe(true);
  await expect(page.getByText('✓ Saved')).toBeHidden();

  await cell('Channel messages, Sound').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Channel messages, Phone'],
    ['ArrowUp', 'Followed topics, Phone'],
    ['ArrowLeft', 'Followed topics, Sound'],
    ['ArrowUp', 'Direct messages and mentions, Sound'],
    ['ArrowDown', 'Followed topics, Sound'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(cell(name)).toBeFocused();
  }

  await page.route('**/settings', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today.' } }),
  );
  await cell('Channel messages, Sound').click();
  const status = page.locator('#notifications-saved');
  await expect(status).toHaveText('Not saved: Not today.');
  await expect(status).toBeVisible();
  await expect(cell('Channel messages, Sound')).toHaveAttribute('aria-describedby', 'notifications-saved');
  await expect(cell('Channel messages, Sound')).toBeChecked();
  await page.unroute('**/settings');
  await picture(page, 'notifications');
  await expect.poll(() => violations(page)).toEqual([]);
});

test('on a phone, settings are a list that leads to pages, and Back returns', async ({ server, open }) => {
  const mel = await server.as('mel');
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await open('mel', '#settings', phone);
  const main = page.getByRole('main');
  const list = main.getByRole('navigation', { name: 'Sections' });
  await expect(list.getByRole('link', { name: 'Profile' })).toBeVisible();
  await list.getByRole('link', { name: 'Notifications' }).click();
  await expect(list).toBeHidden();
  await main.getByRole('link', { name: /^Channel messages/ }).click();
  await expect(main.getByRole('heading', { name: 'Channel messages' })).toBeVisible();
  await main.getByRole('checkbox', { name: 'Email' }).check();
  const saved = async () =>
    (await mel.call('register-queue', { fetch_event_types: ['user_settings'] })).user_settings
      ?.enable_stream_email_notifications;
  await expect.poll(saved).toBe(true);
  await expect.poll(() => violations(page)).toEqual([]);
  await page.goBack();
  await expect(main.getByRole('link', { name: 'Channel messages Email' })).toBeVisible();
  await page.goBack();
  await expect(list.getByRole('link', { name: 'Profile' })).toBeVisible();
});
