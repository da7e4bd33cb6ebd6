// The audit log for owners: sentences, filters by person and kind, older pages, German texts, and no access for
// others.

import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

const MEMBER = 400;
const MODERATOR = 300;

test('the audit log shows who did what', async ({ server, open }) => {
  const [adam, mel] = [await server.as('adam'), await server.as('mel')];
  for (let index = 0; index < 30; index++) {
    await adam.ok('PATCH', `/users/${mel.userId}`, { role: MODERATOR });
    await adam.ok('PATCH', `/users/${mel.userId}`, { role: MEMBER });
  }

  const olive = await open('olive', '#organization/audit');
  const main = olive.getByRole('main');
  const lines = main.getByRole('region', { name: 'Audit log' }).getByRole('listitem');

  await test.step('the newest entries come first, older ones load on request', async () => {
    await expect(main.getByText('Olive Owner logged in').first()).toBeVisible();
    await expect(lines).toHaveCount(50);
    await expect(lines.nth(1)).toHaveText(
      /^Adam Admin changed the role of Mel Member.* · Moderator → Member$/,
    );
    await picture(olive, 'audit-log');
    await expect.poll(() => problems(olive, 'the audit log')).toEqual([]);
    await main.getByRole('button', { name: 'Show older events' }).click();
    await expect(main.getByText('allowed the domain example.com')).toBeVisible();
    await expect.poll(() => lines.count()).toBeGreaterThan(60);
    await expect(main.getByRole('button', { name: 'Show older events' })).toHaveCount(0);
  });

  await test.step('filters by kind and by person', async () => {
    await main.getByRole('combobox', { name: 'Event' }).selectOption({ label: 'allowed the domain …' });
    await expect(main.getByText('Olive Owner allowed the domain example.com')).toBeVisible();
    await expect(lines.nth(1)).toHaveCount(0);
    await main.getByRole('combobox', { name: 'Done by' }).fill('Adam');
    await olive.keyboard.press('Enter');
    await expect(main.getByText('No matching events')).toBeVisible();
    await expect(lines).toHaveCount(0);
    await main.getByRole('button', { name: 'Remove Done by: Adam Admin' }).click();
    await expect(main.getByText('Olive Owner allowed the domain example.com')).toBeVisible();
  });

  await test.step('in German', async () => {
    await (await server.as('olive')).call('update-settings', { default_language: 'de' });
    await expect(main.getByText('Adam Admin hat die Rolle von Mel Member geändert').first()).toBeVisible();
    await expect.poll(() => problems(olive, 'the audit log in German')).toEqual([]);
  });

  await test.step('administrators are not offered the audit log', async () => {
    const page = await open('adam', '#organization/exports');
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
    await page.goto(`${server.url}/#organization/audit`);
    await expect(page.getByText('Only owners can see this')).toBeVisible();
  });
});
