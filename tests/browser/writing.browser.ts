// Writing by keyboard: a message from any screen, editing the last one, forwarding, and opening pictures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { waitUntil } from '../support/waiting.ts';
import { upload } from '../uploads/support.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ });
/** The name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`document.activeElement.getAttribute('aria-label')`);

/** A tenth of a second of audio, in the simplest format. */
function silence(): Buffer {
  const samples = 800;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

test('writing by keyboard', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const address = (topic: string) => `#narrow/channel/${stream_id}/topic/${topic}`;

  await context.test('a preview closes when the text is empty', async () => {
    const page = await open('Mel Member', address('preview'));
    await field(page).fill('Some *text*');
    await page.keyboard.press('Alt+p');
    await page.locator('.preview em').waitFor();
    await field(page).fill('');
    await page.locator('.preview').waitFor({ state: 'detached' });
    await field(page).fill('More');
    await page.getByRole('button', { name: 'Send', exact: true }).and(page.locator(':enabled')).waitFor();
    assert.equal(await page.locator('.preview').count(), 0);
    await field(page).fill('');
  });

  await context.test('a new topic and a direct message can be started on any screen', async () => {
    const page = await open('Mel Member', '#inbox');
    await page.keyboard.press('c');
    await field(page).waitFor();
    assert.equal(await focused(page), 'Channel');
    await page.keyboard.type('engin');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Topic');
    await page.keyboard.type('from the inbox');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Written in the inbox');
    await picture(page, 'inbox-composer');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').getByText('Sent to #engineering › from the inbox').waitFor();
    await field(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Go to conversation' }).click();
    await page.getByRole('feed').getByText('Written in the inbox').waitFor();
    await page.goto(`${server.url}/#recent`);
    await page.locator('body').press('x');
    await field(page).waitFor();
    assert.equal(await focused(page), 'Add a person');
    await page.keyboard.press('Escape');
    await page.context().close();
  });

  await context.test('from the empty field, the last own message is edited', async () => {
    const page = await open('Mel Member', address('last'));
    await field(page).fill('The frist');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('feed').getByText('The frist').waitFor();
    await field(page).focus();
    await page.keyboard.press('ArrowUp');
    const edited = page.getByRole('textbox', { name: 'Message text' });
    await edited.waitFor();
    await edited.fill('The first');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('feed').getByText('The first').waitFor();
    await page.locator('article:focus').waitFor();
    await page.keyboard.press('ArrowLeft');
    await edited.waitFor();
    await page.keyboard.press('Escape');
    await edited.waitFor({ state: 'detached' });
    await page.context().close();
  });

  await context.test('a message is forwarded, and a picture opened, by a key', async () => {
    const uploaded = async (name: string, red: number) => {
      const background = { r: red, g: 120, b: 160 };
      const bytes = await sharp({ create: { width: 800, height: 500, channels: 3, background } })
        .png()
        .toBuffer();
      return `[${name}](${(await upload(mel, name, bytes, 'image/png')).url})`;
    };
    await mel.sendToChannel(
      'engineering',
      'pictures',
      `${await uploaded('one.png', 200)}\n${await uploaded('two.png', 20)}`,
    );
    const page = await open('Mel Member', address('pictures'));
    await page.getByRole('feed').locator('.message_inline_image img').nth(1).waitFor();
    await page.locator('body').press('End');
    await page.locator('article:focus').waitFor();
    await page.keyboard.press('v');
    const box = page.getByRole('dialog', { name: 'one.png' });
    await box.getByText('1 / 2').waitFor();
    await box.locator('.lightbox img:not([hidden])').first().waitFor();
    await picture(page, 'lightbox');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'two.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('article:focus').waitFor();
    await page.getByRole('link', { name: 'two.png' }).last().click();
    await page.getByRole('dialog', { name: 'two.png' }).waitFor();
    await page.keyboard.press('v');
    await page.locator('article:focus, a:focus').waitFor();
    await page.getByRole('link', { name: 'two.png' }).last().click();
    await page.getByRole('dialog', { name: 'two.png' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).hash, address('pictures'));
    // However it was closed, going back leads to the view before it.
    await page.goBack();
    await page.waitForURL((url) => url.hash !== address('pictures'));
    await page.goForward();
    await page.locator('article').last().focus();
    await page.keyboard.press('<');
    const forwarded = /^@_\*\*Mel Member\|\d+\*\* \[said\]\(http/;
    await waitUntil(async () => forwarded.test(await field(page).inputValue()));
    await waitUntil(async () => (await focused(page)) === 'Channel');
    await picture(page, 'forward');
    await page.context().close();
  });

  await context.test('videos and audio open in the viewer as pictures do, in sequence', async () => {
    const movie = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom');
    const { url: clip } = await upload(mel, 'clip.mp4', movie, 'video/mp4');
    const { url: song } = await upload(mel, 'song.wav', silence(), 'audio/wav');
    await mel.sendToChannel('engineering', 'media', `[clip.mp4](${clip})\n\n![song](${song})`);
    const page = await open('Mel Member', address('media'));
    await page.getByRole('feed').locator('audio').waitFor();
    await page.locator('body').press('End');
    await page.locator('article:focus').waitFor();
    await page.keyboard.press('v');
    const first = page.getByRole('dialog').locator('.lightbox :is(video, audio):focus');
    await first.waitFor();
    const names: (string | null)[] = [await first.getAttribute('aria-label')];
    // In a player the arrow keys seek instead of moving to the next file.
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').getByText('1 / 2').waitFor();
    await page.getByRole('button', { name: 'Next file' }).press('Enter');
    await page.getByRole('dialog').getByText('2 / 2').waitFor();
    await first.waitFor();
    names.push(await first.getAttribute('aria-label'));
    assert.deepEqual(names.toSorted(), ['clip.mp4', 'song']);
    await picture(page, 'lightbox-player');
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Previous file' }).press('Enter');
    await page.getByRole('dialog').getByText('1 / 2').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('article:focus').waitFor();
    await page.locator('.message_inline_video a').click();
    await page.getByRole('dialog', { name: 'clip.mp4' }).locator('video[controls]').waitFor();
    await page.context().close();
  });

  await context.test('emoji are found by group and name, recently used ones first', async () => {
    const page = await open('Mel Member', address('emoji'));
    await field(page).waitFor();
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    await picker.getByRole('button', { name: 'Frequently used', pressed: true }).waitFor();
    await picture(page, 'emoji');
    assert.deepEqual(await violations(page), []);
    await picker.getByRole('button', { name: 'Food and drink' }).click();
    await picker.getByRole('gridcell', { name: 'cheese', exact: true }).waitFor();
    await picker.getByRole('combobox').focus();
    await page.keyboard.press('PageDown');
    await picker.getByRole('gridcell', { name: 'bike', exact: true }).waitFor();
    await page.keyboard.press('PageUp');
    await page.keyboard.type('bike');
    await page.keyboard.press('Enter');
    await waitUntil(async () => (await field(page).inputValue()) === ':bike: ');
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await picker.getByRole('gridcell', { selected: true, name: 'bike' }).waitFor();
    await page.keyboard.press('Escape');
    await page.context().close();
  });
});
