// Writing by keyboard: a message from any screen, editing the last one, forwarding, and opening pictures.

import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { upload } from '../uploads/support.ts';
import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { silence } from './silence.ts';
import { violations } from './violations.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ });
const comboBox = (page: Page, name: string) => page.getByRole('combobox', { name });

test('a preview closes when the text is empty', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'preview'));
  await field(page).fill('Some *text*');
  await page.keyboard.press('Alt+p');
  await expect(page.locator('.preview em')).toBeVisible();
  await field(page).fill('');
  await expect(page.locator('.preview')).toHaveCount(0);
  await field(page).fill('More');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await expect(page.locator('.preview')).toHaveCount(0);
  await field(page).fill('');
});

test('a new topic and a direct message can be started on any screen', async ({ server, open }) => {
  const page = await open('mel', '#inbox');
  await page.keyboard.press('c');
  await expect(field(page)).toBeVisible();
  await expect(comboBox(page, 'Channel')).toBeFocused();
  await page.keyboard.type('engin');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(comboBox(page, 'Topic')).toBeFocused();
  await page.keyboard.type('from the inbox');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Written in the inbox');
  await picture(page, 'inbox-composer');
  await expect.poll(() => violations(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').getByText('Sent to #engineering › from the inbox')).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to conversation' }).click();
  await expect(page.getByRole('feed').getByText('Written in the inbox')).toBeVisible();
  await page.goto(`${server.url}/#recent`);
  await page.locator('body').press('x');
  await expect(field(page)).toBeVisible();
  await expect(comboBox(page, 'Add a person')).toBeFocused();
  await page.keyboard.press('Escape');
});

test('times and languages of code are suggested while they are typed', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'completion'));
  await field(page).pressSequentially('At <time:tomorrow 14:30');
  await expect(page.getByRole('option')).toHaveCount(2);
  await picture(page, 'completion-time');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue(/^At <time:\d{4}-\d\d-\d\dT14:30:00[+-]\d\d:\d\d> $/);
  await field(page).fill('');
  await field(page).pressSequentially('<time');
  await page.getByRole('option', { name: 'Choose date and time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Insert a time' });
  await dialog.getByLabel('Custom time').fill('2020-02-03T04:05');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(field(page)).toHaveValue(/^<time:2020-02-03T04:05:00[+-]\d\d:\d\d> $/);
  await expect(field(page)).toBeFocused();
  await field(page).fill('');
  await field(page).pressSequentially('```pyth');
  await page.getByRole('option', { name: /^python/ }).click();
  await page.keyboard.type('print(1)');
  await expect(field(page)).toHaveValue('```python\nprint(1)\n```');
  // After a fence alone, Enter starts a line.
  await field(page).fill('');
  await field(page).pressSequentially('```');
  await expect(page.getByRole('option', { name: /^javascript/ })).toBeVisible();
  await picture(page, 'completion-language');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('```\n');
  await field(page).fill('');
});

test('the toolbar shows the formats at the caret, and removes them', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'formats'));
  await page.getByRole('button', { name: 'Formatting' }).click();
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  const pressed = toolbar.getByRole('button', { pressed: true });
  await expect(toolbar).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('plain **bold');
  await expect(pressed).toHaveCount(0);
  await page.keyboard.type('**');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  await expect(pressed).toHaveAccessibleName('Bold');
  await picture(page, 'formatting');
  await expect.poll(() => violations(page)).toEqual([]);
  await page.keyboard.press('Home');
  await expect(pressed).toHaveCount(0);
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
  await toolbar.getByRole('button', { name: 'Bold', pressed: true }).click();
  await expect(field(page)).toHaveValue('plain bold');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+Shift+x');
  await expect(field(page)).toHaveValue('~~plain bold~~');
  await expect(pressed).toHaveAccessibleName('Strikethrough');
  await toolbar.getByRole('button', { name: 'Bold' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(toolbar.getByRole('button', { name: 'Preview' })).toBeFocused();
  await field(page).fill('');
  // The browser remembers that the toolbar is shown.
  await page.reload();
  await expect(toolbar).toBeVisible();
  await page.getByRole('button', { name: 'Formatting', exact: true }).click();
  await expect(toolbar).toHaveCount(0);
});

