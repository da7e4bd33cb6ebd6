// On a phone, everything that can be pressed has a target of at least 44 by 44 pixels, whatever its visible size.
// Links within text are exempt, as in accessibility guidelines.

import { fillLists } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { allScreens, openScreen } from './screens.ts';
import { smallTargets } from './small-targets.ts';

test('everything that can be pressed on a phone is large enough', async ({ server, open }) => {
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const { id } = await adam.call('send-message', {
    type: 'channel',
    to: stream_id,
    topic: 'targets',
    content: 'a message with a reaction',
  });
  await adam.call('add-reaction', { message_id: id, emoji_name: 'tada' });
  const second = await adam.sendToChannel('engineering', 'targets', 'another');
  for (const pinned of [id, second]) await adam.ok('POST', `/messages/${pinned}/pin`);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await fillLists(server);
  const page = await open('olive', '#inbox', phone);

  const topic = `#narrow/channel/${stream_id}/topic/targets`;
  const goTo = (fragment: string) => async () => {
    await page.goto(`${server.url}/${fragment}`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  };
  const inTopic = async () => {
    await goTo(topic)();
    await expect(page.getByRole('feed').getByText('another')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next pinned message' })).toBeVisible();
  };
  const overlays: Readonly<Record<string, () => Promise<unknown>>> = {
    'a topic with a reaction': inTopic,
    'the tools of a message': async () => {
      await inTopic();
      await page.getByRole('article').last().click();
    },
    'the menu of a message': async () => {
      await inTopic();
      await page.getByRole('article').last().click();
      await page.getByRole('article').last().getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('menu').last()).toBeVisible();
    },
    // On a view without rows, because a composer or suggestions would cover parts of them.
    'writing to a channel': async () => {
      await goTo('#drafts')();
      await page.keyboard.press('c');
      await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible();
    },
    'writing to people': async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('x');
      await page.getByRole('combobox', { name: 'Add a person' }).fill('mia');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
    sidebar: async () => {
      await goTo('#inbox')();
      await page.getByRole('button', { name: 'Channels' }).click();
      await expect(page.locator('.drawer-open')).toBeVisible();
    },
    'the sheet of a row': async () => {
      await goTo('#recent')();
      await page.locator('.recent-row:visible').first().click({ button: 'right' });
      await expect(page.getByRole('menuitem', { name: /^Open( Enter)?$/ })).toBeVisible();
    },
    formatting: goTo('#message-formatting'),
    emojis: async () => {
      await inTopic();
      await page.getByRole('button', { name: 'Emoji', exact: true }).click();
      await expect(page.getByRole('gridcell').first()).toBeVisible();
    },
    'sending later': async () => {
      await inTopic();
      await page.getByRole('textbox', { name: /^Message/ }).fill('later');
      await page.getByRole('button', { name: 'Schedule for later' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    searching: async () => {
      await page.keyboard.press('Escape');
      await goTo('#drafts')();
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('combobox', { name: 'Search' }).fill('me');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
    'managing a person': async () => {
      await goTo('#organization/people')();
      await page.getByRole('button', { name: 'Manage Mel Member' }).click();
      await expect(page.getByRole('dialog').getByRole('link', { name: 'View profile' })).toBeVisible();
    },
    inviting: async () => {
      await page.keyboard.press('Escape');
      await goTo('#invite')();
      await expect(page.getByRole('dialog', { name: 'Invite people' })).toBeVisible();
    },
  };
  for (const [name, screen] of await allScreens(server)) {
    await test.step(name, async () => {
      await openScreen(page, server, screen);
      await picture(page, `targets-${name.replaceAll(/\W+/g, '-')}`);
      await expect.poll(() => smallTargets(page)).toEqual([]);
    });
  }
  for (const [name, show] of Object.entries(overlays)) {
    await test.step(name, async () => {
      await show();
      await picture(page, `targets-${name.replaceAll(' ', '-')}`);
      await expect.poll(() => smallTargets(page)).toEqual([]);
    });
  }

  const link = await adam.call('create-invite-link', {});
  const pages = ['login/', 'accounts/password/reset/', new URL(link.invite_link).pathname.slice(1)];
  for (const path of pages) {
    await test.step(`the page /${path.replace(/\/[^/]{12,}/, '/…')}`, async () => {
      const page = await open(undefined, path, phone);
      await expect.poll(() => smallTargets(page)).toEqual([]);
    });
  }
});
