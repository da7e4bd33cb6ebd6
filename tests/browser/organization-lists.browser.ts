// The lists of the organization: emoji, linkifiers, playgrounds, profile fields, domains and mail addresses. Owners
// change them; members see changes at once and cannot make any.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { png } from '../uploads/support.ts';
import { problems } from './appearances.ts';
import { picture, skip, startBrowserTest } from './browser.ts';

const pixel = await png(1, 1);

test('the lists of the organization', { skip, timeout: 400_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const owner = await server.as('olive');
  const olive = await open('Olive Owner', '#organization/emoji');
  const mel = await open('Mel Member', '#organization/emoji');
  const main = olive.getByRole('main');
  const seen = mel.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const section = async (name: string, heading: string) => {
    for (const page of [olive, mel]) {
      await page.goto(`${server.url}/#organization/${name}`);
      await page.getByRole('main').getByRole('heading', { name: heading, exact: true }).waitFor();
      await page.locator('.settings-form section').first().waitFor();
    }
  };
  const names = async () =>
    (await main.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]);

  await context.test('an emoji is added, used by everyone, and deactivated', async () => {
    await section('emoji', 'Custom emoji');
    const choosing = olive.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Choose picture' }).click();
    await (await choosing).setFiles({ name: 'Party Parrot.png', mimeType: 'image/png', buffer: pixel });
    await main.getByRole('img', { name: 'Selected image' }).waitFor();
    const name = main.getByRole('textbox', { name: /Name/ });
    assert.equal(await name.inputValue(), 'party_parrot');
    await name.fill('bad name!');
    await main.getByRole('button', { name: 'Add', exact: true }).click();
    await main.getByRole('alert').getByText('Not saved: Emoji names must contain only').waitFor();
    await name.fill('party_parrot');
    await olive.keyboard.press('Enter');
    await seen.getByText(':party_parrot:').waitFor();
    await seen.getByText('Added by Olive Owner').waitFor();
    assert.equal(await seen.getByRole('button', { name: 'Deactivate party_parrot' }).count(), 0);
    await picture(olive, 'organization-emoji');
    assert.deepEqual(await problems(olive, 'emoji'), []);
    await main.getByRole('button', { name: 'Deactivate party_parrot' }).click();
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await seen.getByText(':party_parrot:').waitFor({ state: 'detached' });
    await owner.call('update-organization', {
      can_add_custom_emoji_group: { new: { direct_members: [], direct_subgroups: [] } },
    });
    await seen.getByText('You don’t have permission to add emoji').waitFor();
  });

  await context.test(
    'a linkifier is tested while it is written, added, moved, changed and deleted',
    async () => {
      await section('linkifiers', 'Linkifiers');
      const before = await names();
      await main.getByRole('button', { name: 'Add linkifier' }).click();
      await dialog.getByRole('textbox', { name: 'Pattern' }).fill('ORDER-(?P<id>[0-9]+)');
      await dialog
        .getByRole('textbox', { name: 'URL template', exact: true })
        .fill('https://example.com/orders/{id}');
      await dialog.getByRole('textbox', { name: 'Example' }).fill('about ORDER-17');
      const link = dialog.getByRole('link', { name: 'ORDER-17' });
      assert.equal(await link.getAttribute('href'), 'https://example.com/orders/17');
      await picture(olive, 'organization-linkifier-dialog');
      assert.deepEqual(await problems(olive, 'a linkifier'), []);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('alert').getByText('Example input does not match').waitFor();
      // The unsaved change is reverted.
      await olive.keyboard.press('Escape');
      await olive.locator('.saying').filter({ hasText: 'unsaved changes: Add linkifier' }).waitFor();
      await main.getByRole('button', { name: 'Add linkifier' }).click();
      await dialog.getByRole('textbox', { name: 'Example' }).fill('ORDER-17');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      const pattern = 'ORDER-(?P<id>[0-9]+)';
      await seen.getByText(pattern).waitFor();
      await waitUntil(async () => (await names()).join() === [...before, pattern].join());
      const up = main.getByRole('button', { name: `Move ${pattern} up` });
      for (const _ of before) {
        const now = await names();
        await up.press('Enter');
        await waitUntil(async () => (await names()).join() !== now.join());
        await olive.locator(':focus').and(up).waitFor();
      }
      assert.deepEqual(await names(), [pattern, ...before]);
      await picture(olive, 'organization-linkifiers');
      assert.deepEqual(await problems(olive, 'linkifiers'), []);
      await main.getByRole('button', { name: `Edit ${pattern}` }).click();
      await dialog
        .getByRole('textbox', { name: 'URL template', exact: true })
        .fill('https://example.org/o/{id}');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await seen.getByText('https://example.org/o/{id}').waitFor();
      await main.getByRole('button', { name: `Delete ${pattern}` }).click();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await seen.getByText(pattern).waitFor({ state: 'detached' });
      assert.equal(await mel.locator('.settings-form button').count(), 0);
      await seen.getByText('Only administrators can change these settings.').waitFor();
    },
  );

  await context.test('a playground is added and deleted', async () => {
    await section('playgrounds', 'Code playgrounds');
    await main.getByRole('button', { name: 'Add playground' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Rust there');
    await dialog.getByRole('textbox', { name: 'Language' }).fill('Rust');
    await dialog.getByRole('textbox', { name: 'URL template' }).fill('https://play.example.com/?code={cod}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/Not saved: .*"code"/)
      .waitFor();
    await dialog.getByRole('textbox', { name: 'URL template' }).fill('https://play.example.com/?code={code}');
    await olive.keyboard.press('Enter');
    await seen.getByText('Rust there').waitFor();
    await picture(olive, 'organization-playgrounds');
    assert.deepEqual(await problems(olive, 'playgrounds'), []);
    await main.getByRole('button', { name: 'Delete Rust there' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await seen.getByText('Rust there').waitFor({ state: 'detached' });
  });

  await context.test('profile fields of every type are created, reordered, changed and deleted', async () => {
    await section('fields', 'Profile fields');
    const kinds = ['Short text', 'Long text', 'Date', 'Link', 'People', 'Pronouns'];
    for (const kind of kinds) {
      await main.getByRole('button', { name: 'Add field' }).click();
      await dialog.getByRole('combobox', { name: 'Type' }).selectOption(kind);
      await dialog.getByRole('textbox', { name: 'Name' }).fill(`A ${kind}`);
      await olive.keyboard.press('Enter');
      await seen.getByText(`A ${kind}`, { exact: true }).waitFor();
    }
    await main.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('External account');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seen.getByText('GitHub username').waitFor();

    await main.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('List of options');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Office');
    await dialog.getByRole('textbox', { name: 'Option 1' }).fill('North');
    await dialog.getByRole('textbox', { name: 'Option 2' }).fill('South');
    await dialog.getByRole('button', { name: 'Move option 2 up' }).click();
    await dialog.getByRole('checkbox', { name: 'Ask people to fill it in' }).check();
    await picture(olive, 'organization-field-dialog');
    assert.deepEqual(await problems(olive, 'a field'), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seen.getByText('List of options · South, North · required').waitFor();

    const last = main.getByRole('button', { name: 'Move Office up' });
    await waitUntil(async () => (await names()).at(-1) === 'Office');
    await last.press('Enter');
    await waitUntil(async () => (await names()).at(-2) === 'Office');
    await main.getByRole('button', { name: 'Edit Office' }).click();
    await dialog.getByRole('textbox', { name: 'Option 3' }).fill('West');
    await dialog.getByRole('textbox', { name: 'Hint' }).fill('Where you sit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seen.getByText('List of options · South, North, West · required').waitFor();
    await picture(olive, 'organization-fields');
    assert.deepEqual(await problems(olive, 'fields'), []);
    await main.getByRole('button', { name: 'Delete Office' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await seen.getByText('Office', { exact: true }).waitFor({ state: 'detached' });
  });

  await context.test('owners add, change and remove domains', async () => {
    await section('domains', 'Allowed domains');
    await main.getByRole('textbox', { name: 'Add domain' }).fill('nonsense');
    await olive.keyboard.press('Enter');
    await main.getByRole('alert').getByText('Not saved: Invalid domain').waitFor();
    await main.getByRole('textbox', { name: 'Add domain' }).fill('acme.example');
    await olive.keyboard.press('Enter');
    const below = seen.getByRole('checkbox', { name: 'Include subdomains of acme.example' });
    await below.waitFor();
    assert.ok(await below.isDisabled());
    await seen.getByText('Only owners can change this.').waitFor();
    await main.getByRole('checkbox', { name: 'Include subdomains of acme.example' }).check();
    await waitUntil(() => below.isChecked());
    await picture(olive, 'organization-domains');
    assert.deepEqual(await problems(olive, 'domains'), []);
    await main.getByRole('button', { name: 'Remove acme.example' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await below.waitFor({ state: 'detached' });
  });

  await context.test('says so if the server does not receive mail', async () => {
    await section('mail', 'Channel email');
    await main.getByRole('button', { name: 'Show address for general' }).click();
    await main.getByText('Incoming email isn’t set up on this server.').waitFor();
    await seen.getByText('You can’t post in this channel').first().waitFor();
    await picture(olive, 'organization-mail');
    assert.deepEqual(await problems(olive, 'addresses'), []);
  });
});