test('a key in the empty field edits the viewer’s last message', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'last'));
  await field(page).fill('The frist');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('feed').getByText('The frist')).toBeVisible();
  await field(page).focus();
  await page.keyboard.press('ArrowUp');
  const editField = page.getByRole('textbox', { name: 'Message text' });
  await expect(editField).toBeVisible();
  await editField.fill('The first');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('feed').getByText('The first')).toBeVisible();
  await expect(page.locator('article:focus')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(editField).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editField).toHaveCount(0);
});

test('a message is forwarded, and a picture opened, by a key', async ({ server, open }) => {
  const mel = await server.as('mel');
  const uploadPicture = async (name: string, red: number) => {
    const background = { r: red, g: 120, b: 160 };
    const bytes = await sharp({ create: { width: 800, height: 500, channels: 3, background } })
      .png()
      .toBuffer();
    return `[${name}](${(await upload(mel, name, bytes, 'image/png')).url})`;
  };
  await mel.sendToChannel(
    'engineering',
    'pictures',
    `${await uploadPicture('one.png', 200)}\n${await uploadPicture('two.png', 20)}`,
  );
  const address = await topicAddress(server, 'pictures');
  const page = await open('mel', address);
  await expect(page.getByRole('feed').locator('.message_inline_image img').nth(1)).toBeVisible();
  await page.locator('body').press('End');
  await expect(page.locator('article:focus')).toBeVisible();
  await page.keyboard.press('v');
  const box = page.getByRole('dialog', { name: 'one.png' });
  await expect(box.getByText('1 / 2')).toBeVisible();
  await expect(box.locator('.lightbox img:not([hidden])').first()).toBeVisible();
  await picture(page, 'lightbox');
  await expect.poll(() => violations(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'two.png' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('article:focus')).toBeVisible();
  await page.getByRole('link', { name: 'two.png' }).last().click();
  await expect(page.getByRole('dialog', { name: 'two.png' })).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.locator('article:focus, a:focus')).toBeVisible();
  await page.getByRole('link', { name: 'two.png' }).last().click();
  await expect(page.getByRole('dialog', { name: 'two.png' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${server.url}/${address}`);
  // However it was closed, going back leads to the view before it.
  await page.goBack();
  await expect(page).not.toHaveURL(`${server.url}/${address}`);
  await page.goForward();
  await page.locator('article').last().focus();
  await page.keyboard.press('<');
  const forwarded = /^@_\*\*Mel Member\|\d+\*\* \[said\]\(http/;
  await expect(field(page)).toHaveValue(forwarded);
  await expect(comboBox(page, 'Channel')).toBeFocused();
  await picture(page, 'forward');
});

test('only the selected part of a message is quoted', async ({ server, open }) => {
  const mel = await server.as('mel');
  const id = await mel.sendToChannel(
    'engineering',
    'selecting',
    'Before **the bold part** and `code`.\n\nAfter',
  );
  const page = await open('mel', await topicAddress(server, 'selecting'));
  await expect(page.getByRole('feed').getByText('the bold part')).toBeVisible();
  const select = () =>
    page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
      const { document, getSelection } = globalThis as any;
      const text = document.querySelector('article .rendered');
      const [bold, code] = [text.querySelector('strong').firstChild, text.querySelector('code').firstChild];
      getSelection().setBaseAndExtent(bold, 4, code, 4);
    });
  const quoted = (part: string) =>
    new RegExp(
      `^@_\\*\\*Mel Member\\|\\d+\\*\\* \\[said\\]\\(\\S+/near/${id}\\):\\n\`\`\`quote\\n${part}\\n\`\`\`\\n$`,
    );
  const part = quoted('\\*\\*bold part\\*\\* and `code`');
  await page.locator('article').last().focus();
  await select();
  await page.keyboard.press('>');
  await expect(field(page)).toHaveValue(part);
  await field(page).fill('');
  await select();
  await page.locator('article').last().hover();
  await page.getByRole('button', { name: 'Quote' }).click();
  await expect(field(page)).toHaveValue(part);
  // Nothing is selected.
  await field(page).fill('');
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
    (globalThis as any).getSelection().removeAllRanges();
  });
  await page.locator('article').last().focus();
  await page.keyboard.press('>');
  await expect(field(page)).toHaveValue(quoted('Before [^]*After'));
  await field(page).fill('');
});

