// Calls that ring in notifications of the real service worker: declined without a page, answered by a page that opens, and
// replaced by the message when ringing is over.

import { expect, type Page } from '@playwright/test';
import { startTestServer } from '../support/server.ts';
import { startPushService } from '../web-push/push-service.ts';
import { Receiver } from '../web-push/receiver.ts';
import { callWindow, launchOptions } from './call-pages.ts';
import { test, webDirectory } from './fixtures.ts';
import { choose, delivering, inWorker, playPushService, shown } from './push-notification.ts';

test.use({ launchOptions });

const tags = async (page: Page) => (await shown(page)).map(({ tag }) => tag);

/** Notes the next notification of the worker. Looking at what is shown could discard it (`delivering`). */
async function noteNext(page: Page): Promise<void> {
  await inWorker(
    page,
    `{
      const show = registration.showNotification;
      self.next = new Promise((resolve) => {
        registration.showNotification = (title, options) => {
          registration.showNotification = show;
          resolve(title + ': ' + options.body);
          return show.call(registration, title, options);
        };
      });
      undefined;
    }`,
  );
}

test('a call rings in a notification, which can be declined, answered, and missed', async ({ openOn }) => {
  const service = await startPushService();
  const server = await startTestServer({ webDirectory, webhookTargets: [service.url] });
  const open = openOn(server);
  const [mia, max] = [await server.as('mia'), await server.as('max')];
  const receiver = new Receiver();
  const page = await open('max', '#settings/notifications');
  await page.context().grantPermissions(['notifications'], { origin: server.url });
  await page
    .context()
    .addInitScript(playPushService, { endpoint: service.endpoint('browser'), ...receiver.fields });
  await page.reload();
  const section = page.getByRole('region', { name: 'When no tab is open' });
  await section.getByRole('checkbox').click();
  await expect(section.getByRole('listitem').getByText('this browser')).toBeVisible();
  await max.ok('PATCH', '/settings', { enable_online_push_notifications: true });
  const caller = await open('mia', `#narrow/dm/${max.userId}`);
  const start = caller.getByRole('button', { name: 'Start a call', exact: true });
  const outside = 'about:blank';

  /** Mia calls. Returns the id of the call. */
  async function call(): Promise<number> {
    await start.click();
    await expect(callWindow(caller).getByText('Waiting for others…')).toBeVisible();
    return (await mia.ok('GET', '/calls')).calls[0].id;
  }

  /** What was pushed about a call. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
  async function pushedFor(id: number): Promise<any> {
    // biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
    let pushed: any;
    await expect
      .poll(() => {
        pushed = service.read('browser', receiver).find(({ call_id }) => call_id === id) ?? pushed;
        return pushed;
      })
      .toBeDefined();
    return pushed;
  }

  /** Mia calls, and the notification is shown while no page is open. Returns the call. */
  async function ring(seconds: number): Promise<{ readonly id: number; readonly tag: string }> {
    await page.goto(`${server.url}/manifest.webmanifest`);
    const deliver = await delivering(page, server.url);
    await page.goto(outside);
    const id = await call();
    const pushed = await pushedFor(id);
    const until = Math.min(pushed.call_until, Math.ceil(Date.now() / 1000) + seconds);
    await deliver({ ...pushed, call_until: until });
    await page.goto(`${server.url}/manifest.webmanifest`);
    return { id, tag: `call ${id}` };
  }
  const end = (id: number) => mia.ok('POST', `/calls/${id}/end`);

  await test.step('declined: the message is read, and no page opens', async () => {
    const { id, tag } = await ring(30);
    const [notice] = await shown(page);
    expect([notice?.title, notice?.tag]).toEqual(['Mia Member is calling', tag]);
    await choose(page, tag, 'decline');
    const { call: declined } = await max.ok('GET', `/calls/${id}`);
    const flags = async () => (await max.ok('GET', `/messages/${declined.message_id}`)).message.flags;
    await expect.poll(flags).toContain('read');
    expect(await tags(page)).toEqual([]);
    expect(page.url()).toBe(`${server.url}/manifest.webmanifest`);
    await end(id);
  });

  await test.step('answered: the page joins', async () => {
    const { id, tag } = await ring(30);
    await page.goto(`${server.url}/#inbox`);
    await choose(page, tag, 'answer');
    await expect(callWindow(page)).toBeVisible();
    await expect(page).toHaveURL(/#narrow\/dm\//);
    await callWindow(page).getByRole('button', { name: 'Leave the call' }).click();
    // The same address without an answer opens no microphone.
    await page.evaluate(`location.hash = '#calls/${id}'`);
    await expect(page).toHaveURL(/#narrow\/dm\//);
    await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
    await expect(callWindow(page)).toHaveCount(0);
    await end(id);
  });

  await test.step('a page without the focus shows it by the worker, too, until ringing stops', async () => {
    await page.goto(`${server.url}/#inbox`);
    await page.locator('.frame').waitFor();
    await page.evaluate('document.hasFocus = () => false');
    const id = await call();
    await expect.poll(() => tags(page)).toEqual([`call ${id}`]);
    expect((await shown(page))[0]?.title).toBe('Mia Member is calling');
    await callWindow(caller).getByRole('button', { name: 'Leave the call' }).click();
    await expect.poll(() => tags(page)).not.toContain(`call ${id}`);
    await end(id);
  });

  await test.step('the notification of a page is closed with the page', async () => {
    const id = await call();
    await expect.poll(() => tags(page)).toEqual([`call ${id}`]);
    await page.goto(`${server.url}/manifest.webmanifest`);
    await expect.poll(() => tags(page)).toEqual([]);
    await end(id);
  });

  await test.step('one that was pushed while a page is open becomes a missed call, too', async () => {
    await page.goto(`${server.url}/#inbox`);
    await page.locator('.frame').waitFor();
    const deliver = await delivering(page, server.url);
    await page.evaluate('document.hasFocus = () => false');
    const id = await call();
    await expect.poll(() => tags(page)).toEqual([`call ${id}`]);
    await inWorker(page, 'Clients.prototype.matchAll = async () => []');
    await deliver(await pushedFor(id));
    const pushed =
      'self.registration.getNotifications().then((all) => all.map(({ data }) => data.message?.title))';
    expect(await inWorker(page, pushed)).toEqual(['Mia Member']);
    await noteNext(page);
    await end(id);
    expect(await inWorker(page, 'next')).toBe('Mia Member: Missed call');
  });

  await test.step('when ringing is over, the message takes its place', async () => {
    const { id, tag } = await ring(5);
    expect(await tags(page)).toContain(tag);
    await noteNext(page);
    expect(await inWorker(page, 'next')).toBe('Mia Member: Voice call');
    await end(id);
  });
});
