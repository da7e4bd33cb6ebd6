// A conversation that is scrolled to its end stays there, however its height changes.

import { expect, test } from './fixtures.ts';

const LINES = 40;
const frames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** Sets the height of the composer field, which reduces that of the message list. */
const heightOfField = (pixels: number) =>
  `{
    const field = document.querySelector('.composer textarea');
    Object.assign(field.style, { minHeight: '${pixels}px', maxHeight: '${pixels}px' });
    document.querySelector('.feed-scroll').scrollTop;
  }`;

test('the end stays visible when the field grows, shrinks, and grows again before rendering', async ({
  server,
  open,
}) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  for (let sent = 0; sent < LINES; sent += 1) {
    await mel.call('send-message', {
      type: 'channel',
      to: stream_id,
      topic: 'long',
      content: `Line ${sent}`,
    });
  }
  await mel.call('mark-all-as-read');
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/long`);
  await expect(page.getByRole('feed').getByText(`Line ${LINES - 1}`, { exact: true })).toBeVisible();
  const toEnd = (): Promise<number> =>
    page.evaluate(`(async () => {
      await ${frames};
      const { scrollTop, clientHeight, scrollHeight } = document.querySelector('.feed-scroll');
      return Math.round(scrollHeight - scrollTop - clientHeight);
    })()`);
  await expect.poll(toEnd).toBeLessThanOrEqual(1);
  await page.evaluate(heightOfField(200));
  await expect.poll(toEnd).toBeLessThanOrEqual(1);
  await page.evaluate(`${heightOfField(40)}${heightOfField(260)}`);
  await expect.poll(toEnd).toBeLessThanOrEqual(1);
});
