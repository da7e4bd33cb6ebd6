// Passkeys with a virtual authenticator of Chromium: added, named, used at login and in place of a code, set up
// when required, and removed.

import type { Page } from '@playwright/test';
import { limits } from '../../src/api-contract/limits.ts';
import { ageProof } from '../support/age-proof.ts';
import { DEMO_PASSWORD as PASSWORD, rehashCheaply } from '../support/demo-passwords.ts';
import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

/** Adds a virtual authenticator to a page that approves everything. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The violations that axe finds on a page outside the client, in both themes. */
async function inBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page)));
  }
  return found;
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('a passkey is added, used to log in and to prove identity, and removed', async ({
  server,
  open: openByNumber,
  openOn,
}) => {
  const url = server.url.replace('127.0.0.1', 'localhost');
  const open = openOn({ url });
  await rehashCheaply(server);
  const page = await open('mel', '#settings/security');
  await withAuthenticator(page);
  const main = page.getByRole('main');
  const section = main.getByRole('region', { name: 'Two-factor authentication' });
  const list = section.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  await test.step('a passkey is added, and recovery codes are displayed', async () => {
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await section.getByLabel('Passkey name').fill('My computer');
    await expect.poll(() => violations(page)).toEqual([]);
    await section.getByRole('button', { name: 'Create passkey' }).click();
    const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes.nth(9)).toBeVisible();
    await section.getByRole('button', { name: 'I saved them' }).click();
    await expect(list.getByText('My computer')).toBeVisible();
    await expect(list.getByText('not used yet')).toBeVisible();
    await section.scrollIntoViewIfNeeded();
    await picture(page, 'passkeys');
    await expect.poll(() => problems(page, 'passkeys')).toEqual([]);
  });

  await test.step('the passkey is accepted as proof of identity', async () => {
    await ageProof(server, (await server.as('mel')).userId, limits.recentProofSeconds);
    await main.getByRole('button', { name: 'Change email address' }).click();
    await main.getByLabel('New email address').fill('mel.new@example.com');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(main.getByText('An email was sent to mel.new@example.com')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the next login asks for the passkey', async () => {
    await page.context().clearCookies();
    await page.goto(`${url}/login/`);
    await typePassword(page, 'mel@example.com');
    const use = page.getByRole('button', { name: 'Use a passkey' });
    await expect(use).toBeVisible();
    await picture(page, 'passkey-log-in');
    await expect.poll(() => inBothThemes(page)).toEqual([]);
    await use.click();
    await expect(page.locator('.frame')).toBeVisible();
  });

  await test.step('the passkey is renamed, and can be used in place of a code', async () => {
    await page.goto(`${url}/#settings/security`);
    await section.getByRole('button', { name: 'Rename My computer' }).click();
    await section.getByLabel('Passkey name').fill('Key ring');
    await page.keyboard.press('Enter');
    await expect(list.getByText('Key ring')).toBeVisible();
    await expect(list.getByText(/used \d/)).toBeVisible();
    await page.goto(`${url}/#settings/key`);
    await main.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await main.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(main.getByRole('textbox', { name: 'API key' })).toBeVisible();
  });

  await test.step('an authenticator creates only one passkey, and the page says so', async () => {
    await page.goto(`${url}/#settings/security`);
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByLabel('Your password').fill(PASSWORD);
    await picture(page, 'passkey-proof');
    await section.getByRole('button', { name: 'Use a passkey' }).click();
    await section.getByLabel('Passkey name').fill('Once more');
    await page.keyboard.press('Enter');
    await expect(section.getByRole('alert').getByText('You already have a passkey here.')).toBeVisible();
    await section.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the last one is removed, and two-factor authentication is off', async () => {
    await section.getByRole('button', { name: 'Remove Key ring' }).click();
    await section.getByLabel('Your password').fill(PASSWORD);
    // Only a passkey is accepted here, and no extra button is needed.
    await page.keyboard.press('Enter');
    await expect(section.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
    await expect(list).toHaveCount(0);
  });

  await test.step('if a second factor is required, it is set up on the login page', async () => {
    const olive = await server.as('olive');
    await olive.ok('PATCH', '/realm', { second_factor_required_for: 'everyone' });
    const mia = await open(undefined);
    await withAuthenticator(mia);
    await mia.goto(`${url}/login/`);
    await typePassword(mia, 'mia@example.com');
    const add = mia.getByRole('button', { name: 'Add a passkey' });
    await expect(add).toBeVisible();
    await picture(mia, 'passkey-required');
    await expect.poll(() => inBothThemes(mia)).toEqual([]);
    await add.click();
    await expect(mia.getByRole('listitem').nth(9)).toBeVisible();
    await mia.getByRole('button', { name: 'I have saved them' }).click();
    await expect(mia.locator('.frame')).toBeVisible();
    await olive.ok('PATCH', '/realm', { second_factor_required_for: 'nobody' });
  });

  await test.step('at an IP address, the page says that passkeys are not available', async () => {
    const max = await openByNumber('max', '#settings/security');
    await expect(max.getByText('Passkeys need a domain name')).toBeVisible();
    await expect(max.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  });
});
