// On a phone, everything that can be pressed has a target of at least 44 by 44 pixels, whatever its visible size.
// Links within text are exempt, as in accessibility guidelines.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { allScreens, openScreen } from './screens.ts';

/** Targets that are too small, as `kind: width x height`, each kind once. The size of a checkbox includes its label. */
const tooSmall = `(() => {
  const MIN_PIXELS = 43.5;
  const found = new Map();
  const pressed = 'a[href], button, [role^=menuitem], input:not([type=hidden], [type=file]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=gridcell]';
  const isInText = (element) =>
    element.closest('.rendered') !== null ||
    (element.tagName === 'A' && getComputedStyle(element).display === 'inline' &&
      element.closest('p, li, small') !== null &&
      element.parentElement.textContent.trim() !== element.textContent.trim());
  const measured = (element, one) => {
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const hits = (left, top) => {
      const there = document.elementFromPoint(left, top);
      return there !== null && (element.contains(there) || there.closest('label')?.control === one);
    };
    // Not visible, or covered.
    if (box.width === 0 || x < 0 || y < 22 || x > innerWidth || y > innerHeight - 22 || !hits(x, y)) return undefined;
    const reach = (stepX, stepY) => {
      let far = 0;
      while (far < 30 && hits(x + stepX * (far + 0.5), y + stepY * (far + 0.5))) far++;
      return far;
    };
    return {
      width: Math.max(box.width >= MIN_PIXELS ? box.width : 0, reach(-1, 0) + reach(1, 0)),
      height: Math.max(box.height >= MIN_PIXELS ? box.height : 0, reach(0, -1) + reach(0, 1)),
    };
  };
  const isLarge = (size) => size === undefined || (size.width >= MIN_PIXELS - 1 && size.height >= MIN_PIXELS - 1);
  // An open menu covers parts of what is below it, which other screens measure.
  const menu = document.querySelector('[role=menu]:popover-open');
  for (const one of (menu ?? document).querySelectorAll(pressed)) {
    const element = one.matches('[type=checkbox], [type=radio]') ? (one.closest('label') ?? one) : one;
    if (isInText(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('.only-spoken, .skip') || element.matches('.skip, .backdrop, [hidden]')) continue;
    let size = measured(element, one);
    if (isLarge(size)) continue;
    // The edge of a scroll container may have covered it.
    element.scrollIntoView({ block: 'center' });
    size = measured(element, one);
    if (isLarge(size)) continue;
    const { width, height } = size;
    const kind = element.tagName.toLowerCase() + [...element.classList].map((name) => '.' + name).join('') +
      ' in ' + (element.parentElement?.className || element.parentElement?.tagName.toLowerCase());
    if (!found.has(kind)) found.set(kind, kind + ': ' + Math.round(width) + ' x ' + Math.round(height) + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 30));
  }
  return [...found.values()];
})()`;

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
  const page = await open('adam', '#inbox', phone);

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
      await expect.poll(() => settled(page)).toEqual([]);
    });
  }
  for (const [name, show] of Object.entries(overlays)) {
    await test.step(name, async () => {
      await show();
      await picture(page, `targets-${name.replaceAll(' ', '-')}`);
      await expect.poll(() => settled(page)).toEqual([]);
    });
  }

  const link = await adam.call('create-invite-link', {});
  const pages = ['login/', 'accounts/password/reset/', new URL(link.invite_link).pathname.slice(1)];
  for (const path of pages) {
    await test.step(`the page /${path.replace(/\/[^/]{12,}/, '/…')}`, async () => {
      const page = await open(undefined, path, phone);
      await expect.poll(() => settled(page)).toEqual([]);
    });
  }
});

/** Targets that are too small once the page has settled. */
async function settled(page: Page): Promise<string[]> {
  let before = '';
  for (;;) {
    const found = await page.evaluate<string[]>(tooSmall);
    if (JSON.stringify(found) === before) return found;
    before = JSON.stringify(found);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
}
