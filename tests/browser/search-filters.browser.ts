// The filters of a search: chips that can be removed, and fields that add others.

import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('filters narrow a search, and their chips remove them again', async ({ server, open }) => {
  const mel = await server.as('mel');
  await mel.sendToChannel('engineering', 'kettles', 'the kettle whistles');
  await mel.sendToChannel('general', 'kitchen', 'a kettle, see https://example.com/kettle');
  const page = await open('mia', '#narrow/search/kettle');
  const main = page.getByRole('main');
  const filters = main.getByRole('region', { name: 'Filters' });
  const articles = main.getByRole('article');
  await expect(articles).toHaveCount(2);
  await expect(filters.getByRole('status')).toHaveText('2 messages found');
  await picture(page, 'search-filters');
  await expect.poll(() => violations(page)).toEqual([]);

  await test.step('a channel narrows the search, and its chip removes it again', async () => {
    const where = filters.getByRole('combobox', { name: 'Where' });
    await where.selectOption('#general (1)');
    await expect(articles).toHaveCount(1);
    await expect(page).toHaveURL(/#narrow\/channel\/\d+-general\/search\/kettle$/);
    await expect(filters.getByRole('status')).toHaveText('1 message found');
    await expect(filters.getByRole('option', { name: /^#engineering/ })).toHaveCount(0);
    await expect(where).toBeFocused();
    await filters.getByRole('button', { name: 'Remove filter: In #general' }).click();
    await expect(page).toHaveURL(/#narrow\/search\/kettle$/);
    await expect(filters.getByRole('status')).toHaveText('2 messages found');
    await expect(filters.getByRole('option', { name: '#engineering (1)' })).toHaveCount(1);
    await expect(articles).toHaveCount(2);
  });

  await test.step('filters by content and by sender narrow the search', async () => {
    await filters.getByRole('combobox', { name: 'Contains' }).selectOption('A link');
    await expect(articles).toHaveCount(1);
    const from = filters.getByRole('combobox', { name: 'From' });
    await from.click();
    await page.getByRole('option', { name: 'Mel Member (1)' }).click();
    await expect(page).toHaveURL(/\/has\/link\/sender\//);
    await expect(articles).toHaveCount(1);
    await expect(from).toBeFocused();
  });

  await test.step('the heading and the title of the window name the search as its chips do', async () => {
    const name = 'kettle · A link · From Mel Member';
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`${name} · `));
  });

  await test.step('the focus goes from a removed chip to its neighbor, and from the last one to a field', async () => {
    const chip = (name: string) => filters.getByRole('button', { name: `Remove filter: ${name}` });
    await chip('A link').focus();
    await page.keyboard.press('Enter');
    await expect(chip('From Mel Member')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(articles).toHaveCount(2);
    await expect(chip('kettle')).toBeFocused();
  });

  await test.step('a sender who is not among the results is found by name', async () => {
    const from = filters.getByRole('combobox', { name: 'From' });
    await from.click();
    await page.keyboard.type('max');
    await picture(page, 'search-sender');
    await page.keyboard.press('Enter');
    await expect(filters.getByText('From Max Member')).toBeVisible();
    await expect(articles).toHaveCount(0);
    await expect(from).toBeFocused();
    await page.goBack();
    await expect(articles).toHaveCount(2);
  });

  await test.step('days and contents are counted when their menu is opened', async () => {
    const counted: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/messages/count?')) counted.push(request.url());
    });
    const contents = filters.getByRole('combobox', { name: 'Contains' });
    await contents.focus();
    expect(counted).toEqual([]);
    await contents.click();
    await expect(contents.getByRole('option', { name: 'A link (1)' })).toHaveCount(1);
    await expect(contents.getByRole('option', { name: 'A reaction (0)' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    expect(counted).toHaveLength(4);
    const when = filters.getByRole('combobox', { name: 'When' });
    await when.click();
    await expect(when.getByRole('option', { name: 'This month (2)' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await contents.click();
    await page.keyboard.press('Escape');
    expect(counted).toHaveLength(8);
  });

  await test.step('days are chosen in a calendar', async () => {
    await filters.getByRole('combobox', { name: 'When' }).selectOption({ value: 'today' });
    await expect(articles).toHaveCount(2);
    await filters.getByRole('combobox', { name: 'When' }).selectOption({ value: 'yesterday' });
    await expect(articles).toHaveCount(0);
    await page.goBack();
    await expect(articles).toHaveCount(2);
    await filters.getByRole('combobox', { name: 'When' }).selectOption('Choose dates…');
    const dialog = page.getByRole('dialog', { name: 'Choose dates' });
    const width = await dialog.getByLabel('First day').evaluate((field) => field.clientWidth);
    expect(width).toBeGreaterThan(140);
    await dialog.getByLabel('First day').fill('2001-01-02');
    await dialog.getByLabel('Last day').fill('2001-01-01');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('The last day is before the first day.');
    await dialog.getByLabel('Last day').fill('2001-01-03');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(main.getByText('No messages found')).toBeVisible();
    await expect(page).toHaveURL(/since\/2001-01-02\/before\/2001-01-04$/);
    await expect(filters.getByRole('combobox', { name: 'When' })).toBeFocused();
  });

  await test.step('the search in the conversation in view, and the search made before, are suggested', async () => {
    const field = page.getByRole('combobox', { name: 'Search', exact: true });
    await field.fill('whistles');
    await page.keyboard.press('Enter');
    await expect(articles).toHaveCount(1);
    await articles
      .getByRole('link', { name: 'kettles' })
      .or(main.getByRole('link', { name: 'kettles' }))
      .first()
      .click();
    await expect(page.getByRole('heading', { name: /kettles/, level: 1 })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('option', { name: /^whistles/ })).toBeVisible();
    await page.getByRole('option', { name: /^Search in this conversation/ }).click();
    await expect(field).toHaveValue('channel:engineering topic:kettles ');
  });

  await test.step('a search is saved by name, for all devices, and suggested where one searches', async () => {
    await page.goto(`${server.url}/#narrow/search/kettle/has/link`);
    const save = filters.getByRole('button', { name: 'Save search' });
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Save search' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect(name).toHaveValue('kettle · A link');
    await picture(page, 'save-search');
    await name.fill('Kettles to buy');
    await page.keyboard.press('Enter');
    const saved = filters.getByRole('button', { name: 'Saved: Kettles to buy' });
    await expect(saved).toBeFocused();
    await page.goto(`${server.url}/#narrow/search/kettle`);
    await save.click();
    await name.fill('Kettles to buy');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('One of your views already has this name.');
    await page.keyboard.press('Escape');
    await page.goBack();
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await expect(sidebar.getByRole('link', { name: 'Kettles to buy' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    const other = await open('mia', '#inbox');
    const field = other.getByRole('combobox', { name: 'Search', exact: true });
    await field.focus();
    await expect(other.getByRole('option', { name: /^Kettles to buy/ })).toBeVisible();
    await other.keyboard.type('kettles');
    await other.getByRole('option', { name: /^Kettles to buy/ }).click();
    await expect(other).toHaveURL(/#narrow\/search\/kettle\/has\/link$/);
    await other.keyboard.press('Control+k');
    const palette = other.getByRole('dialog', { name: 'Search and jump' });
    const group = palette.getByRole('group', { name: 'Saved searches' });
    await expect(group.getByRole('option', { name: 'Kettles to buy' })).toBeVisible();
    await picture(other, 'saved-searches');
    await other.keyboard.press('Escape');
    await saved.click();
    await page.getByRole('menuitem', { name: 'Remove Kettles to buy' }).click();
    await expect(save).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'Kettles to buy' })).toHaveCount(0);
    await other.context().close();
  });

  await test.step('a search that the server refuses says why', async () => {
    await page.goto(`${server.url}/#narrow/since/yesterday`);
    await expect(main.getByText('Invalid narrow operator: invalid date yesterday')).toBeVisible();
  });
});
