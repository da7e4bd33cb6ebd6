// The bar above a view: its buttons stay in place while a topic is renamed, and phones have the menu there.

import { expect, test } from './fixtures.ts';
import { focused } from './hand.ts';

test('the bar above a view keeps its buttons in place while a topic changes', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/roadmap`);
  await expect(page.getByRole('article').first()).toBeVisible();

  await test.step('its buttons stay in place while a topic is resolved', async () => {
    const follow = page.getByRole('button', { name: /^(Unf|F)ollow topic/ });
    const before = await follow.boundingBox();
    await page.getByRole('button', { name: 'Mark as resolved' }).click();
    await expect(page.getByRole('heading', { name: /✔ roadmap/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark as unresolved' })).toBeVisible();
    await expect.poll(() => follow.boundingBox()).toEqual(before);
  });

  await test.step('messages are moved from the topic of the first one', async () => {
    await page.getByRole('article').last().focus();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Move to another topic' });
    await expect(dialog).toBeVisible();
    await expect.poll(async () => (await focused(page)).name).toBe('Topic');
    // Enter does not move messages to their current topic.
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.type('the way');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('status').getByText('moved').first()).toBeVisible();
  });

  await test.step('on a phone, the menu is above the inbox', async () => {
    const phone = await open('mia', '#inbox', { viewport: { width: 390, height: 844 } });
    await phone.getByRole('button', { name: 'Menu', exact: true }).click();
    await phone.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(phone).toHaveURL(/#settings$/);
    await phone.goto(`${server.url}/#inbox`);
    await phone.getByRole('button', { name: 'Channels' }).click();
    await expect(
      phone.getByRole('navigation', { name: 'Sidebar' }).getByRole('button', { name: 'Menu' }),
    ).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Menu', exact: true })).toHaveCount(1);
  });
});
