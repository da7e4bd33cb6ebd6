// Sending files from a browser: small and large ones, online and offline.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ApiClient } from '../support/client.ts';
import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ });
const attach = (page: Page, name: string, buffer: Buffer, mimeType: string) =>
  page.locator('.composer input[type=file]').setInputFiles({ name, mimeType, buffer });

async function textsOf(client: ApiClient, topic: string): Promise<string[]> {
  const { messages } = await client.call('get-messages', {
    narrow: [
      { operator: 'channel', operand: 'engineering' },
      { operator: 'topic', operand: topic },
    ],
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
  });
  return messages.map(({ content }: { content: string }) => content);
}

/** The content of the file that a message links to. */
async function linkedFile({ url, email, apiKey }: ApiClient, content = ''): Promise<Buffer> {
  const [, path] = /\((\/user_uploads\/[^)]+)\)/.exec(content) ?? [];
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` };
  return Buffer.from(await (await fetch(`${url}${path}`, { headers })).arrayBuffer());
}

test('messages with pictures written offline arrive in order, once', async ({ server, open }) => {
  const mel = await server.as('mel');
  const address = await topicAddress(server, 'pictures');
  const page = await open('mel', address);
  await expect(field(page)).toBeVisible();
  await page.context().setOffline(true);
  const pictures = await Promise.all(
    [0, 60, 120, 180, 240].map((red) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 90, b: 160 } } })
        .png()
        .toBuffer(),
    ),
  );
  for (const [index, picture] of pictures.entries()) {
    await field(page).fill(`picture ${index} `);
    await attach(page, `picture-${index}.png`, picture, 'image/png');
    await expect(page.locator('.composer .waiting-file img')).toBeVisible();
    await page.getByRole('button', { name: 'Send' }).click();
  }
  const waitingItems = page.getByRole('list', { name: 'Sending' }).getByRole('listitem');
  await expect(waitingItems.nth(4).getByText('picture-4.png')).toBeVisible();
  // The server stores the first attempts, but the responses are lost.
  const next = await page.context().newPage();
  let lostResponses = 0;
  await next.context().route(/\/json\/(?:messages|user_uploads)$/, async (route) => {
    if (route.request().method() !== 'POST' || lostResponses >= 2) return route.fallback();
    lostResponses++;
    await route.fetch();
    await route.abort();
  });
  await page.close();
  await page.context().setOffline(false);
  await next.goto(`${server.url}/${address}`);
  await expect
    .poll(async () => (await textsOf(mel, 'pictures')).length)
    .toBeGreaterThanOrEqual(pictures.length);
  await expect(next.getByRole('list', { name: 'Sending' })).toHaveCount(0);
  const arrived = await textsOf(mel, 'pictures');
  assert.equal(arrived.length, pictures.length);
  for (const [index, picture] of pictures.entries()) {
    assert.match(arrived[index] ?? '', new RegExp(`^picture ${index}\\s+\\[picture-${index}\\.png\\]`));
    assert.deepEqual(await linkedFile(mel, arrived[index]), picture);
  }
  assert.equal(lostResponses, 2);
  await expect(next.getByRole('feed').locator('.message_inline_image img').nth(4)).toBeVisible();
});

test('a large upload resumes after a broken connection, and can be canceled', async ({ server, open }) => {
  const mel = await server.as('mel');
  const page = await open('mel', await topicAddress(server, 'large'));
  await expect(field(page)).toBeVisible();
  const content = Buffer.alloc(20 * 1024 * 1024, 'Parley ');
  const parts: string[] = [];
  await page.route('**/json/tus/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    parts.push(String(await route.request().headerValue('upload-offset')));
    // The server has the second part, but the response is lost.
    if (parts.length === 2) await route.fetch();
    return parts.length === 2 ? route.abort() : route.fallback();
  });
  await attach(page, 'large.bin', content, 'application/octet-stream');
  await expect(page.getByRole('progressbar', { name: 'large.bin' })).toBeVisible();
  await expect(field(page)).toHaveValue(/\/user_uploads\//);
  assert.deepEqual(parts, ['0', '8388608', '16777216']);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => (await textsOf(mel, 'large')).length).toBe(1);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  assert.equal(digest(await linkedFile(mel, (await textsOf(mel, 'large'))[0])), digest(content));
  await page.unroute('**/json/tus/*');
  await page.route('**/json/tus/*', () => undefined);
  await attach(page, 'stopped.bin', content, 'application/octet-stream');
  await page.getByRole('button', { name: 'Cancel uploading stopped.bin' }).click();
  await expect(page.getByRole('progressbar', { name: 'stopped.bin' })).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
});
