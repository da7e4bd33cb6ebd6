// Quotas of the organization: administrators view, change and reset them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowserTest } from './browser.ts';

test('the quotas of the organization', { skip, timeout: 300_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const owner = await server.as('olive');
  const olive = await open('Olive Owner', '#organization/limits');
  const main = olive.getByRole('main');
  const channels = main.getByRole('spinbutton', { name: 'Channels: Per member and day' });
  const limitOf = async (name: string) => {
    const { quotas } = await owner.call('get-quotas');
    return quotas.find((quota) => quota.name === name)?.limit;
  };

  await context.test('each kind is listed with its quotas and usage', async () => {
    await channels.waitFor();
    assert.equal(await channels.inputValue(), '100');
    await main.getByText('Default: 100. Maximum: 10,000.', { exact: true }).first().waitFor();
    await main
      .getByText(/^\d+ in use · Default: 10,000\. Maximum: 100,000\.$/)
      .first()
      .waitFor();
    await main.getByText('Administrators may create 10 times the daily limit of members.').waitFor();
    await picture(olive, 'organization-limits');
    assert.deepEqual(await problems(olive, 'limits'), []);
  });

  await context.test('a quota is raised, and reset to its default', async () => {
    await channels.fill('200');
    await channels.press('Enter');
    const reset = main.getByRole('button', { name: 'Channels: Per member and day: Reset to 100' });
    await reset.waitFor();
    await waitUntil(async () => (await limitOf('channels_per_day')) === 200);
    await reset.click();
    await reset.waitFor({ state: 'detached' });
    await waitUntil(async () => (await channels.inputValue()) === '100');
    assert.equal(await limitOf('channels_per_day'), 100);
  });

  await context.test(
    'a number that is too high is rejected, and the message states the maximum',
    async () => {
      await channels.fill('10001');
      await channels.press('Enter');
      await main.getByRole('alert').getByText('Enter a whole number from 1 to 10,000.').waitFor();
      await main.getByRole('button', { name: 'Discard' }).click();
      assert.equal(await limitOf('channels_per_day'), 100);
    },
  );

  await context.test('the audit log has an entry for it', async () => {
    await olive.goto(`${server.url}/#organization/audit`);
    await main.getByText('changed the limit “Channels: Per member and day”').first().waitFor();
  });

  await context.test('members are not offered it', async () => {
    const mel = await open('Mel Member', '#organization/permissions');
    const sections = mel.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: 'Permissions' }).waitFor();
    assert.equal(await sections.getByRole('link', { name: 'Limits' }).count(), 0);
  });
});
