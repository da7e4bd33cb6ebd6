// Everyday actions by keyboard only: a table of actions with their visible results. After each, some element has a
// visible focus.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest } from './browser.ts';
import { focused, Hand } from './hand.ts';

test('everything can be done by keyboard', { skip, timeout: 540_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const mia = await server.as('mia');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const own = await mel.call('get-own-user');
  const topic = `#narrow/channel/${stream_id}/topic/keys`;
  for (const content of ['first', 'second']) await mel.sendToChannel('engineering', 'keys', content);
  await mia.sendToChannel('engineering', 'keys', 'from another');
  const page = await open('Mel Member', topic);
  // Enable this early: file choosers that open before are not reported.
  page.on('filechooser', () => undefined);
  const hand = new Hand(page);
  const main = page.getByRole('main');
  const feed = page.getByRole('feed');
  const field = page.getByRole('textbox', { name: /^Message/ });
  const isAt = (address: RegExp) => page.waitForURL(address);
  const newest = async () => {
    const narrow = [{ operator: 'topic', operand: 'keys' }];
    const range = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const;
    const [message] = (await mel.call('get-messages', { narrow, ...range })).messages;
    return message;
  };
  const until = (isSo: () => Promise<boolean>) => waitUntil(isSo);
  const inMenu = async (button: string, label: string) => {
    await hand.goTo(button);
    await hand.press('Enter');
    await hand.choose(label);
  };
  const policy = async () =>
    (await mel.call('register-queue', { fetch_event_types: ['user_topic'] })).user_topics?.find(
      ({ topic_name }) => topic_name === 'keys',
    )?.visibility_policy ?? 0;

  /** The actions, in this order in one conversation. */
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    'choose messages': () => hand.chooseNewest().then(() => hand.press('k', 'j', 'Home', 'End')),
    react: async () => {
      await hand.press(':');
      await page.getByRole('dialog', { name: 'Emoji' }).waitFor();
      await hand.type('tada');
      await hand.press('Enter');
      await feed.getByRole('button', { name: /tada/ }).waitFor();
    },
    'take a reaction back': async () => {
      await hand.press('=');
      await feed.getByRole('button', { name: /tada/ }).waitFor({ state: 'detached' });
    },
    star: async () => {
      await hand.press('Control+s');
      await until(async () => (await newest())?.flags.includes('starred') === true);
    },
    'mark unread': async () => {
      await hand.press('Shift+U');
      await until(async () => (await newest())?.flags.includes('read') === false);
    },
    fold: () => hand.press('-').then(() => feed.getByRole('button', { name: 'Show more' }).waitFor()),
    unfold: () =>
      hand
        .press('-')
        .then(() => feed.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })),
    'see the card of the sender': async () => {
      await hand.press('u');
      await page.getByRole('dialog', { name: 'Mia Member' }).waitFor();
      await hand.press('Escape');
      await page.locator('article:focus-within').waitFor();
    },
    'copy a link': () => hand.press('i').then(() => hand.choose('Copy link')),
    'see the source': async () => {
      await hand.chooseNewest();
      await hand.press('i');
      await hand.choose('View source');
      await page.getByRole('dialog', { name: 'Message source' }).waitFor();
      await hand.press('Escape');
      await page.locator('article:focus-within').waitFor();
    },
    'see the source of what one may not edit': async () => {
      await hand.press('e');
      await page.getByRole('dialog', { name: 'Message source' }).waitFor();
      await hand.press('Escape');
      await page.locator('article:focus-within').waitFor();
    },
    quote: async () => {
      await hand.chooseNewest();
      await hand.press('>');
      await until(async () => /said/.test(await field.inputValue()));
      await hand.press('Control+a', 'Delete');
    },
    'mention a person and send': async () => {
      await hand.type('for @mia');
      await page.getByRole('option', { name: /Mia Member/ }).waitFor();
      await hand.press('Enter');
      await hand.type('with bold');
      await hand.press('Shift+Control+ArrowLeft', 'Control+b', 'Control+Enter');
      await until(async () =>
        /^for @\*\*Mia Member\*\* with \*\*bold\*\*$/.test((await newest())?.content ?? ''),
      );
    },
    'look at what is written before it is sent': async () => {
      await hand.type('Some *text*');
      await hand.press('Alt+p');
      await page.locator('.preview em').waitFor();
      await hand.press('Alt+p', 'Control+a', 'Delete');
    },
    'attach a file': async () => {
      await hand.goTo('Attach files');
      const fileChooser = page.waitForEvent('filechooser');
      await hand.press('Enter');
      await (await fileChooser).setFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('notes'),
      });
      await until(async () => (await field.inputValue()).includes('notes.txt'));
      await hand.goTo(/^Message/, 'Shift+Tab');
      await hand.press('Control+Enter');
      await feed.getByRole('link', { name: 'notes.txt' }).waitFor();
    },
    'edit the last of one’s own': async () => {
      await hand.press('ArrowUp');
      await page.getByRole('textbox', { name: 'Message text' }).waitFor();
      await hand.press('Control+a');
      await hand.type('written anew');
      await hand.press('Control+Enter');
      await feed.getByText('written anew').waitFor();
    },
    delete: async () => {
      await hand.chooseNewest();
      await hand.press('i');
      await hand.choose('Delete');
      await page.getByRole('dialog', { name: 'Delete this message?' }).waitFor();
      await hand.goTo('Delete');
      await hand.press('Enter');
      await feed.getByText('written anew').waitFor({ state: 'detached' });
    },
    move: async () => {
      await hand.chooseNewest();
      await hand.press('m');
      await page.getByRole('dialog', { name: 'Move to another topic' }).waitFor();
      await hand.goTo(/^Topic/);
      await hand.press('Control+a');
      await hand.type('moved by keys');
      await hand.press('Enter', 'Enter');
      await feed.getByText('with bold').waitFor({ state: 'detached' });
    },
    // Sending to it has followed it.
    'follow the topic no more, and again': async () => {
      await inMenu('Topic actions', 'Unfollow topic');
      await until(async () => (await policy()) === 0);
      // The event arrives a moment later.
      await main.getByRole('button', { name: 'Follow topic', exact: true }).waitFor();
      await inMenu('Topic actions', 'Follow topic');
      await until(async () => (await policy()) === 3);
    },
    'mute the topic': () => hand.press('Shift+M').then(() => until(async () => (await policy()) === 1)),
    'resolve the topic': async () => {
      await inMenu('Topic actions', 'Mark as resolved');
      await isAt(/topic\/.*keys$/);
      await main.getByRole('heading', { name: /✔ keys/ }).waitFor();
    },
    'leave the channel and join it': async () => {
      const toggled = async () => {
        const responded = page.waitForResponse(/\/users\/me\/subscriptions$/);
        await hand.press('Shift+S');
        return (await responded).request().method();
      };
      assert.equal(await toggled(), 'DELETE');
      // Until the event has arrived, the key unsubscribes again, which changes nothing. Each press waits for the previous
      // response, so that none of them undoes another.
      await until(async () => (await toggled()) === 'POST');
    },
    search: async () => {
      await hand.press('/');
      await hand.type('queue');
      await hand.press('Enter');
      await isAt(/#narrow\/search\/queue$/);
    },
    'go to every view': async () => {
      for (const [key, address] of [
        ['a', /#feed$/],
        ['t', /#recent$/],
        ['*', /starred$/],
        ['Shift+P', /is\/dm$/],
        ['d', /#drafts$/],
        ['Shift+I', /#inbox$/],
      ] as const) {
        await hand.press(key);
        await isAt(address);
      }
    },
    'read a conversation of the inbox, and go into one': async () => {
      await main.getByRole('link').first().waitFor();
      await hand.press('j', 'e');
      await page.getByText(/^Marked \d+ messages? as read/).waitFor();
      await hand.press('j', 'Enter');
      await isAt(/#narrow\//);
    },
    'write to a person': async () => {
      await hand.press('x');
      await hand.type('mia');
      await page.getByRole('option', { name: /Mia Member/ }).waitFor();
      await hand.press('Enter');
      await hand.goTo(/^Message/);
      await hand.type('only to you');
      await hand.press('Control+Enter');
      await page
        .getByText(/^Sent to|only to you/)
        .first()
        .waitFor();
      await hand.press('Escape');
    },
    'set a status': async () => {
      await hand.press('Shift+Y');
      await page.getByRole('dialog', { name: 'Set your status' }).waitFor();
      await hand.type('by keys');
      await hand.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await until(async () => {
        const { user_status } = await mia.call('register-queue', { fetch_event_types: ['user_status'] });
        return user_status?.[own.user_id]?.status_text === 'by keys';
      });
    },
    'create a channel': async () => {
      await hand.press('g');
      await hand.choose('Browse channels');
      await isAt(/#channels\/all$/);
      await hand.goTo('Create a channel');
      await hand.press('Enter');
      await page.getByRole('dialog', { name: 'Create a channel' }).waitFor();
      await hand.type('by keys');
      await hand.press('Enter');
      await isAt(/#narrow\/channel\/\d+-by-keys$/);
      await page.getByRole('main').getByRole('heading', { name: 'by keys' }).waitFor();
    },
    'change a setting': async () => {
      await hand.press('g');
      await hand.choose('Settings');
      await isAt(/#settings/);
      await hand.goTo(/^Theme/);
      // A single letter: late ones would start a new word.
      await hand.type('D');
      await page.locator('html[data-theme=dark]').waitFor();
    },
    'see the keys': async () => {
      await hand.goTo('Display', 'Shift+Tab');
      await hand.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await hand.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    'log out': async () => {
      await hand.press('g');
      await hand.choose('Log out');
      await until(async () => /\/login/.test(page.url()));
    },
  };

  await field.waitFor();
  await feed.getByText('from another').waitFor();
  for (const [name, act] of Object.entries(actions)) {
    await context.test(name, async () => {
      await act();
      if (name === 'log out') return;
      // The focused element may disappear a moment later, and the focus moves on.
      const isSeen = async () => {
        const { isBody, isVisible } = await focused(page);
        return !isBody && isVisible;
      };
      await waitUntil(isSeen, 'one sees that something has the focus');
    });
  }
});
