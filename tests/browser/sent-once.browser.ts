// Forms and buttons send only once, even if pressed again while the response is pending.

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { focused } from './hand.ts';

/** A page whose responses are delayed: its change requests, and a way to release the responses. */
interface Delayed {
  requests: string[];
  answer: () => void;
}

/** Delays the responses to change requests at a path until released. */
function delay(page: Page, path: string): Promise<void> {
  return page.evaluate((path) => {
    const all = globalThis as unknown as { delayed: Delayed; fetch: typeof fetch; plainFetch?: typeof fetch };
    all.plainFetch ??= all.fetch;
    const { plainFetch } = all;
    const answers = Promise.withResolvers<void>();
    const delayed: Delayed = { requests: [], answer: () => answers.resolve() };
    all.delayed = delayed;
    all.fetch = async (input, init) => {
      const method = init?.method ?? 'GET';
      const isDelayed = method !== 'GET' && new URL(String(input), 'http://here').pathname.includes(path);
      if (isDelayed) {
        delayed.requests.push(`${method} ${path}`);
        await answers.promise;
      }
      return plainFetch(input, init);
    };
  }, path);
}

/** Presses a control twice before the response; only one request is sent. */
async function pressTwice(page: Page, path: string, press: () => Promise<void>): Promise<void> {
  await delay(page, path);
  await press();
  await expect.poll(() => page.evaluate('delayed.requests.length')).toBeGreaterThan(0);
  await press();
  // A request of the second press would have been sent by now.
  await page.evaluate('new Promise((done) => setTimeout(done))');
  await expect.poll(() => page.evaluate('delayed.requests.length')).toBe(1);
  await page.evaluate('delayed.answer()');
}

/** Clicks like a mouse, even if another element covers it by now. */
const click = (button: Locator) => () => button.dispatchEvent('click');

