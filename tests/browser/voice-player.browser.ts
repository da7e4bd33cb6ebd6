// The player of recordings in messages.

import type { Locator, Page } from '@playwright/test';
import type { TestServer } from '../support/server.ts';
import { sendFiles } from '../uploads/support.ts';
import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { silence } from './silence.ts';
import { violations } from './violations.ts';

const SECONDS = 60;
const waveform = '0123456789abcdef'.repeat(4);

/** Sends a minute of silence, whose uploader drew a waveform. */
async function sendRecording(
  server: TestServer,
  topic: string,
  title: string,
  fields: Readonly<Record<string, string>> = { duration: String(SECONDS), waveform },
): Promise<string> {
  const adam = await server.as('adam');
  const file = { name: 'voice.wav', bytes: silence(SECONDS) };
  const { body } = await sendFiles(adam, '/user_uploads', [file], fields);
  await adam.sendToChannel('engineering', topic, `![${title}](${body.url})`);
  return body.url;
}

const player = (page: Page, title: string) => page.getByRole('feed').getByRole('group', { name: title });
const button = (box: Locator, name: string) => box.getByRole('button', { name });
const position = (box: Locator) => box.getByRole('slider', { name: 'Position' });
const seconds = async (box: Locator) => Number(await position(box).getAttribute('aria-valuenow'));
const audio = (page: Page, title: string) => page.locator(`audio[title="${title}"]`);

interface Sound {
  readonly paused: boolean;
  readonly currentTime: number;
  readonly playbackRate: number;
  load(): void;
  play(): Promise<void>;
}

const stateOf = (page: Page, title: string) =>
  audio(page, title).evaluate((element) => {
    const { paused, currentTime, playbackRate } = element as unknown as Sound;
    return { paused, currentTime, playbackRate };
  });
const isPaused = async (page: Page, title: string) => (await stateOf(page, title)).paused;

test('a recording is played, paused and continued after a reload', async ({ server, open }) => {
  await sendRecording(server, 'voice', 'Voice message (1:00)');
  const page = await open('mel', await topicAddress(server, 'voice'));
  const box = player(page, 'Voice message (1:00)');
  await expect(box.getByText('1:00')).toBeVisible();
  await expect(position(box)).toHaveAttribute('aria-valuetext', '0:00 of 1:00');
  await button(box, 'Play').click();
  await expect.poll(() => seconds(box)).toBeGreaterThan(0);
  await button(box, 'Pause').click();
  await expect(button(box, 'Play')).toBeFocused();
  const paused = (await stateOf(page, 'Voice message (1:00)')).currentTime;
  await page.reload();
  await expect(position(box)).toHaveAttribute('aria-valuenow', String(Math.round(paused)));
  await button(box, 'Play').click();
  await expect.poll(() => isPaused(page, 'Voice message (1:00)')).toBe(false);
  await expect
    .poll(async () => (await stateOf(page, 'Voice message (1:00)')).currentTime)
    .toBeGreaterThan(paused);
});

test('the waveform seeks by pointer and by keys, which do nothing else', async ({ server, open }) => {
  await sendRecording(server, 'voice', 'Voice message (1:00)');
  const page = await open('mel', await topicAddress(server, 'voice'));
  const box = player(page, 'Voice message (1:00)');
  const { width, height } = (await position(box).boundingBox()) ?? { width: 0, height: 0 };
  await position(box).click({ position: { x: width / 2, y: height / 2 } });
  await expect(position(box)).toHaveAttribute('aria-valuenow', '30');
  await expect(position(box)).toBeFocused();
  const steps = [
    ['ArrowRight', '35'],
    ['ArrowLeft', '30'],
    ['PageUp', '60'],
    ['PageDown', '30'],
    ['End', '60'],
    ['Home', '0'],
    ['ArrowLeft', '0'],
  ] as const;
  for (const [key, value] of steps) {
    await page.keyboard.press(key);
    await expect(position(box), key).toHaveAttribute('aria-valuenow', value);
    await expect(position(box)).toBeFocused();
  }
  await page.keyboard.press('Space');
  await expect(button(box, 'Pause')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(button(box, 'Play')).toBeVisible();
});

test('time runs from left to right in Arabic, too', async ({ server, open }) => {
  const mel = await server.as('mel');
  await mel.ok('PATCH', '/settings', { default_language: 'ar' });
  await sendRecording(server, 'voice', 'Voice message (1:00)');
  const page = await open('mel', await topicAddress(server, 'voice'));
  const slider = player(page, 'Voice message (1:00)').getByRole('slider', { name: 'الموضع' });
  const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 };
  await slider.click({ position: { x: width / 4, y: height / 2 } });
  await expect(slider).toHaveAttribute('aria-valuenow', '15');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', '20');
  await picture(page, 'voice-player-arabic');
});

