// A second conversation beside the view: opened, written in, reloaded, linked, resized and closed.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('a conversation beside the view is complete, and the address remembers it', async ({ server, open }) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  const { stream_id: id } = await mel.call('get-stream-id', { stream: 'engineering' });
  for (const topic of ['first', 'second']) await adam.sendToChannel('engineering', topic, `about ${topic}`);
  const first = `#narrow/channel/${id}-engineering/topic/first`;
  const page = await open('mel', first, { viewport: { width: 1440, height: 900 } });
  const beside = page.getByRole('region', { name: 'Second conversation: second' });
  const main = page.getByRole('main');
  const field = (side: typeof beside) => side.getByRole('textbox', { name: /^Message/ });
  const unread = async () => {
    const narrow = [{ operator: 'is', operand: 'unread' }];
    const range = { anchor: 'newest', num_before: 100, num_after: 0 };
    return (await mel.call('get-messages', { narrow, ...range })).messages.map(({ subject }) => subject);
  };
  await expect(main.getByText('about first')).toBeVisible();

  await test.step('the second conversation opens with Alt, and its visible messages are marked as read', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'second' })
      .first()
      .click({ modifiers: ['Alt'] });
    await expect(beside.getByText('about second')).toBeVisible();
    await expect(beside).toBeFocused();
    await expect(page).toHaveURL(`${server.url}/?beside=channel/${id}-engineering/topic/second${first}`);
    await expect.poll(unread).toEqual([]);
    await expect(page.getByRole('complementary', { name: 'People' })).toHaveCount(0);
    await picture(page, 'beside');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('opening what is there already focuses it and adds nothing to the history', async () => {
    const before = await page.evaluate('history.length');
    await field(main).focus();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'second' })
      .first()
      .click({ modifiers: ['Alt'] });
    await expect(beside).toBeFocused();
    assert.equal(await page.evaluate('history.length'), before);
  });

  await test.step('each side has a composer and keys of its own', async () => {
    await field(main).fill('Written on the first side');
    await page.keyboard.press('F6');
    await expect(beside.getByRole('article').last()).toBeFocused();
    await page.keyboard.press('r');
    await expect(field(beside)).toBeFocused();
    await page.keyboard.type('Written on the second side');
    await page.keyboard.press('Control+Enter');
    await expect(beside.getByRole('article').getByText('Written on the second side')).toBeVisible();
    await expect(field(main)).toHaveValue('Written on the first side');
    await page.keyboard.type('A draft of the second side');
    await page.keyboard.press('Escape');
    await expect(beside.locator('article:focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(main.locator('article:focus')).toHaveCount(1);
    await expect(main.getByRole('heading', { name: 'first' })).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.press('Control+Enter');
    await expect(main.getByRole('article').getByText('Written on the first side')).toBeVisible();
  });

  await test.step('the view changes beside the second conversation, which links leave out', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+i');
    await adam.sendToChannel('engineering', 'third', 'about third');
    await expect(main.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
    await expect(beside.getByText('about second')).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await beside.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
    const copied = await page.evaluate(() => (globalThis as any).navigator.clipboard.readText());
    assert.equal(copied, `${server.url}/#narrow/channel/${id}-engineering/topic/second`);
    await beside.getByRole('article').first().focus();
    await page.keyboard.press('u');
    await page.locator('.person-card').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy mention' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^@\*\*[^|]+\|\d+\*\*$/);
    await page.keyboard.press('Escape');
  });

  await test.step('its width is changed by keys and remembered, and it is there after reloading', async () => {
    const handle = beside.getByRole('separator');
    await expect(handle).toHaveAttribute('aria-valuenow', '50');
    const before = await beside.boundingBox();
    await handle.focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await expect(handle).toHaveAttribute('aria-valuenow', '40');
    const box = await handle.boundingBox();
    assert.ok(box && before && ((await beside.boundingBox())?.width ?? 0) < before.width - 80);
    await page.mouse.move(box.x + 4, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, box.y + 300);
    await page.mouse.up();
    await expect(handle).toHaveAttribute('aria-valuenow', '45');
    await page.reload();
    await expect(beside.getByText('about second')).toBeVisible();
    await expect(handle).toHaveAttribute('aria-valuenow', '45');
    await expect(field(beside)).toHaveValue('A draft of the second side');
  });

  await test.step('the second conversation closes, and the browser goes back to it', async () => {
    await beside.getByRole('button', { name: 'Close the second conversation' }).click();
    await expect(beside).toHaveCount(0);
    await expect(page).toHaveURL(`${server.url}/#inbox`);
    await page.goBack();
    await expect(beside.getByText('about second')).toBeVisible();
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect(beside).toHaveCount(0);
  });
});

test('the conversation in view moves beside the inbox, and follows its topic', async ({ server, open }) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  const { stream_id: id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const message = await adam.sendToChannel('engineering', 'moving', 'about moving');
  await adam.sendToChannel('engineering', 'other', 'see #**engineering>moving**');
  const page = await open('mel', `#narrow/channel/${id}-engineering/topic/moving`, {
    viewport: { width: 1440, height: 900 },
  });
  await page.getByRole('main').getByRole('button', { name: 'Topic actions' }).click();
  await page.getByRole('menuitem', { name: 'Open beside' }).click();
  const beside = page.getByRole('region', { name: /^Second conversation/ });
  await expect(beside.getByText('about moving')).toBeVisible();
  await expect(page).toHaveURL(/#inbox$/);
  await adam.call('update-message', { message_id: message, topic: 'moved', propagate_mode: 'change_all' });
  await expect(beside.getByRole('heading', { name: /moved/ })).toBeVisible();
  await expect(page).toHaveURL(/topic\/moved#inbox$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('other');
  await expect(page.getByRole('option', { name: /other/ }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+Enter');
  await expect(beside.getByText('see #engineering')).toBeVisible();
  await expect(page).toHaveURL(/topic\/other#inbox$/);
  await beside.getByRole('link', { name: /moving/ }).click();
  await expect(page).toHaveURL(/topic\/mov(ing|ed)#inbox$/);
  await expect(beside).toBeFocused();

  await test.step('the focus stays there while its messages are replaced', async () => {
    await page.keyboard.press('F6');
    await page.keyboard.press('F6');
    await expect(beside.locator('article:focus')).toHaveCount(1);
    await adam.call('update-message', { message_id: message, topic: 'again', propagate_mode: 'change_all' });
    await expect(beside.getByRole('heading', { name: /again/ })).toBeVisible();
    await expect
      .poll(() => beside.evaluate((pane) => pane.contains(pane.ownerDocument.activeElement)))
      .toBe(true);
  });
});

test('a search beside the view closes with its last filter, and the view stays', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id: id } = await mel.call('get-stream-id', { stream: 'engineering' });
  await mel.sendToChannel('engineering', 'kettles', 'a kettle');
  const topic = `#narrow/channel/${id}-engineering/topic/kettles`;
  const page = await open('mel', `?beside=search/kettle/sender/${mel.userId}${topic}`, {
    viewport: { width: 1440, height: 900 },
  });
  const beside = page.getByRole('region', { name: /^Second conversation/ });
  await beside.getByRole('button', { name: 'Remove filter: From Mel Member' }).click();
  await expect(page).toHaveURL(`${server.url}/?beside=search/kettle${topic}`);
  await beside.getByRole('button', { name: 'Remove filter: kettle' }).click();
  await expect(beside).toHaveCount(0);
  await expect(page).toHaveURL(`${server.url}/${topic}`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
});
