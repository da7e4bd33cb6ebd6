// Changes that could be used to take over an account ask for a proof of identity in a dialog, then the request is
// repeated.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { startOpenId } from '../sign-in/open-id-stand-in.ts';
import { COMPLETE, openIdConfiguration } from '../sign-in/support.ts';
import { ageProof } from '../support/age-proof.ts';
import { enableSecondFactor } from '../support/authenticator.ts';
import { startTestServer } from '../support/server.ts';
import { picture, skip, startBrowser, violations, webDirectory } from './browser.ts';

test('confirming your identity', { skip }, async (context) => {
  const company = await startOpenId();
  const server = await startTestServer({ webDirectory, signIn: openIdConfiguration(company.url) });
  const open = await startBrowser(server);
  const mia = await server.as('mia');
  const page = await open('Mia Member', '#settings/security');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const age = () => ageProof(server, mia.userId, limits.recentProofSeconds);

  await context.test('a change of the email address asks for the password before it is made', async () => {
    await age();
    await main.getByRole('button', { name: 'Change email address' }).click();
    await main.getByLabel('New email address').fill('mia.new@example.com');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await picture(page, 'confirm-it-is-you');
    assert.deepEqual(await violations(page), []);
    await dialog.getByLabel('Your password').fill('not this one');
    await page.keyboard.press('Enter');
    await dialog.getByText('Wrong password!').waitFor();
    await dialog.getByLabel('Your password').fill('demo-password');
    await page.keyboard.press('Enter');
    await main.getByText('We sent an email to mia.new@example.com').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  await context.test('closing the dialog changes nothing, and the page says so', async () => {
    const other = await open('Mia Member', '#inbox');
    await page.reload();
    await age();
    await main.getByRole('button', { name: 'Log out everywhere else' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing was changed because you didn’t confirm it’s you.').waitFor();
    await main.getByRole('button', { name: 'Log out everywhere else' }).click();
    await dialog.getByLabel('Your password').fill('demo-password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await other.waitForURL(/\/login\//);
    await other.context().close();
  });

  await context.test('a code is accepted in place of the password', async () => {
    const { recoveryCodes } = await enableSecondFactor(mia, 'demo-password');
    await age();
    await main.getByRole('button', { name: 'Change email address' }).click();
    await main.getByLabel('New email address').fill('mia.other@example.com');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Or a code from your authenticator app').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await main.getByText('We sent an email to mia.other@example.com').waitFor();
  });

  await context.test('without a password, it leads to the provider and back to the same page', async () => {
    const { database } = server.server.services;
    await database.write(1, async (writer) => {
      const max = (await server.as('max')).userId;
      const tie = {
        organization_id: 1,
        account_id: max,
        issuer: company.url,
        subject: 'max-of-the-company',
      };
      await writer.db
        .insertInto('external_identity')
        .values({ ...tie, created_at: writer.now, last_used_at: writer.now, ended_at: null })
        .execute();
      await updateAccount(writer, max, { password_hash: null });
    });
    company.person = { sub: 'max-of-the-company', email: 'max@example.com', email_verified: true };
    company.allow(`${server.url}${COMPLETE}`);
    // Pages of `open` must not send requests to other servers.
    const own = await page.context().browser()?.newContext({ locale: 'en-US' });
    assert.ok(own);
    const away = await own.newPage();
    await away.goto(`${server.url}/login/`);
    await away.getByRole('button', { name: 'Log in as Max Member' }).click();
    await ageProof(server, (await server.as('max')).userId, limits.recentProofSeconds);
    const confirmation = away.getByRole('dialog', { name: 'Confirm it’s you' });
    await away.goto(`${server.url}/#settings/security`);
    await away.getByRole('button', { name: 'Change email address' }).click();
    await away.getByLabel('New email address').fill('max.new@example.com');
    await away.keyboard.press('Enter');
    await confirmation.getByRole('button', { name: 'Continue with Company' }).waitFor();
    assert.equal(await confirmation.getByRole('textbox').count(), 0);
    await picture(away, 'confirm-it-is-you-provider');
    await away.keyboard.press('Tab');
    await away.keyboard.press('Enter');
    await away.waitForURL(`${server.url}/#settings/security`);
    await away.getByRole('button', { name: 'Change email address' }).click();
    await away.getByLabel('New email address').fill('max.new@example.com');
    await away.keyboard.press('Enter');
    await away.getByText('We sent an email to max.new@example.com').waitFor();
    await own.close();
  });
});