test('videos and audio open in the viewer as pictures do, in sequence', async ({ server, open }) => {
  const mel = await server.as('mel');
  const movie = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom');
  const { url: clip } = await upload(mel, 'clip.mp4', movie, 'video/mp4');
  const { url: song } = await upload(mel, 'song.wav', silence(0.1), 'audio/wav');
  await mel.sendToChannel('engineering', 'media', `[clip.mp4](${clip})\n\n![song](${song})`);
  const page = await open('mel', await topicAddress(server, 'media'));
  await expect(page.getByRole('feed').locator('audio')).toBeVisible();
  await page.locator('body').press('End');
  await expect(page.locator('article:focus')).toBeVisible();
  await page.keyboard.press('v');
  const player = page.getByRole('dialog').locator('.lightbox :is(video, audio):focus');
  await expect(player).toHaveAttribute('aria-label', /^(clip\.mp4|song)$/);
  const name = await player.getAttribute('aria-label');
  // In a player the arrow keys seek instead of moving to the next file.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog').getByText('1 / 2')).toBeVisible();
  await page.getByRole('button', { name: 'Next file' }).press('Enter');
  await expect(page.getByRole('dialog').getByText('2 / 2')).toBeVisible();
  await expect(player).toHaveAttribute('aria-label', name === 'song' ? 'clip.mp4' : 'song');
  await picture(page, 'lightbox-player');
  await expect.poll(() => violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Previous file' }).press('Enter');
  await expect(page.getByRole('dialog').getByText('1 / 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('article:focus')).toBeVisible();
  await page.locator('.message_inline_video a').click();
  await expect(page.getByRole('dialog', { name: 'clip.mp4' }).locator('video[controls]')).toBeVisible();
});

test('emoji are found by group and name, recently used ones first', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'emoji'));
  await expect(field(page)).toBeVisible();
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  await expect(picker.getByRole('button', { name: 'Frequently used', pressed: true })).toBeVisible();
  await picture(page, 'emoji');
  await expect.poll(() => violations(page)).toEqual([]);
  await picker.getByRole('button', { name: 'Food and drink' }).click();
  await expect(picker.getByRole('gridcell', { name: 'cheese', exact: true })).toBeVisible();
  await picker.getByRole('combobox').focus();
  await page.keyboard.press('PageDown');
  await expect(picker.getByRole('gridcell', { name: 'bike', exact: true })).toBeVisible();
  await page.keyboard.press('PageUp');
  await page.keyboard.type('bike');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue(':bike: ');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(picker.getByRole('gridcell', { selected: true, name: 'bike' })).toBeVisible();
  // The skin tone is a setting of the account, and applies to the picker and to suggestions.
  await picker.getByRole('button', { name: 'Medium dark' }).click();
  await expect(picker.getByRole('button', { name: 'Medium dark', pressed: true })).toBeVisible();
  await picker.getByRole('button', { name: 'People and body' }).click();
  await picture(page, 'emoji-tones');
  await picker.getByRole('combobox').focus();
  await page.keyboard.type('wave');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue(':bike: 👋🏾 ');
  const mel = await server.as('mel');
  await expect
    .poll(async () => (await mel.registerQueue()).snapshot.user_settings.emoji_skin_tone)
    .toBe('medium_dark');
  await field(page).fill('');
  await field(page).pressSequentially(':wave');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('👋🏾 ');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('feed').getByText('👋🏾')).toBeVisible();
  // Reactions have no tones.
  await page.locator('article').last().hover();
  await page.locator('article').last().getByRole('button', { name: 'React' }).click();
  await expect(picker.getByRole('button', { name: 'Frequently used' })).toBeVisible();
  await expect(picker.getByRole('button', { name: 'Medium dark' })).toHaveCount(0);
  await page.keyboard.press('Escape');
});
