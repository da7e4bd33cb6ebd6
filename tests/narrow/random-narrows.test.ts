// Random narrows find what a naive evaluation, message by message, finds: whichever sources are searched, from whichever
// end, and however short the stretches are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEWEST } from '../../src/narrow/anchor.ts';
import { parseNarrow } from '../../src/narrow/parse-narrow.ts';
import { planNarrow } from '../../src/narrow/plan.ts';
import { fetchRange } from '../../src/narrow/range.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import { requesterOf } from '../../src/queries/requester.ts';
import type { Direction, IdBounds } from '../../src/stores/messages/range-store.ts';
import { startTestServer } from '../support/server.ts';
import { not, term } from './message-history.ts';

const NARROWS = 160;

const server = await startTestServer();
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const hub = await server.server.services.hubs.upToDate(1);

/** The same sequence in every run. */
let seed = 20_260_802;
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}
function oneOf<T>(list: readonly T[]): T {
  const one = list[random(list.length)];
  assert.ok(one !== undefined);
  return one;
}

// Mel is in most channels (enough to search everything first), has left one and was never in two.
const channels = Array.from({ length: 16 }, (_, index) => `open ${index}`);
const ids = new Map<string, number>();
for (const [index, name] of [...channels, 'private', 'elsewhere', 'strange'].entries()) {
  const isOutside = name === 'elsewhere' || name === 'strange';
  const { id } = await olive.ok('POST', '/channels/create', {
    name,
    subscribers: [olive, mia, ...(isOutside ? [] : [mel])].map(({ userId }) => userId),
    invite_only: name === 'private',
  });
  ids.set(name, id);
  if (index % 4 === 3) {
    await mel.ok('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: id, property: 'is_muted', value: !isOutside && index < 12 }],
    });
  }
}
const everywhere = [...ids.keys()];
const topics = ['apples', 'pears', '✔ plums', 'cherries'];
const fruits = ['apple', 'pear', 'plum', 'cherry', 'quince'];

await olive.ok('POST', '/user_groups/create', {
  name: 'friends',
  description: '',
  members: [mel.userId, gus.userId],
});
await mel.ok('POST', '/users/me/alert_words', { alert_words: ['quince'] });
const sent: number[] = [];
for (let index = 0; index < 320; index++) {
  const words = [oneOf(fruits), oneOf(fruits), oneOf(fruits)];
  const link = random(5) === 0 ? ' https://example.com/page' : '';
  const mention = random(12) === 0 ? ' @**Mel Member**' : random(25) === 0 ? ' @*friends*' : '';
  const text = `${words.join(' ')}${link}${mention}`;
  const speaker = oneOf([mia, mia, olive]);
  if (random(6) === 0)
    sent.push(await mia.sendDirect(oneOf([[mel.userId], [mel.userId, gus.userId], [gus.userId]]), text));
  else if (random(9) === 0) sent.push(await mel.sendToChannel(oneOf(channels), oneOf(topics), text));
  else sent.push(await speaker.sendToChannel(oneOf(everywhere), oneOf(topics), text));
  if (index === 150)
    await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['open 0', 'open 4'] });
  if (index === 220) await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'open 4' }] });
}
const some = (every: number) => sent.filter((_, index) => index % every === 0);
const readable = async (list: readonly number[]) => {
  const { messages } = await mel.ok('GET', '/messages', { message_ids: list });
  return messages.map(({ id }: { id: number }) => id);
};
await mel.ok('POST', '/messages/flags', { messages: await readable(some(7)), op: 'add', flag: 'starred' });
await mel.ok('POST', '/messages/flags', { messages: await readable(some(3)), op: 'add', flag: 'read' });
await mel.ok('POST', '/mark_stream_as_read', { stream_id: ids.get('open 2') });
for (const id of some(11)) {
  const { messages } = await olive.ok('GET', '/messages', { message_ids: [id] });
  if (messages.length > 0) await olive.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'octopus' });
}
for (let index = 0; index < 14; index++) {
  const { messages } = await olive.ok('GET', '/messages', {
    anchor: oneOf(sent),
    num_before: 1,
    num_after: 0,
    narrow: [not('is', 'dm')],
  });
  await olive.ok('PATCH', `/messages/${messages.at(-1).id}`, {
    stream_id: ids.get(oneOf(everywhere)),
    topic: oneOf(topics),
    propagate_mode: 'change_one',
    send_notification_to_new_thread: false,
  });
}
for (const [index, name] of everywhere.slice(0, 17).entries()) {
  const [topic, policy] = [topics[index % topics.length], index % 4];
  if (policy === 0) continue;
  await mel.ok('POST', '/user_topics', { stream_id: ids.get(name), topic, visibility_policy: policy });
}
// Topics are also followed automatically by participants.
const { user_topics } = await mel.ok('POST', '/register', { fetch_event_types: ['user_topic'] });
const policies = new Map<string, number>(
  user_topics.map((one: { stream_id: number; topic_name: string; visibility_policy: number }) => [
    `${one.stream_id}/${one.topic_name}`,
    one.visibility_policy,
  ]),
);
const mutedChannels = new Set(
  channels.filter((_, index) => index % 4 === 3 && index < 12).map((name) => ids.get(name)),
);

