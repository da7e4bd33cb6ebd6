// Reading without an account: web-public channels at `/`, no requests that need an account, and a login that
// returns to the same view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, startBrowserTest, violations } from './browser.ts';

test('reading without an account', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
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

  await context.test('the login page links to public channels, and to the requested view', async () => {
    await page.waitForURL(/\/login\//);
    await page.getByRole('button', { name: 'Browse public channels' }).click();
    await page.waitForURL(/\?visit=yes#narrow\/channels\/web-public$/);
    await page.goto(`${server.url}/?visit=yes`);
  });

  await context.test('the address of the server shows messages of public channels only', async () => {
    await feed.getByText('Anyone on the web can read this channel.').waitFor();
    assert.equal(await sidebar.getByRole('link', { name: 'engineering' }).count(), 0);
    await sidebar.getByRole('link', { name: 'town square' }).click();
    await page.waitForURL(/#narrow\/channel\/\d+-town-square$/);
    await sidebar.getByRole('link', { name: 'questions' }).click();
    await feed.getByText('Is there a terminal client?').waitFor();
    assert.deepEqual(await violations(page), []);
  });

  await context.test('a search finds public messages', async () => {
    await page.getByRole('combobox', { name: 'Search' }).fill('terminal');
    await page.getByRole('combobox', { name: 'Search' }).press('Enter');
    await page.waitForURL(/#narrow\/search\/terminal$/);
    await feed.getByText('Is there a terminal client?').waitFor();
  });

  await context.test('recent conversations are listed', async () => {
    await sidebar.getByRole('link', { name: 'Recent conversations' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /questions/ })
      .waitFor();
  });

  await context.test('nothing can be changed, and nothing that would fail is offered', async () => {
    await page.goto(`${server.url}/?visit=yes#feed`);
    const article = feed.getByRole('article').last();
    await article.focus();
    assert.equal(await page.getByRole('textbox', { name: /^Message/ }).count(), 0);
    assert.equal(await article.getByRole('button', { name: 'React' }).count(), 0);
    await page.keyboard.press('r');
    await page.keyboard.press('Shift+u');
    await page.goto(`${server.url}/?visit=yes#narrow/is/starred`);
    await page.getByText('You need an account to see this.').waitFor();
    assert.deepEqual([...requests].sort(), ['/json/messages', '/json/register']);
    assert.deepEqual(refused, []);
  });

  await context.test('logging in returns to the same view', async () => {
    await page.goto(`${server.url}/?visit=yes#narrow/channels/web-public/search/terminal`);
    await feed.getByText('Is there a terminal client?').waitFor();
    await sidebar.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log in as Mel Member' }).click();
    await page.waitForURL(/#narrow\/channels\/web-public\/search\/terminal$/);
    await sidebar.getByRole('link', { name: 'Inbox' }).waitFor();
  });

  await context.test('when public access is turned off, the page leads to the login page', async () => {
    await (await server.as('olive')).call('update-organization', { enable_spectator_access: false });
    const anonymousPage = await open(undefined);
    await anonymousPage.goto(`${server.url}/?visit=yes`);
    await anonymousPage.waitForURL(/\/login\//);
    assert.equal(await anonymousPage.getByRole('button', { name: 'Browse public channels' }).count(), 0);
  });
});