test('the speed is chosen for all recordings, also after a reload', async ({ server, open }) => {
  await sendRecording(server, 'voice', 'first');
  await sendRecording(server, 'voice', 'second');
  const page = await open('mel', await topicAddress(server, 'voice'));
  await button(player(page, 'first'), 'Speed: 1×').click();
  await expect(button(player(page, 'second'), 'Speed: 1.5×')).toBeVisible();
  await button(player(page, 'second'), 'Speed: 1.5×').click();
  await expect(button(player(page, 'first'), 'Speed: 2×')).toBeVisible();
  await page.reload();
  await button(player(page, 'first'), 'Play').click();
  await expect.poll(() => isPaused(page, 'first')).toBe(false);
  expect((await stateOf(page, 'first')).playbackRate).toBe(2);
  await button(player(page, 'first'), 'Speed: 2×').click();
  await expect(button(player(page, 'second'), 'Speed: 1×')).toBeVisible();
});

test('one sound is played at a time', async ({ server, open }) => {
  await sendRecording(server, 'voice', 'first');
  await sendRecording(server, 'voice', 'second');
  await sendRecording(server, 'voice', 'without measures', {});
  const page = await open('mel', await topicAddress(server, 'voice'));
  await button(player(page, 'first'), 'Play').click();
  await expect.poll(() => seconds(player(page, 'first'))).toBeGreaterThan(0);
  await button(player(page, 'second'), 'Play').click();
  await expect(button(player(page, 'first'), 'Play')).toBeVisible();
  await expect.poll(() => isPaused(page, 'second')).toBe(false);
  await audio(page, 'without measures').evaluate((element) => (element as unknown as Sound).play());
  await expect(button(player(page, 'second'), 'Play')).toBeVisible();
});

test('audio files without measures, or with others, keep the player of the browser', async ({
  server,
  open,
}) => {
  await sendRecording(server, 'voice', 'with');
  await sendRecording(server, 'voice', 'without', {});
  const page = await open('mel', await topicAddress(server, 'voice'));
  await expect(player(page, 'with')).toBeVisible();
  await expect(audio(page, 'without')).toBeVisible();
  await expect(audio(page, 'with')).toBeHidden();
});

test('a recording that cannot be loaded says so', async ({ server, open }) => {
  const url = await sendRecording(server, 'voice', 'Voice message (1:00)');
  const page = await open('mel', await topicAddress(server, 'voice'));
  const box = player(page, 'Voice message (1:00)');
  await expect(box).toBeVisible();
  await page.route(`**${url}`, (route) => route.fulfill({ contentType: 'audio/wav', body: 'no sound' }));
  await audio(page, 'Voice message (1:00)').evaluate((element) => (element as unknown as Sound).load());
  await button(box, 'Play').click();
  await expect(page.getByRole('status').getByText(/^This recording couldn’t be played/)).toBeVisible();
  await expect(button(box, 'Play')).toBeVisible();
  await page.unrouteAll();
  await button(box, 'Play').click();
  await expect(button(box, 'Pause')).toBeVisible();
});

test('lists name a recording by its title, and it is accessible', async ({ server, open }) => {
  await sendRecording(server, 'voice', 'Voice message (1:00)');
  const page = await open('mel', '#inbox');
  await expect(page.getByText('Voice message (1:00)').first()).toBeVisible();
  await page.goto(`${server.url}/${await topicAddress(server, 'voice')}`);
  await expect(player(page, 'Voice message (1:00)')).toBeVisible();
  await picture(page, 'voice-player');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => violations(page)).toEqual([]);
  }
});
