// The addresses used by mails, messages and other clients: each opens a view or a dialog, and an unknown one shows
// a message with a link home.

import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { allScreens } from './screens.ts';

test('every address opens a view or a dialog, or says that it is unknown', async ({ server, open }) => {
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const page = await open('adam', '#inbox');
  const main = page.getByRole('main');

  for (const [name, { address, heading }] of await allScreens(server)) {
    await test.step(`${name} is at ${address}`, async () => {
      await page.goto(`${server.url}/${address}`);
      await expect(main.getByRole('heading', { name: heading }).first()).toBeVisible();
    });
  }

  /** The heading of the view at an address of other clients, or an old one. */
  const views: Readonly<Record<string, RegExp>> = {
    '#recent_topics': /^Recent conversations/,
    '#all_messages': /^Combined feed/,
    '#starred': /^Starred messages/,
    '#narrow/is/private': /^Direct messages/,
    '#narrow/streams/public': /^In public channels$/,
    '#narrow/-in/home': /^Muted$/,
    [`#narrow/stream/${stream_id}-engineering`]: /engineering/,
    '#narrow/stream/engineering': /engineering/,
    [`#narrow/stream/${stream_id}/subject/road.20map`]: /road map/,
    [`#topics/channel/${stream_id}-engineering`]: /engineering/,
    '#channels/subscribed': /^Channels/,
    '#channels/available': /^Channels/,
    [`#channels/${stream_id}/engineering/general`]: /engineering/,
    '#streams/all': /^Channels/,
    '#groups/your': /^User groups/,
    '#settings/account-and-privacy': /^Settings/,
    '#settings/preferences': /^Settings/,
    '#organization/linkifier-settings': /^Organization/,
    '#organization/users/deactivated': /^Organization/,
  };
  for (const [address, heading] of Object.entries(views)) {
    await test.step(`${address} shows a view`, async () => {
      await page.goto(`${server.url}/${address}`);
      await expect(main.getByRole('heading', { name: heading }).first()).toBeVisible();
    });
  }

  const dialogs: Readonly<Record<string, string>> = {
    '#keyboard-shortcuts': 'Keyboard shortcuts',
    '#message-formatting': 'Message formatting',
    '#search-operators': 'Search operators',
    '#about-zulip': 'About Parley',
    '#invite': 'Invite people',
    '#channels/new': 'Create a channel',
    '#groups/new': 'Create a group',
  };
  for (const [address, name] of Object.entries(dialogs)) {
    await test.step(`${address} opens a dialog, from the page and from elsewhere`, async () => {
      const dialog = page.getByRole('dialog', { name });
      for (const from of [`${server.url}/#drafts`, 'about:blank']) {
        await page.goto(from);
        await page.goto(`${server.url}/${address}`);
        await expect(dialog).toBeVisible();
        if (from !== 'about:blank') await picture(page, `address-${address.replace(/\W/g, '')}`);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(main.getByRole('heading').first()).toBeVisible();
      }
    });
  }

  await test.step('a dialog opens over the current view', async () => {
    await page.goto(`${server.url}/#drafts`);
    await expect(main.getByRole('heading', { name: /^Drafts/ })).toBeVisible();
    await page.evaluate(`location.hash = '#message-formatting'`);
    await expect(page.getByRole('dialog', { name: 'Message formatting' }).locator('td strong')).toBeVisible();
    await expect(page).toHaveURL(/#drafts$/);
    await page.keyboard.press('Escape');
    await expect(main.getByRole('heading', { name: /^Drafts/ })).toBeVisible();
  });

  await test.step('an unknown address shows a message with a link home', async () => {
    await page.goto(`${server.url}/#nothing-we-know`);
    await expect(main.getByText('This view doesn’t exist').first()).toBeVisible();
    await main.getByRole('link', { name: 'Go to inbox' }).click();
    await expect(main.getByRole('heading', { name: /^Inbox/ })).toBeVisible();
  });
});
