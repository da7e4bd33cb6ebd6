// Times are formatted in the language of the page everywhere.

import { expect, test } from './fixtures.ts';

test('times are formatted in the language of the page', async ({ server, open }) => {
  const mel = await server.as('mel');
  const sent = { type: 'channel', to: 'engineering', topic: 'clock', content: 'What time is it?' } as const;
  await mel.call('send-message', sent);
  const expectTimes = async (language: 'en' | 'de', format: RegExp) => {
    await mel.call('update-settings', { default_language: language });
    const page = await open('mel', '#recent');
    await expect(page.locator(`html[lang=${language}]`)).toBeVisible();
    const line = page.getByRole('row', { name: /^clock/ });
    const inRecent = line.locator('time');
    await expect(inRecent).toHaveText(format);
    const time = await inRecent.innerText();
    await line.getByRole('link').first().click();
    await expect(page.getByRole('article').last().locator('time')).toHaveText(time);
    await page.context().close();
  };
  await expectTimes('en', /^\d+:\d\d\s[AP]M$/);
  await expectTimes('de', /^\d+:\d\d$/);
});
