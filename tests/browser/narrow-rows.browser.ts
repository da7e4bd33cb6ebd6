// What has little space on a phone: the rows of the inbox, with the sender above the topic, and the buttons for a new
// message in each language.

import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

const phone = { viewport: { width: 390, height: 844 } };
const languages = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'] as const;

/** The functions run in the page, whose elements have no types here. */
interface Box {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}
const isWhole = (box: unknown) => (box as Box).scrollWidth <= (box as Box).clientWidth;
const linesOf = (button: unknown) => {
  const { document } = globalThis as unknown as {
    document: {
      createRange(): { selectNodeContents(node: unknown): void; getClientRects(): { length: number } };
    };
  };
  const range = document.createRange();
  range.selectNodeContents((button as { lastChild: unknown }).lastChild);
  return range.getClientRects().length;
};

test('a row of the inbox has the sender on a line, and below it the topic and the words', async ({
  server,
  open,
}) => {
  const [mel, adam, olive] = await Promise.all([server.as('mel'), server.as('adam'), server.as('olive')]);
  const full_name = 'Marianne Oberhuber';
  await olive.call('update-user', { user_id_or_email: String(adam.userId), full_name });
  await mel.call('mark-all-as-read', {});
  const topic = 'a topic whose name is longer than the row';
  await adam.sendToChannel('engineering', topic, 'words of a message that are longer than the row');
  const page = await open('mel', '#inbox', phone);
  const row = page.locator('.inbox-row');
  const [sender, link, words, time] = ['b', '.row-link', '.words', 'time'].map((part) => row.locator(part));
  await expect(sender ?? row).toHaveText(full_name);
  expect(await sender?.evaluate(isWhole)).toBe(true);
  const boxes = await Promise.all([sender, link, words, time].map((part) => part?.boundingBox()));
  const [senderBox, linkBox, wordsBox, timeBox] = boxes;
  expect(linkBox?.y).toBeGreaterThan((senderBox?.y ?? 0) + 12);
  expect(Math.abs((wordsBox?.y ?? 0) - (linkBox?.y ?? 0))).toBeLessThan(4);
  expect(wordsBox?.x).toBeGreaterThan((linkBox?.x ?? 0) + (linkBox?.width ?? 0));
  expect(timeBox?.y).toBeLessThan(linkBox?.y ?? 0);
  await picture(page, 'inbox-row-on-a-phone');
});

test('the buttons for a new message have one line in every language', async ({ server, open }) => {
  const mel = await server.as('mel');
  const page = await open('mel', '#feed', phone);
  const buttons = page.locator('.composer-closed .button');
  await expect(buttons).toHaveCount(2);
  for (const language of languages) {
    await mel.call('update-settings', { default_language: language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const button of await buttons.all()) expect(await button.evaluate(linesOf)).toBe(1);
  }
});
