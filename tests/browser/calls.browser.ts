// Calls with real connections: starting, joining, being heard, muting, leaving, reloading.

import { expect, type Page } from '@playwright/test';
import { withLimit } from '../support/with-limit.ts';
import { callWindow, expectToHear, launchOptions, openCaller, received } from './call-pages.ts';
import { test } from './fixtures.ts';
import { violations } from './violations.ts';

test.use({ launchOptions });

test('people talk in a topic: start, join, mute, leave', async ({ server, open }) => {
  const mel = await server.as('mel');
  const [channel] = (await mel.ok('GET', '/users/me/subscriptions')).subscriptions;
  const topic = `#narrow/channel/${channel.stream_id}/topic/standup`;
  const mia = await openCaller(open, 'mia', topic);
  const max = await openCaller(open, 'max', topic);

  await test.step('one starts it, the other sees who is in it, and joins', async () => {
    await mia.getByRole('button', { name: 'Start a call', exact: true }).click();
    await expect(callWindow(mia).getByText('Waiting for others…')).toBeVisible();
    await expect(max.getByText('Mia Member is talking')).toBeVisible();
    await max.getByRole('button', { name: 'Join', exact: true }).click();
    await expectToHear(mia, 1);
    await expectToHear(max, 1);
    await expect(callWindow(max).locator('[data-reach=connected]')).toHaveCount(2);
    await expect(max.getByText('Mia Member is talking')).toHaveCount(0);
  });

  await test.step('a third one hears both', async () => {
    const olive = await openCaller(open, 'olive', topic);
    await expect(olive.getByText('Mia Member and Max Member are talking')).toBeVisible();
    await olive.getByRole('button', { name: 'Join the call', exact: true }).click();
    for (const page of [mia, max, olive]) await expectToHear(page, 2);
    await callWindow(olive).getByRole('button', { name: 'Leave the call' }).click();
    await expect(callWindow(olive)).toHaveCount(0);
    await expectToHear(mia, 1);
  });

  await test.step('M mutes, and others see it', async () => {
    await callWindow(mia).getByRole('button', { name: 'Mute microphone' }).press('m');
    await expect(callWindow(mia).getByRole('button', { name: 'Unmute microphone' })).toBeVisible();
    await expect(callWindow(max).getByRole('listitem').filter({ hasText: 'Mia' })).toContainText(
      'microphone off',
    );
    // It goes on sending silence.
    await expectToHear(max, 1);
  });

  await test.step('a camera is seen', async () => {
    await callWindow(mia).getByRole('button', { name: 'Turn on camera' }).click();
    await expect(callWindow(max).locator('video')).toHaveCount(1);
    await expect.poll(async () => (await received(max))[0]?.frames ?? 0).toBeGreaterThan(5);
    await callWindow(mia).getByRole('button', { name: 'Turn off camera' }).click();
    await expect(callWindow(max).locator('video')).toHaveCount(0);
  });

  await test.step('a reload returns to the call with the same session', async () => {
    await max.reload();
    await expectToHear(max, 1);
    await expectToHear(mia, 1);
  });

  await test.step('who switches the microphone on has a ring while they speak', async () => {
    await callWindow(mia).getByRole('button', { name: 'Unmute microphone' }).click();
    // Chromium's made microphone beeps, so the ring comes and goes.
    const ring = callWindow(max).locator('.call-tile.speaking').filter({ hasText: 'Mia' });
    await expect.poll(() => ring.count(), { intervals: [50] }).toBe(1);
  });

  await test.step('who leaves is gone, and the call can be joined again', async () => {
    await callWindow(max).getByRole('button', { name: 'Leave the call' }).click();
    await expect(callWindow(mia).getByText('Waiting for others…')).toBeVisible();
    await expect(max.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  });
});

test('what is missing in a call is said', async ({ server, open }) => {
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  const mia = await openCaller(open, 'mia', topic);
  await mia.getByRole('button', { name: 'Start a call', exact: true }).click();

  await test.step('without permission for the microphone the call can be listened to', async () => {
    const olive = await openCaller(open, 'olive', topic);
    await olive.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
      (navigator as any).mediaDevices.getUserMedia = async () => {
        throw new DOMException('refused', 'NotAllowedError');
      };
    });
    await olive.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(callWindow(olive)).toContainText('The browser does not let Parley use your microphone.');
    await expectToHear(olive, 1);
    await expect(callWindow(olive).locator('[data-reach=connected]')).toHaveCount(2);
    await expect(callWindow(mia).getByRole('listitem').filter({ hasText: 'Olive' })).toContainText(
      'microphone off',
    );
    await callWindow(olive).getByRole('button', { name: 'Leave the call' }).click();
  });

  await test.step('a full call says what to do', async () => {
    const mona = await open('mona', topic);
    await mona.route('**/calls/*/join', (route) =>
      route.fulfill({
        status: 400,
        json: { result: 'error', code: 'CALL_FULL', msg: 'full', max_participants: 8 },
      }),
    );
    await mona.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(mona.getByText(/Calls here connect browsers directly, for up to 8 people\./)).toBeVisible();
    await expect(callWindow(mona)).toHaveCount(0);
  });
});

