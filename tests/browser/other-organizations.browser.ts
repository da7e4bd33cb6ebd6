// Other organizations of this browser: added by address, listed in the main menu and the palette, removed.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('another organization is added by its address, offered in the menu, and removed', async ({
  server,
  open,
  openOn,
}) => {
  const password = join(temporaryFolder(), 'password');
  await writeFile(password, 'a fine password\n');
  const host = `acme.localhost:${new URL(server.url).port}`;
  const { status, err } = await run(
    ...['organization', 'create', '--name', 'Acme', '--host', host, '--data', server.dataDirectory],
    ...['--owner-email', 'bo@acme.example', '--owner-name', 'Bo', '--password-file', password],
  );
  assert.equal(status, 0, err);
  const page = await open('mel', '#inbox');
  const dialog = page.getByRole('dialog', { name: 'Other organizations' });
  const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const openMenu = () => page.getByRole('navigation').getByRole('button', { name: 'Menu' }).click();

  await openMenu();
  await menuItem('Other organizations…').click();
  const field = dialog.getByRole('textbox', { name: 'Address' });
  for (const refusedAddress of ['javascript:alert(1)', server.url]) {
    await field.fill(refusedAddress);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter the address of another organization')).toBeVisible();
  }
  await field.fill(`http://${host}/#inbox`);
  await page.keyboard.press('Enter');
  const link = dialog.getByRole('link', { name: `http://${host}` });
  await expect(link).toHaveAttribute('href', `http://${host}`);
  await picture(page, 'other-organizations');
  await expect.poll(() => violations(page)).toEqual([]);

  await page.reload();
  await openMenu();
  await expect(menuItem(`http://${host}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('acme');
  await expect(page.getByRole('option', { name: `http://${host}` })).toBeVisible();
  await page.keyboard.press('Escape');

  // The session of one organization is not one of the other.
  const acme = await openOn({ url: `http://${host}` })(undefined, '#inbox');
  await expect(acme.getByText('Acme').first()).toBeVisible();
  await expect(acme).toHaveURL(/\/login\//);

  await openMenu();
  await menuItem('Other organizations…').click();
  await dialog.getByRole('button', { name: `Remove http://${host}` }).click();
  await expect(link).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openMenu();
  await expect(menuItem(`http://${host}`)).toHaveCount(0);
});
