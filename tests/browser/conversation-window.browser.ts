// A conversation in a window of its own: it follows the same events, writes, and leads elsewhere in the main window.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('a conversation can be read and answered in a window of its own', async ({ server, open }) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  const { stream_id: id } = await mel.call('get-stream-id', { stream: 'engineering' });
  await adam.sendToChannel('engineering', 'window', 'see #**engineering>other**');
  const topic = `#narrow/channel/${id}-engineering/topic/window`;
  const page = await open('mel', topic, { viewport: { width: 1440, height: 900 } });
  await expect(page.getByRole('feed').getByText('see #engineering')).toBeVisible();
  let polls = 0;
  page.context().on('request', (request) => {
    if (request.url().includes('/api/v1/events?')) polls += 1;
  });
  await page.getByRole('button', { name: 'Topic actions' }).click();
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Open in a new window' }).click(),
  ]);
  const articles = popup.getByRole('article');

  await test.step('shows nothing else, and is usable', async () => {
    await expect(popup).toHaveURL(`${server.url}/?window=conversation${topic}`);
    await expect(articles.getByText('see #engineering')).toBeVisible();
    await expect(popup.getByRole('navigation')).toHaveCount(0);
    await expect(popup).toHaveTitle(/^window · /);
    await picture(popup, 'conversation-window');
    await expect.poll(() => violations(popup)).toEqual([]);
    await popup.getByRole('textbox', { name: /^Message/ }).fill('Written in the window');
    await popup.keyboard.press('Control+Enter');
    for (const current of [popup, page])
      await expect(current.getByRole('article').getByText('Written in the window')).toBeVisible();
  });

  await test.step('shares the connection of the main window', async () => {
    const before = polls;
    await adam.sendToChannel('engineering', 'window', 'For both windows');
    for (const current of [popup, page])
      await expect(current.getByRole('article').getByText('For both windows')).toBeVisible();
    assert.ok(polls - before <= 2, `${polls - before} polls`);
  });

  await test.step('leads elsewhere in the main window', async () => {
    await popup.getByRole('link', { name: /other/ }).click();
    await expect(page).toHaveURL(/topic\/other/);
    await expect(popup).toHaveURL(`${server.url}/?window=conversation${topic}`);
    await expect(articles.getByText('Written in the window')).toBeVisible();
    await popup.evaluate("location.hash = '#recent'");
    await expect(page).toHaveURL(/#recent$/);
    await expect(popup).toHaveURL(`${server.url}/?window=conversation${topic}`);
    expect(await popup.evaluate('history.state')).toEqual({ viewsBefore: 1 });
    await expect(articles.getByText('Written in the window')).toBeVisible();
  });

  await test.step('has keys before anything in it has the focus', async () => {
    await popup.reload();
    await expect(articles.getByText('Written in the window')).toBeVisible();
    await popup.evaluate('document.activeElement.blur()');
    await popup.keyboard.press('r');
    await expect(popup.getByRole('textbox', { name: /^Message/ })).toBeFocused();
    await popup.keyboard.press('Escape');
  });

  await test.step('follows its topic, and is there after reloading', async () => {
    const [first] = (
      await mel.call('get-messages', {
        narrow: [{ operator: 'topic', operand: 'window' }],
        anchor: 'oldest',
        num_before: 0,
        num_after: 1,
      })
    ).messages;
    assert.ok(first);
    await adam.call('update-message', { message_id: first.id, topic: 'moved', propagate_mode: 'change_all' });
    await expect(popup.getByRole('heading', { name: /moved/ })).toBeVisible();
    await popup.reload();
    await expect(articles.getByText('Written in the window')).toBeVisible();
  });

  await test.step('opens a main window if that is closed', async () => {
    await page.close();
    const [reopened] = await Promise.all([
      popup.context().waitForEvent('page'),
      popup.getByRole('link', { name: 'engineering', exact: true }).first().click(),
    ]);
    await expect(reopened.getByRole('navigation').first()).toBeVisible();
    await expect(reopened).toHaveURL(/\/#narrow\/channel\/\d+-engineering$/);
  });
});