test('a link leads to a call in a channel without a subscription, and says what has ended', async ({
  server,
  open,
}) => {
  const mia = await server.as('mia');
  await mia.ok('POST', '/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name: 'design review' }]),
  });
  const { stream_id } = await mia.call('get-stream-id', { stream: 'design review' });
  const caller = await open('mia', `#narrow/channel/${stream_id}/topic/calls`);
  await caller.getByRole('button', { name: 'Start a call', exact: true }).click();
  await expect(callWindow(caller).getByText('Waiting for others…')).toBeVisible();
  const [{ id }] = (await mia.ok('GET', '/calls')).calls;
  const page = await open('max', `#calls/${id}`);
  await expect(page.getByRole('heading', { name: /calls/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/#narrow\/channel\//);
  await mia.ok('POST', `/calls/${id}/end`);
  await page.evaluate(`location.hash = '#calls/${id}'`);
  await expect(page.getByText('The call has ended.')).toBeVisible();
});

test('who is alone in a call is asked whether they stay', async ({ server, open }) => {
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/alone`;
  // It is asked two minutes before the end.
  await withLimit('aloneCallSeconds', 123, async () => {
    const page = await open('mia', topic);
    await page.getByRole('button', { name: 'Start a call', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'You are alone in this call. Stay?' });
    await expect(question).toContainText(/Otherwise the call ends in [12]:\d\d\./);
    expect(await violations(page, '.call-card')).toEqual([]);
    await withLimit('aloneCallSeconds', 720, async () => {
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(question).toHaveCount(0);
    });
    // Whatever changes in the call tells when it ends.
    await callWindow(page).getByRole('button', { name: 'Mute microphone' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(question).toHaveCount(0);
    await expect(callWindow(page)).toHaveCount(0);
  });
});

test('who started a call removes a person from it, and ends it for everyone', async ({ server, open }) => {
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/planning`;
  const mia = await open('mia', topic);
  const max = await open('max', topic);
  await mia.getByRole('button', { name: 'Start a call', exact: true }).click();
  await max.getByRole('button', { name: 'Join', exact: true }).click();
  const enlarge = (page: Page) => callWindow(page).getByRole('button', { name: 'Open the call' }).click();
  await enlarge(mia);
  const remove = mia.getByRole('button', { name: 'Remove Max Member from the call' });

  await test.step('who did not start it is offered nothing', async () => {
    await enlarge(max);
    await expect(callWindow(max).getByRole('listitem')).toHaveCount(2);
    await expect(max.getByRole('button', { name: 'More for this call' })).toHaveCount(0);
    await expect(max.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  });

  await test.step('the person is removed only after a question, and may return', async () => {
    await remove.click();
    const question = mia.getByRole('dialog', { name: 'Remove Max Member from the call?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(callWindow(mia).getByRole('listitem')).toHaveCount(2);
    await remove.click();
    expect(await violations(mia, 'dialog')).toEqual([]);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(max.getByText('This device is no longer in the call. Join it again.')).toBeVisible();
    await expect(callWindow(max)).toHaveCount(0);
    await expect(remove).toHaveCount(0);
    await max.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(remove).toHaveCount(1);
  });

  await test.step('the call ends for everyone', async () => {
    await mia.getByRole('button', { name: 'More for this call' }).click();
    await mia.getByRole('menuitem', { name: 'End for everyone' }).click();
    await mia.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    for (const page of [mia, max]) {
      await expect(callWindow(page)).toHaveCount(0);
      await expect(page.getByText('The call has ended.')).toBeVisible();
    }
  });
});

test('a tab that crashes beside another one of the same browser is out of the call', async ({
  server,
  open,
}) => {
  const mia = await server.as('mia');
  const { stream_id } = await mia.call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/crashes`;
  const page = await open('mia', topic);
  await page.getByRole('button', { name: 'Start a call', exact: true }).click();
  await expect(callWindow(page).getByText('Waiting for others…')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${server.url}/${topic}`);
  await expect(other.getByText('You are in this call on another device')).toBeVisible();
  const people = async () => (await mia.ok('GET', '/calls')).calls[0]?.participants.length;
  expect(await people()).toBe(1);
  const crashed = page.waitForEvent('crash');
  const devTools = await page.context().newCDPSession(page);
  // It is never answered.
  void devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  // Otherwise it would stay as long as the other tab polls the queue that they share.
  await expect.poll(people).toBe(0);
  await expect(other.getByText('No one is in the call')).toBeVisible();
});
