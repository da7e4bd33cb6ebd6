// Quotas of the organization: administrators view, change and reset them.

import assert from 'node:assert/strict';
import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

test('administrators change and reset the quotas of the organization', async ({ server, open }) => {
  const owner = await server.as('olive');
  const olive = await open('olive', '#organization/limits');
  const main = olive.getByRole('main');
  const channels = main.getByRole('spinbutton', { name: 'Channels: Per member and day' });
  const limitOf = async (name: string) => {
    const { quotas } = await owner.call('get-quotas');
    return quotas.find((quota) => quota.name === name)?.limit;
  };

  await test.step('each kind is listed with its quotas and usage', async () => {
    await expect(channels).toBeVisible();
    await expect(channels).toHaveValue('100');
    await expect(main.getByText('Default: 100. Maximum: 10,000.', { exact: true }).first()).toBeVisible();
    await expect(main.getByText(/^\d+ in use · Default: 10,000\. Maximum: 100,000\.$/).first()).toBeVisible();
    await expect(
      main.getByText('Administrators may create 10 times the daily limit of members.'),
    ).toBeVisible();
    await picture(olive, 'organization-limits');
    await expect.poll(() => problems(olive, 'limits')).toEqual([]);
  });

  await test.step('a quota is raised, and reset to its default', async () => {
    await channels.fill('200');
    await channels.press('Enter');
    const resetButton = main.getByRole('button', { name: 'Channels: Per member and day: Reset to 100' });
    await expect(resetButton).toBeVisible();
    await expect.poll(() => limitOf('channels_per_day')).toBe(200);
    await resetButton.click();
    await expect(resetButton).toHaveCount(0);
    await expect(channels).toHaveValue('100');
    await expect.poll(() => limitOf('channels_per_day')).toBe(100);
  });

  await test.step('a number that is too high is rejected, and the message states the maximum', async () => {
    await channels.fill('10001');
    await channels.press('Enter');
    await expect(main.getByRole('alert').getByText('Enter a whole number from 1 to 10,000.')).toBeVisible();
    await main.getByRole('button', { name: 'Discard' }).click();
    assert.equal(await limitOf('channels_per_day'), 100);
  });

  await test.step('the audit log has an entry for the changed quota', async () => {
    await olive.goto(`${server.url}/#organization/audit`);
    await expect(main.getByText('changed the limit “Channels: Per member and day”').first()).toBeVisible();
  });

  await test.step('members are not offered the quotas', async () => {
    const mel = await open('mel', '#organization/permissions');
    const sections = mel.getByRole('navigation', { name: 'Sections' });
    await expect(sections.getByRole('link', { name: 'Permissions' })).toBeVisible();
    await expect(sections.getByRole('link', { name: 'Limits' })).toHaveCount(0);
  });
});
