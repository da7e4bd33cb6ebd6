// The email address and password of an account, and its active sessions.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';

import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('people change their email address and password, and end their sessions', async ({ server, open }) => {
  const page = await open('mia', '#settings/security');
  const main = page.getByRole('main');
  const password = 'quince jelly on toast';

  await test.step('other sessions are listed and ended', async () => {
    const other = await open('mia', '#inbox');
    await page.reload();
    const sessions = main.getByRole('region', { name: 'Active sessions' }).getByRole('listitem');
    await expect(sessions.nth(1)).toBeVisible();
    await expect(sessions.filter({ hasText: 'this browser' })).toBeVisible();
    await picture(page, 'own-log-in');
    await expect.poll(() => violations(page)).toEqual([]);
    await main.getByRole('button', { name: /^Log out: / }).click();
    await expect(sessions.nth(1)).toHaveCount(0);
    await expect(other).toHaveURL(/\/login\//);
    await other.context().close();
  });

  await test.step('a new email address takes effect once it is confirmed', async () => {
    await expect(main.getByText('mia@example.com')).toBeVisible();
    await main.getByRole('button', { name: 'Change email address' }).click();
    const address = main.getByLabel('New email address');
    await address.fill('gus@example.com');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('alert')).toBeVisible();
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
    await expect(
      main.getByRole('region', { name: 'Email address' }).locator('button[aria-busy]'),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    both.resolve();
    await expect(main.getByText('An email was sent to mia.new@example.com')).toBeVisible();
    assert.equal(sent, 1);
    await page.unroute('**/settings');
    await expect(main.getByRole('button', { name: 'Change email address' })).toBeFocused();
    await expect(main.getByText('mia@example.com', { exact: true })).toBeVisible();
  });

  await test.step('a new password needs the old one, and takes effect at once', async () => {
    await main.getByRole('button', { name: 'Change password' }).click();
    const [present, next] = [main.getByLabel('Your password'), main.getByLabel('New password')];
    await next.fill(password);
    await present.fill('not this one');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('alert')).toBeVisible();
    await expect.poll(() => violations(page)).toEqual([]);
    await present.fill('demo-password');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login\//);
    await server.anonymous.ok('POST', '/fetch_api_key', { username: 'mia@example.com', password });
  });

  await test.step('logging out waits for the response that clears the browser’s data', async () => {
    const mel = await open('mel', '#inbox');
    await expect(mel.getByRole('main').getByRole('link').first()).toBeVisible();
    const visited: string[] = [];
    mel.on('request', (request) => request.isNavigationRequest() && visited.push(request.url()));
    const notificationRequest = mel.waitForResponse(
      (answer) => answer.status() === 401 && answer.url().includes('/users/me'),
    );
    await mel.route('**/accounts/logout/', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      // The page learns that it is logged out.
      await (await notificationRequest).finished();
      await route.fulfill({ response });
    });
    await mel.keyboard.press('g');
    await mel.getByRole('menuitem', { name: 'Log out' }).click({ noWaitAfter: true });
    await expect(mel).toHaveURL((url) => url.pathname === '/login/');
    assert.deepEqual(
      visited.map((address) => address.slice(server.url.length)),
      ['/accounts/logout/', '/login/'],
    );
  });
});
