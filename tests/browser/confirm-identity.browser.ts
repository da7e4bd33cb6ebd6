// Changes that could be used to take over an account ask for a proof of identity in a dialog, then the request is
// repeated.

import { limits } from '../../src/api-contract/limits.ts';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { startOpenId } from '../sign-in/open-id-stand-in.ts';
import { COMPLETE, openIdConfiguration } from '../sign-in/support.ts';
import { ageProof } from '../support/age-proof.ts';
import { enableSecondFactor } from '../support/authenticator.ts';
import { startTestServer } from '../support/server.ts';
import { problems } from './appearances.ts';
import { shownDialog } from './dialogs.ts';
import { expect, logIn, test, webDirectory } from './fixtures.ts';
import { picture } from './pictures.ts';

test('a change that could take over an account first asks for a proof of identity', async ({
  browser,
  openOn,
}) => {
  const company = await startOpenId();
  const server = await startTestServer({ webDirectory, signIn: openIdConfiguration(company.url) });
  const open = openOn(server);
  const mia = await server.as('mia');
  const page = await open('mia', '#settings/security');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const age = () => ageProof(server, mia.userId, limits.recentProofSeconds);

  await test.step('a change of the email address asks for the password before it is made', async () => {
    await age();
    await main.getByRole('button', { name: 'Change email address' }).click();
    await main.getByLabel('New email address').fill('mia.new@example.com');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await picture(page, 'confirm-it-is-you');
    await expect.poll(() => problems(page, 'confirming your identity', shownDialog)).toEqual([]);
    await dialog.getByLabel('Your password').fill('not this one');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Wrong password!')).toBeVisible();
    await dialog.getByLabel('Your password').fill('demo-password');
    await page.keyboard.press('Enter');
    await expect(main.getByText('An email was sent to mia.new@example.com')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('closing the dialog changes nothing, and the page says so', async () => {
    const other = await open('mia', '#inbox');
    await page.reload();
    await age();
    await main.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Nothing was changed because you didn’t confirm it’s you.')).toBeVisible();
    await main.getByRole('button', { name: 'Log out everywhere else' }).click();
    await dialog.getByLabel('Your password').fill('demo-password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(other).toHaveURL(/\/login\//);
    await other.context().close();
  });

  await test.step('a code is accepted in place of the password', async () => {
    const { recoveryCodes } = await enableSecondFactor(mia, 'demo-password');
    await age();
    await main.getByRole('button', { name: 'Change email address' }).click();
    await main.getByLabel('New email address').fill('mia.other@example.com');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Or a code from your authenticator app').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(main.getByText('An email was sent to mia.other@example.com')).toBeVisible();
  });

  await test.step('for an account without a password, the dialog leads to the provider and back to the same page', async () => {
    const { database } = server.server.services;
    await database.write(1, async (writer) => {
      const max = (await server.as('max')).userId;
      const identity = {
        organization_id: 1,
        account_id: max,
        issuer: company.url,
        subject: 'max-of-the-company',
      };
      await writer.db
        .insertInto('external_identity')
        .values({ ...identity, created_at: writer.now, last_used_at: writer.now, ended_at: null })
        .execute();
      await updateAccount(writer, max, { password_hash: null });
    });
    company.person = { sub: 'max-of-the-company', email: 'max@example.com', email_verified: true };
    company.allow(`${server.url}${COMPLETE}`);
    // Pages of `open` must not send requests to other servers.
    const maxPage = await browser.newPage();
    await logIn(maxPage.context(), server.url, 'max');
    await ageProof(server, (await server.as('max')).userId, limits.recentProofSeconds);
    const confirmation = maxPage.getByRole('dialog', { name: 'Confirm it’s you' });
    await maxPage.goto(`${server.url}/#settings/security`);
    await maxPage.getByRole('button', { name: 'Change email address' }).click();
    await maxPage.getByLabel('New email address').fill('max.new@example.com');
    await maxPage.keyboard.press('Enter');
    await expect(confirmation.getByRole('button', { name: 'Continue with Company' })).toBeVisible();
    await expect(confirmation.getByRole('textbox')).toHaveCount(0);
    await picture(maxPage, 'confirm-it-is-you-provider');
    await maxPage.keyboard.press('Tab');
    await maxPage.keyboard.press('Enter');
    await expect(maxPage).toHaveURL(`${server.url}/#settings/security`);
    await maxPage.getByRole('button', { name: 'Change email address' }).click();
    await maxPage.getByLabel('New email address').fill('max.new@example.com');
    await maxPage.keyboard.press('Enter');
    await expect(maxPage.getByText('An email was sent to max.new@example.com')).toBeVisible();
    await maxPage.close();
  });
});
