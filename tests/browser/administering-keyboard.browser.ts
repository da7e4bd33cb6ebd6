// Administration by keyboard, in small windows and with very long names: focus, scrolling, and the prompt for
// unsaved changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { png } from '../uploads/support.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowserTest } from './browser.ts';

const pixel = new Uint8Array(await png(1, 1));

test('administration by keyboard and in small windows', { skip, timeout: 400_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const owner = await server.as('olive');
  const olive = await open('Olive Owner', '#organization/emoji');
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const focused = (name: string) =>
    olive
      .locator(':focus')
      .and(main.getByRole('button', { name }).or(main.getByRole('link', { name })))
      .waitFor();
  const section = async (name: string, heading: string) => {
    await olive.goto(`${server.url}/#organization/${name}`);
    await main.getByRole('heading', { name: heading, exact: true }).waitFor();
  };

  await context.test('the focus stays where an emoji was removed', async () => {
    for (const emoji_name of ['apple', 'banana', 'cherry']) {
      const file = new File([pixel], 'emoji.png', { type: 'image/png' });
      await owner.call('upload-custom-emoji', { emoji_name }, { files: { file } });
    }
    await main.getByRole('button', { name: 'Deactivate banana' }).press('Enter');
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).press('Enter');
    await main.getByText(':banana:').waitFor({ state: 'detached' });
    await focused('Deactivate cherry');
    await olive.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).press('Enter');
    await main.getByText(':cherry:').waitFor({ state: 'detached' });
    await focused('Deactivate apple');
  });

  await context.test('the focus stays where a channel was removed', async () => {
    await section('channels', 'Channels');
    await main.getByRole('button', { name: 'Archive design' }).press('Enter');
    await dialog.getByRole('button', { name: 'Archive', exact: true }).press('Enter');
    await main.getByRole('button', { name: 'Archive design' }).waitFor({ state: 'detached' });
    await focused('engineering');
  });

  await context.test(
    'Escape closes one dialog at a time, and the focus returns to what opened it',
    async () => {
      await section('people', 'People');
      await main.getByRole('button', { name: 'Manage Mel Member' }).press('Enter');
      await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
      await dialog.getByRole('button', { name: 'Deactivate Mel Member' }).press('Enter');
      await olive.getByRole('dialog', { name: 'Deactivate Mel Member?' }).waitFor();
      await olive.keyboard.press('Escape');
      await olive
        .locator(':focus')
        .and(dialog.getByRole('button', { name: 'Deactivate Mel Member' }))
        .waitFor();
      await olive.keyboard.press('Escape');
      await focused('Manage Mel Member');
      await dialog.waitFor({ state: 'detached' });
    },
  );

  await context.test('leaving the page with unsaved changes asks first', async () => {
    await section('profile', 'Profile');
    const name = main.getByRole('textbox', { name: 'Name', exact: true });
    const dialogs: string[] = [];
    olive.on('dialog', (asking) => {
      dialogs.push(asking.type());
      void asking.dismiss();
    });
    await name.fill('Acme');
    await section('messages', 'Messages');
    await olive.evaluate('location.reload()').catch(() => undefined);
    await waitUntil(async () => dialogs.length > 0);
    assert.deepEqual(dialogs, ['beforeunload']);
    await section('profile', 'Profile');
    assert.equal(await name.inputValue(), 'Acme');
    await main.getByRole('button', { name: 'Discard' }).click();
    await olive.reload();
    await main.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    assert.equal(dialogs.length, 1);
  });

  await context.test('the list of sections scrolls on its own in a low window', async () => {
    await olive.setViewportSize({ width: 1280, height: 600 });
    await section('deactivation', 'Deactivation');
    const sections = main.getByRole('navigation', { name: 'Sections' });
    const inView = async (name: string) => {
      const box = await sections.getByRole('link', { name, exact: true }).boundingBox();
      return box !== null && box.y >= 48 && box.y + box.height <= 600;
    };
    await waitUntil(() => inView('Deactivation'));
    await section('permissions', 'Permissions');
    await main.locator('.settings').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await waitUntil(() => inView('Permissions'));
    await olive.setViewportSize({ width: 1440, height: 900 });
  });

  await context.test('on a phone, sections are chosen from a select box', async () => {
    await olive.setViewportSize({ width: 390, height: 844 });
    const field = main.getByRole('combobox', { name: 'Sections' });
    await field.selectOption('User groups');
    await main.getByRole('heading', { name: 'User groups', exact: true }).waitFor();
    assert.ok(olive.url().endsWith('#organization/groups'));
    await field.selectOption('Profile');
    await main.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
    assert.ok(await main.getByRole('link', { name: 'User groups' }).isHidden());
    await olive.setViewportSize({ width: 1440, height: 900 });
  });

  await context.test('names of any length fit everywhere', async () => {
    const long =
      'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley von und zu Hohenlohe-Langenburg';
    const { user_id } = await (await server.as('mia')).call('get-own-user');
    await owner.call('update-user', { user_id_or_email: String(user_id), full_name: long });
    await owner.call('create-channel', { name: long.slice(0, 60).replaceAll(' ', '-'), subscribers: [] });
    await owner.call('create-user-group', { name: long, description: long, members: [] });
    for (const [name, heading] of [
      ['channels', 'Channels'],
      ['groups', 'User groups'],
      ['people', 'People'],
    ] as const) {
      await section(name, heading);
      await main
        .getByText(/^Wolfe/)
        .first()
        .waitFor();
      await picture(olive, `long-names-${name}`);
      assert.deepEqual(await problems(olive, `${name} with long names`), []);
    }
    await main.getByRole('button', { name: `Manage ${long}` }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    await picture(olive, 'long-names-manage');
    assert.deepEqual(await problems(olive, 'managing a long name'), []);
    await olive.setViewportSize({ width: 390, height: 844 });
    const box = dialog.locator('.dialog-body');
    assert.ok(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    await dialog.getByRole('button', { name: `Deactivate ${long}` }).press('Enter');
    const confirmation = olive.getByRole('dialog', { name: `Deactivate ${long}?` }).locator('.dialog-box');
    assert.ok(await confirmation.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    await picture(olive, 'long-names-deactivate');
  });
});
