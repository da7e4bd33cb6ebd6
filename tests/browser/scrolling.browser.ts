// Scroll stability: a row in the middle moves by exactly the scrolled distance, while older and newer messages are
// loaded and dropped, grow and are edited. The browser's own scroll anchoring is off.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Probed, probeBody } from './probe.ts';

const PEOPLE = ['mel', 'mia', 'adam', 'mona', 'olive'] as const;
const MESSAGES_PER_PERSON = 70;
const STEPS = 250;

const walk = (page: Page, pixels: number, steps: number): Promise<Probed> =>
  page.evaluate(`(async () => {${probeBody(pixels, steps)}})()`);

/** Scrolls; after a shift, scrolls back and repeats. A late frame of a busy machine does not occur again, a fault does. */
async function probe(page: Page, pixels: number, steps: number): Promise<Probed> {
  const first = await walk(page, pixels, steps);
  if (first.jumps.length === 0) return first;
  await walk(page, -pixels, steps);
  return walk(page, pixels, steps);
}

test('messages that load, change or are dropped do not shift the visible ones', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const ids: number[] = [];
  for (const name of PEOPLE) {
    const sender = await server.as(name);
    for (let sent = 0; sent < MESSAGES_PER_PERSON; sent += 1) {
      const content = `Line ${sent}${'\n\nand one more'.repeat(sent % 4)}`;
      const message = { type: 'channel', to: stream_id, topic: 'long', content } as const;
      ids.push((await sender.call('send-message', message)).id);
    }
  }
  await mel.call('mark-all-as-read');
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/long`);
  const feed = page.getByRole('feed');
  await expect(feed.getByRole('article').last()).toBeVisible();

  await test.step('nothing shifts while scrolling up, when older messages are loaded and newer ones dropped', async () => {
    const { jumps, most } = await probe(page, -120, STEPS);
    assert.deepEqual(jumps, []);
    assert.ok(most <= 280, `${most} rows in the document`);
  });

  await test.step('nothing shifts while messages above are edited', async () => {
    // Below all edited messages: growing ones shift what is below them.
    await page.evaluate(`document.querySelector('[data-id="${ids[40]}"]').scrollIntoView()`);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const editing = (async () => {
      for (const id of ids.slice(0, 20)) {
        await (await server.as('mel')).call('update-message', {
          message_id: id,
          content: 'Long\n\n'.repeat(8),
        });
      }
    })();
    const { jumps } = await probe(page, 60, STEPS / 2);
    await editing;
    assert.deepEqual(jumps, []);
  });

  await test.step('nothing shifts while visible messages are edited', async () => {
    await page.evaluate(`document.querySelector('[data-id="${ids[60]}"]').scrollIntoView()`);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    let isOver = false;
    const editing = (async () => {
      for (let turn = 0; !isOver && turn < 60; turn += 1) {
        const visibleIds = (await page.evaluate(
          `[...document.querySelectorAll('article')].filter((row) => row.getBoundingClientRect().bottom > 60 &&
            row.getBoundingClientRect().top < 700).map((row) => Number(row.dataset.id))`,
        )) as number[];
        const id = visibleIds[turn % visibleIds.length];
        // Only her own messages; other visible ones are not edited.
        if (id === undefined || !ids.slice(0, MESSAGES_PER_PERSON).includes(id)) continue;
        await mel.call('update-message', {
          message_id: id,
          content: `Turn ${turn}${'\n\nlonger'.repeat(turn % 7)}`,
        });
      }
    })();
    const { jumps } = await probe(page, 6, STEPS);
    isOver = true;
    await editing;
    assert.deepEqual(jumps, []);
  });

  await test.step('nothing shifts while scrolling down', async () => {
    const { jumps } = await probe(page, 120, STEPS);
    assert.deepEqual(jumps, []);
  });

  await test.step('a link to a message centers it, and going back restores the position', async () => {
    const id = ids[100] ?? 0;
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/long/near/${id}`);
    const row = page.locator(`[data-id="${id}"]`);
    await expect(row).toBeVisible();
    const topOf = async () => (await row.boundingBox())?.y ?? 0;
    let before = 0;
    await expect(async () => {
      before = await topOf();
      assert.ok(before > 200 && before < 600, `at ${before}`);
    }).toPass();
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByRole('link', { name: /^Recent/ }).click();
    await page.goBack();
    await expect(row).toBeVisible();
    await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2);
  });

  await test.step('the position at the beginning, or at a message in the middle, stays in a tall view', async () => {
    const short: number[] = [];
    for (let sent = 0; sent < 100; sent += 1)
      short.push(await mel.sendToChannel('engineering', 'short', `Line ${sent}`));
    const address = `${server.url}/#narrow/channel/${stream_id}/topic/short`;
    const tall = await open('mel', '#inbox');
    await tall.setViewportSize({ width: 1440, height: 1400 });
    const settledScrollTop = `(() => {
      const { scrollTop } = document.querySelector('.feed-scroll');
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
        done(document.querySelector('.feed-scroll').scrollTop === scrollTop ? scrollTop : -1))));
    })()`;
    /** The scroll position once it has stopped changing. */
    const stableScrollTop = async () => {
      let last = -1;
      await expect
        .poll(async () => {
          const before = last;
          last = Number(await tall.evaluate(settledScrollTop));
          return last >= 0 && last === before;
        })
        .toBe(true);
      return last;
    };
    await tall.goto(`${address}/near/${short[50]}`);
    const middle = tall.locator(`[data-id="${short[50]}"]`);
    await expect(middle).toBeVisible();
    await stableScrollTop();
    const at = (await middle.boundingBox())?.y ?? 0;
    assert.ok(at > 500 && at < 900, `the message in the middle is at ${at}`);
    await tall.keyboard.press('End');
    await expect(tall.locator(`[data-id="${short[99]}"]`)).toBeVisible();
    await stableScrollTop();
    await tall.keyboard.press('Home');
    await expect(tall.locator(`[data-id="${short[0]}"]`)).toBeVisible();
    const top = await stableScrollTop();
    assert.ok(top < 100, `scrolled to ${top}`);
  });
});
