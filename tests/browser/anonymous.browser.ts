// Reading without an account: web-public channels at `/`, no requests that need an account, and a login that
// returns to the same view.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { violations } from './violations.ts';

test('anonymous viewers read web-public channels and change nothing', async ({ server, open }) => {
  const page = await open(undefined, '#narrow/channels/web-public');
  const refused: string[] = [];
  const requests = new Set<string>();
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith('/json/')) requests.add(path);
    if (response.status() >= 400) refused.push(`${response.status()} ${path}`);
  });
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  const feed = page.getByRole('feed');

  await test.step('the login page links to public channels, and to the requested view', async () => {
    await expect(page).toHaveURL(/\/login\//);
    await page.getByRole('button', { name: 'Browse public channels' }).click();
    await expect(page).toHaveURL(/\?visit=yes#narrow\/channels\/web-public$/);
    await page.goto(`${server.url}/?visit=yes`);
  });

  await test.step('the address of the server shows messages of public channels only', async () => {
    await expect(feed.getByText('Anyone on the web can read this channel.')).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'engineering' })).toHaveCount(0);
    await sidebar.getByRole('link', { name: 'town square' }).click();
    await expect(page).toHaveURL(/#narrow\/channel\/\d+-town-square$/);
    await sidebar.getByRole('link', { name: 'questions' }).click();
    await expect(feed.getByText('Is there a terminal client?')).toBeVisible();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('a search finds public messages', async () => {
    await page.getByRole('combobox', { name: 'Search' }).fill('terminal');
    await page.getByRole('combobox', { name: 'Search' }).press('Enter');
    await expect(page).toHaveURL(/#narrow\/search\/terminal$/);
    await expect(feed.getByText('Is there a terminal client?')).toBeVisible();
  });

  await test.step('recent conversations are listed', async () => {
    await sidebar.getByRole('link', { name: 'Recent conversations' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: /questions/ })).toBeVisible();
  });

  await test.step('nothing can be changed, and nothing that would fail is offered', async () => {
    await page.goto(`${server.url}/?visit=yes#feed`);
    const article = feed.getByRole('article').last();
    await article.focus();
    await expect(page.getByRole('textbox', { name: /^Message/ })).toHaveCount(0);
    await expect(article.getByRole('button', { name: 'React' })).toHaveCount(0);
    await page.keyboard.press('r');
    await page.keyboard.press('Shift+u');
    await page.goto(`${server.url}/?visit=yes#narrow/is/starred`);
    await expect(page.getByText('You need an account to see this')).toBeVisible();
    assert.deepEqual([...requests].sort(), ['/json/messages', '/json/register']);
    assert.deepEqual(refused, []);
  });

  await test.step('logging in returns to the same view', async () => {
    await page.goto(`${server.url}/?visit=yes#narrow/channels/web-public/search/terminal`);
    await expect(feed.getByText('Is there a terminal client?')).toBeVisible();
    await sidebar.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log in as Mel Member' }).click();
    await expect(page).toHaveURL(/#narrow\/channels\/web-public\/search\/terminal$/);
    await expect(sidebar.getByRole('link', { name: 'Inbox' })).toBeVisible();
  });

  await test.step('when public access is turned off, the page leads to the login page', async () => {
    await (await server.as('olive')).call('update-organization', { enable_spectator_access: false });
    const anonymousPage = await open(undefined);
    await anonymousPage.goto(`${server.url}/?visit=yes`);
    await expect(anonymousPage).toHaveURL(/\/login\//);
    await expect(anonymousPage.getByRole('button', { name: 'Browse public channels' })).toHaveCount(0);
  });
});
