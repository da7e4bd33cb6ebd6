// Without a server: controls that need one are disabled and say why, and enabled ones send no changes. Written text
// is stored, and everything works again once the server is back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from '@playwright/test';
import { KillableServer } from '../support/killable.ts';
import { waitUntil } from '../support/waiting.ts';
import { picture, skip, startBrowser, violations } from './browser.ts';

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
function changesAskedBy(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' || /\/(presence|register|flags|typing)$/.test(path)) return;
    requests.push(`${request.method()} ${path}`);
  });
  return requests;
}

const screens = [
  ...['profile', 'display', 'notifications', 'bots', 'security', 'key', 'files'].map(
    (name) => `#settings/${name}`,
  ),
  ...[
    'profile',
    'people',
    'bots',
    'groups',
    'channels',
    'newcomers',
    'joining',
    'permissions',
    'messages',
  ].map((name) => `#organization/${name}`),
  ...['retention', 'notices', 'programs', 'emoji', 'linkifiers', 'playgrounds', 'fields', 'limits'].map(
    (name) => `#organization/${name}`,
  ),
  ...['domains', 'mail', 'audit', 'exports', 'deactivation'].map((name) => `#organization/${name}`),
  '#channels/all',
  '#groups',
  '#drafts',
  '#scheduled',
  '#reminders',
];

async function isOff(control: Locator): Promise<boolean> {
  return (await control.getAttribute('aria-disabled')) === 'true' || (await control.isDisabled());
}

test('without a server', { skip, timeout: 400_000 }, async (context) => {
  const server = await KillableServer.prepare();
  await server.start();
  const open = await startBrowser(server);
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
  const page = await open('Olive Owner', '#inbox');
  const go = (fragment: string) => page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
  const status = page.getByRole('status').getByText('No connection');
  const shown = async (fragment: string) => {
    await go(fragment);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  };
  // Loads the code that displays each of them.
  for (const screen of [...screens, `#channels/${stream_id}`]) await shown(screen);

  await context.test(
    'an open dialog says why it cannot be submitted, and works again once the server is back',
    async () => {
      await shown('#channels/all');
      await page.getByRole('button', { name: 'Create a channel' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('while it was gone');
      const create = dialog.getByRole('button', { name: 'Create' });
      await create.focus();
      await server.kill();
      await dialog.getByText(REASON).waitFor();
      assert.ok(await isOff(create));
      assert.equal(await create.evaluate((button) => button.matches(':focus')), true, 'the focus is lost');
      assert.equal(await create.getAttribute('aria-description'), REASON);
      await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
      await picture(page, 'without-server-dialog');
      await server.start('same');
      await dialog.getByText(REASON).waitFor({ state: 'detached' });
      await create.click();
      await dialog.waitFor({ state: 'detached' });
    },
  );

  await context.test('a tab that does not poll notices as well', async () => {
    await go('#settings/display');
    const other = await page.context().newPage();
    await other.goto(`${server.url}/#settings/display`);
    const control = (tab: Page) => tab.getByRole('combobox', { name: 'Theme' });
    await control(other).waitFor();
    await server.kill();
    for (const tab of [page, other]) {
      await tab.getByRole('status').getByText('No connection').waitFor();
      assert.ok(await control(tab).isDisabled());
    }
    await picture(page, 'without-server-settings');
    assert.deepEqual(await violations(page), []);
    await server.start('same');
    for (const tab of [page, other]) await waitUntil(() => control(tab).isEnabled());
    await other.close();
  });

  await context.test('message actions that need the server are disabled, others are not', async () => {
    await shown(topic);
    const message = page.getByRole('article').filter({ hasText: 'before it was gone' });
    await message.getByText('before it was gone').click();
    await server.kill();
    await status.waitFor();
    for (const name of ['React', 'Edit']) assert.ok(await isOff(message.getByRole('button', { name })), name);
    assert.ok(!(await isOff(message.getByRole('button', { name: 'Quote' }))));
    await message.getByRole('button', { name: 'More' }).click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    const off = await items.evaluateAll((all) =>
      all.filter((one) => one.getAttribute('aria-disabled') !== 'true').map((one) => one.textContent),
    );
    assert.deepEqual(
      off.map((text) => text?.replace(/[<]$/, '')),
      ['Forward', 'Copy link'],
    );
    await picture(page, 'without-server-message');
    await page.keyboard.press('Escape');
    // Its shortcut shows a message, and nothing flickers.
    await message.press('Control+s');
    await page.getByText(REASON).waitFor();
    await page.getByRole('textbox', { name: /^Message/ }).fill('written without a server');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('list', { name: 'Sending' }).getByText('written without a server').waitFor();
    await server.start('same');
    await page.getByRole('feed').getByText('written without a server').waitFor();
    await message.getByText('before it was gone').click();
    await waitUntil(async () => !(await isOff(message.getByRole('button', { name: 'React' }))));
  });

  await context.test(
    'a field that saves automatically keeps focus and text, and is saved once the server is back',
    async () => {
      const olive = await server.as('olive');
      const field = { name: 'Motto', hint: '', field_type: 1 };
      const { id } = await olive.call('create-custom-profile-field', field);
      await shown('#settings/profile');
      const motto = page.getByRole('textbox', { name: 'Motto' });
      await motto.fill('typed before it was gone');
      await server.kill();
      await status.waitFor();
      await waitUntil(async () => !(await motto.isEditable()));
      assert.equal(await motto.evaluate((one) => one.matches(':focus')), true, 'the focus is lost');
      assert.equal(await motto.getAttribute('title'), REASON);
      await motto.press('Tab');
      await server.start('same');
      await waitUntil(async () => {
        const who = { user_id_or_email: String(olive.userId), include_custom_profile_fields: true };
        const { profile_data: all } = (await adam.call('get-user', who)).user;
        return all?.[String(id)]?.value === 'typed before it was gone';
      });
      assert.equal(await motto.inputValue(), 'typed before it was gone');
    },
  );

  const picked = new File(['of mine'], 'mine.txt', { type: 'text/plain' });
  await (await server.as('olive')).call('upload-file', {}, { files: { file: picked } });
  const changeRequests = changesAskedBy(page);
  for (const screen of [...screens, `#channels/${stream_id}`]) {
    await context.test(`${screen}: no enabled control sends a change`, async () => {
      await shown(screen);
      if (/^#(settings|organization)/.test(screen)) {
        const controls = page.locator('.settings-form').locator('button, select, input, textarea');
        // Some have their own response.
        await controls.first().waitFor();
      }
      await page.context().setOffline(true);
      await status.waitFor();
      const root = `document.querySelector('.settings-form') ?? document.querySelector('main > :nth-child(3)')`;
      await page.evaluate(`${useEverything}(${root})`);
      assert.deepEqual(changeRequests.splice(0), []);
      await page.context().setOffline(false);
      await status.waitFor({ state: 'detached' });
      changeRequests.splice(0);
    });
  }
});
