// Recording and sending voice messages, with a microphone of the browser that beeps once a second.

import type { Page } from '@playwright/test';
import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';
import { otherBrowsers } from './web-driver.ts';

test.use({
  launchOptions: {
    executablePath: process.env.PARLEY_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
});

const microphone = (page: Page) => page.getByRole('button', { name: 'Record voice message' });
const button = (page: Page, name: string) => page.locator('.voice-panel').getByRole('button', { name });
const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ });
const messages = (page: Page) =>
  page.getByRole('feed').getByRole('group', { name: /^Voice message \(0:0\d\)$/ });
const panel = (page: Page) => page.locator('.voice-panel');
const listening = (page: Page) => panel(page).getByRole('group', { name: /^Voice message \(0:0\d\)$/ });

/** Records until the clock of the panel shows this many seconds. */
async function record(page: Page, seconds = 2): Promise<void> {
  await microphone(page).click();
  await expect(panel(page).getByRole('timer')).toHaveText(new RegExp(`0:0[${seconds}-9]`));
  await button(page, 'Stop recording').click();
  await expect(listening(page)).toBeVisible();
}

test('a voice message is recorded, listened to, sent, and played by others', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'voice'));
  await microphone(page).click();
  await expect(button(page, 'Stop recording')).toBeFocused();
  await expect(panel(page).getByRole('timer')).toHaveText(/0:0[2-9]/);
  await picture(page, 'voice-recording');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Send voice message')).toBeFocused();
  await picture(page, 'voice-recorded');
  await expect.poll(() => violations(page)).toEqual([]);
  await listening(page).getByRole('button', { name: 'Play' }).click();
  await expect
    .poll(async () => Number(await listening(page).getByRole('slider').getAttribute('aria-valuenow')))
    .toBeGreaterThan(0);
  await button(page, 'Send voice message').click();
  await expect(messages(page)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(microphone(page)).toBeFocused();

  const mia = await server.as('mia');
  const { messages: found } = await mia.ok('GET', '/messages', {
    narrow: JSON.stringify([['topic', 'voice']]),
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  });
  const [, waveform = ''] = /data-waveform="([0-9a-f]{64})"/.exec(found[0].content) ?? [];
  // The beeps are louder than the silence between them.
  expect(new Set(waveform).size).toBeGreaterThan(2);
  expect(found[0].content).toMatch(/data-duration="[2-9]".* src="\/user_uploads\/[^"]+\/voice\.weba"/);

  const other = await open('mia', await topicAddress(server, 'voice'));
  await messages(other).getByRole('button', { name: 'Play' }).click();
  const slider = messages(other).getByRole('slider');
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  // The file has its duration, so that the browser need not guess it.
  const length = await other
    .locator('audio')
    .evaluate((element) => (element as unknown as { readonly duration: number }).duration);
  expect(length).toBeGreaterThan(1.5);
  expect(length).toBeLessThan(60);
});

test('a recording can be discarded, while it runs and after it', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'voice'));
  await microphone(page).click();
  await expect(panel(page).getByRole('timer')).toHaveText(/0:0[1-9]/);
  await button(page, 'Discard recording').click();
  await expect(panel(page)).toHaveCount(0);
  await expect(microphone(page)).toBeFocused();
  await record(page);
  await button(page, 'Discard recording').click();
  await expect(panel(page)).toHaveCount(0);
  await expect(microphone(page)).toBeFocused();
  await page.reload();
  await expect(microphone(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(panel(page)).toHaveCount(0);
  await expect(messages(page)).toHaveCount(0);
});

