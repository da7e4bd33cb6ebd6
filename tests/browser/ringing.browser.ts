// Ringing in direct conversations: on all devices, in one tab of each browser, until someone answers, declines or gives up.

import { expect } from '@playwright/test';
import { Device } from '../native-calls/device.ts';
import { callWindow, expectToHear, launchOptions, openCaller } from './call-pages.ts';
import { test } from './fixtures.ts';
import { recordNotifications, shownNotifications } from './recorded-notifications.ts';
import { violations } from './violations.ts';

test.use({ launchOptions });

const ringCard = { name: 'Mia Member is calling' } as const;

test('a direct call rings on all devices; an answer stops it elsewhere', async ({ server, open }) => {
  const max = await server.as('max');
  const caller = await openCaller(open, 'mia', `#narrow/dm/${max.userId}`);
  const laptop = await openCaller(open, 'max', '#inbox');
  const phone = await open('max', '#inbox', { viewport: { width: 390, height: 844 } });
  const secondTab = await laptop.context().newPage();
  await secondTab.goto(`${server.url}/#recent`);
  await secondTab.locator('.frame').waitFor();
  await secondTab.evaluate(recordNotifications);
  await laptop.evaluate(recordNotifications);
  await caller.getByRole('button', { name: 'Start a call', exact: true }).click();

  await test.step('the card is on every page, and one tab of a browser makes the sound and the notification', async () => {
    for (const page of [laptop, secondTab, phone])
      await expect(page.getByRole('alertdialog', ringCard)).toContainText('is calling you');
    await expect(phone.locator('html[data-ringing]')).toHaveCount(1);
    const ringing = async () =>
      (await laptop.locator('html[data-ringing]').count()) +
      (await secondTab.locator('html[data-ringing]').count());
    await expect.poll(ringing).toBe(1);
    const shown = [...(await shownNotifications(laptop)), ...(await shownNotifications(secondTab))];
    expect(shown).toEqual(['Mia Member is calling: Open Parley to answer.']);
  });

  await test.step('it takes no focus, can be used by everyone, and is large enough on a phone', async () => {
    await expect(laptop.getByRole('alertdialog').locator(':focus')).toHaveCount(0);
    // It rings only for 30 seconds.
    expect(await violations(laptop, '.call-card')).toEqual([]);
    await laptop.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(laptop, '.call-card')).toEqual([]);
    for (const button of await phone.getByRole('alertdialog').getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  await test.step('after the answer it rings nowhere, and both hear each other', async () => {
    const answered = Date.now();
    await laptop.getByRole('button', { name: 'Answer' }).click();
    for (const page of [laptop, secondTab, phone]) await expect(page.getByRole('alertdialog')).toHaveCount(0);
    test.info().annotations.push({ type: 'stopped after', description: `${Date.now() - answered} ms` });
    await expectToHear(laptop, 1);
    await expectToHear(caller, 1);
    await expect(phone.locator('html[data-ringing]')).toHaveCount(0);
  });

  await test.step('another device takes the call over, with the camera on and the microphone off as before', async () => {
    await callWindow(laptop).getByRole('button', { name: 'Turn on camera' }).click();
    await callWindow(laptop).getByRole('button', { name: 'Mute microphone' }).click();
    await expect(callWindow(caller).locator('video')).toHaveCount(1);
    await phone.goto(`${server.url}/#narrow/dm/${(await server.as('mia')).userId}`);
    await expect(phone.getByText('You are in this call on another device')).toBeVisible();
    await phone.getByRole('button', { name: 'Take over here' }).click();
    await expect(phone.locator('.call-bar')).toContainText('In a call');
    await expect(phone.locator('.call-bar').getByRole('button', { name: 'Unmute microphone' })).toBeVisible();
    await expect(callWindow(caller).locator('video')).toHaveCount(1);
    await expect(callWindow(laptop)).toHaveCount(0);
    await expect(laptop.getByText('The call continues on your other device.')).toBeVisible();
    await expectToHear(caller, 1);
  });
});

test('a call is declined, or given up by the caller, and is then missed', async ({ server, open }) => {
  const [mia, max] = [await server.as('mia'), await server.as('max')];
  const caller = await open('mia', `#narrow/dm/${max.userId}`);
  const page = await open('max', '#inbox');
  const start = caller.getByRole('button', { name: 'Start a call', exact: true });

  await test.step('declined', async () => {
    await start.click();
    await page.getByRole('alertdialog', ringCard).getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await callWindow(caller).getByRole('button', { name: 'Leave the call' }).click();
    await expect(callWindow(caller)).toHaveCount(0);
    const { calls } = await mia.ok('GET', '/calls');
    for (const { id } of calls) await mia.ok('POST', `/calls/${id}/end`);
  });

  await test.step('given up: the message says that it was missed', async () => {
    await start.click();
    await expect(page.getByRole('alertdialog', ringCard)).toBeVisible();
    await callWindow(caller).getByRole('button', { name: 'Leave the call' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    const [call] = (await mia.ok('GET', '/calls')).calls;
    await mia.ok('POST', `/calls/${call.id}/end`);
    await expect(page.getByRole('row', { name: /^Mia Member, direct/ })).toContainText('Missed call');
  });

  await test.step('a written answer declines and shows the conversation', async () => {
    await start.click();
    await page.getByRole('alertdialog', ringCard).getByRole('button', { name: 'Reply' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: /Mia Member/ }).first()).toBeVisible();
  });
});

test('who is in a call is not rung, but sees a line, and is notified of the message as of any other', async ({
  server,
  open,
}) => {
  const max = await server.as('max');
  const { stream_id } = await max.call('get-stream-id', { stream: 'general' });
  const busy = await open('max', `#narrow/channel/${stream_id}/topic/calls`);
  await busy.getByRole('button', { name: 'Start a call', exact: true }).click();
  await expect(callWindow(busy).getByText('Waiting for others…')).toBeVisible();
  await busy.evaluate(recordNotifications);
  const caller = await open('mia', `#narrow/dm/${max.userId}`);
  await caller.getByRole('button', { name: 'Start a call', exact: true }).click();
  await expect.poll(() => shownNotifications(busy)).toEqual(['Mia Member: Voice call · Join']);
  await expect(busy.getByRole('alertdialog')).toHaveCount(0);
  const line = busy.locator('.status-message').filter({ hasText: 'Mia Member is calling' });
  await expect(line).toBeVisible();
  await callWindow(busy).getByRole('button', { name: 'Open the call' }).click();
  await expect(line).toBeVisible();
  await expect(busy.locator('html[data-ringing]')).toHaveCount(0);
  await callWindow(caller).getByRole('button', { name: 'Leave the call' }).click();
  await expect(line).toHaveCount(0);
  const mia = await server.as('mia');
  const [direct] = (await mia.ok('GET', '/calls')).calls.filter(
    (one: { readonly stream_id: number | null }) => one.stream_id === null,
  );
  await mia.ok('POST', `/calls/${direct.id}/end`);
  await caller.getByRole('button', { name: 'Start a call', exact: true }).click();
  await line.getByRole('button', { name: 'Go to conversation' }).click();
  await expect(busy.getByRole('heading', { name: /Mia Member/ }).first()).toBeVisible();
  await expect(callWindow(busy)).toBeVisible();
});

test('who is in a call sees who calls them to a channel without a subscription, and goes there', async ({
  server,
  open,
}) => {
  const [mia, max] = [await server.as('mia'), await server.as('max')];
  const { stream_id } = await max.call('get-stream-id', { stream: 'general' });
  const busy = await open('max', `#narrow/channel/${stream_id}/topic/calls`);
  await busy.getByRole('button', { name: 'Start a call', exact: true }).click();
  await expect(callWindow(busy).getByText('Waiting for others…')).toBeVisible();
  const subscriptions = JSON.stringify([{ name: 'design review' }]);
  await mia.ok('POST', '/users/me/subscriptions', { subscriptions });
  const { stream_id: to } = await mia.call('get-stream-id', { stream: 'design review' });
  const device = await Device.of(mia);
  await device.start({ type: 'channel', to, topic: 'kiosk', ring: [max.userId] });
  const line = busy.locator('.status-message').filter({ hasText: 'Mia Member is calling' });
  await expect(line).toContainText('kiosk');
  await line.getByRole('button', { name: 'Go to conversation' }).click();
  await expect(busy.getByRole('heading', { name: /kiosk/ }).first()).toBeVisible();
  await expect(callWindow(busy)).toBeVisible();
});
