// Administration by keyboard, in small windows and with very long names: focus, scrolling, and the prompt for
// unsaved changes.

import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { png } from '../uploads/support.ts';
import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

const pixel = new Uint8Array(await png(1, 1));

/** Whether nothing in an element scrolls horizontally. */
const isWideEnough = (box: Locator): Promise<boolean> =>
  box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);

test('administrators use every screen by keyboard and in small windows', async ({ server, open }) => {
  const owner = await server.as('olive');
  const olive = await open('olive', '#organization/emoji');
  const main = olive.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const expectFocused = (name: string) =>
    expect(
      olive.locator(':focus').and(main.getByRole('button', { name }).or(main.getByRole('link', { name }))),
    ).toBeVisible();
  const section = async (name: string, heading: string) => {
    await olive.goto(`${server.url}/#organization/${name}`);
    await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  };

  await test.step('the focus stays where an emoji was removed', async () => {
    for (const emoji_name of ['apple', 'banana', 'cherry']) {
      const file = new File([pixel], 'emoji.png', { type: 'image/png' });
      await owner.call('upload-custom-emoji', { emoji_name }, { files: { file } });
    }
    await main.getByRole('button', { name: 'Deactivate banana' }).press('Enter');
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).press('Enter');
    await expect(main.getByText(':banana:')).toHaveCount(0);
    await expectFocused('Deactivate cherry');
    await olive.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).press('Enter');
    await expect(main.getByText(':cherry:')).toHaveCount(0);
    await expectFocused('Deactivate apple');
  });

  await test.step('the focus stays where a channel was removed', async () => {
    await section('channels', 'Channels');
    await main.getByRole('button', { name: 'Archive design' }).press('Enter');
    await dialog.getByRole('button', { name: 'Archive', exact: true }).press('Enter');
    await expect(main.getByRole('button', { name: 'Archive design' })).toHaveCount(0);
    await expectFocused('engineering');
  });

  await test.step('Escape closes one dialog at a time, and the focus returns to what opened it', async () => {
    await section('people', 'People');
    await main.getByRole('button', { name: 'Manage Mel Member' }).press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Deactivate Mel Member' }).press('Enter');
    await expect(olive.getByRole('dialog', { name: 'Deactivate Mel Member?' })).toBeVisible();
    await olive.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Deactivate Mel Member' })).toBeFocused();
    await olive.keyboard.press('Escape');
    await expectFocused('Manage Mel Member');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('leaving the page with unsaved changes asks first', async () => {
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
    await expect.poll(() => dialogs).toEqual(['beforeunload']);
    await section('profile', 'Profile');
    await expect(name).toHaveValue('Acme');
    await main.getByRole('button', { name: 'Discard' }).click();
    await olive.reload();
    await expect(main.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    assert.deepEqual(dialogs, ['beforeunload']);
  });

  await test.step('the list of sections scrolls on its own in a low window', async () => {
    await olive.setViewportSize({ width: 1280, height: 600 });
    await section('deactivation', 'Deactivation');
    const sections = main.getByRole('navigation', { name: 'Sections' });
    const inView = async (name: string) => {
      const box = await sections.getByRole('link', { name, exact: true }).boundingBox();
      return box !== null && box.y >= 48 && box.y + box.height <= 600;
    };
    await expect.poll(() => inView('Deactivation')).toBe(true);
    await section('permissions', 'Permissions');
    await main.locator('.settings').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect.poll(() => inView('Permissions')).toBe(true);
    await olive.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('on a phone, the sections are a list that leads to a page each', async () => {
    await olive.setViewportSize({ width: 390, height: 844 });
    await olive.goto(`${server.url}/#organization`);
    await main.getByRole('link', { name: 'User groups' }).click();
    await expect(main.getByRole('heading', { name: 'User groups', exact: true })).toBeVisible();
    await expect(olive).toHaveURL(/#organization\/groups$/);
    await expect(main.getByRole('link', { name: 'Permissions' })).toBeHidden();
    await olive.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(main.getByRole('link', { name: 'Permissions' })).toBeVisible();
    await olive.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a setting is found by name, and has the focus', async () => {
    const field = main.getByRole('searchbox', { name: 'Search settings' });
    await field.fill('nothing like this');
    await expect(main.getByRole('status').getByText('No matches')).toBeVisible();
    await field.fill('create user groups');
    await olive.keyboard.press('Enter');
    await expect(main.getByRole('heading', { name: 'Permissions', exact: true })).toBeVisible();
    await expect(main.getByRole('combobox', { name: 'Who can create user groups' })).toBeFocused();
    await field.press('Escape');
    await expect(main.getByRole('link', { name: 'Permissions', exact: true })).toBeVisible();
  });

  await test.step('names of any length fit everywhere', async () => {
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
      await expect(main.getByText(/^Wolfe/).first()).toBeVisible();
      await picture(olive, `long-names-${name}`);
      await expect.poll(() => problems(olive, `${name} with long names`)).toEqual([]);
    }
    await main.getByRole('button', { name: `Manage ${long}` }).press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
    await picture(olive, 'long-names-manage');
    await expect.poll(() => problems(olive, 'managing a long name')).toEqual([]);
    await olive.setViewportSize({ width: 390, height: 844 });
    const box = dialog.locator('.dialog-body');
    await expect.poll(() => isWideEnough(box)).toBe(true);
    await dialog.getByRole('button', { name: `Deactivate ${long}` }).press('Enter');
    const confirmation = olive.getByRole('dialog', { name: `Deactivate ${long}?` }).locator('.dialog-box');
    await expect.poll(() => isWideEnough(confirmation)).toBe(true);
    await picture(olive, 'long-names-deactivate');
  });
});