interface Message {
  readonly id: number;
  readonly type: 'stream' | 'private';
  readonly stream_id?: number;
  readonly subject: string;
  readonly sender_id: number;
  readonly display_recipient: string | readonly { readonly id: number }[];
  readonly flags: readonly string[];
  readonly reactions: readonly unknown[];
  readonly content: string;
  readonly timestamp: number;
}

type Test = (message: Message) => boolean;

const isDirect: Test = ({ type }) => type === 'private';
const people = ({ display_recipient }: Message) =>
  typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id);
const isFlagged =
  (flag: string): Test =>
  ({ flags }) =>
    flags.includes(flag);
const policyOf = ({ stream_id, subject }: Message) => policies.get(`${stream_id}/${subject}`) ?? 0;
const isHome: Test = (message) =>
  isDirect(message) ||
  (policyOf(message) !== 1 && (policyOf(message) !== 0 || !mutedChannels.has(message.stream_id)));
const holds =
  (word: string): Test =>
  ({ content, subject, type }) => {
    const text = `${content.replaceAll(/<[^>]*>/g, ' ')} ${type === 'stream' ? subject : ''}`.toLowerCase();
    return text.split(/[^a-z]+/).some((one) => one.replace(/ies$/, 'y').replace(/s$/, '') === word);
  };
const isPublic: Test = ({ stream_id }) => stream_id !== undefined && stream_id !== ids.get('private');

const termOf = (operator: string, operand: WireTerm['operand']): WireTerm => ({
  operator,
  operand,
  negated: false,
});