test('a recording is kept for its conversation, over a reload, too, while texts are sent', async ({
  server,
  open,
}) => {
  const page = await open('mel', await topicAddress(server, 'voice'));
  await record(page);
  await page.goto(`${server.url}/${await topicAddress(server, 'elsewhere')}`);
  await expect(field(page)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await page.reload();
  await page.goto(`${server.url}/${await topicAddress(server, 'voice')}`);
  await expect(listening(page)).toBeVisible();
  await field(page).fill('a text meanwhile');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('feed').getByText('a text meanwhile')).toBeVisible();
  await button(page, 'Send voice message').click();
  await expect(messages(page)).toBeVisible();
  await page.reload();
  await expect(messages(page)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('leaving the conversation or the page while recording keeps what was recorded', async ({
  server,
  open,
}) => {
  const page = await open('mel', await topicAddress(server, 'voice'));
  await microphone(page).click();
  await expect(panel(page).getByRole('timer')).toHaveText(/0:0[2-9]/);
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click();
  await expect(panel(page)).toHaveCount(0);
  await page.goBack();
  await expect(listening(page)).toBeVisible();
  await button(page, 'Discard recording').click();
  await microphone(page).click();
  await expect(panel(page).getByRole('timer')).toHaveText(/0:0[3-9]/);
  await page.reload();
  await expect(listening(page)).toBeVisible();
  await button(page, 'Send voice message').click();
  await expect(messages(page)).toBeVisible();
});

test('without a network a voice message waits in the outbox', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'voice'));
  // The panel is loaded while there is a network, or from the service worker.
  await record(page);
  await page.context().setOffline(true);
  await button(page, 'Send voice message').click();
  const waiting = page.getByRole('list', { name: 'Sending' });
  await expect(waiting.getByText(/^Voice message \(0:0\d\)$/)).toBeVisible();
  await expect(waiting.getByText('!')).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(messages(page)).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('a new topic can be named after recording', async ({ server, open }) => {
  const page = await open('mel', '#inbox');
  await page.keyboard.press('c');
  await page.getByRole('combobox', { name: 'Channel' }).fill('engineering');
  await page.keyboard.press('Enter');
  await record(page);
  await page.getByRole('combobox', { name: /^Topic/ }).fill('spoken');
  await expect(listening(page)).toBeVisible();
  await button(page, 'Send voice message').click();
  await expect(page.getByRole('status').getByText('Sent to #engineering › spoken')).toBeVisible();
  await page.goto(`${server.url}/${await topicAddress(server, 'spoken')}`);
  await expect(messages(page)).toBeVisible();
});

test('a recording of less than a second is dropped', async ({ server, open }) => {
  const page = await open('mel', await topicAddress(server, 'voice'));
  await microphone(page).click();
  await button(page, 'Stop recording').click();
  await expect(page.getByText('The recording was shorter than a second and wasn’t kept.')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

const firefox = otherBrowsers.find(({ name }) => name === 'Firefox');

test(
  'Firefox plays and seeks what Chromium recorded, and Chromium what Firefox did',
  { tag: '@nightly' },
  async ({ server, open }, { skip }) => {
    skip(firefox?.missing !== undefined, `there is no Firefox: ${firefox?.missing} is missing`);
    const address = await topicAddress(server, 'voice');
    const page = await open('mel', address);
    await record(page, 5);
    await button(page, 'Send voice message').click();
    await expect(messages(page)).toBeVisible();

    const driver = await firefox?.start();
    if (!driver) throw new Error('Firefox did not start');
    await driver.goto(`${server.url}/login/`);
    await driver.run(`
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent.includes('Mia Member'));
    setTimeout(() => button.click());`);
    const isShown = (selector: string) =>
      driver.run(`return document.querySelector(${JSON.stringify(selector)}) !== null;`).catch(String);
    await expect.poll(() => isShown('.frame')).toBe(true);
    await driver.goto(`${server.url}/${address}`);
    await expect.poll(() => isShown('[role=feed] .voice-player .play')).toBe(true);
    const played = await driver.run<{ length: number; before: number; at: number }>(`
    const audio = document.querySelector('[role=feed] audio');
    document.querySelector('[role=feed] .voice-player .play').click();
    const until = (name) => new Promise((resolve) => audio.addEventListener(name, resolve, { once: true }));
    await until('timeupdate');
    const before = audio.currentTime;
    document.querySelector('[role=feed] .waveform').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await until('timeupdate');
    return { length: audio.duration, before, at: audio.currentTime };`);
    expect(played.length).toBeGreaterThan(4);
    expect(played.length).toBeLessThan(60);
    expect(played.at).toBeGreaterThan(played.before + 2);

    await driver.run(`document.querySelector('.microphone').click();`);
    await expect
      .poll(() =>
        driver.run<string>(`return document.querySelector('.voice-panel .time')?.textContent ?? '';`),
      )
      .toMatch(/0:0[3-9]/);
    await driver.run(`document.querySelector('.voice-panel .primary').click();`);
    await expect.poll(() => isShown('.voice-panel .voice-player')).toBe(true);
    await driver.run(`document.querySelector('.voice-panel .primary').click();`);
    const received = messages(page).nth(1);
    await received.getByRole('button', { name: 'Play' }).click();
    await expect
      .poll(async () => Number(await received.getByRole('slider').getAttribute('aria-valuenow')))
      .toBeGreaterThan(0);
    const length = await page
      .locator('[role=feed] audio')
      .nth(1)
      .evaluate((element) => (element as unknown as { readonly duration: number }).duration);
    expect(length).toBeGreaterThan(2);
    expect(length).toBeLessThan(60);
  },
);

/** Makes the browser behave otherwise, before the page is loaded. */
const problems = [
  ['The browser does not let Parley use your microphone.', fails('NotAllowedError')],
  ['No microphone found.', fails('NotFoundError')],
  ['The microphone couldn’t be used.', fails('NotReadableError')],
  [
    'Recording needs a secure connection.',
    `Object.defineProperty(globalThis, 'isSecureContext', { value: false })`,
  ],
  ['This browser can’t record voice messages.', 'delete globalThis.MediaRecorder'],
] as const;

function fails(name: string): string {
  return `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`;
}

for (const [text, script] of problems) {
  test(`without the means to record, the composer says: ${text}`, async ({ server, open }) => {
    const page = await open('mel', await topicAddress(server, 'voice'));
    await page.addInitScript(script);
    await page.reload();
    await microphone(page).click();
    await expect(page.getByRole('alert').getByText(text)).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
    await expect(microphone(page)).toHaveAttribute('aria-pressed', 'false');
  });
}
