// The results of a search: grouped by conversation, each with the messages around it, and counted beyond what is loaded.

import assert from 'node:assert/strict';
import { KillableServer } from '../support/killable.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('results by conversation, each with the message before and after it', async ({ server, open }) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  await mel.sendToChannel('engineering', 'tea', 'How is it going?');
  const found = await mia.sendToChannel('engineering', 'tea', 'The kettle whistles');
  await mel.sendToChannel('engineering', 'tea', 'So I **heard**.');
  await mia.sendToChannel('general', 'kitchen', 'A kettle, see https://example.com/kettle');
  await mia.sendDirect([mel.userId], 'your kettle');
  const page = await open('mel', '#drafts', { viewport: { width: 1440, height: 900 } });
  const requests: string[] = [];
  let nice = 0;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/messages/context?*', async (route) => {
    requests.push(route.request().url());
    await isReleased;
    await route.continue();
  });
  await page.evaluate("location.hash = '#narrow/search/kettle'");
  const main = page.getByRole('main');
  const articles = main.getByRole('article');
  const heights = () =>
    articles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top + one.clientHeight));
  await expect(articles).toHaveCount(3);
  await expect.poll(() => requests.length).toBe(1);
  const before = await heights();

  await test.step('they are shown before their neighbors, and do not move when these arrive', async () => {
    await expect(main.getByText('How is it going?')).toHaveCount(0);
    release();
    const result = articles.filter({ hasText: 'whistles' });
    await expect(result).toContainText('Mel Member How is it going?');
    await expect(result).toContainText('Mel Member So I heard.');
    await expect(articles.filter({ hasText: 'your kettle' })).toContainText('No later message');
    assert.deepEqual(await heights(), before);
    assert.equal(requests.length, 1);
    await picture(page, 'search-results');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('a message that follows a result appears below it', async () => {
    nice = await mia.sendToChannel('general', 'kitchen', 'Nice.');
    await expect(articles.filter({ hasText: 'see https' })).toContainText('Mia Member Nice.');
    assert.equal(requests.length, 1);
  });

  await test.step('a neighbor that is moved or deleted is replaced by the next one', async () => {
    const result = articles.filter({ hasText: 'see https' });
    const last = await mia.sendToChannel('general', 'kitchen', 'Last.');
    await mia.ok('PATCH', `/messages/${nice}`, { topic: 'elsewhere', propagate_mode: 'change_one' });
    await expect(result).toContainText('Mia Member Last.');
    await expect(result).not.toContainText('Nice.');
    await mia.ok('DELETE', `/messages/${last}`);
    await expect(result).toContainText('No later message');
    await mia.sendToChannel('general', 'kitchen', 'Nice again.');
    await expect(result).toContainText('Mia Member Nice again.');
  });

  await test.step('arrow keys lead from result to result, and Enter opens the conversation there', async () => {
    await expect(articles.first()).toContainText('your kettle');
    await articles.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(articles.nth(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/topic/tea/near/${found}$`));
  });

  await test.step('going back returns to the result that was chosen', async () => {
    await page.goBack();
    await expect(main.locator('article[tabindex="0"]')).toContainText('whistles');
  });

  await test.step('a press on a result, or on a message beside it, opens the conversation at the result', async () => {
    await articles.filter({ hasText: 'whistles' }).getByText('The kettle').click();
    await expect(page).toHaveURL(new RegExp(`/topic/tea/near/${found}$`));
    await page.goBack();
    await articles.getByText(/So I heard/).click();
    await expect(page).toHaveURL(new RegExp(`/topic/tea/near/${found}$`));
  });
});

test('counts include what is not loaded, and further results of a conversation are shown on request', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const total = 230;
  for (let sent = 0; sent < total; sent += 46)
    await Promise.all(
      Array.from({ length: 46 }, () => mel.sendToChannel('engineering', 'drums', 'a drum, again')),
    );
  await mel.sendToChannel('general', 'drums', 'another drum');
  const page = await open('mel', '#narrow/search/drum');
  const main = page.getByRole('main');
  const articles = main.getByRole('article');
  const filters = main.getByRole('region', { name: 'Filters' });
  // More are not loaded by themselves, since they would not be shown.
  await expect(filters.getByRole('status')).toHaveText(`${total + 1} messages found`);
  await expect(articles).toHaveCount(4);
  await expect(filters.getByRole('option', { name: `#engineering (${total})` })).toHaveCount(1);
  await filters.getByRole('combobox', { name: 'From' }).click();
  await expect(page.getByRole('option', { name: `Mel Member (${total + 1})` })).toBeVisible();
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: /\d+\+ more here/ }).click();
  await expect(articles.nth(60)).toBeAttached();
  // Now they are loaded where they are scrolled to.
  await expect(async () => {
    await articles.last().scrollIntoViewIfNeeded();
    await expect(articles).toHaveCount(total + 1, { timeout: 100 });
  }).toPass();
  await expect(page.locator('.results-end button')).toHaveCount(0);

  await test.step('going back shows the same results at the same position', async () => {
    const result = articles.nth(150);
    await result.scrollIntoViewIfNeeded();
    const topOf = async () => Math.round((await result.boundingBox())?.y ?? 0);
    const top = await topOf();
    await result.click();
    await expect(page).toHaveURL(/\/near\/\d+$/);
    await page.goBack();
    await expect(articles).toHaveCount(total + 1);
    await expect.poll(topOf).toBe(top);
  });
});

test('without the server, results have the messages around them that the browser has', async ({ openOn }) => {
  const server = await KillableServer.prepare();
  await server.start();
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  for (const content of ['before the tunnel', 'in the middle', 'after it'])
    await adam.call('send-message', { type: 'channel', to: stream_id, topic: 'light', content });
  const page = await openOn(server)('mel', `#narrow/channel/${stream_id}/topic/light`);
  await expect(page.getByRole('feed').getByText('after it')).toBeVisible();
  const cached = `new Promise((resolve) => {
    const opening = indexedDB.open('parley');
    opening.onsuccess = () => {
      const asking = opening.result.transaction('records').objectStore('records').getAllKeys();
      asking.onsuccess = () => resolve(asking.result.join(' '));
    };
  })`;
  await expect.poll(() => page.evaluate<string>(cached)).toMatch(/topic:LIGHT|topic:light/);
  // Loads the parts of the page that a search needs.
  await page.goto(`${server.url}/#narrow/search/absent`);
  await expect(page.getByText('No messages found')).toBeVisible();
  await server.kill();
  await page.goto(`${server.url}/#narrow/search/middle`);
  const result = page.getByRole('article');
  await expect(result).toHaveCount(1);
  await expect(result).toContainText('Adam Admin before the tunnel');
  await expect(result).toContainText('Adam Admin after it');
});
