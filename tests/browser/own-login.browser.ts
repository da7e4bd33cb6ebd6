// The email address and password of an account, and its active sessions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';
import { focused } from './hand.ts';

test('logging in and out', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const page = await open('Mia Member', '#settings/security');
  const main = page.getByRole('main');
  const password = 'quince jelly on toast';

  await context.test('other sessions are listed and ended', async () => {
    const other = await open('Mia Member', '#inbox');
    await page.reload();
    const sessions = main.getByRole('region', { name: 'Active sessions' }).getByRole('listitem');
    await sessions.nth(1).waitFor();
    await sessions.filter({ hasText: 'this browser' }).waitFor();
    await picture(page, 'own-log-in');
    assert.deepEqual(await violations(page), []);
    await main.getByRole('button', { name: /^Log out: / }).click();
    await sessions.nth(1).waitFor({ state: 'detached' });
    await other.waitForURL(/\/login\//);
    await other.context().close();
  });

  await context.test('a new email address takes effect once it is confirmed', async () => {
    await main.getByText('mia@example.com').waitFor();
    await main.getByRole('button', { name: 'Change email address' }).click();
    const address = main.getByLabel('New email address');
    await address.fill('gus@example.com');
    await page.keyboard.press('Enter');
    await main.getByRole('alert').waitFor();
    // The response is delayed until Enter was pressed twice: only one mail is sent.
    const both = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/settings', async (route) => {
      sent += 1;
      await both.promise;
      await route.continue();
    });
    await address.fill('mia.new@example.com');
    await page.keyboard.press('Enter');
    await main.getByRole('region', { name: 'Email address' }).locator('button[aria-busy]').waitFor();
    await page.keyboard.press('Enter');
    both.resolve();
    await main.getByText('We sent an email to mia.new@example.com').waitFor();
    assert.equal(sent, 1);
    await page.unroute('**/settings');
    await waitUntil(async () => (await focused(page)).name === 'Change email address');
    await main.getByText('mia@example.com', { exact: true }).waitFor();
  });

  await context.test('a new password needs the old one, and takes effect at once', async () => {
    await main.getByRole('button', { name: 'Change password' }).click();
    const [present, next] = [main.getByLabel('Your password'), main.getByLabel('New password')];
    await next.fill(password);
    await present.fill('not this one');
    await page.keyboard.press('Enter');
    await main.getByRole('alert').waitFor();
    assert.deepEqual(await violations(page), []);
    await present.fill('demo-password');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login\//);
    await server.anonymous.ok('POST', '/fetch_api_key', { username: 'mia@example.com', password });
  });

  await context.test('logging out waits for the response that clears the browser’s data', async () => {
    const mel = await open('Mel Member', '#inbox');
    await mel.getByRole('main').getByRole('link').first().waitFor();
    const visited: string[] = [];
    mel.on('request', (request) => request.isNavigationRequest() && visited.push(request.url()));
    const notified = mel.waitForResponse(
      (answer) => answer.status() === 401 && answer.url().includes('/users/me'),
    );
    await mel.route('**/accounts/logout/', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      // The page learns that it is logged out.
      await (await notified).finished();
      await route.fulfill({ response });
    });
    await mel.keyboard.press('g');
    await mel.getByRole('menuitem', { name: 'Log out' }).click({ noWaitAfter: true });
    await waitUntil(async () => new URL(mel.url()).pathname === '/login/');
    assert.deepEqual(
      visited.map((address) => address.slice(server.url.length)),
      ['/accounts/logout/', '/login/'],
    );
  });
});
