// Personal settings: profile, name and picture, bots with webhooks, password, API key, two-factor authentication,
// and files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Authenticator, enableSecondFactor } from '../support/authenticator.ts';
import { png } from '../uploads/support.ts';
import { expect, test } from './fixtures.ts';
import { focused } from './hand.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

const pixel = await png(1, 1);

test('people change their profile, bots, API key, second factor and files', async ({ server, open }) => {
  const mel = await server.as('mel');
  const olive = await server.as('olive');
  const page = await open('mel', '#settings/profile');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await test.step('profile fields of every type are filled in, and others see them', async () => {
    const newFields = {
      Story: { field_type: 2 },
      Birthday: { field_type: 4 },
      Website: { field_type: 5 },
      Mentor: { field_type: 6 },
      Code: { field_type: 7, field_data: { subtype: 'github' } },
      Pronouns: { field_type: 8 },
    };
    for (const [name, one] of Object.entries(newFields))
      await olive.call('create-custom-profile-field', { name, hint: `${name} hint`, ...one });
    await main.getByRole('textbox', { name: 'Story' }).fill('Born **here**');
    await main.getByLabel('Birthday').fill('1990-02-03');
    await main.getByRole('textbox', { name: 'Website' }).fill('https://example.com/mel');
    await main.getByRole('textbox', { name: 'Pronouns' }).fill('they/them');
    await page.keyboard.press('Tab');
    await main.getByRole('combobox', { name: 'Add a person: Mentor' }).fill('mona');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('button', { name: 'Remove Mona Moderator: Mentor' })).toBeVisible();
    const { custom_fields: fields } = await mel.call('get-custom-profile-fields');
    const list = fields.find(({ type }) => type === 3);
    assert.ok(list);
    await main.getByRole('combobox', { name: list.name }).selectOption({ index: 1 });
    await picture(page, 'profile');
    await expect.poll(() => violations(page)).toEqual([]);
    const { user_id } = await mel.call('get-own-user');
    const mia = await open('mia', `#user/${user_id}`);
    for (const text of ['they/them', 'https://example.com/mel', 'Mona Moderator'])
      await expect(mia.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(mia.locator('.profile strong').getByText('here')).toBeVisible();
    await main.getByRole('textbox', { name: 'Website' }).fill('');
    await page.keyboard.press('Tab');
    await expect(mia.getByText('https://example.com/mel')).toHaveCount(0);
    await mia.context().close();
  });

  await test.step('name and picture are changed', async () => {
    await main.getByRole('textbox', { name: 'Name', exact: true }).fill('Mel M.');
    await main.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await mel.call('get-own-user')).full_name).toBe('Mel M.');
    const choosing = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Choose picture' }).click();
    await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
    await expect.poll(async () => (await mel.call('get-own-user')).avatar_url).toContain('user_avatars');
  });

  await test.step('the URL of an outgoing webhook is displayed and changed', async () => {
    await page.goto(`${server.url}/#settings/bots`);
    await main.getByRole('button', { name: 'New bot' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Caller');
    await dialog.getByRole('textbox', { name: 'Username' }).fill('caller');
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('outgoing');
    const address = dialog.getByRole('textbox', { name: 'Endpoint URL' });
    const format = dialog.getByRole('combobox', { name: 'Payload format' });
    await address.fill('https://calls.example.com/first');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await main.getByRole('button', { name: 'Edit Caller' }).click();
    await expect(address).toHaveValue('https://calls.example.com/first');
    await expect.poll(() => violations(page)).toEqual([]);
    await address.fill('https://calls.example.com/second');
    await format.selectOption('Slack-compatible');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    // The event may arrive after the response.
    await expect(async () => {
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await main.getByRole('button', { name: 'Edit Caller' }).click();
      await expect(address).toHaveValue('https://calls.example.com/second', { timeout: 500 });
    }).toPass();
    await expect(format).toHaveValue('2');
    const { realm_bots: bots } = await mel.call('register-queue', { event_types: ['realm_bot'] });
    assert.match(JSON.stringify(bots), /"base_url":"https:\/\/calls\.example\.com\/second","interface":2/);
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Deactivate Caller' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(main.getByRole('button', { name: 'Reactivate Caller' })).toBeVisible();
  });

  await test.step('a bot only accepts signed requests of a service, until its owner turns that off', async () => {
    await mel.ok('POST', '/bots', { full_name: 'Signed', short_name: 'signed', bot_type: 2 });
    await page.goto(`${server.url}/#settings/bots`);
    await main.getByRole('button', { name: 'Webhook URLs for Signed' }).click();
    const webhook = page.getByRole('dialog', { name: 'Webhook URLs for Signed' });
    const service = webhook.getByRole('combobox', { name: 'Service' });
    await service.selectOption('GitHub');
    await expect(webhook.getByText('The bot also accepts unsigned requests.')).toBeVisible();
    const address = await webhook.getByRole('textbox', { name: 'URL', exact: true }).inputValue();
    const unsigned = () => fetch(address, { method: 'POST', body: '{}' });
    await webhook.locator('input[type=password]').fill('a secret of theirs');
    await page.keyboard.press('Enter');
    await expect(webhook.getByText('The bot only accepts signed requests.')).toBeVisible();
    assert.equal((await unsigned()).status, 401);
    await webhook.locator('input[type=password]').scrollIntoViewIfNeeded();
    await picture(page, 'webhook-signed');
    await expect.poll(() => violations(page)).toEqual([]);
    await service.selectOption('slack_incoming');
    await expect(webhook.getByText(/and this service doesn’t sign/)).toBeVisible();
    await service.selectOption('travis');
    await expect(webhook.getByRole('button', { name: 'Also accept unsigned requests' })).toBeVisible();
    // Until the address for GitHub has arrived, the button is the one for Travis.
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/webhook_address.*integration=github\b/, async (route) => {
      await released;
      await route.continue();
    });
    await service.selectOption('GitHub');
    const acceptUnsigned = webhook.getByRole('button', { name: 'Also accept unsigned requests' });
    await expect(acceptUnsigned).toBeDisabled();
    release();
    await acceptUnsigned.click();
    await expect(webhook.getByText('The bot also accepts unsigned requests.')).toBeVisible();
    assert.notEqual((await unsigned()).status, 401);
    await page.keyboard.press('Escape');
    await expect(webhook).toHaveCount(0);
  });

  await test.step('the events of a bot are posted to a URL, until that is removed', async () => {
    const bot = await mel.ok('POST', '/bots', { full_name: 'Echo', short_name: 'echo', bot_type: 1 });
    await page.goto(`${server.url}/#settings/bots`);
    await main.getByRole('button', { name: 'Events for Echo' }).click();
    const events = page.getByRole('dialog', { name: 'Events for Echo' });
    await expect(events.getByText('No addresses yet')).toBeVisible();
    await events.getByRole('textbox', { name: 'Address' }).fill('https://example.com/events');
    await events.getByRole('checkbox', { name: 'reaction' }).check();
    await events.getByRole('button', { name: 'Add an address' }).click();
    const secret = events.getByRole('textbox', { name: /^Signing secret/ });
    await expect(secret).toBeVisible();
    await expect(secret).toHaveValue(/^whsec_/);
    const line = events.getByRole('listitem').filter({ hasText: 'https://example.com/events' });
    await expect(line.getByText('Active')).toBeVisible();
    await line.getByRole('button', { name: 'Recent deliveries' }).click();
    await expect(events.getByText('Nothing has been posted yet.')).toBeVisible();
    await picture(page, 'bot-events');
    await expect.poll(() => violations(page)).toEqual([]);
    await line.getByRole('button', { name: 'Turn off' }).click();
    await expect(line.getByText('Turned off')).toBeVisible();
    await line.getByRole('button', { name: 'Remove' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Stop posting to https://example.com/events?' });
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await expect(events.getByText('No addresses yet')).toBeVisible();
    const { event_subscriptions: remaining } = await mel.ok(
      'GET',
      `/bots/${bot.user_id}/event_subscriptions`,
    );
    assert.deepEqual(remaining, []);
    await page.keyboard.press('Escape');
    await mel.ok('DELETE', `/bots/${bot.user_id}`);
  });

  await test.step('a bot is created, its key is downloaded, and it is renamed, deactivated and reactivated', async () => {
    await page.goto(`${server.url}/#settings/bots`);
    await expect(main.getByRole('link', { name: 'Helper Bot' })).toBeVisible();
    await main.getByRole('button', { name: 'New bot' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Build Bot');
    await dialog.getByRole('textbox', { name: 'Username' }).fill('build');
    await picture(page, 'new-bot');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(main.getByRole('link', { name: 'Build Bot' })).toBeVisible();
    await picture(page, 'bots');
    await expect.poll(() => violations(page)).toEqual([]);

    await main.getByRole('button', { name: 'API key for Build Bot' }).click();
    const key = dialog.getByRole('textbox', { name: 'API key' });
    const first = await key.inputValue();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download as file' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'zuliprc');
    const text = await readFile(await download.path(), 'utf8');
    assert.match(text, new RegExp(`^\\[api\\]\\nemail=build-bot@.*\\nkey=${first}\\nsite=${server.url}\\n$`));
    await dialog.getByRole('button', { name: 'Generate new key' }).click();
    await expect(key).not.toHaveValue(first);
    await page.keyboard.press('Escape');

    await main.getByRole('button', { name: 'Edit Build Bot' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Builder');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await main.getByRole('button', { name: 'Deactivate Builder' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await main.getByRole('button', { name: 'Reactivate Builder' }).click();
    await main.getByRole('button', { name: 'Edit Builder' }).click();
    await dialog.getByRole('combobox', { name: 'Transfer to' }).fill('mia');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Owner: Mia Member')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByRole('link', { name: 'Builder' })).toHaveCount(0);
  });

  await test.step('the API key is displayed after entering the password', async () => {
    await page.goto(`${server.url}/#settings/key`);
    await main.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('alert')).toBeVisible();
    await main.getByLabel('Your password').fill('demo-password');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('textbox', { name: 'API key' })).toHaveValue(/^\w{32}$/);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('two-factor authentication is turned on, switched and turned off, and recovery codes are displayed once', async () => {
    await page.goto(`${server.url}/#settings/security`);
    await main.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await main.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('alert')).toBeVisible();
    await main.getByLabel('Your password').fill('demo-password');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expect.poll(() => violations(page)).toEqual([]);
    const secret = main.getByRole('textbox', { name: 'Key for the authenticator app' });
    const authenticator = new Authenticator(await secret.inputValue());
    await main.getByLabel('Code', { exact: true }).fill('000000');
    await main.getByRole('button', { name: 'Confirm' }).click();
    await expect(main.getByRole('alert')).toBeVisible();
    const expectFocused = (name: string) => expect.poll(async () => (await focused(page)).name).toBe(name);
    const expectStatus = (text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible();
    await main.getByLabel('Code', { exact: true }).fill(authenticator.code());
    await Promise.all([expectStatus('Two-factor authentication is on.'), page.keyboard.press('Enter')]);
    const codes = main.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes.nth(9)).toBeVisible();
    await expectFocused('Two-factor authentication');
    const [first = '', second = '', third = ''] = await codes.allInnerTexts();
    await expect.poll(() => violations(page)).toEqual([]);
    const downloadEvent = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download' }).click();
    const file = await readFile(await (await downloadEvent).path(), 'utf8');
    assert.match(file, new RegExp(`^${first}\n${second}\n`));
    await main.getByRole('button', { name: 'I saved them' }).click();
    await expect(main.getByText('10 recovery codes are left.')).toBeVisible();
    await expectFocused('Two-factor authentication');

    const prove = async (code: string) => {
      await main.getByLabel('Your password').fill('demo-password');
      await main.getByLabel('Code', { exact: true }).fill(code);
      await main.getByRole('button', { name: /^(Continue|Show key)$/ }).click();
    };
    await page.goto(`${server.url}/#settings/key`);
    await main.getByLabel('Your password').fill('demo-password');
    await page.keyboard.press('Enter');
    await prove(first);
    await expect(main.getByRole('textbox', { name: 'API key' })).toBeVisible();
    await page.goto(`${server.url}/#settings/security`);
    await main.getByRole('button', { name: 'New recovery codes' }).click();
    await prove(second);
    await expect(codes.nth(9)).toBeVisible();
    const [newCodes = ''] = await codes.allInnerTexts();
    assert.notEqual(newCodes, third);
    await main.getByRole('button', { name: 'I saved them' }).click();
    await main.getByRole('button', { name: 'Turn off' }).click();
    await expect.poll(() => violations(page)).toEqual([]);
    await Promise.all([expectStatus('Two-factor authentication is off.'), prove(newCodes)]);
    await expect(main.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
    await expectFocused('Two-factor authentication');
  });

  await test.step('files are listed with the messages that use them, searched and deleted', async () => {
    await page.goto(`${server.url}/#settings/files`);
    await expect(main.getByText('You haven’t uploaded any files')).toBeVisible();
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
    await expect(line.getByText('2.5 kB')).toBeVisible();
    // Today's entries only have a time.
    await expect(line.getByText(/^\d+:\d\d [AP]M$/)).toBeVisible();
    await expect(
      line.getByRole('link', { name: `Message ${id.toLocaleString('en')}`.replaceAll(',', '') }),
    ).toBeVisible();
    await expect(main.getByRole('row').filter({ hasText: 'notes.txt' }).getByText('Not used')).toBeVisible();
    await expect(main.getByText('Your files use 5 kB.')).toBeVisible();
    await picture(page, 'files');
    await expect.poll(() => violations(page)).toEqual([]);
    await main.getByRole('searchbox', { name: 'Filter files' }).fill('notes');
    await expect(line).toHaveCount(0);
    await main.getByRole('button', { name: 'Delete notes.txt' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(main.getByText('No files found')).toBeVisible();
    await main.getByRole('searchbox', { name: 'Filter files' }).fill('');
    await line.getByRole('link', { name: /^Message/ }).click();
    await expect(page.getByRole('article').getByText('plan.txt').first()).toBeVisible();
  });

  await test.step('a new key needs a recent proof with two-factor authentication', async () => {
    const own = await open('max', '#settings/key');
    const { recoveryCodes } = await enableSecondFactor(await server.as('max'), 'demo-password');
    const [first = '', second = ''] = recoveryCodes;
    await own.getByLabel('Your password').fill('demo-password');
    await own.keyboard.press('Enter');
    await own.getByLabel('Code', { exact: true }).fill(first);
    await own.getByRole('button', { name: 'Show key' }).click();
    await expect(own.getByRole('textbox', { name: 'API key' })).toBeVisible();
    await own.getByRole('button', { name: 'Generate new key' }).click();
    await expect.poll(() => violations(own)).toEqual([]);
    await own.getByLabel('Your password').fill('demo-password');
    await own.getByLabel('Code', { exact: true }).fill(second);
    const responded = own.waitForResponse('**/api_key/regenerate');
    await own.getByRole('button', { name: 'Generate new key' }).click();
    assert.equal((await responded).status(), 200);
  });
});
