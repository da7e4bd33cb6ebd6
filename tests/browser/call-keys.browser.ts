// Push to talk, and the window above other programs.

import { expect } from '@playwright/test';
import { callWindow, launchOptions, openCaller } from './call-pages.ts';
import { test } from './fixtures.ts';

test.use({ launchOptions });

test('with push to talk the microphone is on while its keys are held, also while writing', async ({
  server,
  open,
}) => {
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  await (await server.as('mia')).ok('PATCH', '/settings', { call_push_to_talk: true });
  const [mia, max] = [await openCaller(open, 'mia', topic), await openCaller(open, 'max', topic)];
  await mia.getByRole('button', { name: 'Start a call', exact: true }).click();
  await max.getByRole('button', { name: 'Join', exact: true }).click();
  const seen = callWindow(max).getByRole('listitem').filter({ hasText: 'Mia' });
  await expect(seen).toContainText('microphone off');
  await expect(callWindow(mia)).toContainText('Hold Ctrl+Space to talk.');
  await callWindow(max).getByRole('button', { name: 'Mute microphone' }).click();
  const mutes = { own: callWindow(mia).getByRole('button', { name: 'Mute microphone' }) };

  await test.step('while writing', async () => {
    const composer = mia.getByRole('textbox', { name: /^Message/ });
    await composer.fill('one two');
    await composer.press('Control+Home');
    await mia.keyboard.down('Control');
    await mia.keyboard.down('Space');
    await expect(mutes.own).toBeVisible();
    await expect(seen).not.toContainText('microphone off');
    await mia.keyboard.up('Space');
    await mia.keyboard.up('Control');
    await expect(seen).toContainText('microphone off');
    await expect(composer).toHaveValue('one two');
  });

  await test.step('not longer than the page has the focus', async () => {
    await mia.keyboard.down('Control');
    await mia.keyboard.down('Space');
    await expect(seen).not.toContainText('microphone off');
    await mia.evaluate("dispatchEvent(new Event('blur'))");
    await expect(seen).toContainText('microphone off');
    await mia.keyboard.up('Space');
    await mia.keyboard.up('Control');
  });
});

test('a call is shown above other programs, and is back when that window is closed', async ({
  server,
  open,
}) => {
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const page = await open('mia', `#narrow/channel/${stream_id}/topic/calls`);
  await page.getByRole('button', { name: 'Start a call', exact: true }).click();
  await callWindow(page).getByRole('button', { name: 'Show above other programs' }).click();
  await expect(callWindow(page)).toContainText('The call is in a window of its own.');
  /** Runs in the window above others. */
  const inOther = (body: string) =>
    page.evaluate(`(() => { const page = documentPictureInPicture.window.document; ${body} })()`);
  await expect.poll(() => inOther('return page.querySelectorAll(".call-tile").length')).toBe(1);
  await inOther('page.querySelector(".call-controls button").click()');
  await expect
    .poll(() => inOther('return page.querySelector(".call-tile").textContent'))
    .toContain('microphone off');
  await page.evaluate('documentPictureInPicture.window.close()');
  await expect(callWindow(page).getByRole('button', { name: 'Unmute microphone' })).toBeVisible();
  await callWindow(page).getByRole('button', { name: 'Show above other programs' }).click();
  await expect.poll(() => inOther('return page.querySelectorAll(".call-tile").length')).toBe(1);
  await inOther('page.querySelector(".call-controls .leave").click()');
  await expect(callWindow(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate('documentPictureInPicture.window === null')).toBe(true);
});
