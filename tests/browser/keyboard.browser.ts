// Everyday actions by keyboard only: a table of actions with their visible results. After each, some element has a
// visible focus.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { focused, Hand } from './hand.ts';

test('everything can be done by keyboard', async ({ server, open }) => {
  const mel = await server.as('mel');
  const mia = await server.as('mia');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const own = await mel.call('get-own-user');
  const topic = `#narrow/channel/${stream_id}/topic/keys`;
  for (const content of ['first', 'second']) await mel.sendToChannel('engineering', 'keys', content);
  await mia.sendToChannel('engineering', 'keys', 'from another');
  const page = await open('mel', topic);
  // Enable this early: file choosers that open before are not reported.
  page.on('filechooser', () => undefined);
  const hand = new Hand(page);
  const main = page.getByRole('main');
  const feed = page.getByRole('feed');
  const field = page.getByRole('textbox', { name: /^Message/ });
  const expectAddress = (address: RegExp) => expect(page).toHaveURL(address);
  const newest = async () => {
    const narrow = [{ operator: 'topic', operand: 'keys' }];
    const range = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const;
    const [message] = (await mel.call('get-messages', { narrow, ...range })).messages;
    return message;
  };

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
      await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeVisible();
      await hand.type('tada');
      await hand.press('Enter');
      await expect(feed.getByRole('button', { name: /tada/ })).toBeVisible();
      await expect(page.locator('article:focus')).toBeVisible();
    },
    'remove a reaction': async () => {
      await hand.press('=');
      await expect(feed.getByRole('button', { name: /tada/ })).toHaveCount(0);
    },
    star: async () => {
      await hand.press('Control+s');
      await expect.poll(async () => (await newest())?.flags).toContain('starred');
    },
    'mark unread': async () => {
      await hand.press('Shift+U');
      await expect.poll(async () => (await newest())?.flags).not.toContain('read');
    },
    fold: () =>
      hand.press('-').then(() => expect(feed.getByRole('button', { name: 'Show more' })).toBeVisible()),
    unfold: () =>
      hand.press('-').then(() => expect(feed.getByRole('button', { name: 'Show more' })).toHaveCount(0)),
    'see the card of the sender': async () => {
      await hand.press('u');
      await expect(page.getByRole('dialog', { name: 'Mia Member' })).toBeVisible();
      await hand.press('Escape');
      await expect(page.locator('article:focus-within')).toBeVisible();
    },
    'copy a link': async () => {
      await hand.press('i');
      await hand.choose('Copy link');
      await expect(page.locator('article:focus')).toBeVisible();
    },
    'see the source': async () => {
      await hand.chooseNewest();
      await hand.press('i');
      await hand.choose('View source');
      await expect(page.getByRole('dialog', { name: 'Message source' })).toBeVisible();
      await hand.press('Escape');
      await expect(page.locator('article:focus-within')).toBeVisible();
    },
    'see the source of a message that cannot be edited': async () => {
      await hand.press('e');
      await expect(page.getByRole('dialog', { name: 'Message source' })).toBeVisible();
      await hand.press('Escape');
      await expect(page.locator('article:focus-within')).toBeVisible();
    },
    quote: async () => {
      await hand.chooseNewest();
      await hand.press('>');
      await expect(field).toHaveValue(/said/);
      await hand.press('Control+a', 'Delete');
    },
    'mention a person and send': async () => {
      await hand.type('for @mia');
      await expect(page.getByRole('option', { name: /Mia Member/ })).toBeVisible();
      await hand.press('Enter');
      await hand.type('with bold');
      await hand.press('Shift+Control+ArrowLeft', 'Control+b', 'Control+Enter');
      await expect.poll(async () => (await newest())?.content).toBe('for @**Mia Member** with **bold**');
    },
    'preview a message': async () => {
      await hand.type('Some *text*');
      await hand.press('Alt+p');
      await expect(page.locator('.preview em')).toBeVisible();
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
      await expect(field).toHaveValue(/notes\.txt/);
      await hand.goTo(/^Message/, 'Shift+Tab');
      await hand.press('Control+Enter');
      await expect(feed.getByRole('link', { name: 'notes.txt' })).toBeVisible();
    },
    'edit the last own message': async () => {
      await hand.press('ArrowUp');
      await expect(page.getByRole('textbox', { name: 'Message text' })).toBeVisible();
      await hand.press('Control+a');
      await hand.type('rewritten');
      await hand.press('Control+Enter');
      await expect(feed.getByText('rewritten')).toBeVisible();
    },
    delete: async () => {
      await hand.chooseNewest();
      await hand.press('i');
      await hand.choose('Delete');
      await expect(page.getByRole('dialog', { name: 'Delete this message?' })).toBeVisible();
      await hand.goTo('Delete');
      await hand.press('Enter');
      await expect(feed.getByText('rewritten')).toHaveCount(0);
    },
    move: async () => {
      await hand.chooseNewest();
      await hand.press('m');
      await expect(page.getByRole('dialog', { name: 'Move to another topic' })).toBeVisible();
      await hand.goTo(/^Topic/);
      await hand.press('Control+a');
      await hand.type('moved by keys');
      await hand.press('Enter', 'Enter');
      await expect(feed.getByText('with bold')).toHaveCount(0);
    },
    // Sending a message has followed the topic.
    'unfollow the topic and follow it again': async () => {
      await inMenu('Topic actions', 'Unfollow topic');
      await expect.poll(policy).toBe(0);
      // The event arrives a moment later.
      await expect(main.getByRole('button', { name: 'Follow topic', exact: true })).toBeVisible();
      await inMenu('Topic actions', 'Follow topic');
      await expect.poll(policy).toBe(3);
    },
    'mute the topic': () => hand.press('Shift+M').then(() => expect.poll(policy).toBe(1)),
    'resolve the topic': async () => {
      await inMenu('Topic actions', 'Mark as resolved');
      await expectAddress(/topic\/.*keys$/);
      await expect(main.getByRole('heading', { name: /✔ keys/ })).toBeVisible();
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
      await expect.poll(toggled).toBe('POST');
    },
    search: async () => {
      await hand.press('/');
      await hand.type('queue');
      await hand.press('Enter');
      await expectAddress(/#narrow\/search\/queue$/);
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
        await expectAddress(address);
      }
    },
    'read a conversation of the inbox, and go into one': async () => {
      await expect(main.getByRole('row', { name: /unread/ }).first()).toBeVisible();
      await hand.press('j', 'e');
      await expect(page.getByText(/^Marked \d+ messages? as read/)).toBeVisible();
      await hand.press('j', 'Enter');
      await expectAddress(/#narrow\//);
    },
    'write to a person': async () => {
      await hand.press('x');
      await hand.type('mia');
      await expect(page.getByRole('option', { name: /Mia Member/ })).toBeVisible();
      await hand.press('Enter');
      await hand.goTo(/^Message/);
      await hand.type('only to you');
      await hand.press('Control+Enter');
      await expect(page.getByText(/^Sent to|only to you/).first()).toBeVisible();
      await hand.press('Escape');
    },
    'set a status': async () => {
      await hand.press('Shift+Y');
      await expect(page.getByRole('dialog', { name: 'Set your status' })).toBeVisible();
      await hand.type('by keys');
      await hand.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const statusText = async () => {
        const { user_status } = await mia.call('register-queue', { fetch_event_types: ['user_status'] });
        return user_status?.[own.user_id]?.status_text;
      };
      await expect.poll(statusText).toBe('by keys');
    },
    'create a channel': async () => {
      await hand.press('g');
      await hand.choose('Browse channels');
      await expectAddress(/#channels\/all$/);
      await hand.goTo('Create a channel');
      await hand.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Create a channel' })).toBeVisible();
      await hand.type('by keys');
      await hand.press('Enter');
      await expectAddress(/#narrow\/channel\/\d+-by-keys$/);
      await expect(page.getByRole('main').getByRole('heading', { name: 'by keys' })).toBeVisible();
    },
    'change a setting': async () => {
      await hand.press('g');
      await hand.choose('Settings');
      await expectAddress(/#settings/);
      await hand.goTo(/^Theme/);
      // Only one letter: a late second one would count as the beginning of another option's name.
      await hand.type('D');
      await expect(page.locator('html[data-theme=dark]')).toBeVisible();
    },
    'see the keys': async () => {
      await hand.goTo('Display', 'Shift+Tab');
      await hand.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await hand.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
    'log out': async () => {
      await hand.press('g');
      await hand.choose('Log out');
      await expectAddress(/\/login/);
    },
  };

  await expect(field).toBeVisible();
  await expect(feed.getByText('from another')).toBeVisible();
  for (const [name, act] of Object.entries(actions)) {
    await test.step(name, async () => {
      await act();
      if (name === 'log out') return;
      // The focused element may disappear a moment later, and the focus moves on.
      await expect.poll(() => focused(page)).toMatchObject({ isBody: false, isVisible: true });
    });
  }
});
