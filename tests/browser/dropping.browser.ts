// Files dropped on the page: within a conversation they are added to its composer; elsewhere the page says why they
// cannot be sent. The browser never opens them in place of the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowserTest } from './browser.ts';

// biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
type Any = any;

/** Runs in the page: drags a small file over an element or drops it there. */
function dispatchDrag(element: Any, kind: string): boolean {
  const { DataTransfer, DragEvent, File } = globalThis as Any;
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
  return !element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
}

/** Drags a file onto an element, or drops it there. Returns whether the page prevents the default action. */
function drag(page: Page, selector: string, kind: 'dragover' | 'drop'): Promise<boolean> {
  return page.locator(selector).first().evaluate(dispatchDrag, kind);
}

test('files dropped on the page', { skip, timeout: 200_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const idOf = async (stream: string) => (await mel.call('get-stream-id', { stream })).stream_id;
  const address = `#narrow/channel/${await idOf('engineering')}/topic/dropping`;
  await mel.sendToChannel('engineering', 'dropping', 'a message to drop on');
  const page = await open('Mel Member', address);
  const overlay = page.locator('.drop-overlay');
  const field = page.getByRole('textbox', { name: /^Message/ });
  const isAttached = () => waitUntil(async () => (await field.inputValue()).includes('[dropped.txt]('));
  const goTo = async (fragment: string, heading: string | RegExp) => {
    await page.goto(`${server.url}/${fragment}`);
    await page.getByRole('main').getByRole('heading', { name: heading }).first().waitFor();
  };
  await page.getByRole('feed').getByText('a message to drop on').waitFor();

  for (const [name, selector] of [
    ['a message', 'article'],
    ['the room beside the messages', '.feed-scroll'],
    ['the title of the conversation', '.top-bar'],
    ['the composer', '.composer .writing-field'],
  ] as const) {
    await context.test(`on ${name} they are added to the composer`, async () => {
      assert.equal(await drag(page, selector, 'dragover'), true);
      await overlay.getByText('Drop to attach to #engineering › dropping').waitFor();
      await picture(page, `dropping`);
      assert.equal(await drag(page, selector, 'drop'), true);
      await overlay.waitFor({ state: 'detached' });
      await isAttached();
      await waitUntil(() => field.evaluate((element) => element.matches(':focus')));
      await field.fill('');
    });
  }

  await context.test('beside the conversation they are ignored, and do not replace the page', async () => {
    for (const kind of ['dragover', 'drop'] as const)
      assert.equal(await drag(page, 'nav.sidebar', kind), true);
    await overlay.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '');
  });

  await context.test('in a view of several conversations the composer asks for a destination', async () => {
    await goTo('#feed', 'Combined feed');
    await page.locator('article').first().waitFor();
    await drag(page, 'article', 'dragover');
    await overlay.getByText('Drop files here').waitFor();
    await drag(page, 'article', 'drop');
    await page.getByRole('combobox', { name: 'Channel' }).waitFor();
    await isAttached();
    await field.fill('');
    await page.keyboard.press('Escape');
  });

  await context.test('where sending is not possible, the page says why', async () => {
    for (const [fragment, heading, reason] of [
      [
        `#narrow/channel/${await idOf('announcements')}/topic/news`,
        /news/,
        'You don’t have permission to post here.',
      ],
      ['#settings/profile', /Profile/, 'Open a conversation to attach files.'],
    ] as const) {
      await goTo(fragment, heading);
      await drag(page, 'main', 'dragover');
      await overlay.getByText(reason).waitFor();
      await picture(page, `dropping-refused`);
      assert.equal(await drag(page, 'main', 'drop'), true);
      await overlay.waitFor({ state: 'detached' });
      await page.getByRole('status').getByText(reason).waitFor();
    }
  });
});
