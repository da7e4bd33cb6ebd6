// GIFs: an administrator chooses the provider, people search in the picker beside the emoji and send what they choose, and
// every picture comes from the organization's own server (the fixtures report requests to another one).

import { KEY, startGifProvider } from '../gifs/gif-provider.ts';
import { startTestServer } from '../support/server.ts';
import { topicAddress } from './addresses.ts';
import { problems } from './appearances.ts';
import { expect, test, webDirectory } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

async function startWithProvider() {
  const provider = await startGifProvider();
  const pictureSources = [provider.addresses.giphy.api];
  const server = await startTestServer({ webDirectory, gifAddresses: provider.addresses, pictureSources });
  const olive = await server.as('olive');
  const choose = (name: string) => olive.ok('PUT', '/realm/gif_provider', { provider: name, api_key: KEY });
  return { provider, server, olive, choose };
}

test('a GIF is searched for, chosen with the keyboard, sent and seen', async ({ openOn }) => {
  const { provider, server, olive, choose } = await startWithProvider();
  const address = await topicAddress(server, 'GIFs');
  const page = await openOn(server)('mel', address);
  const field = page.getByRole('textbox', { name: /^Message/ });
  const button = page.getByRole('button', { name: 'GIF', exact: true });
  const picker = page.getByRole('dialog', { name: 'Choose a GIF' });
  const search = picker.getByRole('combobox', { name: 'Search for GIFs' });
  const gifs = picker.getByRole('option');
  await expect(field).toBeVisible();
  await expect(button).toHaveCount(0);

  await test.step('the button appears once there is a provider', async () => {
    await choose('giphy');
    await button.click();
    await expect(search).toBeFocused();
  });

  await test.step('trending GIFs are listed, with the attribution, and further pages follow', async () => {
    await expect(gifs.first()).toHaveAccessibleName('a cat that jumps 0 times');
    await expect(search).toHaveAttribute('placeholder', 'Search GIPHY');
    await expect(picker.getByText('Powered by GIPHY')).toBeVisible();
    const image = gifs.first().locator('img');
    await expect
      .poll(() => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    await picture(page, 'gif-picker');
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'gif-picker-dark');
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('End');
    await expect(gifs).toHaveCount(30);
  });

  await test.step('Enter searches for new words at once, instead of choosing what was found for others', async () => {
    await search.fill('quick cat');
    await page.keyboard.press('Enter');
    await expect.poll(() => provider.searches().at(-1)?.searchParams.get('q')).toBe('quick cat');
    await expect(picker).toBeVisible();
    await expect(gifs.first()).toBeVisible();
  });

  await test.step('words search, arrows choose, and Escape returns the focus', async () => {
    await search.fill('dancing cat');
    await expect.poll(() => provider.searches().at(-1)?.searchParams.get('q')).toBe('dancing cat');
    await expect(gifs.first()).toHaveAttribute('aria-selected', 'true');
    // The arrows move the caret until it is at the end, or until another arrow led to the GIFs.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('s');
    await expect(search).toHaveValue('dancing cast');
    await expect.poll(() => provider.searches().at(-1)?.searchParams.get('q')).toBe('dancing cast');
    await expect(gifs.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(gifs.first()).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect(gifs.and(page.locator('[aria-selected=true]'))).toHaveAccessibleName(
      'a cat that jumps 1 times',
    );
    await page.keyboard.press('Escape');
    await expect(picker).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  await test.step('the chosen GIF is written into the message, which is sent', async () => {
    await button.click();
    await expect(gifs.first()).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(picker).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(
      /^\[a cat that jumps 1 times\]\(http\S+\/g1\/giphy-downsized\.gif\?\S+\)\n$/,
    );
    await page.keyboard.press('Control+Enter');
    const sentPicture = page.getByRole('feed').locator('.message_inline_image img');
    await expect(sentPicture).toHaveCount(1);
    await expect
      .poll(() => sentPicture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    expect(await sentPicture.getAttribute('src')).toMatch(/external_content/);
  });

  await test.step('/gif opens the picker with its words', async () => {
    await field.fill('/gif happy');
    await page.keyboard.press('Control+Enter');
    await expect(search).toHaveValue('happy');
    await expect(field).toHaveValue('');
    await expect(gifs.first()).toBeVisible();
    await gifs.first().click();
    await expect(field).toHaveValue(/giphy-downsized\.gif/);
    await field.fill('');
  });

  await test.step('without results, and when the provider fails, the picker says so', async () => {
    const { answer } = provider.standIn;
    const noResults = { data: [], pagination: { total_count: 0, count: 0, offset: 0 } };
    provider.standIn.answer = () => ({ body: { ...noResults, meta: { status: 200, response_id: 'r' } } });
    await button.click();
    await search.fill('nothing like this');
    await expect(picker.getByText('No GIFs match.').first()).toBeVisible();
    await picture(page, 'gif-picker-empty');
    provider.standIn.answer = () => ({ status: 500, body: '' });
    await search.fill('broken');
    await expect(picker.getByRole('alert')).toContainText('GIPHY cannot be reached. Try again later.');
    await picture(page, 'gif-picker-error');
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    provider.standIn.answer = answer;
    await picker.getByRole('button', { name: 'Try again' }).click();
    await expect(search).toBeFocused();
    await expect(gifs.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  await test.step('the button disappears when GIFs are turned off, and /gif is sent as a message', async () => {
    await olive.ok('PATCH', '/realm', { gif_rating_policy: 0 });
    await expect(button).toHaveCount(0);
    await field.fill('/gif happy');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('feed').getByText('/gif happy')).toBeVisible();
  });
});

test('with reduced motion GIFs show their first frame; on phones the picker is a sheet', async ({
  openOn,
}) => {
  const { server, choose } = await startWithProvider();
  await choose('klipy');
  const page = await openOn(server)('mel', await topicAddress(server, 'GIFs'), {
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('textbox', { name: /^Message/ }).click();
  await page.getByRole('button', { name: 'GIF', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a GIF' });
  await expect(picker.getByRole('combobox')).toHaveAttribute('placeholder', 'Search KLIPY');
  const image = picker.getByRole('option').first().locator('img');
  const hex = /\/([0-9a-f]+)$/.exec((await image.getAttribute('src')) ?? '')?.[1] ?? '';
  expect(Buffer.from(hex, 'hex').toString()).toMatch(/sm\.jpg$/);
  const box = await picker.boundingBox();
  expect(box && [box.x, Math.round(box.y + box.height), box.width]).toEqual([0, 844, 390]);
  await expect(picker.getByRole('option').first()).toBeVisible();
  await picture(page, 'gif-picker-sheet');
  expect(await violations(page)).toEqual([]);
});

test('if the key is no longer accepted, people learn whom to tell, and administrators what to change', async ({
  openOn,
}) => {
  const { provider, server, choose } = await startWithProvider();
  await choose('giphy');
  provider.standIn.answer = () => ({ status: 403, body: {} });
  const address = await topicAddress(server, 'GIFs');
  for (const [name, text] of [
    ['mel', /^GIFs are not available right now\. Tell an administrator that GIPHY/],
    ['olive', /^GIPHY does not accept the API key\. Enter a valid one/],
  ] as const) {
    const page = await openOn(server)(name, address);
    await page.getByRole('textbox', { name: /^Message/ }).click();
    await page.getByRole('button', { name: 'GIF', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Choose a GIF' }).getByText(text)).toBeVisible();
    await picture(page, `gif-key-refused-${name}`);
  }
});

test('an administrator chooses the provider, and a wrong key is refused when it is saved', async ({
  openOn,
}) => {
  const { server } = await startWithProvider();
  const page = await openOn(server)('olive', '#organization/programs');
  const form = page.getByRole('form', { name: 'GIF provider' });
  const key = form.getByLabel('API key');
  const save = form.getByRole('button', { name: 'Save' });
  await expect(key).toHaveCount(0);
  await form.getByLabel('GIF provider').selectOption('GIPHY');
  await expect(save).toBeDisabled();
  await key.fill('a-wrong-key-0123456789');
  await save.click();
  await expect(form.getByRole('alert')).toContainText('GIPHY does not accept the API key.');
  await picture(page, 'gif-provider-refused');
  await key.fill(KEY);
  await expect(form.getByRole('alert')).toHaveCount(0);
  await save.click();
  await expect(page.getByText('People can now search for GIFs on GIPHY.')).toBeVisible();
  await expect(key).toHaveValue('');
  await expect(form.getByText('A key is stored. Enter another one to replace it.')).toBeVisible();
  await picture(page, 'gif-provider');
  expect(await problems(page, 'GIF provider')).toEqual([]);
  const reader = await openOn(server)('mel', '#organization/programs');
  await expect(reader.getByRole('combobox', { name: 'GIF provider' })).toHaveValue('giphy');
  await expect(reader.getByRole('combobox', { name: 'GIF provider' })).toBeDisabled();
  await expect(reader.getByLabel('API key')).toHaveCount(0);
  // A key that was typed for a provider is not sent for another choice.
  await key.fill('typed-and-not-saved');
  await form.getByLabel('GIF provider').selectOption('KLIPY');
  await expect(key).toHaveValue('');
  await key.fill('typed-and-not-saved');
  await form.getByLabel('GIF provider').selectOption('None');
  await save.click();
  await expect(page.getByText('GIF search is off. The key was deleted.')).toBeVisible();
  await expect(reader.getByRole('combobox', { name: 'GIF provider' })).toHaveValue('none');
});
