// Working with the sidebar: menus of rows, sections that collapse, rows and sections that are moved by keys and by
// dragging, files dropped on rows, and very many channels.

import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { expect, type Open, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

// biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
type Any = any;

const sidebarOf = (page: Page) => page.getByRole('navigation', { name: 'Sidebar' });
const rowOf = (page: Page, name: string) => sidebarOf(page).getByRole('link', { name, exact: true });
/** The names of the rows of a section, without topics. */
const rowsIn = (page: Page, section: string) => () =>
  page.locator(`section:has(> [data-section="${section}"]) > ul > li > a .name`).allInnerTexts();
const sectionsOf = (page: Page) => () => sidebarOf(page).locator('.side-toggle').allInnerTexts();
const menuOf = (page: Page, name: string) => page.getByRole('menu', { name, exact: true });

/** Touches an element, holds it for a long press and possibly moves, and lifts the finger. */
async function hold(
  page: Page,
  element: Locator,
  whileHeld: (moveTo: (x: number, y: number) => Promise<unknown>) => Promise<unknown> = async () => undefined,
): Promise<void> {
  // Waits until the sidebar does not move.
  await element.click({ trial: true });
  const box = await element.boundingBox();
  assert.ok(box);
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + 40, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await expect(page.locator('[data-held]')).toHaveCount(1);
  await whileHeld((x, y) =>
    touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] }),
  );
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('the menu of a row opens by its button, right click and Shift+F10', async ({ open }) => {
  const page = await open('mel', '#drafts');
  const row = rowOf(page, 'engineering');
  const menu = menuOf(page, 'engineering');
  const items = () => menu.getByRole('menuitem').allInnerTexts();
  await row.hover();
  await sidebarOf(page).getByRole('button', { name: 'Options for engineering' }).click();
  await expect(menu).toBeVisible();
  const expected = await items();
  for (const name of ['Mark as read', 'Mute channel', 'Pin to top', 'Move to section', 'Copy link'])
    assert.ok(
      expected.some((one) => one.includes(name)),
      name,
    );
  await expect.poll(() => violations(page)).toEqual([]);
  await picture(page, 'sidebar-menu');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);

  await row.click({ button: 'right' });
  await expect(menu).toBeVisible();
  assert.deepEqual(await items(), expected);
  await page.getByRole('main').click({ position: { x: 300, y: 5 } });
  await expect(menu).toHaveCount(0);

  await row.focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toHaveCount(1);
  assert.deepEqual(await items(), expected);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(row).toBeFocused();

  await page.keyboard.press('ArrowRight');
  await expect(sidebarOf(page).getByRole('button', { name: 'Options for engineering' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await expect(page).toHaveURL(/#drafts$/);
});

test('a long press opens the menu as a sheet on phones', async ({ open }) => {
  const mobile = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await open('mel', '#inbox', mobile);
  await page.getByRole('button', { name: 'Channels', exact: true }).click();
  const menu = menuOf(page, 'engineering');
  await rowOf(page, 'engineering').click({ button: 'right' });
  await expect(menu).toBeVisible();
  const items = await menu.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await hold(page, rowOf(page, 'engineering'));
  await expect(menu).toBeVisible();
  assert.deepEqual(await menu.getByRole('menuitem').allInnerTexts(), items);
  await expect(page).toHaveURL(/#inbox$/);
  const box = await menu.boundingBox();
  assert.deepEqual([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)], [0, 390, 844]);
  await expect.poll(() => violations(page)).toEqual([]);
  await picture(page, 'sidebar-sheet');
  await menu.getByRole('menuitem', { name: 'Pin to top' }).click();
  await expect.poll(rowsIn(page, 'pinned')).toEqual(['engineering']);
});

test('rows are moved by finger after a long press, and the list scrolls near its edges', async ({ open }) => {
  const mobile = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await open('mel', '#inbox', mobile);
  await page.getByRole('button', { name: 'Channels', exact: true }).click();
  const [first = '', second = '', ...rest] = await rowsIn(page, 'channels')();
  const lists = page.locator('.side-lists').last();
  const scrolled = () => lists.evaluate((box) => (box as Any).scrollTop as number);
  await hold(page, rowOf(page, first), async (moveTo) => {
    // Again if the row moves in between, as it does when topics are loaded.
    await expect(async () => {
      // Away from the edges, near which the list scrolls.
      await rowOf(page, second).evaluate((row) => (row as Any).scrollIntoView({ block: 'center' }));
      const target = await rowOf(page, second).boundingBox();
      assert.ok(target);
      await moveTo(target.x + 40, target.y + target.height - 4);
      const has = page.getByRole('link', { name: second, exact: true });
      const drop = page.locator('[data-drop=after]').filter({ has });
      await expect(drop).toHaveAttribute('data-row', /^channel /, { timeout: 1000 });
    }).toPass();
    await picture(page, 'sidebar-drag-by-finger');
  });
  await expect.poll(rowsIn(page, 'channels')).toEqual([second, first, ...rest]);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.locator('[data-drop], [data-held]')).toHaveCount(0);
  await expect(page).toHaveURL(/#inbox$/);

  // Towards the end of the list, which is out of view.
  await page.setViewportSize({ width: 390, height: 480 });
  await lists.evaluate((box) => (box as Any).scrollTo(0, 0));
  const row = sidebarOf(page).locator('[data-row] > a:visible').first();
  await hold(page, row, async (moveTo) => {
    const box = await lists.boundingBox();
    assert.ok(box);
    await moveTo(box.x + 60, box.y + box.height - 30);
    await moveTo(box.x + 60, box.y + box.height - 4);
    await expect.poll(scrolled).toBeGreaterThan(40);
  });
});

test('conversations and topics are pinned and moved to custom sections', async ({ server, open }) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  await mia.sendToChannel('general', 'plans', 'to be pinned');
  const page = await open('mel', '#drafts');
  await rowOf(page, 'Mia Member').click({ button: 'right' });
  await menuOf(page, 'Mia Member').getByRole('menuitem', { name: 'Pin to top' }).click();
  await expect.poll(rowsIn(page, 'pinned')).toEqual(['Mia Member']);
  await rowOf(page, 'general').click();
  await rowOf(page, 'plans').click({ button: 'right' });
  await menuOf(page, 'plans').getByRole('menuitem', { name: 'Pin to top' }).click();
  await expect.poll(rowsIn(page, 'pinned')).toEqual(['Mia Member', 'plans']);

  await rowOf(page, 'engineering').click({ button: 'right' });
  await menuOf(page, 'engineering').getByRole('menuitem', { name: 'Move to section' }).click();
  await page.getByRole('menu').getByRole('menuitem', { name: 'New section…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Projects');
  await page.keyboard.press('Enter');
  await expect.poll(sectionsOf(page)).toContain('Projects');
  const key = (await mel.call('get-sidebar')).sidebar.sections.find(({ name }) => name)?.section ?? '';
  await expect.poll(rowsIn(page, key)).toEqual(['engineering']);

  await rowOf(page, 'Mia Member').click({ button: 'right' });
  await menuOf(page, 'Mia Member').getByRole('menuitem', { name: 'Unpin' }).click();
  await expect.poll(rowsIn(page, 'pinned')).toEqual(['plans']);
  await expect.poll(rowsIn(page, 'direct')).toContain('Mia Member');

  const heading = sidebarOf(page).getByRole('button', { name: 'Projects', exact: true });
  await heading.click({ button: 'right' });
  await menuOf(page, 'Projects').getByRole('menuitem', { name: 'Remove section' }).click();
  await dialog.getByRole('button', { name: 'Remove section' }).click();
  await expect.poll(sectionsOf(page)).not.toContain('Projects');
  await expect.poll(rowsIn(page, 'channels')).toContain('engineering');
});

test('sections collapse and show the number of unread messages, even after a reload', async ({
  server,
  open,
}) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  await mel.call('mark-all-as-read');
  await mia.sendDirect([mel.userId], 'hello');
  const page = await open('mel', '#drafts');
  const toggle = sidebarOf(page).getByRole('button', { name: 'Direct messages', exact: true });
  const heading = page.locator('[data-section=direct]');
  await expect(rowOf(page, 'Mia Member')).toBeVisible();
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(rowOf(page, 'Mia Member')).toHaveCount(0);
  await expect(heading.locator('.count')).toHaveText('1');
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(rowOf(page, 'Mia Member')).toHaveCount(0);
  await toggle.click();
  await expect(rowOf(page, 'Mia Member')).toBeVisible();
});

test('every + button has a name and works', async ({ open }) => {
  const page = await open('mel', '#drafts');
  const sidebar = sidebarOf(page);
  await expect(sidebar.locator('.side-add')).toHaveCount(3);
  const more = sidebar.getByRole('button', { name: 'More channels', exact: true });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  await expect.poll(rowsIn(page, 'more')).toContain('design');
  await sidebar.getByRole('button', { name: 'New direct message' }).click();
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible();
  await sidebar.getByRole('button', { name: 'Add channels' }).click();
  await menuOf(page, 'Add channels').getByRole('menuitem', { name: 'Browse channels' }).click();
  await expect(page).toHaveURL(/#channels\/all/);
  await page.goBack();
  await sidebar.getByRole('button', { name: 'Browse channels' }).click();
  await expect(page).toHaveURL(/#channels\/all/);
});

test('the + button of a custom section adds a conversation to it', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { section } = await mel.call('add-sidebar-section', { name: 'Projects' });
  const page = await open('mel', '#drafts');
  const add = sidebarOf(page).getByRole('button', { name: 'Add to Projects' });
  const dialog = page.getByRole('dialog', { name: 'Add to Projects' });
  const field = dialog.getByRole('combobox', { name: 'Channel, topic or person' });
  for (const name of ['engineering', 'Mia Member']) {
    await add.click();
    await field.fill(name);
    await expect(page.getByRole('option', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
    if (name === 'engineering') {
      await picture(page, 'sidebar-add');
      await expect.poll(() => violations(page)).toEqual([]);
    }
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  }
  await expect.poll(rowsIn(page, section)).toEqual(['engineering', 'Mia Member']);
  await add.click();
  await field.fill('engineering');
  await expect(page.getByRole('option', { name: 'engineering', exact: true })).toHaveCount(0);
});

test('the + button of a channel folder creates a channel in it, or moves one there', async ({
  server,
  open,
}) => {
  const adam = await server.as('adam');
  const { channel_folder_id: folder } = await adam.call('create-channel-folder', { name: 'Building' });
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  await adam.call('update-stream', { stream_id, folder_id: folder });
  const page = await open('adam', '#drafts');
  const add = sidebarOf(page).getByRole('button', { name: 'Add to Building' });
  const menu = menuOf(page, 'Add to Building');
  await add.click();
  await menu.getByRole('menuitem', { name: 'Move one of your channels here…' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Channel' }).fill('general');
  await page.keyboard.press('Enter');
  await expect.poll(rowsIn(page, `folder-${folder}`)).toContain('general');
  await add.click();
  await menu.getByRole('menuitem', { name: 'New channel in Building' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a channel' });
  await expect(dialog.getByRole('combobox', { name: 'Folder' })).toHaveValue(String(folder));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/#drafts$/);
  await add.click();
  await menu.getByRole('menuitem', { name: 'New channel in Building' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Folder' })).toHaveValue(String(folder));
  await dialog.getByRole('textbox', { name: 'Name' }).fill('roofs');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.poll(rowsIn(page, `folder-${folder}`)).toContain('roofs');
});

test('Alt with an arrow moves rows and sections, announced and with the focus on them', async ({ open }) => {
  const page = await open('mel', '#drafts');
  const before = await rowsIn(page, 'channels')();
  const [first = '', second = '', ...rest] = before;
  await rowOf(page, first).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(rowsIn(page, 'channels')).toEqual([second, first, ...rest]);
  await expect(rowOf(page, first)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: `${first}: 2 of ${before.length}` })).toHaveCount(
    1,
  );
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(rowsIn(page, 'channels')).toEqual(before);
  await expect(rowOf(page, first)).toBeFocused();

  const sections = await sectionsOf(page)();
  assert.deepEqual(sections, ['Direct messages', 'Channels', 'More channels']);
  const toggle = sidebarOf(page).getByRole('button', { name: 'Channels', exact: true });
  await toggle.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(sectionsOf(page)).toEqual(['Channels', 'Direct messages', 'More channels']);
  await expect(toggle).toBeFocused();
  await page.reload();
  await expect.poll(sectionsOf(page)).toEqual(['Channels', 'Direct messages', 'More channels']);
});

test('rows are dragged to another position and section, with a line at the target', async ({ open }) => {
  const page = await open('mel', '#drafts');
  const [first = '', second = '', ...rest] = await rowsIn(page, 'channels')();
  const last = rest.at(-1) ?? '';
  await rowOf(page, last).hover();
  await expect(page.locator('.side-heading[draggable], .side-lists')).not.toHaveCount(0);
  // While the sidebar fills, a row may move just when it is grabbed or reached.
  await expect(async () => {
    await page.mouse.up();
    await rowOf(page, last).hover();
    await page.mouse.down();
    const box = await rowOf(page, first).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 50, box.y + 20, { steps: 5 });
    await page.mouse.move(box.x + 50, box.y + 4);
    const line = page.locator('[data-drop=before]');
    await expect(line).toHaveAttribute('data-row', /^channel /, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await picture(page, 'sidebar-drag');
  await page.mouse.up();
  await expect.poll(rowsIn(page, 'channels')).toEqual([last, first, second, ...rest.slice(0, -1)]);
  await expect(page.locator('[data-drop]')).toHaveCount(0);
  await expect(page).toHaveURL(/#drafts$/);
  // A section does not accept rows of another kind.
  await rowOf(page, first).dragTo(rowOf(page, 'Mia Member'));
  await expect.poll(rowsIn(page, 'channels')).toEqual([last, first, second, ...rest.slice(0, -1)]);
});

test('files dropped on a row are added to a message there', async ({ open }) => {
  const page = await open('mel', '#drafts');
  const row = rowOf(page, 'Mia Member');
  await row.hover();
  const drag = (kind: string) =>
    row.evaluate((element: Any, type) => {
      const { DataTransfer, DragEvent, File } = globalThis as Any;
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, kind);
  await expect(async () => {
    await drag('dragover');
    await expect(page.locator('[data-drop=into]')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await drag('drop');
  await expect(page).toHaveURL(/#narrow\/dm\//);
  await expect(page.getByRole('textbox', { name: /^Message/ })).toHaveValue(/\[dropped\.txt\]\(/);
});

/** Opens a page for Mel, who is in ten thousand more channels, of which the first `pinned` are pinned. */
async function openWithManyChannels(open: Open, pinned: number): Promise<Page> {
  const page = await open('mel', '#drafts');
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    stream_id: 100_000 + index,
    name: `channel ${String(index).padStart(5, '0')}`,
    pin_to_top: index < pinned,
  }));
  await page.route(/\/register/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [like] = body.subscriptions;
    body.subscriptions = [
      ...body.subscriptions,
      ...many.map((one) => ({ ...like, ...one, folder_id: null })),
    ];
    await route.fulfill({ response, json: body });
  });
  await page.evaluate(async () => {
    const { indexedDB } = globalThis as Any;
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await page.reload();
  return page;
}

test('of ten thousand channels only those in view are in the document', async ({ open }) => {
  const page = await openWithManyChannels(open, 0);
  const rows = page.locator('section:has(> [data-section=channels]) > ul > li');
  await expect(rowOf(page, 'channel 00000')).toBeVisible();
  await expect(rows.first()).toHaveAttribute('aria-setsize', /^10\d{3}$/);
  assert.ok((await rows.count()) < 100);
  const lists = page.locator('.side-lists').last();
  for (const share of [0.5, 1]) {
    await lists.evaluate((box, part) => {
      const { scrollHeight } = box as unknown as { scrollHeight: number };
      (box as unknown as { scrollTop: number }).scrollTop = scrollHeight * part - 400;
    }, share);
    if (share === 0.5)
      await expect(
        sidebarOf(page)
          .getByText(/^channel 0(4[89]|5[01])\d\d$/)
          .first(),
      ).toBeVisible();
    assert.ok((await rows.count()) < 100);
  }
  await expect(rowOf(page, 'channel 09999')).toBeInViewport();
});

test('a long section below one that collapses shows its rows', async ({ open }) => {
  const page = await openWithManyChannels(open, 90);
  await expect(rowOf(page, 'channel 00000')).toBeVisible();
  await page.getByRole('button', { name: 'Pinned', exact: true }).click();
  await expect(rowOf(page, 'channel 00000')).toHaveCount(0);
  for (const number of [90, 92, 94]) {
    await expect(rowOf(page, `channel ${String(number).padStart(5, '0')}`)).toBeInViewport();
  }
});

test('all direct conversations are on a page, with filters and a search', async ({ server, open }) => {
  const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);
  await mel.call('mark-all-as-read');
  await mel.sendDirect([mia.userId, max.userId], 'to both of you');
  await max.sendDirect([mel.userId], 'good morning');
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await open('mel', '#inbox', { viewport });
    if (viewport.width > 500) await rowOf(page, 'All direct messages').click();
    else await page.getByRole('link', { name: 'Direct', exact: true }).click();
    const main = page.getByRole('main');
    const rows = main.getByRole('grid').getByRole('row');
    await expect(rows.first()).toContainText('Max Member');
    await expect(rows.first()).toContainText('good morning');
    await expect(rows.nth(1)).toContainText('You: to both of you');
    await main.getByRole('button', { name: 'Unread', exact: true }).click();
    await expect(rows).toHaveCount(1);
    await main.getByRole('button', { name: /^Groups/ }).click();
    await expect(rows.first()).toContainText('Mia Member, Max Member');
    await main.getByRole('button', { name: /^All/ }).click();
    await main.getByRole('searchbox', { name: 'Search by name' }).fill('mia');
    await expect(rows.first()).toContainText('Mia Member');
    await expect.poll(() => violations(page)).toEqual([]);
    await picture(page, `directs-${viewport.width}`);
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(/#narrow\/dm\//);
  }
});

test('very many sections are rendered a few at a time, and all of them in the end', async ({
  server,
  open,
}) => {
  const adam = await server.as('adam');
  const folders = Array.from({ length: 40 }, (_, index) => `Folder ${String(index).padStart(2, '0')}`);
  for (const name of folders) {
    const { channel_folder_id: folder_id } = await adam.call('create-channel-folder', { name });
    const subscribers = [adam.userId];
    await adam.call('create-channel', { name: `channel of ${name}`, subscribers, folder_id });
  }
  const page = await open('adam', '#drafts');
  await page.evaluate(() => {
    const { document, Event, MutationObserver } = globalThis as Any;
    (globalThis as Any).most = 0;
    new MutationObserver((changes: Any[]) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const sections = added.filter((node) => node.localName === 'section').length;
      (globalThis as Any).most = Math.max((globalThis as Any).most, sections);
    }).observe(document.body, { childList: true, subtree: true });
    // Shows the sidebar again: the same rendering as when the page opens.
    const field = document.querySelector('.go-to input');
    field.value = 'something';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(sidebarOf(page).locator('section')).toHaveCount(0);
  await sidebarOf(page).getByRole('searchbox').fill('');
  await expect(rowOf(page, 'channel of Folder 39')).toHaveCount(1);
  await expect
    .poll(async () => (await sectionsOf(page)()).filter((name) => name.startsWith('Folder')))
    .toEqual(folders);
  const most = await page.evaluate<number>(() => (globalThis as Any).most);
  assert.ok(most > 0 && most <= 16, `${most} sections were rendered at once`);
});
