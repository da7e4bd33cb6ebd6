// A browser for tests: Debian's headless Chromium, with a context per person. A test fails if a page logs an error,
// throws, or sends a request to another server or to an undocumented path.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { startTestServer, type TestServer } from '../support/server.ts';
import { isDocumented } from './documented.ts';

export { picture } from './pictures.ts';
export { violations } from './violations.ts';

const EXECUTABLE = process.env.PARLEY_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** False, or the reason why browser tests are skipped. */
export const skip = existsSync(EXECUTABLE) ? false : `there is no Chromium at ${EXECUTABLE}`;

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The built client. */
export const webDirectory = fileURLToPath(new URL('../../build/web', import.meta.url));

/** Opens a browser for a person of the demo, or without a login, at an address of the client. */
export type Open = (
  name: string | undefined,
  fragment?: string,
  options?: BrowserContextOptions,
) => Promise<Page>;

export interface BrowserTest {
  readonly server: TestServer;
  readonly open: Open;
}

export async function startBrowserTest(): Promise<BrowserTest> {
  const server = await startTestServer({ webDirectory });
  return { server, open: await startBrowser(server) };
}

/** The same for another server. */
export async function startBrowser(server: { readonly url: string }): Promise<Open> {
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: flags });
  after(() => browser.close());
  return async (name, fragment = '', options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    watch(page, server.url);
    if (name !== undefined) {
      await page.goto(`${server.url}/login/`);
      await page.getByRole('button', { name: `Log in as ${name}` }).click();
    }
    await page.goto(`${server.url}/${fragment}`);
    await page.locator('.frame, form').first().waitFor();
    return page;
  };
}

/** Errors of pages, checked when the test file ends. */
function watch(page: Page, url: string): void {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error.stack)));
  page.on('console', (message) => {
    const isNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isNetwork) problems.push(message.text());
  });
  page.on('request', (request) => {
    const address = request.url();
    if (!/^https?:/.test(address)) return;
    if (!address.startsWith(`${url}/`)) problems.push(`asked for ${address}`);
    else if (!isDocumented(request.method(), new URL(address).pathname))
      problems.push(`asked for ${request.method()} ${address}, which is not documented`);
  });
  after(() => assert.deepEqual(problems, []));
}
