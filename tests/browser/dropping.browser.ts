// Files dropped on the page: they are added to the composer of the conversation in view; without one the page says why
// they cannot be sent. The browser never opens them in place of the page.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

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

test('files dropped on the page are added to the composer and never replace the page', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const idOf = async (stream: string) => (await mel.call('get-stream-id', { stream })).stream_id;
  const address = `#narrow/channel/${await idOf('engineering')}/topic/dropping`;
  await mel.sendToChannel('engineering', 'dropping', 'a message to drop on');
  const page = await open('mel', address);
  const overlay = page.locator('.drop-overlay');
  const field = page.getByRole('textbox', { name: /^Message/ });
  const expectAttached = () => expect(field).toHaveValue(/\[dropped\.txt\]\(/);
  const goTo = async (fragment: string, heading: string | RegExp) => {
    await page.goto(`${server.url}/${fragment}`);
    await expect(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeVisible();
  };
  await expect(page.getByRole('feed').getByText('a message to drop on')).toBeVisible();

  for (const [name, selector] of [
    ['a message', 'article'],
    ['the space beside the messages', '.feed-scroll'],
    ['the title of the conversation', '.top-bar'],
    ['the composer', '.composer .writing-field'],
    ['the sidebar beside its rows', 'nav.sidebar'],
  ] as const) {
    await test.step(`on ${name} they are added to the composer`, async () => {
      // The code for it is loaded after the view.
      await expect.poll(() => drag(page, selector, 'dragover')).toBe(true);
      await expect(overlay.getByText('Drop to add to #engineering › dropping')).toBeVisible();
      await picture(page, `dropping`);
      assert.equal(await drag(page, selector, 'drop'), true);
      await expect(overlay).toHaveCount(0);
      await expectAttached();
      await expect(field).toBeFocused();
      await field.fill('');
    });
  }

  await test.step('a picture of the page itself is not added a second time', async () => {
    await page.evaluate(() => {
      const { document, Event } = globalThis as Any;
      document.body.dispatchEvent(new Event('dragstart', { bubbles: true }));
    });
    for (const kind of ['dragover', 'drop'] as const) assert.equal(await drag(page, 'article', kind), true);
    await expect(overlay).toHaveCount(0);
    await expect(field).toHaveValue('');
    await page.evaluate(() => {
      const { document, Event } = globalThis as Any;
      document.body.dispatchEvent(new Event('dragend', { bubbles: true }));
    });
  });

  await test.step('files are accepted again when an element was removed while it was dragged', async () => {
    for (const last of ['dragend', 'drop', 'pointerdown']) {
      await page.evaluate((last) => {
        const { document, Event } = globalThis as Any;
        const dragged = document.createElement('img');
        document.body.append(dragged);
        dragged.dispatchEvent(new Event('dragstart', { bubbles: true }));
        dragged.remove();
        const target = last === 'dragend' ? dragged : document.body;
        target.dispatchEvent(new Event(last, { bubbles: true }));
      }, last);
      await drag(page, 'article', 'dragover');
      await expect(overlay.getByText('Drop to add to #engineering › dropping')).toBeVisible();
      await page.evaluate(() => {
        const { document, Event } = globalThis as Any;
        document.body.dispatchEvent(new Event('dragleave', { bubbles: true }));
      });
      await expect(overlay).toHaveCount(0);
    }
  });

  await test.step('below a dialog they are ignored, and do not replace the page', async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).first().focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    for (const kind of ['dragover', 'drop'] as const) assert.equal(await drag(page, 'body', kind), true);
    await expect(overlay).toHaveCount(0);
    await expect(field).toHaveValue('');
    await page.keyboard.press('Escape');
  });

  await test.step('in a view of several conversations the composer asks for a destination', async () => {
    await goTo('#feed', 'Combined feed');
    await expect(page.locator('article').first()).toBeVisible();
    await drag(page, 'article', 'dragover');
    await expect(overlay.getByText('Drop files here')).toBeVisible();
    await drag(page, 'article', 'drop');
    await expect(page.getByRole('combobox', { name: 'Channel' })).toBeVisible();
    await expectAttached();
    await field.fill('');
    await page.keyboard.press('Escape');
  });

  await test.step('where sending is not possible, the page says why', async () => {
    const gus = await server.as('gus');
    await (await server.as('olive')).ok('DELETE', `/users/${gus.userId}`);
    for (const [fragment, heading, reason] of [
      [`#narrow/dm/${gus.userId}`, /Gus Guest/, 'You don’t have permission to post here.'],
      [
        `#narrow/channel/${await idOf('announcements')}/topic/news`,
        /news/,
        'You don’t have permission to post here.',
      ],
      ['#settings/profile', /Profile/, 'Open a conversation to attach files.'],
    ] as const) {
      await goTo(fragment, heading);
      await drag(page, 'main', 'dragover');
      await expect(overlay.getByText(reason)).toBeVisible();
      await picture(page, `dropping-refused`);
      assert.equal(await drag(page, 'main', 'drop'), true);
      await expect(overlay).toHaveCount(0);
      // In place of the composer, a longer sentence says it, too.
      await expect(page.getByRole('status').getByText(reason, { exact: true })).toBeVisible();
    }
  });
});
