// The sidebar in narrow windows, which opens as a drawer: by keyboard, it behaves like a dialog.

import { expect, test } from './fixtures.ts';
import { focused, Hand } from './hand.ts';

const sizes = { 'on a phone': { width: 390, height: 844 }, 'at 200 %': { width: 720, height: 450 } };
for (const [where, viewport] of Object.entries(sizes)) {
  test(`the sidebar opens as a drawer ${where}`, async ({ open }) => {
    const page = await open('mel', '#inbox', { viewport });
    const hand = new Hand(page);
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    const button = page.getByRole('button', { name: 'Channels', exact: true });
    const isIn = () =>
      page.evaluate<boolean>(`document.querySelector('.sidebar').contains(document.activeElement)`);
    await button.press('Enter');
    await expect.poll(isIn).toBe(true);
    await hand.press('Tab');
    await expect.poll(isIn).toBe(true);
    await hand.press('Escape');
    await expect(sidebar).toBeHidden();
    await expect(button).toBeFocused();

    await hand.press('Enter');
    await expect.poll(isIn).toBe(true);
    await hand.goTo('engineering');
    await hand.press('Enter');
    await expect(page).toHaveURL(/#narrow\/channel\//);
    await expect(sidebar).toBeHidden();
    await expect.poll(async () => (await focused(page)).isBody || (await isIn())).toBe(false);
  });
}
