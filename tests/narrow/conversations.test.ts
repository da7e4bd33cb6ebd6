// The conversations that remain for a narrow before any message is read: channels by its terms, periods of subscription,
// and messages excluded by their conversation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConversationFilter } from '../../src/narrow/conversation-filter.ts';
import { WideSource } from '../../src/narrow/history-source.ts';
import { MatchingChannels } from '../../src/narrow/matching-channels.ts';
import { NarrowTerms } from '../../src/narrow/narrow-terms.ts';
import { nearestIds, type Span } from '../../src/narrow/nearest-ids.ts';
import { readOwnPeriods } from '../../src/narrow/own-periods.ts';
import { parseNarrow } from '../../src/narrow/parse-narrow.ts';
import { idSource } from '../../src/narrow/sources.ts';
import type { WireTerm } from '../../src/narrow/wire-term.ts';
import { requesterOf } from '../../src/queries/requester.ts';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import type { Reader } from '../../src/storage/reader-writer.ts';
import type { IdPage } from '../../src/stores/messages/range-store.ts';
import { readMuting } from '../../src/stores/subscriptions/muting-store.ts';
import { startTestServer } from '../support/server.ts';

const term = (operator: string, operand: string): WireTerm => ({ operator, operand, negated: false });
const not = (operator: string, operand: string): WireTerm => ({ operator, operand, negated: true });

const server = await startTestServer();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const { database } = server.server.services;

const ids: Record<string, number> = {};
for (const [name, people, more] of [
  ['mine', [olive, mel], {}],
  ['muted', [olive, mel], {}],
  ['other', [olive], {}],
  ['hidden', [olive], { invite_only: true }],
  ['left', [olive, mel], {}],
] as const) {
  const subscribers = people.map(({ userId }) => userId);
  ids[name] = (await olive.ok('POST', '/channels/create', { name, subscribers, ...more })).id;
}
await mel.ok('POST', '/users/me/subscriptions/properties', {
  subscription_data: [{ stream_id: ids.muted, property: 'is_muted', value: true }],
});
const before = await olive.sendToChannel('left', 'x', 'while she was there');
await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['left'] });
const away = await olive.sendToChannel('left', 'x', 'while she was not');
await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'left' }] });
const messageAfterReturn = await olive.sendToChannel('left', 'x', 'and after');
const mine = await olive.sendToChannel('mine', 'x', 'hers');
const other = await olive.sendToChannel('other', 'x', 'not hers');
const unrelated = await olive.sendToChannel('other', 'x', 'nor this');
const direct = await mia.sendDirect([mel.userId], 'to her');
await olive.ok('PATCH', `/messages/${away}`, {
  stream_id: ids.other,
  propagate_mode: 'change_one',
  send_notification_to_new_thread: false,
});
await mel.ok('POST', '/messages/flags', { messages: [other], op: 'add', flag: 'starred' });

interface RecordingReader {
  readonly statements: { readonly values: readonly unknown[] }[];
  readonly reader: Reader;
}

/** A reader that records its queries. */
function recordingReader(): RecordingReader {
  const reader = database.reader(1);
  const statements: { readonly values: readonly unknown[] }[] = [];
  const execute: Reader['execute'] = (sql, values) => {
    statements.push({ values });
    return reader.execute(sql, values);
  };
  return { statements, reader: { ...reader, execute } };
}

/** A searcher for Mel, with nothing cached. */
async function searcher(reader = database.reader(1)) {
  const state = await OrganizationState.load(reader, await database.sequence(reader));
  const account = state.account(mel.userId);
  assert.ok(account);
  return { ...(await requesterOf({ state, reader }, account)), account };
}

