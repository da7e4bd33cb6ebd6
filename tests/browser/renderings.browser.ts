// An event renders only the components that show what it changes. The browser counts the calls of functions, in a build of
// the client whose functions keep their names.

import assert from 'node:assert/strict';
import { type RenderCounts, startCounting, takeRenderCounts } from '../../bench/web/render-counts.ts';
import { buildWeb } from '../../scripts/build-web.mjs';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { expect, test } from './fixtures.ts';

/** Components that show something of the whole page, or of which there is one for each row. */
const WATCHED = new Set([
  'Frame',
  'Layout',
  'TopBar',
  'NarrowTitle',
  'GoTo',
  'Sidebar',
  'Heading',
  'RowWithTopics',
  'ViewRow',
  'NarrowView',
  'Messages',
  'Feed',
  'RowContent',
  'TypingLine',
  'ComposerView',
  'WritingField',
  'Overlays',
  'PeopleColumn',
]);

/** Asserts that each of these rendered, at most so often, and no other watched component. */
function assertRendered(counts: RenderCounts, expected: Readonly<Record<string, number>>): void {
  const rendered = [...counts].filter(([name]) => WATCHED.has(name));
  const text = JSON.stringify(rendered);
  assert.deepEqual(rendered.map(([name]) => name).sort(), Object.keys(expected).sort(), text);
  for (const [name, count] of rendered) assert.ok(count <= (expected[name] ?? 0), `${name}: ${text}`);
}

test('an event renders only what shows it', async ({ openOn }) => {
  const webDirectory = temporaryFolder();
  await buildWeb({ directory: webDirectory, keepsNames: true });
  const server = await startTestServer({ webDirectory });
  const [mel, adam, olive] = await Promise.all([server.as('mel'), server.as('adam'), server.as('olive')]);
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const ids: number[] = [];
  for (let index = 0; index < 20; index += 1)
    ids.push(await adam.sendToChannel('engineering', 'counted', `message ${index}`));
  await adam.sendToChannel('engineering', 'elsewhere', 'before');
  await mel.call('mark-all-as-read', {});
  const page = await openOn(server)('mel', `#narrow/channel/${stream_id}/topic/counted`);
  const feed = page.getByRole('feed');
  await expect(feed.getByText('message 19', { exact: true })).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await startCounting(session);
  const unreadHere = {
    narrow: [
      { operator: 'channel', operand: stream_id },
      { operator: 'topic', operand: 'counted' },
      { operator: 'is', operand: 'unread' },
    ],
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
  };
  let fences = 0;
  /** The renderings from a change until a later reaction is shown, which renders its own message. */
  const during = async (change: () => Promise<unknown>) => {
    const message_id = ids[fences] ?? 0;
    fences += 1;
    await takeRenderCounts(session);
    await change();
    await adam.call('add-reaction', { message_id, emoji_name: 'tada' });
    await expect(page.locator(`[data-id="${message_id}"] .reaction`)).toBeVisible();
    return takeRenderCounts(session);
  };

  await test.step('a reaction renders its message', async () => {
    const react = () => adam.call('add-reaction', { message_id: ids[18] ?? 0, emoji_name: 'tada' });
    assertRendered(await during(react), { RowContent: 2 });
  });

  await test.step('a message elsewhere renders its rows of the sidebar and the views that count it', async () => {
    const send = () => adam.sendToChannel('engineering', 'elsewhere', 'another');
    assertRendered(await during(send), { Heading: 1, RowWithTopics: 2, ViewRow: 2, RowContent: 1 });
  });

  await test.step('a message in the open conversation renders its row and the feed', async () => {
    const send = async () => {
      await adam.sendToChannel('engineering', 'counted', 'the next one');
      await expect(feed.getByText('the next one', { exact: true })).toBeVisible();
      // The message is marked as read, which is one more event.
      const unread = async () => (await mel.call('get-messages', unreadHere)).messages.length;
      await expect.poll(unread).toBe(0);
    };
    assertRendered(await during(send), { Heading: 2, RowWithTopics: 4, ViewRow: 4, Feed: 3, RowContent: 5 });
  });

  await test.step('a typing event renders its line', async () => {
    const type = async () => {
      await adam.call('set-typing-status', { type: 'stream', op: 'start', stream_id, topic: 'counted' });
      await expect(page.locator('.typing-line')).toContainText('Adam');
    };
    assertRendered(await during(type), { TypingLine: 2, RowContent: 1 });
  });

  await test.step('a presence update renders nothing of this', async () => {
    const report = () => olive.call('update-presence', { status: 'active', new_user_input: true });
    assertRendered(await during(report), { RowContent: 1 });
  });

  await test.step('a color of a channel renders its row of the sidebar', async () => {
    const subscription_data = [{ stream_id, property: 'color' as const, value: '#123456' }];
    const color = () => mel.call('update-subscription-settings', { subscription_data });
    assertRendered(await during(color), { Heading: 2, RowWithTopics: 8, RowContent: 1 });
  });

  await test.step('a new name of a person renders what shows that person', async () => {
    const rename = () =>
      olive.call('update-user', { user_id_or_email: String(adam.userId), full_name: 'Adam Another' });
    assertRendered(await during(rename), { RowContent: 24 });
  });
});
