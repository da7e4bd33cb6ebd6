// Tests the checks that run on all pages: errors and forbidden requests are recorded, and fail the test of the page.

import { freePort } from '../support/free-port.ts';
import { expect, test } from './fixtures.ts';
import { watchPages } from './page-problems.ts';

test('errors and forbidden requests of any page are recorded', async ({ server, browser }) => {
  const context = await browser.newContext();
  const problems: string[] = [];
  watchPages(context, server.url, problems);
  await context.newPage();
  const page = await context.newPage();
  await page.goto(`${server.url}/login/`);
  await page.evaluate(`setTimeout(() => { throw new Error('thrown'); })`);
  await page.evaluate(`console.error('logged')`);
  await page.goto(`${server.url}/json/nowhere`);
  const elsewhere = `http://127.0.0.1:${await freePort()}/`;
  await page.goto(elsewhere).catch(() => undefined);
  await expect
    .poll(() => problems)
    .toEqual([
      expect.stringContaining('Error: thrown'),
      'logged',
      `requested GET ${server.url}/json/nowhere, which is not documented`,
      `asked for ${elsewhere}`,
    ]);
});

test.fail('a test whose page logs an error fails', async ({ open }) => {
  const page = await open(undefined);
  await page.evaluate(`console.error('logged')`);
});