const all = ['mine', 'muted', 'other', 'hidden', 'left'];
const cases: readonly [readonly WireTerm[], string, string, boolean][] = [
  [[], 'mine muted other left', 'mine muted other left', false],
  [[term('channel', 'mine')], 'mine', 'mine', true],
  [[not('channel', 'mine')], 'muted other left', 'muted other left', false],
  [[term('channel', 'mine'), not('channel', 'mine')], '', '', true],
  [[term('channels', 'public')], 'mine muted other left', 'mine muted other left', true],
  [[not('channels', 'public')], '', '', false],
  [[term('topic', 'x')], 'mine muted other left', 'mine muted other left', true],
  [[not('is', 'dm')], 'mine muted other left', 'mine muted other left', true],
  [[not('topic', 'x')], 'mine muted other left', 'mine muted other left', false],
  [[term('in', 'home')], 'mine muted other left', 'mine other left', false],
  [[not('in', 'home')], 'mine muted other left', 'muted', false],
];
for (const [narrow, expected, whole, isInChannels] of cases) {
  test(`only matching channels remain for ${JSON.stringify(narrow)}`, async () => {
    const by = await searcher();
    const terms = new NarrowTerms(await parseNarrow(by, narrow));
    const muting = await readMuting(by.reader, mel.userId);
    const matching = new MatchingChannels({
      reader: by.reader,
      searcher: by,
      terms,
      muting,
      conversationTests: [],
      isOwn: true,
    });
    const names = (isIn: (id: number) => boolean) => all.filter((name) => isIn(ids[name] ?? 0)).join(' ');
    assert.equal(
      names((id) => matching.channelIds.includes(id)),
      expected,
    );
    assert.equal(
      names((id) => matching.isMatchingWhole(id)),
      whole,
    );
    assert.equal(matching.isInChannels, isInChannels);
    assert.equal(matching.isMatching(987_654), false);
  });
}

test('shared history covers all channels, which are read once', async () => {
  const by = await searcher();
  const terms = new NarrowTerms(await parseNarrow(by, []));
  const muting = await readMuting(by.reader, mel.userId);
  const matching = new MatchingChannels({
    reader: by.reader,
    searcher: by,
    terms,
    muting,
    conversationTests: [],
    isOwn: false,
  });
  assert.ok(matching.channelIds.includes(ids.hidden ?? 0));
  assert.equal(matching.channelIds, matching.channelIds);
});

test('subscription periods map to ranges of ids, and direct messages have none', async () => {
  const { periods, ranges } = await readOwnPeriods(database.reader(1), await searcher());
  assert.ok(periods.every(({ channelId }) => channelId > 0));
  assert.equal(ranges.size, new Set(periods.map(({ channelId }) => channelId)).size);
  const leftRanges = ranges.get(ids.left ?? 0) ?? [];
  assert.equal(leftRanges.length, 2);
  const isIn = (id: number) => leftRanges.some(({ low, high }) => low <= id && id < high);
  assert.deepEqual([isIn(before), isIn(away), isIn(messageAfterReturn)], [true, false, true]);
  assert.ok(leftRanges.every(({ key, high }) => key === ids.left && high <= Number.MAX_SAFE_INTEGER));
});

/** Messages as a scan of an index returns them. */
async function scanned(wanted: readonly number[]) {
  const rows = await database
    .reader(1)
    .db.selectFrom('message')
    .select(['id', 'conversation_id', 'is_moved'])
    .where('id', 'in', [...wanted])
    .orderBy('id')
    .execute();
  return rows.map(({ id, conversation_id, is_moved }) => ({
    id,
    conversationId: conversation_id,
    isMoved: is_moved === 1,
  }));
}

test('messages that cannot match are excluded by their conversation, with few queries', async () => {
  const by = await searcher();
  const own = { accountId: mel.userId, periods: () => readOwnPeriods(by.reader, by) };
  const inChannels = ({ channel_id }: { channel_id: number | null }) => channel_id !== null;
  const everything = await scanned([before, away, messageAfterReturn, mine, other, unrelated, direct]);
  const quiet = await scanned([before, messageAfterReturn, mine, direct]);
  for (const [tests, history, given, expected, queries] of [
    // The conversations need not be checked.
    [[], undefined, everything, [before, away, messageAfterReturn, mine, other, unrelated, direct], 0],
    [[inChannels], undefined, everything, [before, away, messageAfterReturn, mine, other, unrelated], 1],
    // Moved messages may have been received elsewhere, and those with a row belong to the account.
    [[], own, everything, [before, away, messageAfterReturn, mine, other, direct], 2],
    [[], own, quiet, [before, messageAfterReturn, mine, direct], 1],
    [[inChannels], own, quiet, [before, messageAfterReturn, mine], 1],
    [[() => false], own, everything, [], 1],
  ] as const) {
    const filter = new ConversationFilter(tests, history);
    const { reader, statements } = recordingReader();
    const pass = async () => (await filter.passing(reader, given)).map(({ id }) => id);
    assert.deepEqual(await pass(), expected);
    assert.equal(statements.length, queries);
    // The result for a conversation is cached from then on.
    const statementsBefore = statements.length;
    assert.deepEqual(await pass(), expected);
    assert.ok(statements.length - statementsBefore <= Math.max(0, queries - 1));
  }
});

