// The frame of the client: the sidebar leads to views, on phone and desktop, and is accessible.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { violations } from './violations.ts';

test('the sidebar leads to views, people and channels', async ({ open }) => {
  const page = await open('mel');
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  for (const name of ['Inbox', 'Recent conversations', 'Combined feed', 'Mentions', 'Starred messages']) {
    await expect(sidebar.getByRole('link', { name })).toBeVisible();
  }
  await expect(sidebar.getByRole('link', { name: 'Mia Member' }).first()).toBeVisible();
  await sidebar.getByRole('link', { name: 'engineering' }).click();
  await expect(page).toHaveURL(/#narrow\/channel\/\d+-engineering$/);
  await expect(page.getByRole('main').getByRole('heading', { name: 'engineering' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'changes' })).toBeVisible();
});

test('screen readers announce what each number counts', async ({ server, open }) => {
  const mel = await server.as('mel');
  await mel.call('update-settings', { starred_message_counts: true });
  const page = await open('mel', '#drafts');
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  for (const [name, description] of [
    ['Starred messages', /^[\d,]+ messages?$/],
    ['Mentions', /^[\d,]+ unread mentions?$/],
    ['Inbox', /^[\d,]+ unread$/],
    ['Mia Member', /^\d+ unread$/],
  ] as const) {
    const link = sidebar.getByRole('link', { name, exact: true });
    await expect(link).toBeVisible();
    await expect(link).toHaveAccessibleDescription(description);
  }
});

test('screen readers announce which channels are private, and which anyone on the web can read', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  await mel.call('create-channel', { name: 'Closed', subscribers: [mel.userId], invite_only: true });
  const olive = await server.as('olive');
  await olive.call('update-organization', { enable_spectator_access: true });
  await olive.call('create-channel', {
    name: 'Open',
    subscribers: [mel.userId, olive.userId],
    is_web_public: true,
  });
  const page = await open('mel', '#drafts');
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  const line = (name: string) => sidebar.getByRole('link', { name, exact: true });
  await expect(line('Closed')).toHaveAccessibleDescription('private channel');
  await expect(line('Open')).toHaveAccessibleDescription(/^web-public channel/);
  await expect(line('engineering')).not.toHaveAccessibleDescription(/channel/);
  await sidebar.getByRole('searchbox').or(sidebar.getByRole('textbox')).fill('close');
  await expect(line('Closed')).toHaveAccessibleDescription('private channel');

  await olive.sendToChannel('Open', 'news', 'for the inbox');
  await page.goto(`${server.url}/#inbox`);
  const row = page.getByRole('row', { name: /news/ });
  await expect(row).toHaveAccessibleDescription('web-public channel');
  await expect(page.getByRole('row', { name: /roadmap/ })).toHaveAccessibleDescription('');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'Closed' });
  await page.goto(`${server.url}/#narrow/channel/${stream_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('private channel Closed');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and jump' });
  await palette.getByRole('combobox').fill('#Closed');
  await expect(palette.getByRole('option', { name: 'Closed' })).toHaveAccessibleDescription(
    'private channel',
  );
});

test('people have pictures with their presence, and rows keep their height with and without counts', async ({
  server,
  open,
}) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  await mia.call('update-presence', { status: 'active', new_user_input: true });
  const page = await open('mel', '#narrow/channel/2');
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  const row = sidebar.getByRole('link', { name: 'Mia Member', exact: true });
  await expect(row.locator('.avatar > .presence.active')).toBeVisible();
  await page.getByRole('button', { name: 'People', exact: true }).click();
  const people = page.getByRole('complementary', { name: 'People' });
  await expect(
    people.getByRole('button', { name: /^Mia Member/ }).locator('.avatar > .active'),
  ).toBeVisible();
  await expect(
    people.getByRole('button', { name: /^Gus Guest/ }).locator('.avatar > .offline'),
  ).toBeVisible();
  const bot = sidebar.getByRole('link', { name: 'Helper Bot' }).locator('.avatar');
  await expect(bot).toHaveClass(/\bbot\b/);
  await expect(bot.locator('.presence')).toHaveCount(0);
  const heights = (selector: string) =>
    sidebar
      .locator(selector)
      .evaluateAll((rows) => [...new Set(rows.map((one) => one.getBoundingClientRect().height))]);
  const topics = 'a.topic';
  await expect(sidebar.locator(topics).first()).toBeVisible();
  const measureRows = async () => [await heights('a.side-line:not(.topic)'), await heights(topics)];
  assert.deepEqual(await measureRows(), [[30], [28]]);
  await mel.call('mark-all-as-read');
  await expect(sidebar.locator('.count:not(.quiet > *)')).toHaveCount(0);
  assert.deepEqual(await measureRows(), [[30], [28]]);
});

test('a mention in a channel is counted with @, and muted channels have no count', async ({
  server,
  open,
}) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  await adam.sendToChannel('engineering', 'counts', '@**Mel Member** have a look');
  await adam.sendToChannel('general', 'counts', 'nothing of yours');
  const page = await open('mel', '#drafts');
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  const count = (name: string) => sidebar.getByRole('link', { name, exact: true }).locator('.count');
  await expect(count('engineering')).toHaveText('@ 1');
  await expect(count('engineering')).toHaveClass(/urgent/);
  await expect(count('general')).toHaveText('1');
  await expect(count('general')).not.toHaveClass(/urgent/);
  const { stream_id } = await mel.call('get-stream-id', { stream: 'general' });
  await mel.call('update-subscription-settings', {
    subscription_data: [{ stream_id, property: 'is_muted', value: true }],
  });
  await expect(count('general')).toHaveCount(0);
  await expect(sidebar.getByRole('link', { name: 'general', exact: true })).toHaveAccessibleDescription(
    'muted',
  );
});

test('the text of a message in the sidebar uses the width of the sidebar', async ({ open }) => {
  const page = await open('mel', '#drafts');
  await page.keyboard.press('c');
  await page.getByRole('combobox', { name: 'Channel' }).fill('engineering');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Topic' }).fill('from elsewhere, with a long name');
  await page.getByRole('textbox', { name: /^Message/ }).fill('hello');
  await page.keyboard.press('Control+Enter');
  const statusMessage = page.getByRole('status').locator('.status-message');
  await expect(statusMessage.getByText(/^Sent to/)).toBeVisible();
  const share = await statusMessage.evaluate(
    (box) => (box.querySelector('span')?.getBoundingClientRect().width ?? 0) / box.clientWidth,
  );
  assert.ok(share > 0.75, `the text has ${share} of the width`);
});

test('an unsupported language falls back to English, left-to-right', async ({ server, open }) => {
  const mia = await server.as('mia');
  await mia.call('update-settings', { default_language: 'fa' });
  const page = await open('mia', '#inbox');
  await expect(page.locator('html[lang=en][dir=ltr]')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { name: /^Inbox/ })).toBeVisible();
});

test('the language chosen in the settings is shown at once', async ({ open }) => {
  const page = await open('mel', '#settings/display');
  const languages = [
    ['Language', 'Français', 'fr', 'Affichage', 'Parcourir les canaux'],
    ['Langue', 'Español', 'es', 'Pantalla', 'Explorar canales'],
  ] as const;
  for (const [label, name, code, section, channels] of languages) {
    await page.goto(new URL('/#settings/display', page.url()).href);
    await page.getByRole('combobox', { name: label, exact: true }).selectOption(name);
    await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await page.goto(new URL('/#channels/all', page.url()).href);
    await expect(page.getByRole('main').getByText(channels).first()).toBeVisible();
  }
});

test('the page declares its language, direction and theme', async ({ open }) => {
  const page = await open('mel', '', { colorScheme: 'dark' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(html).toHaveAttribute('dir', 'ltr');
  await expect(html).toHaveAttribute('data-theme', 'dark');
});

for (const [width, height] of [
  [1440, 900],
  [900, 800],
  [390, 844],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the frame is accessible at ${width}, ${colorScheme}`, async ({ open }) => {
      const page = await open('mel', '', { viewport: { width, height }, colorScheme });
      await expect.poll(() => violations(page)).toEqual([]);
    });
  }
}