/** When the messages of the middle and of the last quarter were sent. */
const { messages: timed } = await olive.ok('GET', '/messages', {
  anchor: 'newest',
  num_before: 5000,
  num_after: 0,
});
const [middle = 0, late = 0] = [0.5, 0.75].map(
  (part) => timed[Math.floor(timed.length * part)]?.timestamp as number,
);
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Terms with their meaning. A positive channel term excludes direct messages, and the other way round. */
const language: readonly (readonly [WireTerm, Test, ('channel' | 'direct')?])[] = [
  ...['open 0', 'open 3', 'open 4', 'private', 'elsewhere'].map((name) => {
    const id = ids.get(name) ?? 0;
    const test: Test = ({ stream_id }) => stream_id === id;
    return [termOf('channel', id), test, 'channel'] as const;
  }),
  [termOf('channels', 'public'), isPublic, 'channel'],
  ...topics.map(
    (topic) => [termOf('topic', topic), ({ subject }: Message) => subject === topic, 'channel'] as const,
  ),
  [termOf('topic', 'no such'), () => false, 'channel'],
  ...[mel, mia, olive, gus].map(
    ({ userId }) => [termOf('sender', userId), ({ sender_id }: Message) => sender_id === userId] as const,
  ),
  [termOf('is', 'dm'), isDirect, 'direct'],
  [
    termOf('dm', [mia.userId]),
    (message) => people(message).length === 2 && people(message).includes(mia.userId),
    'direct',
  ],
  [termOf('dm-including', gus.userId), (message) => people(message).includes(gus.userId), 'direct'],
  [termOf('is', 'starred'), isFlagged('starred')],
  [termOf('is', 'unread'), ({ flags }) => !flags.includes('read')],
  [termOf('is', 'mentioned'), ({ flags }) => flags.some((flag) => flag.endsWith('mentioned'))],
  [termOf('is', 'alerted'), isFlagged('has_alert_word')],
  [termOf('is', 'resolved'), ({ subject, type }) => type === 'stream' && subject.startsWith('✔ ')],
  [termOf('is', 'followed'), (message) => policyOf(message) === 3],
  [termOf('is', 'muted'), (message) => !isHome(message)],
  [termOf('in', 'home'), isHome],
  [termOf('has', 'link'), ({ content }) => content.includes('<a ')],
  [termOf('has', 'reaction'), ({ reactions }) => reactions.length > 0],
  [termOf('mentions', mel.userId), ({ content }) => content.includes(`data-user-id="${mel.userId}"`)],
  [termOf('since', iso(middle)), ({ timestamp }) => timestamp >= middle],
  [termOf('before', iso(late)), ({ timestamp }) => timestamp < late],
  ...fruits.map((word) => [termOf('search', word), holds(word)] as const),
  [termOf('search', 'nowhere'), () => false],
  [termOf('search', '"apple pear"'), ({ content }) => content.includes('apple pear')],
];

interface Case {
  readonly narrow: readonly WireTerm[];
  readonly tests: readonly Test[];
}

/** A narrow of one to four terms, or undefined if it would be refused. */
function randomCase(): Case | undefined {
  const narrow: WireTerm[] = [];
  const tests: Test[] = [];
  const sides = new Set<string>();
  for (let count = 1 + random(4); count > 0; count--) {
    const [positive, test, side] = oneOf(language);
    const negated = random(5) < 2;
    narrow.push({ ...positive, negated });
    tests.push(negated ? (message) => !test(message) : test);
    if (!negated && side) sides.add(side);
    if (negated && positive.operand === 'dm') sides.add('channel');
  }
  return sides.size > 1 ? undefined : { narrow, tests };
}

async function all(reader: typeof mel, narrow: readonly unknown[] = []): Promise<Message[]> {
  const page = { anchor: 'newest', num_before: 5000, num_after: 0, narrow, apply_markdown: true };
  return (await reader.ok('GET', '/messages', page)).messages;
}
const own = await all(mel);
const ofChannels = await all(olive, [term('channels', 'public')]);

/** Whether the narrow searches shared channel history, received or not. */
function isShared({ narrow }: Case): boolean {
  const widens = narrow.some(({ operator, negated }) => !negated && /^channels?$/.test(operator));
  return widens && !narrow.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved');
}

function expected(found: Case): number[] {
  const channelTerms = found.narrow.filter(({ operator, negated }) => operator === 'channel' && !negated);
  if (channelTerms.length > 1) return [];
  const private_ = own.filter(({ stream_id }) => stream_id === ids.get('private'));
  const sharedMessages = [...ofChannels, ...private_].sort((a, b) => a.id - b.id);
  const universe = isShared(found) ? sharedMessages : own;
  return universe.filter((message) => found.tests.every((test) => test(message))).map(({ id }) => id);
}

const cases: Case[] = [];
while (cases.length < NARROWS) {
  const newCase = randomCase();
  if (newCase) cases.push(newCase);
}

