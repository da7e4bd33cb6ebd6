// The audit log for owners: sentences, filters by person and kind, older pages, German texts, and no access for
// others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '../support/server.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowser } from './browser.ts';

const webDirectory = fileURLToPath(new URL('../../build/web', import.meta.url));
const MEMBER = 400;
const MODERATOR = 300;

test('the audit log shows who did what', { skip, timeout: 300_000 }, async (context) => {
  const server = await startTestServer({ webDirectory });
  const [adam, mel] = [await server.as('adam'), await server.as('mel')];
  for (let index = 0; index < 30; index++) {
    await adam.ok('PATCH', `/users/${mel.userId}`, { role: MODERATOR });
    await adam.ok('PATCH', `/users/${mel.userId}`, { role: MEMBER });
  }
  const open = await startBrowser(server);
  const olive = await open('Olive Owner', '#organization/audit');
  const main = olive.getByRole('main');
  const lines = main.getByRole('region', { name: 'Audit log' }).getByRole('listitem');

  await context.test('the newest entries come first, older ones load on request', async () => {
    await main.getByText('Olive Owner logged in').first().waitFor();
    assert.equal(await lines.count(), 50);
    assert.match(
      String(await lines.nth(1).textContent()),
      /^Adam Admin changed the role of Mel Member.* · Moderator → Member$/,
    );
    await picture(olive, 'audit-log');
    assert.deepEqual(await problems(olive, 'the audit log'), []);
    await main.getByRole('button', { name: 'Show older events' }).click();
    await main.getByText('allowed the domain example.com').waitFor();
    assert.ok((await lines.count()) > 60);
    assert.equal(await main.getByRole('button', { name: 'Show older events' }).count(), 0);
  });

  await context.test('filters by kind and by person', async () => {
    await main.getByRole('combobox', { name: 'Event' }).selectOption({ label: 'allowed the domain …' });
    await main.getByText('Olive Owner allowed the domain example.com').waitFor();
    await lines.nth(1).waitFor({ state: 'detached' });
    await main.getByRole('combobox', { name: 'Done by' }).fill('Adam');
    await olive.keyboard.press('Enter');
    await main.getByText('No matching events.').waitFor();
    assert.equal(await lines.count(), 0);
    await main.getByRole('button', { name: 'Remove Done by: Adam Admin' }).click();
    await main.getByText('Olive Owner allowed the domain example.com').waitFor();
  });

  await context.test('in German', async () => {
    await (await server.as('olive')).call('update-settings', { default_language: 'de' });
    await main.getByText('Adam Admin hat die Rolle von Mel Member geändert').first().waitFor();
    assert.deepEqual(await problems(olive, 'the audit log in German'), []);
  });

  await context.test('administrators are not offered it', async () => {
    const page = await open('Adam Admin', '#organization/exports');
    await page.getByRole('navigation', { name: 'Sections' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
    await page.goto(`${server.url}/#organization/audit`);
    await page.getByText('Only owners can see this.').waitFor();
  });
});
