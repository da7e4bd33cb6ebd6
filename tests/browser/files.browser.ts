// Sending files from a browser: small and large ones, online and offline.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest } from './browser.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ });
const attach = (page: Page, name: string, buffer: Buffer, mimeType: string) =>
  page.locator('.composer input[type=file]').setInputFiles({ name, mimeType, buffer });

test('files from a browser', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const address = (topic: string) => `#narrow/channel/${stream_id}/topic/${topic}`;
  const texts = async (topic: string): Promise<string[]> => {
    const { messages } = await mel.call('get-messages', {
      narrow: [
        { operator: 'channel', operand: stream_id },
        { operator: 'topic', operand: topic },
      ],
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      apply_markdown: false,
    });
    return messages.map(({ content }: { content: string }) => content);
  };
  const bytesOf = async (content: string) => {
    const path = /\((\/user_uploads\/[^)]+)\)/.exec(content)?.[1] ?? '';
    return Buffer.from(
      await (
        await fetch(`${server.url}${path}`, {
          headers: { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` },
        })
      ).arrayBuffer(),
    );
  };

  await context.test('messages with pictures written offline arrive in order, once', async () => {
    const page = await open('Mel Member', address('pictures'));
    await field(page).waitFor();
    await page.context().setOffline(true);
    const pictures = await Promise.all(
      [0, 60, 120, 180, 240].map((red) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 90, b: 160 } } })
          .png()
          .toBuffer(),
      ),
    );
    for (const [place, picture] of pictures.entries()) {
      await field(page).fill(`picture ${place} `);
      await attach(page, `picture-${place}.png`, picture, 'image/png');
      await page.locator('.composer .waiting-file img').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
    }
    const waiting = page.getByRole('list', { name: 'Sending' }).getByRole('listitem');
    await waiting.nth(4).getByText('picture-4.png').waitFor();
    // The server stores the first attempts, but the responses are lost.
    const next = await page.context().newPage();
    let lost = 0;
    await next.context().route(/\/json\/(?:messages|user_uploads)$/, async (route) => {
      if (route.request().method() !== 'POST' || lost >= 2) return route.fallback();
      lost++;
      await route.fetch();
      await route.abort();
    });
    await page.close();
    await page.context().setOffline(false);
    await next.goto(`${server.url}/${address('pictures')}`);
    await waitUntil(async () => (await texts('pictures')).length >= pictures.length);
    await next.getByRole('list', { name: 'Sending' }).waitFor({ state: 'detached' });
    const arrived = await texts('pictures');
    assert.equal(arrived.length, pictures.length);
    for (const [place, picture] of pictures.entries()) {
      assert.match(arrived[place] ?? '', new RegExp(`^picture ${place}\\s+\\[picture-${place}\\.png\\]`));
      assert.deepEqual(await bytesOf(arrived[place] ?? ''), picture);
    }
    assert.equal(lost, 2);
    await next.getByRole('feed').locator('.message_inline_image img').nth(4).waitFor();
    await next.context().close();
  });

  await context.test('a large upload resumes after a broken connection, and can be canceled', async () => {
    const page = await open('Mel Member', address('large'));
    await field(page).waitFor();
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
    await page.getByRole('progressbar', { name: 'large.bin' }).waitFor();
    await waitUntil(async () => (await field(page).inputValue()).includes('/user_uploads/'));
    assert.deepEqual(parts, ['0', '8388608', '16777216']);
    await page.getByRole('button', { name: 'Send' }).click();
    await waitUntil(async () => (await texts('large')).length === 1);
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    assert.equal(digest(await bytesOf((await texts('large'))[0] ?? '')), digest(content));
    await page.unroute('**/json/tus/*');
    await page.route('**/json/tus/*', () => undefined);
    await attach(page, 'stopped.bin', content, 'application/octet-stream');
    await page.getByRole('button', { name: 'Cancel uploading stopped.bin' }).click();
    await page.getByRole('progressbar', { name: 'stopped.bin' }).waitFor({ state: 'detached' });
    assert.equal(await field(page).inputValue(), '');
    await page.context().close();
  });
});