async function searcherOfMel() {
  const account = hub.state.account(mel.userId);
  assert.ok(account);
  return requesterOf(hub, account);
}

/** A part of a narrow's matches, by walking all of its sources. */
async function matchesByWalk(
  narrow: readonly WireTerm[],
  anchor: number,
  numBefore: number,
  numAfter: number,
) {
  const searcher = await searcherOfMel();
  const terms = await parseNarrow(searcher, narrow);
  const request = { anchor: { kind: 'id', id: anchor }, includeAnchor: true, numBefore, numAfter } as const;
  const walk = { messagesBeforeWalk: 0, messagesPerWalkBatch: 1 + random(90) };
  const range = await fetchRange(searcher, terms, request, walk);
  return range.heads.map(({ id }) => id);
}

test('random narrows find exactly the matching messages', async () => {
  let matches = 0;
  for (const found of cases) {
    const name = JSON.stringify(found.narrow);
    const expectedIds = expected(found);
    matches += expectedIds.length;
    assert.deepEqual(
      (await all(mel, found.narrow)).map(({ id }) => id),
      expectedIds,
      name,
    );
    assert.deepEqual(
      await matchesByWalk(found.narrow, NEWEST, 5000, 0),
      expectedIds,
      `${name} walked from the newest`,
    );
    const middle = oneOf(sent);
    const around = [
      ...expectedIds.filter((id) => id < middle).slice(-4),
      ...expectedIds.filter((id) => id === middle),
      ...expectedIds.filter((id) => id > middle).slice(0, 5),
    ];
    assert.deepEqual(
      await matchesByWalk(found.narrow, middle, 4, 5),
      around,
      `${name} walked around ${middle}`,
    );
  }
  assert.ok(matches > NARROWS, 'most narrows find something');
});

/** The results of each source of a narrow, page by page: by reading messages, and by what indexes report. */
async function* everySource(narrow: readonly WireTerm[], direction: Direction) {
  const searcher = await searcherOfMel();
  const { reader, state } = searcher;
  const context = { reader, heads: (ids: readonly number[]) => state.heads.heads(reader, ids) };
  const plan = await planNarrow(searcher, await parseNarrow(searcher, narrow));
  for await (const source of plan.sources()) {
    const limit = 20 + random(90);
    const [read, scanned]: [number[], number[]] = [[], []];
    let rest: IdBounds | undefined = { low: 0, high: Number.MAX_SAFE_INTEGER };
    while (rest) {
      const page: Awaited<ReturnType<typeof source.page>> = await source.page(context, {
        ...rest,
        direction,
        limit,
      });
      read.push(...page.heads.map(({ id }) => id));
      rest = page.rest;
    }
    rest = { low: 0, high: Number.MAX_SAFE_INTEGER };
    while (rest) {
      const page: Awaited<ReturnType<typeof source.scan>> = await source.scan(
        reader,
        { ...rest, direction, limit },
        plan.traits,
      );
      scanned.push(...(await plan.conversationFilter.passing(reader, page.scanned)).map(({ id }) => id));
      rest = page.rest;
    }
    yield [read, scanned] as const;
  }
}

test('every source of a narrow has all of its matches, in order and once', async () => {
  let sources = 0;
  for (const found of cases.slice(0, NARROWS / 4)) {
    const matches = expected(found);
    const direction = oneOf(['older', 'newer'] as const);
    const sign = direction === 'older' ? -1 : 1;
    for await (const lists of everySource(found.narrow, direction)) {
      sources++;
      for (const ids of lists) {
        const name = `${JSON.stringify(found.narrow)} ${direction}, source ${sources}`;
        assert.deepEqual(
          ids,
          [...new Set(ids)].sort((a, b) => sign * (a - b)),
          name,
        );
        assert.deepEqual(
          matches.filter((id) => !ids.includes(id)),
          [],
          name,
        );
      }
    }
  }
  assert.ok(sources > NARROWS / 2, `${sources} sources`);
});
