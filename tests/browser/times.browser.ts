// Times are formatted in the language of the page everywhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, startBrowserTest } from './browser.ts';

test('times follow the language', { skip }, async () => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const sent = { type: 'channel', to: 'engineering', topic: 'clock', content: 'What time is it?' } as const;
  await mel.call('send-message', sent);
  const timesIn = async (language: 'en' | 'de') => {
    await mel.call('update-settings', { default_language: language });
    const page = await open('Mel Member', '#recent');
    await page.locator(`html[lang=${language}]`).waitFor();
    const line = page.getByRole('listitem').filter({ hasText: 'clock' });
    const inRecent = await line.locator('time').innerText();
    await line.getByRole('link').first().click();
    const inFeed = await page.getByRole('article').last().locator('time').innerText();
    await page.context().close();
    return { inRecent, inFeed };
  };
  const english = await timesIn('en');
  assert.match(english.inRecent, /^\d+:\d\d\s[AP]M$/);
  assert.equal(english.inFeed, english.inRecent);
  const german = await timesIn('de');
  assert.match(german.inRecent, /^\d+:\d\d$/);
  assert.equal(german.inFeed, german.inRecent);
});
