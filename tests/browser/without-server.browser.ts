// Without a server: controls that need one are disabled and say why, and enabled ones send no changes. Written text
// is stored, and everything works again once the server is back.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { KillableServer } from '../support/killable.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { allScreens } from './screens.ts';
import { violations } from './violations.ts';

const REASON = 'Not available offline.';

/** Presses, checks, selects and types into every enabled control; returns the names of those used. */
const useEverything = `(async (root) => {
  const used = [];
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const isUsable = (one) => one.isConnected && !one.matches(':disabled, [aria-disabled=true], [readonly]') && one.checkVisibility();
  const use = (one) => {
    if (one.matches('select')) {
      one.selectedIndex = (one.selectedIndex + 1) % one.options.length;
      one.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (one.matches('button, [type=checkbox], [type=radio]')) one.click();
    else {
      const isNumber = one.matches('[type=number]');
      one.value = isNumber ? '7' : one.matches('[type=date]') ? '2020-02-02' : 'typed';
      one.dispatchEvent(new Event('input', { bubbles: true }));
      one.dispatchEvent(new Event('change', { bubbles: true }));
      one.form?.requestSubmit();
    }
  };
  const useAll = async (within, depth) => {
    const all = ['button', 'select', '[type=checkbox], [type=radio]', 'textarea, input:not([type=file])'];
    for (const one of all.flatMap((kind) => [...within.querySelectorAll(kind)])) {
      const name = (one.getAttribute('aria-label') || one.closest('label')?.textContent || one.textContent).trim();
      if (!isUsable(one) || ['Close', 'Cancel'].includes(name)) continue;
      used.push(name);
      use(one);
      await drawn();
      await drawn();
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (!dialog || depth > 1 || dialog.contains(within)) continue;
      await useAll(dialog, depth + 1);
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
      await drawn();
    }
  };
  await useAll(root, 0);
  return used;
})`;

/** The change requests of a page while it is open, without automatic reports. */
function changesRequestedBy(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' || /\/(presence|register|flags|typing)$/.test(path)) return;
    requests.push(`${request.method()} ${path}`);
  });
  return requests;
}

