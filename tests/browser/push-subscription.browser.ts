// Push notifications: turned on in the settings, sent by the server, decrypted, displayed by the real service
// worker, and opening their conversation. The push service is simulated: it receives what the server posts, and the
// test delivers it to the browser.

import assert from 'node:assert/strict';

import { startTestServer } from '../support/server.ts';
import { startPushService } from '../web-push/push-service.ts';
import { Receiver } from '../web-push/receiver.ts';
import { expect, logIn, test, webDirectory } from './fixtures.ts';
import { picture } from './pictures.ts';
import { choose, delivering, inWorker, playPushService, shown } from './push-notification.ts';
import { violations } from './violations.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
type Any = any;

test('push notifications are turned on, shown while no page is open, and open their conversation', async ({
  openOn,
}) => {
  const service = await startPushService();

  const server = await startTestServer({ webDirectory, webhookTargets: [service.url] });
  const open = openOn(server);
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const receiver = new Receiver();
  const subscription = { endpoint: service.endpoint('browser'), ...receiver.fields };
  const page = await open('mia', '#settings/notifications');
  await page.context().grantPermissions(['notifications'], { origin: server.url });
  await page.context().addInitScript(playPushService, subscription);
  await page.reload();
  const section = page.getByRole('region', { name: 'When no tab is open' });
  const box = section.getByRole('checkbox', { name: 'Notify this browser even when no tab is open' });
  const list = section.getByRole('list').getByRole('listitem');
  const mark = `localStorage.getItem('told')`;
  const subscriptions = async () => (await mia.ok('GET', '/web_push/subscriptions')).subscriptions;

  /** The messages of the server, as the push service would deliver them. May contain duplicates. */
  async function waitForPush(isWanted: (pushed: Any) => boolean): Promise<Any> {
    let message: Any;
    await expect
      .poll(async () => {
        message = service.read('browser', receiver).find(isWanted);
        return message;
      })
      .toBeDefined();
    return message;
  }

  await test.step('the page says so in a browser without a push service', async () => {
    await page.evaluate(`localStorage.setItem('no service', 'yes')`);
    await box.click();
    await expect(section.getByText('This browser’s push service didn’t respond.')).toBeVisible();
    await expect(box).not.toBeChecked();
    await page.evaluate(`localStorage.removeItem('no service')`);
    assert.deepEqual(await subscriptions(), []);
  });

  await test.step('notifications are turned on, and this browser is listed', async () => {
    await box.click();
    await expect(list.getByText('this browser')).toBeVisible();
    await expect(box).toBeChecked();
    const [own] = await subscriptions();
    assert.deepEqual([own.takes_removals, own.endpoint_origin], [false, service.url]);
    await expect.poll(() => violations(page)).toEqual([]);
    await picture(page, 'told-browser');
  });

  await test.step('a test notification is displayed even while the page is visible', async () => {
    const deliver = await delivering(page, server.url);
    await section.getByRole('button', { name: 'Send test' }).click();
    await expect(section.getByText('Sent')).toBeVisible();
    await deliver(await waitForPush(({ type }) => type === 'test'));
    const [trial] = await shown(page);
    assert.equal(trial?.tag, 'trial');
    assert.equal(trial?.body, 'This is what a notification looks like.');
  });

  const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
  const address = `#narrow/channel/${stream_id}-general/topic/lunch.20.26.20tea`;
  let lunchPush: Any;
  /** Waits until the worker considers the page of this path visible. */
  const untilFocused = (path: string) =>
    expect
      .poll(async () => {
        const paths = await inWorker(
          page,
          `clients.matchAll({ includeUncontrolled: true }).then((all) =>
          all.filter(({ focused }) => focused).map(({ url }) => new URL(url).pathname))`,
        );
        return paths;
      })
      .toContain(path);

  await test.step('a notification is displayed if no page is open, and opens its conversation', async () => {
    const deliver = await delivering(page, server.url);
    await page.goto('about:blank');
    await mia.ok('PATCH', '/settings', { enable_online_push_notifications: true });
    await mel.sendToChannel('general', 'lunch & tea', `soup for @**|${mia.userId}**`);
    lunchPush = await waitForPush(({ content }) => /soup/.test(content));
    await deliver(lunchPush);
    await page.goto(`${server.url}/#inbox`);
    const notice = (await shown(page)).find(({ tag }) => tag === address);
    assert.deepEqual(
      [notice?.title, notice?.body],
      ['Mel Member (#general › lunch & tea)', 'soup for @Mia Member'],
    );
    await choose(page, address);
    await expect(page.getByRole('feed').getByText('soup for')).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/${address}`);
    await expect.poll(async () => (await shown(page)).map(({ tag }) => tag)).not.toContain(address);
  });

  await test.step('a notification opens its conversation even while the page is loading', async () => {
    const deliver = await delivering(page, server.url);
    await page.goto('about:blank');
    await deliver(lunchPush);
    const opening = await page.context().newPage();
    // The cache never responds, so the page keeps loading.
    await opening.addInitScript('IDBFactory.prototype.open = () => ({})');
    await opening.goto(`${server.url}/#inbox`);
    await choose(opening, address);
    await expect(opening).toHaveURL(`${server.url}/${address}`);
    await opening.close();
  });

  await test.step('a tab with a file of the server does not count as an open page', async () => {
    const deliver = await delivering(page, server.url);
    await page.goto('about:blank');
    const file = await page.context().newPage();
    await file.goto(`${server.url}/manifest.webmanifest`);
    await untilFocused('/manifest.webmanifest');
    await deliver(lunchPush);
    assert.ok((await shown(file)).some(({ tag }) => tag === address));
    await page.goto(`${server.url}/#inbox`);
    await file.bringToFront();
    await choose(page, address);
    await expect(page).toHaveURL(`${server.url}/${address}`);
    await file.close();
  });

  await test.step('a visible page notifies on its own', async () => {
    await page.goto(`${server.url}/#inbox`);
    const deliver = await delivering(page, server.url);
    await page.bringToFront();
    await untilFocused('/');
    await mel.sendDirect([mia.userId], 'psst');
    await deliver(await waitForPush(({ content }) => content === 'psst'));
    assert.deepEqual(
      (await shown(page)).filter(({ title }) => title === 'Mel Member'),
      [],
    );
  });

  await test.step('notifications stay on after another login, and turn off if the subscription was removed', async () => {
    const marked = await page.evaluate(mark);
    // Otherwise the page would navigate to the login page.
    await page.goto('about:blank');
    await mia.ok('DELETE', '/users/me/sessions');
    assert.deepEqual(await subscriptions(), []);
    await logIn(page.context(), server.url, 'mia');
    await page.goto(server.url);
    await expect(page.getByRole('navigation', { name: 'Sidebar' })).toBeVisible();
    // The page has stored the session for which it subscribed.
    await expect.poll(() => page.evaluate(mark)).not.toBe(marked);
    assert.equal((await subscriptions()).length, 1);
    const [own] = await subscriptions();
    await mia.ok('DELETE', `/web_push/subscriptions/${own.id}`);
    await page.goto(`${server.url}/#settings/notifications`);
    await page.reload();
    await expect.poll(() => page.evaluate(`localStorage.getItem('stand-in')`)).toBe(null);
    await expect(box).not.toBeChecked();
    assert.deepEqual(await subscriptions(), []);
  });

  await test.step('notifications are off for the next person', async () => {
    await box.click();
    await expect(list.getByText('this browser')).toBeVisible();
    // As when a session expires, which clears nothing.
    // Otherwise the page would navigate to the login page.
    await page.goto('about:blank');
    await mia.ok('DELETE', '/users/me/sessions');
    await logIn(page.context(), server.url, 'max');
    await page.goto(server.url);
    await expect(page.getByRole('navigation', { name: 'Sidebar' })).toBeVisible();
    await expect.poll(() => page.evaluate(`localStorage.getItem('stand-in')`)).toBe(null);
    const max = await server.as('max');
    assert.deepEqual((await max.ok('GET', '/web_push/subscriptions')).subscriptions, []);
  });

  await test.step('the subscription is removed', async () => {
    await page.goto(`${server.url}/#settings/notifications`);
    await page.reload();
    await box.click();
    await expect(list.getByText('this browser')).toBeVisible();
    await section.getByRole('button', { name: /^Remove: / }).click();
    await expect(list).toHaveCount(0);
    await expect(box).not.toBeChecked();
    await expect.poll(() => page.evaluate(`localStorage.getItem('stand-in')`)).toBe(null);
  });
});
