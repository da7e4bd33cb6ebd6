// The bar above a view: its buttons stay in place while a topic is renamed, and phones have the menu there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, startBrowserTest } from './browser.ts';
import { focused } from './hand.ts';

test('the bar above a view', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const page = await open('Mel Member', `#narrow/channel/${stream_id}/topic/roadmap`);
  await page.getByRole('article').first().waitFor();

  await context.test('its buttons stay in place while a topic is resolved', async () => {
    const follow = page.getByRole('button', { name: /^(Unf|F)ollow topic/ });
    const before = await follow.boundingBox();
    await page.getByRole('button', { name: 'Mark as resolved' }).click();
    await page.getByRole('heading', { name: /✔ roadmap/ }).waitFor();
    await page.getByRole('button', { name: 'Mark as unresolved' }).waitFor();
    assert.deepEqual(await follow.boundingBox(), before);
  });

  await context.test('messages are moved from the topic of the first one', async () => {
    await page.getByRole('article').last().focus();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Move to another topic' });
    await dialog.waitFor();
    assert.equal((await focused(page)).name, 'Topic');
    // Enter does not move messages to their current topic.
    await page.keyboard.press('Enter');
    assert.ok(await dialog.isVisible());
    await page.keyboard.type('the way');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('moved').first().waitFor();
  });

  await context.test('on a phone, the menu is above the inbox', async () => {
    const phone = await open('Mia Member', '#inbox', { viewport: { width: 390, height: 844 } });
    await phone.getByRole('button', { name: 'Menu', exact: true }).click();
    await phone.getByRole('menuitem', { name: 'Settings' }).click();
    await phone.waitForURL('**/#settings/**');
    await phone.goto(`${server.url}/#inbox`);
    await phone.getByRole('button', { name: 'Channels' }).click();
    await phone.getByRole('navigation', { name: 'Sidebar' }).getByRole('button', { name: 'Menu' }).waitFor();
    assert.equal(await phone.getByRole('button', { name: 'Menu', exact: true }).count(), 1);
  });
});
