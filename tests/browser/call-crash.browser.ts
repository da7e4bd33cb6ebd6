// A browser that crashes in a call: the others see at once that they do not hear it, and its participation ends soon. The
// server's clock is set ahead instead of waiting.

import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { limits } from '../../src/api-contract/limits.ts';
import { onCleanup } from '../support/cleanup.ts';
import { startTestServer } from '../support/server.ts';
import { waitForWaitingPolls } from '../support/waiting-polls.ts';
import { callWindow, expectToHear, launchOptions, openCaller } from './call-pages.ts';
import { logIn, type Open, test, webDirectory } from './fixtures.ts';

test.use({ launchOptions });

/** Ends the process of a page. */
async function crashPage(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const devTools = await page.context().newCDPSession(page);
  // It is never answered.
  void devTools.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** Opens pages in a browser of their own. */
const openIn =
  (browser: Browser, url: string): Open =>
  async (name, fragment = '') => {
    const context = await browser.newContext();
    if (name !== undefined) await logIn(context, url, name);
    const page = await context.newPage();
    await page.goto(`${url}/${fragment}`);
    await page.locator('.frame').waitFor();
    return page;
  };

async function startBrowser() {
  const process = await chromium.launchServer(launchOptions);
  onCleanup(() => process.kill());
  return { browser: await chromium.connect(process.wsEndpoint()), kill: () => process.kill() };
}

const crashes = {
  'a page that crashes': (own: Open) => async () => ({ open: own, crash: crashPage }),
  'a browser that is killed': (_own: Open, url: string) => async () => {
    const { browser, kill } = await startBrowser();
    return { open: openIn(browser, url), crash: kill };
  },
} as const;

for (const [what, prepare] of Object.entries(crashes)) {
  test(`${what} is noticed at once, and has left after ${limits.participantSeconds} seconds`, async ({
    openOn,
  }) => {
    let ahead = 0;
    const server = await startTestServer({ webDirectory, clock: () => Date.now() / 1000 + ahead });
    const { open, crash } = await prepare(openOn(server), server.url)();
    const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
    const topic = `#narrow/channel/${stream_id}/topic/calls`;
    const mia = await openCaller(openOn(server), 'mia', topic);
    const max = await openCaller(open, 'max', topic);
    await mia.getByRole('button', { name: 'Start a call', exact: true }).click();
    await max.getByRole('button', { name: 'Join', exact: true }).click();
    await expectToHear(mia, 1);
    await waitForWaitingPolls(server.url, 2);

    await crash(max);
    await expect(callWindow(mia).getByText('No connection to Max Member: trying again')).toBeVisible();
    // Its poll ends with the browser, so nothing renews it.
    await waitForWaitingPolls(server.url, 1);
    // The time of its last poll is known to that much, in whole seconds.
    ahead = limits.participantSeconds + limits.participantRenewalSeconds;
    await server.server.scheduler.runDue();
    await expect(callWindow(mia).getByText('Waiting for others…')).toBeVisible();
  });
}
