// What is one's own: profile, bots, API key and files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { untilSo } from '../support/later.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('own things', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const olive = await server.as('olive');
  const page = await open('Mel Member', '#settings/profile');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await context.test('one fills in fields of every kind, and others see them', async () => {
    const made = {
      Story: { field_type: 2 },
      Birthday: { field_type: 4 },
      Website: { field_type: 5 },
      Mentor: { field_type: 6 },
      Code: { field_type: 7, field_data: { subtype: 'github' } },
      Pronouns: { field_type: 8 },
    };
    for (const [name, one] of Object.entries(made))
      await olive.call('create-custom-profile-field', { name, hint: `${name} hint`, ...one });
    await main.getByRole('textbox', { name: 'Story' }).fill('Born **here**');
    await main.getByLabel('Birthday').fill('1990-02-03');
    await main.getByRole('textbox', { name: 'Website' }).fill('https://example.com/mel');
    await main.getByRole('textbox', { name: 'Pronouns' }).fill('they/them');
    await page.keyboard.press('Tab');
    await main.getByRole('combobox', { name: 'Add somebody: Mentor' }).fill('mona');
    await page.keyboard.press('Enter');
    await main.getByRole('button', { name: 'Remove Mona Moderator: Mentor' }).waitFor();
    const { custom_fields: fields } = await mel.call('get-custom-profile-fields');
    const list = fields.find(({ type }) => type === 3);
    assert.ok(list);
    await main.getByRole('combobox', { name: list.name }).selectOption({ index: 1 });
    await picture(page, 'profile');
    assert.deepEqual(await violations(page), []);
    const { user_id } = await mel.call('get-own-user');
    const mia = await open('Mia Member', `#user/${user_id}`);
    for (const text of ['they/them', 'https://example.com/mel', 'Mona Moderator'])
      await mia.getByRole('main').getByText(text).first().waitFor();
    await mia.locator('.profile strong').getByText('here').waitFor();
    await main.getByRole('textbox', { name: 'Website' }).fill('');
    await page.keyboard.press('Tab');
    await mia.getByText('https://example.com/mel').waitFor({ state: 'detached' });
    await mia.context().close();
  });

  await context.test('name and picture are changed', async () => {
    await main.getByRole('textbox', { name: 'Name', exact: true }).fill('Mel M.');
    await main.getByRole('button', { name: 'Save' }).click();
    await untilSo(async () => (await mel.call('get-own-user')).full_name === 'Mel M.');
    const choosing = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Choose a picture' }).click();
    await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
    await untilSo(async () => (await mel.call('get-own-user')).avatar_url?.includes('user_avatars') ?? false);
  });

  await context.test('where an outgoing webhook is called is seen and changed', async () => {
    await page.goto(`${server.url}/#settings/bots`);
    await main.getByRole('button', { name: 'New bot' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Caller');
    await dialog.getByRole('textbox', { name: 'Short name' }).fill('caller');
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('botOutgoing');
    const address = dialog.getByRole('textbox', { name: 'Where it is called' });
    const format = dialog.getByRole('combobox', { name: 'Format of the calls' });
    await address.fill('https://calls.example.com/first');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await main.getByRole('button', { name: 'Edit Caller' }).click();
    assert.equal(await address.inputValue(), 'https://calls.example.com/first');
    assert.deepEqual(await violations(page), []);
    await address.fill('https://calls.example.com/second');
    await format.selectOption('As Slack sends them');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await main.getByRole('button', { name: 'Edit Caller' }).click();
    assert.equal(await address.inputValue(), 'https://calls.example.com/second');
    assert.equal(await format.inputValue(), '2');
    const { realm_bots: bots } = await mel.call('register-queue', { event_types: ['realm_bot'] });
    assert.match(JSON.stringify(bots), /"base_url":"https:\/\/calls\.example\.com\/second","interface":2/);
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Deactivate Caller' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await main.getByRole('button', { name: 'Bring Caller back' }).waitFor();
  });

  await context.test(
    'a bot is made, its key is downloaded, and it is renamed, put away and brought back',
    async () => {
      await page.goto(`${server.url}/#settings/bots`);
      await main.getByRole('link', { name: 'Helper Bot' }).waitFor();
      await main.getByRole('button', { name: 'New bot' }).click();
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Build Bot');
      await dialog.getByRole('textbox', { name: 'Short name' }).fill('build');
      await picture(page, 'new-bot');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await main.getByRole('link', { name: 'Build Bot' }).waitFor();
      await picture(page, 'bots');
      assert.deepEqual(await violations(page), []);

      await main.getByRole('button', { name: 'API key of Build Bot' }).click();
      const key = dialog.getByRole('textbox', { name: 'API key' });
      const first = await key.inputValue();
      const downloading = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download as a file' }).click();
      const download = await downloading;
      assert.equal(download.suggestedFilename(), 'zuliprc');
      const text = await readFile(await download.path(), 'utf8');
      assert.match(
        text,
        new RegExp(`^\\[api\\]\\nemail=build-bot@.*\\nkey=${first}\\nsite=${server.url}\\n$`),
      );
      await dialog.getByRole('button', { name: 'New key' }).click();
      await untilSo(async () => (await key.inputValue()) !== first);
      await page.keyboard.press('Escape');

      await main.getByRole('button', { name: 'Edit Build Bot' }).click();
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Builder');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await main.getByRole('button', { name: 'Deactivate Builder' }).click();
      await dialog.getByRole('button', { name: 'Deactivate' }).click();
      await main.getByRole('button', { name: 'Bring Builder back' }).click();
      await main.getByRole('button', { name: 'Edit Builder' }).click();
      await dialog.getByRole('combobox', { name: 'Give it to somebody else' }).fill('mia');
      await page.keyboard.press('Enter');
      await dialog.getByText('Owner: Mia Member').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await main.getByRole('link', { name: 'Builder' }).waitFor({ state: 'detached' });
    },
  );

  await context.test('the own key is shown to whoever knows the password', async () => {
    await page.goto(`${server.url}/#settings/key`);
    await main.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await main.getByRole('alert').waitFor();
    await main.getByLabel('Your password').fill('demo-password');
    await page.keyboard.press('Enter');
    assert.match(await main.getByRole('textbox', { name: 'API key' }).inputValue(), /^\w{32}$/);
    assert.deepEqual(await violations(page), []);
  });

  await context.test('files are listed with where they are used, found and deleted', async () => {
    await page.goto(`${server.url}/#settings/files`);
    await main.getByText('You have uploaded no files.').waitFor();
    const sent: Record<string, string> = {};
    for (const name of ['plan.txt', 'notes.txt']) {
      const answer = await mel.call(
        'upload-file',
        {},
        { files: { file: new File(['x'.repeat(2500)], name, { type: 'text/plain' }) } },
      );
      sent[name] = answer.url;
    }
    const { id } = await mel.call('send-message', {
      type: 'channel',
      to: 'general',
      topic: 'files',
      content: `[plan.txt](${sent['plan.txt']})`,
    });
    const line = main.getByRole('row').filter({ hasText: 'plan.txt' });
    await line.getByText('2.5 kB').waitFor();
    // Of today there is the time alone.
    await line.getByText(/^\d+:\d\d [AP]M$/).waitFor();
    await line
      .getByRole('link', { name: `Message ${id.toLocaleString('en')}`.replaceAll(',', '') })
      .waitFor();
    await main.getByRole('row').filter({ hasText: 'notes.txt' }).getByText('Not used').waitFor();
    await main.getByText('Your files take 5 kB.').waitFor();
    await picture(page, 'files');
    assert.deepEqual(await violations(page), []);
    await main.getByRole('searchbox', { name: 'Filter files' }).fill('notes');
    await line.waitFor({ state: 'detached' });
    await main.getByRole('button', { name: 'Delete notes.txt' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await main.getByText('No file matches.').waitFor();
    await main.getByRole('searchbox', { name: 'Filter files' }).fill('');
    await line.getByRole('link', { name: /^Message/ }).click();
    await page.getByRole('article').getByText('plan.txt').first().waitFor();
  });
});
