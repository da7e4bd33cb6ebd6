// Content that another app shares with the installed client: the service worker receives it, and a page asks where to
// send it. The form stands in for the system, which sends the same request.

import type { Page } from '@playwright/test';
import { expect, logIn, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
type Any = any;

/** Waits until the service worker serves the page. */
async function untilControlled(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready');
  await page.reload();
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

/** Shares a text and files, as the system does. */
async function share(page: Page, text: string, files: readonly string[]): Promise<void> {
  const navigated = page.waitForNavigation();
  await page.evaluate(
    ({ text, files }) => {
      const { document, DataTransfer, File } = globalThis as Any;
      const form = document.createElement('form');
      Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data' });
      const field = Object.assign(document.createElement('input'), { name: 'text', value: text });
      const fileInput = Object.assign(document.createElement('input'), {
        name: 'files',
        type: 'file',
        multiple: true,
      });
      const transfer = new DataTransfer();
      for (const name of files) transfer.items.add(new File([`in ${name}`], name, { type: 'text/plain' }));
      fileInput.files = transfer.files;
      form.append(field, fileInput);
      document.body.append(form);
      form.submit();
    },
    { text, files },
  );
  await navigated;
}

test('content that is shared is sent to the conversation that is chosen', async ({ server, open }) => {
  const page = await open('mel', '#inbox', phone);
  await untilControlled(page);
  const chooser = page.getByRole('dialog', { name: 'Share with a channel, topic or person' });
  const field = page.getByRole('textbox', { name: /^Message/ });

  await test.step('a text and a file to a person', async () => {
    await share(page, 'Look at this', ['notes.txt']);
    await expect(chooser).toBeVisible();
    await expect(chooser.getByText('Look at this')).toBeVisible();
    await expect(chooser.getByText('notes.txt')).toBeVisible();
    await chooser.getByRole('combobox').fill('mia');
    await expect(chooser.getByRole('option').first()).toHaveAccessibleName(/Mia Member/);
    await expect.poll(() => violations(page)).toEqual([]);
    await picture(page, 'sharing');
    await chooser.getByRole('option').first().tap();
    await expect(chooser).toHaveCount(0);
    await expect(page).toHaveURL(/#narrow\/dm\//);
    await expect(field).toHaveValue(/^Look at this\s+\[notes\.txt\]\(\/user_uploads\//);
    // Shared content is offered once, and nothing of it remains.
    await expect.poll(() => page.evaluate(`caches.has('shared')`)).toBe(false);
    await page.reload();
    await expect(field).toBeVisible();
    await expect(chooser).toHaveCount(0);
  });

  await test.step('shared content waits while no one is logged in', async () => {
    await page.context().clearCookies();
    await share(page, 'Shared before logging in', []);
    await expect(page).toHaveURL(/\/login\//);
    await logIn(page.context(), server.url, 'mel');
    await page.goto(`${server.url}/`);
    await expect(chooser.getByText('Shared before logging in')).toBeVisible();
    await chooser.getByRole('combobox').fill('#engineering');
    await chooser.getByRole('option').first().tap();
    await expect(page).toHaveURL(/#narrow\/channel\//);
    await expect(field).toHaveValue('Shared before logging in');
  });

  await test.step('closing the question discards the shared content', async () => {
    await share(page, 'Not to be sent', []);
    await chooser.getByRole('button', { name: 'Close' }).tap();
    await expect(chooser).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(chooser).toHaveCount(0);
  });
});