for (const width of [390, 320]) {
  test(`no view is wider than a phone of ${width}`, async ({ server, open }) => {
    const mobile = { viewport: { width, height: 780 }, isMobile: true, hasTouch: true };
    const page = await open('mel', '', mobile);
    const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'engineering' });
    for (const view of [
      'inbox',
      'recent',
      'feed',
      `narrow/channel/${stream_id}`,
      `narrow/channel/${stream_id}/topic/event.20queues`,
      'channels/all',
      'drafts',
      'settings/display',
    ]) {
      await page.goto(`${server.url}/#${view}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      const widest = () => page.evaluate('document.documentElement.scrollWidth');
      await expect.poll(widest).toBeLessThanOrEqual(width);
    }
  });
}

test('a long organization name does not change the width of the sidebar', async ({ server, open }) => {
  const name = 'Schwarzwälder Donaudampfschifffahrt eG !';
  assert.equal(name.length, 40);
  await (await server.as('olive')).call('update-organization', { name });
  const page = await open('mel');
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  await expect(sidebar.getByText(name)).toBeVisible();
  const wider = () =>
    sidebar.evaluate((side) =>
      [...side.querySelectorAll('*')]
        .filter((one) => one.getBoundingClientRect().right > side.getBoundingClientRect().right)
        .map((one) => one.outerHTML.slice(0, 100)),
    );
  await expect.poll(wider).toEqual([]);
  const menu = sidebar.getByRole('button', { name: 'Menu' });
  const isOnTop = () =>
    menu.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(button.ownerDocument.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
});
