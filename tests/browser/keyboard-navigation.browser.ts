// Keyboard navigation between conversations, to the lists beside them, and to scheduling, on two channels with
// unread messages.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { focused, Hand } from './hand.ts';

test('keys reach every view', async ({ server, open }) => {
  const mel = await server.as('mel');
  const mia = await server.as('mia');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  await mel.call('subscribe', { subscriptions: [{ name: 'next to it' }] });
  await mel.sendToChannel('engineering', 'keys', 'the first one');
  await mel.sendToChannel('engineering', 'keys', 'where it begins');
  await mel.call('mark-all-as-read', {});
  for (const topic of ['aa', 'bb']) await mia.sendToChannel('engineering', topic, `unread in ${topic}`);
  const newest = await mia.sendToChannel('engineering', 'followed', 'unread in followed');
  await mel.call('update-user-topic', { stream_id, topic: 'followed', visibility_policy: 3 });
  await mia.call('send-message', { type: 'direct', to: [mel.userId], content: 'unread between us' });

  const page = await open('mel', `#narrow/channel/${stream_id}/topic/keys`);
  const hand = new Hand(page);
  const main = page.getByRole('main');
  const feed = page.getByRole('feed');
  const channel = new RegExp(`#narrow/channel/${stream_id}[^/]*$`);
  const topic = (name: string) => new RegExp(`#narrow/channel/${stream_id}[^/]*/topic/${name}$`);
  const leadsTo = async (key: string, address: RegExp) => {
    await hand.press(key);
    await expect(page).toHaveURL(address);
  };
  const shows = (text: string) => expect(feed.getByText(text)).toBeVisible();
  /** The window and its content have the same position. */
  const atKeys = async () => {
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/keys`);
    await shows('where it begins');
    await expect(page.locator('article:last-child')).toBeVisible();
  };

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    'the next unread topic, and the one after it': async () => {
      await leadsTo('n', topic('aa'));
      await shows('unread in aa');
      await leadsTo('n', topic('bb'));
      await shows('unread in bb');
    },
    'the next unread topic that is followed': async () => {
      await leadsTo('Shift+N', topic('followed'));
      await shows('unread in followed');
    },
    'the next unread direct message': async () => {
      await leadsTo('p', /#narrow\/dm\//);
      await shows('unread between us');
    },
    'back and forward': async () => {
      await leadsTo('Alt+ArrowLeft', topic('followed'));
      await shows('unread in followed');
      await leadsTo('Alt+ArrowRight', /#narrow\/dm\//);
      await shows('unread between us');
    },
    'the next channel and the one before': async () => {
      await atKeys();
      await hand.press('Shift+D');
      await expect(page).toHaveURL(
        (url) => /#narrow\/channel\/[^/]*$/.test(url.href) && !channel.test(url.href),
      );
      await leadsTo('Shift+A', channel);
    },
    'from a topic to its channel and back': async () => {
      await atKeys();
      await leadsTo('s', channel);
      await shows('unread in followed');
      await hand.chooseNewest();
      await leadsTo('s', topic('followed'));
    },
    'the topics of the channel': async () => {
      await atKeys();
      await leadsTo('y', new RegExp(`#topics/channel/${stream_id}`));
      await expect(main.getByRole('row', { name: /^followed/ })).toBeVisible();
    },
    'a message in its conversation': async () => {
      await page.goto(`${server.url}/#narrow/channel/${stream_id}`);
      await shows('unread in followed');
      await hand.chooseNewest();
      await leadsTo('z', topic(`followed/near/${newest}`));
    },
    'a channel by its name': async () => {
      await hand.press('q');
      await expect(page.getByRole('searchbox', { name: 'Go to…' })).toBeFocused();
      await hand.type('next to');
      await expect(page.getByRole('link', { name: /next to it/ })).toBeVisible();
      await hand.press('Enter');
      await expect(page).toHaveURL(/#narrow\/channel\/\d+-next-to-it$/);
    },
    'a person by their name': async () => {
      await atKeys();
      await hand.press('w');
      await expect(page.getByRole('searchbox', { name: 'Filter people' })).toBeFocused();
      await hand.type('mia');
      await hand.goTo(/Mia Member/);
      await hand.press('Enter');
      await expect(
        page
          .getByRole('dialog', { name: 'Mia Member' })
          .or(main.getByRole('heading', { name: /Mia Member/ }))
          .first(),
      ).toBeVisible();
      await hand.press('Escape');
    },
    'a message that is sent later': async () => {
      await atKeys();
      await page.keyboard.press('r');
      await hand.type('for tomorrow');
      await hand.goTo('Schedule for later');
      await hand.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Schedule for later' })).toBeVisible();
      await hand.goTo(/^Tomorrow/);
      await hand.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const { scheduled_messages } = await mel.call('get-scheduled-messages', {});
      assert.deepEqual(
        scheduled_messages.map(({ content }) => content),
        ['for tomorrow'],
      );
    },
  };

  await shows('where it begins');
  for (const [name, act] of Object.entries(actions)) {
    await test.step(name, async () => {
      await act();
      await expect.poll(async () => (await focused(page)).isBody).toBe(false);
    });
  }
});