test('controls that need the server are disabled while it cannot be reached', async ({ openOn }) => {
  const server = await KillableServer.prepare();
  await server.start();
  const open = openOn(server);
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const say = async (content: string) =>
    (await server.as('olive')).call('send-message', {
      type: 'channel',
      to: stream_id,
      topic: 'cut off',
      content,
    });
  const topic = `#narrow/channel/${stream_id}/topic/cut.20off`;
  await say('before it was gone');
  const page = await open('olive', '#inbox');
  const go = (fragment: string) => page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
  const status = page.getByRole('status').getByText('No connection');
  const openScreen = async (fragment: string) => {
    await go(fragment);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  };
  const all = [...(await allScreens(server)).values()];
  const screens = all.filter((screen) => screen.isForm).map((screen) => screen.address);
  // Loads the code that displays each of them.
  for (const screen of screens) await openScreen(screen);

  await test.step('an open dialog says why it cannot be submitted, and works again once the server is back', async () => {
    await openScreen('#channels/all');
    await page.getByRole('button', { name: 'Create a channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('while it was gone');
    const create = dialog.getByRole('button', { name: 'Create' });
    await create.focus();
    await server.kill();
    await expect(dialog.getByText(REASON)).toBeVisible();
    await expect(create).toBeDisabled();
    await expect(create).toBeFocused();
    await expect(create).toHaveAttribute('aria-description', REASON);
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
    await picture(page, 'without-server-dialog');
    await server.start('same');
    await expect(dialog.getByText(REASON)).toHaveCount(0);
    await create.click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a tab that does not poll also notices that the server is back', async () => {
    await go('#settings/display');
    const other = await page.context().newPage();
    await other.goto(`${server.url}/#settings/display`);
    const control = (tab: Page) => tab.getByRole('combobox', { name: 'Theme' });
    await expect(control(other)).toBeVisible();
    await server.kill();
    for (const tab of [page, other]) {
      await expect(tab.getByRole('status').getByText('No connection')).toBeVisible();
      await expect(control(tab)).toBeDisabled();
    }
    await picture(page, 'without-server-settings');
    await expect.poll(() => violations(page)).toEqual([]);
    await server.start('same');
    for (const tab of [page, other]) await expect(control(tab)).toBeEnabled();
    await other.close();
  });

  await test.step('message actions that need the server are disabled, others are not', async () => {
    await openScreen(topic);
    const message = page.getByRole('article').filter({ hasText: 'before it was gone' });
    await message.getByText('before it was gone').click();
    await server.kill();
    await expect(status).toBeVisible();
    for (const name of ['React', 'Edit']) await expect(message.getByRole('button', { name })).toBeDisabled();
    await expect(message.getByRole('button', { name: 'Quote' })).toBeEnabled();
    await message.getByRole('button', { name: 'More' }).click();
    const items = page.getByRole('menuitem');
    await expect(items.first()).toBeVisible();
    await expect(items.and(page.locator(':not([aria-disabled=true])'))).toHaveText([
      /^Forward<?$/,
      'Open beside',
      'Open in a new window',
      'Copy link',
    ]);
    await picture(page, 'without-server-message');
    await page.keyboard.press('Escape');
    // Its shortcut shows a message, and nothing flickers.
    await message.press('Control+s');
    await expect(page.getByText(REASON)).toBeVisible();
    await page.getByRole('textbox', { name: /^Message/ }).fill('written without a server');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(
      page.getByRole('list', { name: 'Sending' }).getByText('written without a server'),
    ).toBeVisible();
    await server.start('same');
    await expect(page.getByRole('feed').getByText('written without a server')).toBeVisible();
    await message.getByText('before it was gone').click();
    await expect(message.getByRole('button', { name: 'React' })).toBeEnabled();
  });

  await test.step('a field that saves automatically keeps focus and text, and is saved once the server is back', async () => {
    const olive = await server.as('olive');
    const field = { name: 'Motto', hint: '', field_type: 1 };
    const { id } = await olive.call('create-custom-profile-field', field);
    await openScreen('#settings/profile');
    const motto = page.getByRole('textbox', { name: 'Motto' });
    await motto.fill('typed before it was gone');
    await server.kill();
    await expect(status).toBeVisible();
    await expect(motto).not.toBeEditable();
    await expect(motto).toBeFocused();
    await expect(motto).toHaveAttribute('title', REASON);
    await motto.press('Tab');
    await server.start('same');
    await expect
      .poll(async () => {
        const who = { user_id_or_email: String(olive.userId), include_custom_profile_fields: true };
        const { profile_data: all } = (await adam.call('get-user', who)).user;
        return all?.[String(id)]?.value;
      })
      .toBe('typed before it was gone');
    await expect(motto).toHaveValue('typed before it was gone');
  });

  const picked = new File(['of mine'], 'mine.txt', { type: 'text/plain' });
  await (await server.as('olive')).call('upload-file', {}, { files: { file: picked } });
  const changeRequests = changesRequestedBy(page);
  for (const screen of screens) {
    await test.step(`${screen}: no enabled control sends a change`, async () => {
      await openScreen(screen);
      if (/^#(settings|organization)/.test(screen)) {
        const controls = page.locator('.settings-form').locator('button, select, input, textarea');
        // Some settings screens show their controls only after a response of their own.
        await expect(controls.first()).toBeVisible();
      }
      await page.context().setOffline(true);
      await expect(status).toBeVisible();
      const root = `document.querySelector('.settings-form') ?? document.querySelector('main > :nth-child(3)')`;
      await page.evaluate(`${useEverything}(${root})`);
      assert.deepEqual(changeRequests.splice(0), []);
      await page.context().setOffline(false);
      await expect(status).toHaveCount(0);
      changeRequests.splice(0);
    });
  }
});
