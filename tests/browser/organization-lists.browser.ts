// The lists of the organization: emoji, linkifiers, playgrounds, profile fields, domains and mail addresses. Owners
// change them; members see changes at once and cannot make any.

import { png } from '../uploads/support.ts';
import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

const pixel = await png(1, 1);

test('owners change the lists of the organization, and members see the changes at once', async ({
  server,
  open,
}) => {
  const owner = await server.as('olive');
  const olive = await open('olive', '#organization/emoji');
  const mel = await open('mel', '#organization/emoji');
  const main = olive.getByRole('main');
  const memberView = mel.getByRole('main');
  const dialog = olive.getByRole('dialog');
  const section = async (name: string, heading: string) => {
    for (const page of [olive, mel]) {
      await page.goto(`${server.url}/#organization/${name}`);
      await expect(page.getByRole('main').getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(page.locator('.settings-form section').first()).toBeVisible();
    }
  };
  const names = async () =>
    (await main.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]);

  await test.step('an emoji is added, used by everyone, and deactivated', async () => {
    await section('emoji', 'Custom emoji');
    const choosing = olive.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Choose picture' }).click();
    await (await choosing).setFiles({ name: 'Party Parrot.png', mimeType: 'image/png', buffer: pixel });
    await expect(main.getByRole('img', { name: 'Selected image' })).toBeVisible();
    const name = main.getByRole('textbox', { name: /Name/ });
    await expect(name).toHaveValue('party_parrot');
    await name.fill('bad name!');
    await main.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(main.getByRole('alert').getByText('Not saved: Emoji names must contain only')).toBeVisible();
    await name.fill('party_parrot');
    await olive.keyboard.press('Enter');
    await expect(memberView.getByText(':party_parrot:')).toBeVisible();
    await expect(memberView.getByText('Added by Olive Owner')).toBeVisible();
    await expect(memberView.getByRole('button', { name: 'Deactivate party_parrot' })).toHaveCount(0);
    await picture(olive, 'organization-emoji');
    await expect.poll(() => problems(olive, 'emoji')).toEqual([]);
    await main.getByRole('button', { name: 'Deactivate party_parrot' }).click();
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect(memberView.getByText(':party_parrot:')).toHaveCount(0);
    await owner.call('update-organization', {
      can_add_custom_emoji_group: { new: { direct_members: [], direct_subgroups: [] } },
    });
    await expect(memberView.getByText('You don’t have permission to add emoji')).toBeVisible();
  });

  await test.step('a linkifier is tested while it is written, added, moved, changed and deleted', async () => {
    await section('linkifiers', 'Linkifiers');
    const before = await names();
    await main.getByRole('button', { name: 'Add linkifier' }).click();
    await dialog.getByRole('textbox', { name: 'Pattern' }).fill('ORDER-(?P<id>[0-9]+)');
    await dialog
      .getByRole('textbox', { name: 'URL template', exact: true })
      .fill('https://example.com/orders/{id}');
    await dialog.getByRole('textbox', { name: 'Example' }).fill('about ORDER-17');
    const link = dialog.getByRole('link', { name: 'ORDER-17' });
    await expect(link).toHaveAttribute('href', 'https://example.com/orders/17');
    await picture(olive, 'organization-linkifier-dialog');
    await expect.poll(() => problems(olive, 'a linkifier')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert').getByText('Example input does not match')).toBeVisible();
    // The unsaved change is reverted.
    await olive.keyboard.press('Escape');
    await expect(
      olive.locator('.status-message').filter({ hasText: 'unsaved changes: Add linkifier' }),
    ).toBeVisible();
    await main.getByRole('button', { name: 'Add linkifier' }).click();
    await dialog.getByRole('textbox', { name: 'Example' }).fill('ORDER-17');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    const pattern = 'ORDER-(?P<id>[0-9]+)';
    await expect(memberView.getByText(pattern)).toBeVisible();
    await expect.poll(names).toEqual([...before, pattern]);
    const up = main.getByRole('button', { name: `Move ${pattern} up` });
    for (const _ of before) {
      const now = await names();
      await up.press('Enter');
      await expect.poll(names).not.toEqual(now);
      await expect(up).toBeFocused();
    }
    await expect.poll(names).toEqual([pattern, ...before]);
    await picture(olive, 'organization-linkifiers');
    await expect.poll(() => problems(olive, 'linkifiers')).toEqual([]);
    await main.getByRole('button', { name: `Edit ${pattern}` }).click();
    await dialog
      .getByRole('textbox', { name: 'URL template', exact: true })
      .fill('https://example.org/o/{id}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(memberView.getByText('https://example.org/o/{id}')).toBeVisible();
    await main.getByRole('button', { name: `Delete ${pattern}` }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(memberView.getByText(pattern)).toHaveCount(0);
    await expect(mel.locator('.settings-form button')).toHaveCount(0);
    await expect(memberView.getByText('Only administrators can change these settings.')).toBeVisible();
  });

  await test.step('a playground is added and deleted', async () => {
    await section('playgrounds', 'Code playgrounds');
    await main.getByRole('button', { name: 'Add playground' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Rust there');
    await dialog.getByRole('textbox', { name: 'Language' }).fill('Rust');
    await dialog.getByRole('textbox', { name: 'URL template' }).fill('https://play.example.com/?code={cod}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert').getByText(/Not saved: .*"code"/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'URL template' }).fill('https://play.example.com/?code={code}');
    await olive.keyboard.press('Enter');
    await expect(memberView.getByText('Rust there')).toBeVisible();
    await picture(olive, 'organization-playgrounds');
    await expect.poll(() => problems(olive, 'playgrounds')).toEqual([]);
    await main.getByRole('button', { name: 'Delete Rust there' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(memberView.getByText('Rust there')).toHaveCount(0);
  });

  await test.step('profile fields of every type are created, reordered, changed and deleted', async () => {
    await section('fields', 'Profile fields');
    const kinds = ['Short text', 'Long text', 'Date', 'Link', 'People', 'Pronouns'];
    for (const kind of kinds) {
      await main.getByRole('button', { name: 'Add field' }).click();
      await dialog.getByRole('combobox', { name: 'Type' }).selectOption(kind);
      await dialog.getByRole('textbox', { name: 'Name' }).fill(`A ${kind}`);
      await olive.keyboard.press('Enter');
      await expect(memberView.getByText(`A ${kind}`, { exact: true })).toBeVisible();
    }
    await main.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('External account');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(memberView.getByText('GitHub username')).toBeVisible();

    await main.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('List of options');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Office');
    await dialog.getByRole('textbox', { name: 'Option 1' }).fill('North');
    await dialog.getByRole('textbox', { name: 'Option 2' }).fill('South');
    await dialog.getByRole('button', { name: 'Move option 2 up' }).click();
    await dialog.getByRole('checkbox', { name: 'Ask people to fill it in' }).check();
    await picture(olive, 'organization-field-dialog');
    await expect.poll(() => problems(olive, 'a field')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(memberView.getByText('List of options · South, North · required')).toBeVisible();

    const last = main.getByRole('button', { name: 'Move Office up' });
    await expect.poll(async () => (await names()).at(-1)).toBe('Office');
    await last.press('Enter');
    await expect.poll(async () => (await names()).at(-2)).toBe('Office');
    await main.getByRole('button', { name: 'Edit Office' }).click();
    await dialog.getByRole('textbox', { name: 'Option 3' }).fill('West');
    await dialog.getByRole('textbox', { name: 'Hint' }).fill('Where you sit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(memberView.getByText('List of options · South, North, West · required')).toBeVisible();
    await picture(olive, 'organization-fields');
    await expect.poll(() => problems(olive, 'fields')).toEqual([]);
    await main.getByRole('button', { name: 'Delete Office' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(memberView.getByText('Office', { exact: true })).toHaveCount(0);
  });

  await test.step('owners add, change and remove domains', async () => {
    await section('domains', 'Allowed domains');
    await main.getByRole('textbox', { name: 'Add domain' }).fill('nonsense');
    await olive.keyboard.press('Enter');
    await expect(main.getByRole('alert').getByText('Not saved: Invalid domain')).toBeVisible();
    await main.getByRole('textbox', { name: 'Add domain' }).fill('acme.example');
    await olive.keyboard.press('Enter');
    const below = memberView.getByRole('checkbox', { name: 'Include subdomains of acme.example' });
    await expect(below).toBeVisible();
    await expect(below).toBeDisabled();
    await expect(memberView.getByText('Only owners can change this.')).toBeVisible();
    await main.getByRole('checkbox', { name: 'Include subdomains of acme.example' }).check();
    await expect(below).toBeChecked();
    await picture(olive, 'organization-domains');
    await expect.poll(() => problems(olive, 'domains')).toEqual([]);
    await main.getByRole('button', { name: 'Remove acme.example' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(below).toHaveCount(0);
  });

  await test.step('the page says so if the server does not receive mail', async () => {
    await section('mail', 'Channel email');
    await main.getByRole('button', { name: 'Show address for general' }).click();
    await expect(main.getByText('Incoming email isn’t set up on this server.')).toBeVisible();
    await expect(memberView.getByText('You can’t post in this channel').first()).toBeVisible();
    await picture(olive, 'organization-mail');
    await expect.poll(() => problems(olive, 'addresses')).toEqual([]);
  });
});
