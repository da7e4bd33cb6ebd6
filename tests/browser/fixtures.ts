// The fixtures of browser tests: a server, and pages in Debian's headless Chromium with a context per person. A test
// fails if a page throws, logs an error, or sends a request to another server or to an undocumented path.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { collectCleanups } from '../support/cleanup.ts';
import { type DemoName, startTestServer, type TestServer } from '../support/server.ts';
import { watchPages } from './page-problems.ts';

export { expect };

/** The built client. */
export const webDirectory = fileURLToPath(new URL('../../build/web', import.meta.url));

/** Opens a page for a person of the demo, or without a login, at an address of the client. */
export type Open = (
  name: DemoName | undefined,
  fragment?: string,
  options?: BrowserContextOptions,
) => Promise<Page>;

interface ServerFixtures {
  /** A server with the demo organization and the client. */
  readonly server: TestServer;
  readonly cleanup: undefined;
}

interface PageFixtures {
  /** Opens pages of the server. */
  readonly open: Open;
  /** Like `open`, for another server. */
  readonly openOn: (server: { readonly url: string }) => Open;
  readonly hasChromium: undefined;
}

/** Tests that use a server, and no page of Chromium. */
export const serverTest = base.extend<ServerFixtures>({
  // Ends what the functions in `tests/support/` start.
  cleanup: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const cleanUp = collectCleanups();
      await use(undefined);
      await cleanUp();
    },
    { auto: true },
  ],
  async server({ cleanup: _ }, use) {
    await use(await startTestServer({ webDirectory }));
  },
});

export const test = serverTest.extend<PageFixtures>({
  hasChromium: [
    async ({ launchOptions: { executablePath = '' } }, use, { skip }) => {
      skip(!existsSync(executablePath), `there is no Chromium at ${executablePath}`);
      await use(undefined);
    },
    { auto: true },
  ],
  async openOn({ cleanup: _, browser }, use) {
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    await use(({ url }) => async (name, fragment = '', options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      watchPages(context, url, problems);
      if (name !== undefined) await logIn(context, url, name);
      const page = await context.newPage();
      await page.goto(`${url}/${fragment}`);
      await page.locator('.frame, form').first().waitFor();
      return page;
    });
    for (const context of contexts) await context.close();
    expect(problems).toEqual([]);
  },
  async open({ openOn, server }, use) {
    await use(openOn(server));
  },
});

/** Logs in like the demo button of the login page, which needs no password. */
export async function logIn(context: BrowserContext, url: string, name: DemoName): Promise<void> {
  const form = { demo_user: `${name}@example.com` };
  const response = await context.request.post(`${url}/login/`, { form, maxRedirects: 0 });
  expect(response.status()).toBe(302);
}