test('only the ranges that can contribute to the page are queried, at first for a share of it', async () => {
  const wide = await olive.ok('POST', '/channels/create', { name: 'wide', subscribers: [olive.userId] });
  const messageIds: number[] = [];
  // Eight topics, one of which has more than its share of the newest messages.
  for (let index = 0; index < 40; index++) {
    const topic = index >= 24 ? 0 : index % 8;
    messageIds.push(await olive.sendToChannel('wide', `topic ${topic}`, `${index}`));
  }
  const conversations = await database
    .reader(1)
    .db.selectFrom('conversation')
    .select(['id', 'first_message_id', 'last_message_id'])
    .where('channel_id', '=', wide.id)
    .orderBy('id')
    .execute();
  const knownSpans: Span[] = conversations.map(({ id, first_message_id, last_message_id }) => ({
    key: id,
    low: first_message_id ?? 0,
    high: (last_message_id ?? 0) + 1,
    isFirstKnown: true,
    isLastKnown: true,
  }));
  const keyOf = (index: number) => knownSpans[index]?.key ?? 0;
  const everything = { low: 0, high: Number.MAX_SAFE_INTEGER };
  const queriedSpans = async (spans: readonly Span[], page: IdPage) => {
    const { reader, statements } = recordingReader();
    const found = await nearestIds(reader, 'conversation_id', spans, page);
    const expected = messageIds.filter((id) => id >= page.low && id < page.high);
    if (page.direction === 'older') expected.reverse();
    assert.deepEqual(found, expected.slice(0, page.limit));
    return statements.map(({ values }) => {
      const list = values.find((value) => typeof value === 'string' && value.startsWith('['));
      return list === undefined ? 'one range' : JSON.parse(String(list)).map(([key]: [number]) => key);
    });
  };
  const keys = knownSpans.map(({ key }) => key);
  // The topics with one of the ten newest messages, then the one that has more.
  assert.deepEqual(await queriedSpans(knownSpans, { ...everything, direction: 'older', limit: 3 }), [
    [keyOf(0), keyOf(6), keyOf(7)],
  ]);
  assert.deepEqual(await queriedSpans(knownSpans, { ...everything, direction: 'older', limit: 1 }), [
    'one range',
  ]);
  assert.deepEqual(await queriedSpans(knownSpans, { ...everything, direction: 'newer', limit: 2 }), [
    [keyOf(0), keyOf(1)],
  ]);
  assert.deepEqual(await queriedSpans(knownSpans, { ...everything, direction: 'older', limit: 8 }), [
    keys,
    'one range',
  ]);
  assert.deepEqual(await queriedSpans(knownSpans, { ...everything, direction: 'newer', limit: 40 }), [
    keys,
    'one range',
  ]);
  // Four conversations are queried completely at once.
  assert.deepEqual(
    await queriedSpans(knownSpans.slice(0, 0), { low: 0, high: 0, direction: 'newer', limit: 5 }),
    [],
  );
  const middle = { low: messageIds[2] ?? 0, high: (messageIds[20] ?? 0) + 1 };
  await queriedSpans(knownSpans, { ...middle, direction: 'older', limit: 10 });
  await queriedSpans(knownSpans, { ...middle, direction: 'newer', limit: 10 });
  const unknown = knownSpans.map(({ key, low, high }) => ({ key, low, high }));
  assert.deepEqual(await queriedSpans(unknown, { ...everything, direction: 'older', limit: 1 }), [keys]);
  assert.deepEqual(await queriedSpans(unknown, { ...everything, direction: 'newer', limit: 1 }), [keys]);
});

test('with many conversations, all messages are scanned while at least half of a page is found that way', async () => {
  const by = await searcher();
  const pages: number[][] = [];
  const context = {
    reader: by.reader,
    heads: async (wanted: readonly number[]) => {
      pages.push([...wanted]);
      return by.state.heads.heads(by.reader, wanted);
    },
  };
  const page = { low: before, high: direct + 1, direction: 'newer', limit: 2 } as const;
  for (const [count, isMergedNext] of [
    [1, false],
    [0, true],
  ] as const) {
    pages.length = 0;
    const source = new WideSource(async (_reader, heads) => heads.slice(0, count), idSource([mine]));
    const first = await source.page(context, page);
    assert.deepEqual([first.heads.length, pages[0]?.length], [count, 4]);
    const second = await source.page(context, { ...page, low: mine });
    assert.equal(pages[1]?.join() === `${mine}`, isMergedNext);
    assert.ok(second.heads.length <= 2);
  }
});
