// Measures what events cost a page that shows a conversation: the time from their arrival to the last change of the
// document, the work of the main thread, and the components that render.

import { type ClientPage, newPage, openAt, profileOf, request, rest, workOf } from './client-page.ts';
import type { Figure } from './figures.ts';
import { startCounting, takeRenderCounts } from './render-counts.ts';
import { addressOf, type FilledSite, shownConversation, topicOf, type WebBench } from './web-bench.ts';

const SECTION = 'event';
const GOAL_MILLISECONDS = 4;
/** How long a page is watched after an event was sent. */
const WATCHED_MILLISECONDS = 350;

interface Kind {
  readonly name: string;
  send(site: FilledSite, round: number): Promise<unknown>;
}

function sendTo(number: number): Kind['send'] {
  return (site, round) => {
    const { channelId, topic } = topicOf(site.data, number);
    return request(site, site.other, '/messages', {
      type: 'stream',
      to: JSON.stringify(channelId),
      topic,
      content: `Message ${round} of a usual length, with **some** of its words in bold.`,
    });
  };
}

const kinds: readonly Kind[] = [
  { name: 'a message in the open conversation', send: sendTo(0) },
  { name: 'a message elsewhere', send: sendTo(1) },
  {
    name: 'a reaction',
    send: (site, round) => {
      const { messageIds } = shownConversation(site);
      const id = messageIds.at(-1 - (round % 5)) ?? 0;
      const emoji = ['tada', 'heart', 'smile', 'rocket'][Math.floor(round / 5) % 4] ?? 'tada';
      return request(site, site.other, `/messages/${id}/reactions`, { emoji_name: emoji });
    },
  },
  {
    name: 'a presence update',
    send: (site, round) =>
      request(site, site.data.people[10 + round * 2] ?? site.other, '/users/me/presence', {
        status: 'active',
        ping_only: 'false',
        new_user_input: 'true',
      }),
  },
  {
    name: 'a typing event',
    send: (site, round) => {
      const { channelId, topic } = shownConversation(site);
      return request(site, site.other, '/typing', {
        type: 'stream',
        op: round % 2 === 0 ? 'start' : 'stop',
        stream_id: JSON.stringify(channelId),
        topic,
      });
    },
  },
];

/** Waits until an event has arrived since `before` arrivals, and for what follows. */
async function waitForArrival({ page }: ClientPage, before: number): Promise<void> {
  await page.waitForFunction((count) => globalThis.pageProbe.arrivals.length > count, before, {
    polling: 50,
    timeout: 30_000,
  });
  await rest(page, WATCHED_MILLISECONDS);
}

async function openConversation(bench: WebBench, site: FilledSite, slowed: number): Promise<ClientPage> {
  const client = await newPage(await profileOf(bench.browser, site, site.viewer), slowed);
  await openAt(client, site, addressOf(shownConversation(site)), '.feed-rows article');
  return client;
}

/** Measures each kind of event several times, and counts what renders. */
export async function measureEvents(bench: WebBench): Promise<Figure[]> {
  const { slowed, rounds } = bench.options;
  const site = await bench.ordinary();
  const client = await openConversation(bench, site, slowed);
  const results: Figure[] = [];
  for (const { name, send } of kinds) {
    const elapsed: number[] = [];
    const rendering: number[] = [];
    for (let round = 0; round < 2 * rounds + 1; round++) {
      const before = await client.page.evaluate(() => globalThis.pageProbe.arrivals.length);
      const work = await workOf(client);
      await send(site, round);
      await waitForArrival(client, before);
      const after = await workOf(client);
      const { arrivals, changedAt } = await client.page.evaluate(() => globalThis.pageProbe);
      // The first of a kind compiles what it uses.
      if (round === 0) continue;
      // An event that changes nothing on the screen has ended when it arrived.
      elapsed.push(Math.max(0, changedAt - (arrivals[before] ?? Number.NaN)));
      rendering.push(after.rendering - work.rendering);
    }
    const figure = { section: SECTION, unit: 'ms', slowed };
    results.push(
      {
        ...figure,
        name: `${name}, until the document is complete`,
        values: elapsed,
        goal: GOAL_MILLISECONDS,
      },
      { ...figure, name: `${name}, scripts, styles and layout`, values: rendering },
    );
  }
  await client.page.context().close();
  return results;
}

/** The components that render for each kind of event, as lines of text. */
export async function countRenders(bench: WebBench): Promise<string[]> {
  const site = await bench.named();
  const client = await openConversation(bench, site, 1);
  await startCounting(client.session);
  const lines: string[] = [];
  for (const { name, send } of kinds) {
    for (let round = 0; round < 2; round++) {
      const before = await client.page.evaluate(() => globalThis.pageProbe.arrivals.length);
      await takeRenderCounts(client.session);
      await send(site, round);
      await waitForArrival(client, before);
    }
    const counts = await takeRenderCounts(client.session);
    const list = [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([component, count]) => `${component} ${count}`);
    lines.push(`- ${name}: ${list.length === 0 ? 'nothing' : list.join(', ')}`);
  }
  await client.page.context().close();
  return lines;
}
