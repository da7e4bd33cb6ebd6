// Personal settings: profile, name and picture, bots with webhooks, password, API key, two-factor authentication,
// and files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Authenticator, enableSecondFactor } from '../support/authenticator.ts';
import { waitUntil } from '../support/waiting.ts';
import { png } from '../uploads/support.ts';
import { picture, skip, startBrowserTest, violations } from './browser.ts';
import { focused } from './hand.ts';

const pixel = await png(1, 1);

test('personal settings', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const olive = await server.as('olive');
  const page = await open('Mel Member', '#settings/profile');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await context.test('profile fields of every type are filled in, and others see them', async () => {
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
    await main.getByRole('combobox', { name: 'Add a person: Mentor' }).fill('mona');
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
    await waitUntil(async () => (await mel.call('get-own-user')).full_name === 'Mel M.');
    const choosing = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Choose picture' }).click();
    await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
    await waitUntil(
      async () => (await mel.call('get-own-user')).avatar_url?.includes('user_avatars') ?? false,
    );
  });

  await context.test('the URL of an outgoing webhook is displayed and changed', async () => {
    await page.goto(`${server.url}/#settings/bots`);
    await main.getByRole('button', { name: 'New bot' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Caller');
    await dialog.getByRole('textbox', { name: 'Username' }).fill('caller');
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('botOutgoing');
    const address = dialog.getByRole('textbox', { name: 'Endpoint URL' });
    const format = dialog.getByRole('combobox', { name: 'Payload format' });
    await address.fill('https://calls.example.com/first');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await main.getByRole('button', { name: 'Edit Caller' }).click();
    assert.equal(await address.inputValue(), 'https://calls.example.com/first');
    assert.deepEqual(await violations(page), []);
    await address.fill('https://calls.example.com/second');
    await format.selectOption('Slack-compatible');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    // The event may arrive after the response.
    await waitUntil(async () => {
      await main.getByRole('button', { name: 'Edit Caller' }).click();
      if ((await address.inputValue()) === 'https://calls.example.com/second') return true;
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return false;
    });
    assert.equal(await format.inputValue(), '2');
    const { realm_bots: bots } = await mel.call('register-queue', { event_types: ['realm_bot'] });
    assert.match(JSON.stringify(bots), /"base_url":"https:\/\/calls\.example\.com\/second","interface":2/);
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Deactivate Caller' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await main.getByRole('button', { name: 'Reactivate Caller' }).waitFor();
  });

  await context.test(
    'a bot only accepts signed requests of a service, until its owner turns that off',
    async () => {
      await mel.ok('POST', '/bots', { full_name: 'Signed', short_name: 'signed', bot_type: 2 });
      await page.goto(`${server.url}/#settings/bots`);
      await main.getByRole('button', { name: 'Webhook URLs for Signed' }).click();
      const webhook = page.getByRole('dialog', { name: 'Webhook URLs for Signed' });
      const service = webhook.getByRole('combobox', { name: 'Service' });
      await service.selectOption('GitHub');
      await webhook.getByText('The bot also accepts unsigned requests.').waitFor();
      const address = await webhook.getByRole('textbox', { name: 'URL', exact: true }).inputValue();
      const unsigned = () => fetch(address, { method: 'POST', body: '{}' });
      await webhook.locator('input[type=password]').fill('a secret of theirs');
      await page.keyboard.press('Enter');
      await webhook.getByText('The bot only accepts signed requests.').waitFor();
      assert.equal((await unsigned()).status, 401);
      await webhook.locator('input[type=password]').scrollIntoViewIfNeeded();
      await picture(page, 'webhook-signed');
      assert.deepEqual(await violations(page), []);
      await service.selectOption('slack_incoming');
      await webhook.getByText(/and this service doesn’t sign/).waitFor();
      await service.selectOption('travis');
      await webhook.getByRole('button', { name: 'Also accept unsigned requests' }).waitFor();
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
      assert.ok(await acceptUnsigned.isDisabled());
      release();
      await acceptUnsigned.click();
      await webhook.getByText('The bot also accepts unsigned requests.').waitFor();
      assert.notEqual((await unsigned()).status, 401);
      await page.keyboard.press('Escape');
      await webhook.waitFor({ state: 'detached' });
    },
  );

  await context.test('the events of a bot are posted to a URL, until that is removed', async () => {
    const bot = await mel.ok('POST', '/bots', { full_name: 'Echo', short_name: 'echo', bot_type: 1 });
    await page.goto(`${server.url}/#settings/bots`);
    await main.getByRole('button', { name: 'Events for Echo' }).click();
    const events = page.getByRole('dialog', { name: 'Events for Echo' });
    await events.getByText('No addresses yet.').waitFor();
    await events.getByRole('textbox', { name: 'Address' }).fill('https://example.com/events');
    await events.getByRole('checkbox', { name: 'reaction' }).check();
    await events.getByRole('button', { name: 'Add an address' }).click();
    const secret = events.getByRole('textbox', { name: /^Signing secret/ });
    await secret.waitFor();
    assert.match(await secret.inputValue(), /^whsec_/);
    const line = events.getByRole('listitem').filter({ hasText: 'https://example.com/events' });
    await line.getByText('Active').waitFor();
    await line.getByRole('button', { name: 'Recent deliveries' }).click();
    await events.getByText('Nothing has been posted yet.').waitFor();
    await picture(page, 'bot-events');
    assert.deepEqual(await violations(page), []);
    await line.getByRole('button', { name: 'Turn off' }).click();
    await line.getByText('Turned off').waitFor();
    await line.getByRole('button', { name: 'Remove' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Stop posting to https://example.com/events?' });
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await events.getByText('No addresses yet.').waitFor();
    const { event_subscriptions: left } = await mel.ok('GET', `/bots/${bot.user_id}/event_subscriptions`);
    assert.deepEqual(left, []);
    await page.keyboard.press('Escape');
    await mel.ok('DELETE', `/bots/${bot.user_id}`);
  });

  await context.test(
    'a bot is created, its key is downloaded, and it is renamed, deactivated and reactivated',
    async () => {
      await page.goto(`${server.url}/#settings/bots`);
      await main.getByRole('link', { name: 'Helper Bot' }).waitFor();
      await main.getByRole('button', { name: 'New bot' }).click();
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Build Bot');
      await dialog.getByRole('textbox', { name: 'Username' }).fill('build');
      await picture(page, 'new-bot');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await main.getByRole('link', { name: 'Build Bot' }).waitFor();
      await picture(page, 'bots');
      assert.deepEqual(await violations(page), []);

      await main.getByRole('button', { name: 'API key for Build Bot' }).click();
      const key = dialog.getByRole('textbox', { name: 'API key' });
      const first = await key.inputValue();
      const downloading = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download as file' }).click();
      const download = await downloading;
      assert.equal(download.suggestedFilename(), 'zuliprc');
      const text = await readFile(await download.path(), 'utf8');
      assert.match(
        text,
        new RegExp(`^\\[api\\]\\nemail=build-bot@.*\\nkey=${first}\\nsite=${server.url}\\n$`),
      );
      await dialog.getByRole('button', { name: 'Generate new key' }).click();
      await waitUntil(async () => (await key.inputValue()) !== first);
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
      await dialog.getByText('Owner: Mia Member').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await main.getByRole('link', { name: 'Builder' }).waitFor({ state: 'detached' });
    },
  );

  await context.test('the API key is displayed after entering the password', async () => {
    await page.goto(`${server.url}/#settings/key`);
    await main.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await main.getByRole('alert').waitFor();
    await main.getByLabel('Your password').fill('demo-password');
    await page.keyboard.press('Enter');
    assert.match(await main.getByRole('textbox', { name: 'API key' }).inputValue(), /^\w{32}$/);
    assert.deepEqual(await violations(page), []);
  });

  await context.test(
    'two-factor authentication is turned on, switched and turned off, and recovery codes are displayed once',
    async () => {
      await page.goto(`${server.url}/#settings/security`);
      await main.getByRole('button', { name: 'Set up an authenticator app' }).click();
      await main.getByLabel('Your password').fill('wrong');
      await page.keyboard.press('Enter');
      await main.getByRole('alert').waitFor();
      await main.getByLabel('Your password').fill('demo-password');
      await page.keyboard.press('Enter');
      await main.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      assert.deepEqual(await violations(page), []);
      const secret = main.getByRole('textbox', { name: 'Key for the authenticator app' });
      const authenticator = new Authenticator(await secret.inputValue());
      await main.getByLabel('Code', { exact: true }).fill('000000');
      await main.getByRole('button', { name: 'Confirm' }).click();
      await main.getByRole('alert').waitFor();
      const isSaid = (text: string) => page.getByRole('status').getByText(text).waitFor();
      await main.getByLabel('Code', { exact: true }).fill(authenticator.code());
      await Promise.all([isSaid('Two-factor authentication is on.'), page.keyboard.press('Enter')]);
      const codes = main.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await codes.nth(9).waitFor();
      assert.equal((await focused(page)).name, 'Two-factor authentication');
      const [first = '', second = '', third = ''] = await codes.allInnerTexts();
      assert.deepEqual(await violations(page), []);
      const saved = page.waitForEvent('download');
      await main.getByRole('button', { name: 'Download' }).click();
      const file = await readFile(await (await saved).path(), 'utf8');
      assert.match(file, new RegExp(`^${first}\n${second}\n`));
      await main.getByRole('button', { name: 'I saved them' }).click();
      await main.getByText('10 recovery codes are left.').waitFor();
      assert.equal((await focused(page)).name, 'Two-factor authentication');

      const prove = async (code: string) => {
        await main.getByLabel('Your password').fill('demo-password');
        await main.getByLabel('Code', { exact: true }).fill(code);
        await main.getByRole('button', { name: /^(Continue|Show key)$/ }).click();
      };
      await page.goto(`${server.url}/#settings/key`);
      await main.getByLabel('Your password').fill('demo-password');
      await page.keyboard.press('Enter');
      await prove(first);
      await main.getByRole('textbox', { name: 'API key' }).waitFor();
      await page.goto(`${server.url}/#settings/security`);
      await main.getByRole('button', { name: 'New recovery codes' }).click();
      await prove(second);
      await codes.nth(9).waitFor();
      const [renewed = ''] = await codes.allInnerTexts();
      assert.notEqual(renewed, third);
      await main.getByRole('button', { name: 'I saved them' }).click();
      await main.getByRole('button', { name: 'Turn off' }).click();
      assert.deepEqual(await violations(page), []);
      await Promise.all([isSaid('Two-factor authentication is off.'), prove(renewed)]);
      await main.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
      assert.equal((await focused(page)).name, 'Two-factor authentication');
    },
  );

  await context.test('files are listed with the messages that use them, searched and deleted', async () => {
    await page.goto(`${server.url}/#settings/files`);
    await main.getByText('You haven’t uploaded any files.').waitFor();
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
    // Today's entries only have a time.
    await line.getByText(/^\d+:\d\d [AP]M$/).waitFor();
    await line
      .getByRole('link', { name: `Message ${id.toLocaleString('en')}`.replaceAll(',', '') })
      .waitFor();
    await main.getByRole('row').filter({ hasText: 'notes.txt' }).getByText('Not used').waitFor();
    await main.getByText('Your files use 5 kB.').waitFor();
    await picture(page, 'files');
    assert.deepEqual(await violations(page), []);
    await main.getByRole('searchbox', { name: 'Filter files' }).fill('notes');
    await line.waitFor({ state: 'detached' });
    await main.getByRole('button', { name: 'Delete notes.txt' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await main.getByText('No files found.').waitFor();
    await main.getByRole('searchbox', { name: 'Filter files' }).fill('');
    await line.getByRole('link', { name: /^Message/ }).click();
    await page.getByRole('article').getByText('plan.txt').first().waitFor();
  });

  await context.test('a new key needs a recent proof with two-factor authentication', async () => {
    const own = await open('Max Member', '#settings/key');
    const { recoveryCodes } = await enableSecondFactor(await server.as('max'), 'demo-password');
    const [first = '', second = ''] = recoveryCodes;
    await own.getByLabel('Your password').fill('demo-password');
    await own.keyboard.press('Enter');
    await own.getByLabel('Code', { exact: true }).fill(first);
    await own.getByRole('button', { name: 'Show key' }).click();
    await own.getByRole('textbox', { name: 'API key' }).waitFor();
    await own.getByRole('button', { name: 'Generate new key' }).click();
    assert.deepEqual(await violations(own), []);
    await own.getByLabel('Your password').fill('demo-password');
    await own.getByLabel('Code', { exact: true }).fill(second);
    const responded = own.waitForResponse('**/api_key/regenerate');
    await own.getByRole('button', { name: 'Generate new key' }).click();
    assert.equal((await responded).status(), 200);
  });
});