test('a double press sends one request', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const olive = await server.as('olive');
  const { stream_id: reports } = await olive.call('get-stream-id', { stream: 'leadership' });
  await olive.call('update-organization', { moderation_request_channel_id: reports });
  const topic = `#narrow/channel/${stream_id}/topic/once`;
  const { id } = await mel.call('send-message', {
    type: 'channel',
    to: 'engineering',
    topic: 'once',
    content: 'What is once enough',
  });
  const page = await open('mel', topic);
  const dialog = page.getByRole('dialog');
  const message = page.getByRole('article').filter({ hasText: 'once enough' });
  const insert = async (item: string) => {
    await page.getByRole('button', { name: 'Insert' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const more = async (item: string) => {
    await message.hover();
    await message.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const enter = () => page.keyboard.press('Enter');
  const closed = () => expect(dialog).toHaveCount(0);

  await test.step('saving and deleting a snippet', async () => {
    await insert('Saved snippets');
    await dialog.getByRole('button', { name: 'New snippet' }).click();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Thank you.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Thanks');
    await pressTwice(page, '/saved_snippets', enter);
    await dialog.getByRole('button', { name: 'Delete “Thanks”' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Delete this snippet?' });
    await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(confirmation).toHaveCount(0);
    await expect(dialog.getByText('Save text that you use often')).toBeVisible();
    await page.keyboard.press('Escape');
    await closed();
  });

  await test.step('editing, reporting, moving and deleting a message, and setting a reminder', async () => {
    await message.hover();
    await message.getByRole('button', { name: 'Edit' }).click();
    const editing = page.getByRole('form', { name: 'Editing message' });
    await editing.getByRole('textbox').fill('What is once enough, again');
    await pressTwice(page, `/messages/${id}`, click(editing.getByRole('button', { name: 'Save' })));
    await expect(editing).toHaveCount(0);
    await expect(message.getByText('again')).toBeVisible();

    await more('Remind me');
    await pressTwice(page, '/reminders', click(dialog.getByRole('button', { name: /^Tomorrow/ })));
    await closed();

    await more('Report');
    await pressTwice(page, `/messages/${id}/report`, click(dialog.getByRole('button', { name: 'Report' })));
    await closed();

    await more('Move');
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('once more');
    await pressTwice(page, `/messages/${id}`, click(dialog.getByRole('button', { name: 'Move' })));
    await closed();
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/once.20more`);

    await more('Delete');
    await pressTwice(page, `/messages/${id}`, click(dialog.getByRole('button', { name: 'Delete' })));
    await closed();
    await expect(message).toHaveCount(0);
  });

  await test.step('adding a poll option, voting and reacting', async () => {
    await mel.call('send-message', {
      type: 'channel',
      to: 'engineering',
      topic: 'once more',
      content: '/poll Where?\nHere',
    });
    const poll = page.getByRole('group', { name: 'Poll' });
    await pressTwice(page, '/submessage', () =>
      poll.getByRole('button', { name: /^Here/ }).dispatchEvent('click'),
    );
    await expect(poll.getByRole('button', { name: 'Here, 1 vote' })).toBeVisible();
    await poll.getByRole('textbox', { name: 'Add a choice' }).fill('There');
    await pressTwice(page, '/submessage', enter);
    await expect(poll.getByRole('button', { name: 'There, 0 votes' })).toBeVisible();
    await poll.getByRole('button', { name: 'Edit question' }).click();
    await poll.getByRole('textbox', { name: 'Edit question' }).fill('Where, then?');
    await pressTwice(page, '/submessage', enter);
    await expect(poll.getByText('Where, then?')).toBeVisible();

    const { id: other } = await mel.call('send-message', {
      type: 'channel',
      to: 'engineering',
      topic: 'once more',
      content: 'The last one',
    });
    const mia = await server.as('mia');
    await mia.call('add-reaction', { message_id: other, emoji_name: 'tada' });
    const reaction = page.getByRole('button', { name: /^tada, / });
    await pressTwice(page, `/messages/${other}/reactions`, click(reaction));
    await expect(
      page.getByRole('button', { name: /^tada, 2 people: (You and Mia|Mia Member and you)/i }),
    ).toBeVisible();
  });

  await test.step('setting a status and naming a view', async () => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: /status/ }).click();
    await dialog.getByRole('textbox', { name: 'Status' }).fill('Here once');
    await pressTwice(page, '/users/me/status', enter);
    await closed();

    await page.getByText('More views').click();
    await page.getByRole('button', { name: 'Arrange views' }).click();
    await dialog.getByRole('textbox', { name: 'Add current view' }).fill('Once');
    await pressTwice(page, '/navigation_views', enter);
    await dialog.getByRole('button', { name: 'Rename Once' }).click();
    await dialog.getByRole('textbox', { name: 'Rename Once' }).fill('Twice');
    await pressTwice(page, '/navigation_views/', enter);
    await expect(dialog.getByRole('button', { name: 'Rename Twice' })).toBeVisible();
    await page.keyboard.press('Escape');
    await closed();
  });

  await test.step('creating a bot and an event subscription', async () => {
    await page.goto(`${server.url}/#settings/bots`);
    await page.getByRole('main').getByRole('button', { name: 'New bot' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Once Bot');
    await dialog.getByRole('textbox', { name: 'Username' }).fill('once');
    await pressTwice(page, '/bots', enter);
    await closed();
    await page.getByRole('button', { name: 'Events for Once Bot' }).click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://example.com/once');
    await pressTwice(page, '/event_subscriptions', enter);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'https://example.com/once' })).toBeVisible();
    await page.keyboard.press('Escape');
    await closed();
  });

  await test.step('buttons that send at once wait for the response and keep the focus', async () => {
    await page.goto(`${server.url}/#channels/${stream_id}/personal`);
    const unsubscribe = page.getByRole('button', { name: 'Unsubscribe', exact: true });
    await unsubscribe.focus();
    await pressTwice(page, '/users/me/subscriptions', click(unsubscribe));
    await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
    await expect.poll(async () => (await focused(page)).isBody).toBe(false);
  });
});
