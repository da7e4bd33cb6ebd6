// What the command palette finds, in which order, and what it remembers.

import assert from 'node:assert/strict';
import { before, type TestContext, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { rememberVisit, visitedConversations } from '../../web/data/visited-conversations.ts';
import { loadTexts } from '../../web/i18n/texts.ts';
import { moreSection, type PaletteItem } from '../../web/palette/palette-item.ts';
import {
  type PaletteOptions,
  paletteSections,
  savedSection,
  visitedSection,
} from '../../web/palette/palette-items.ts';
import { paletteQuery, withKind } from '../../web/palette/palette-query.ts';
import { countPaletteUse, paletteWeights } from '../../web/palette/palette-usage.ts';
import type { Message } from '../../web/store/message.ts';
import { unreadCounts } from '../../web/store/unread-counts.ts';
import { browserStorage } from './browser-storage.ts';

before(() => loadTexts('secondary'));

const channel = (stream_id: number, name: string, more: object = {}) => ({
  stream_id,
  name,
  color: '#76ce90',
  invite_only: false,
  is_web_public: false,
  is_archived: false,
  ...more,
});

const state = {
  user_id: 1,
  realm_users: [
    { user_id: 1, full_name: 'Mel Member' },
    { user_id: 2, full_name: 'Mia Member' },
    { user_id: 3, full_name: 'Sean Archer' },
  ],
  subscriptions: [
    channel(10, 'engineering'),
    channel(11, 'search'),
    channel(12, 'old', { is_archived: true }),
  ],
  unsubscribed: [],
  never_subscribed: [channel(20, 'research')],
  user_topics: [{ stream_id: 10, topic_name: 'Faster search', visibility_policy: 3 }],
  recent_private_conversations: [],
  unread_msgs: { streams: [], pms: [], huddles: [], mentions: [], count: 0, old_unreads_missing: false },
} as unknown as State;

const message = (id: number, subject: string, text: string) => ({
  message: {
    id,
    type: 'stream',
    stream_id: 10,
    subject,
    sender_id: 2,
    sender_full_name: 'Mia Member',
    timestamp: 1_700_000_000,
  } as Message,
  text,
});
const cachedMessages = [message(5, 'plans', 'we search on'), message(4, 'plans', 'tea')];

const actions: readonly PaletteItem[] = [
  { key: 'sea', name: 'Open the sea', picture: { icon: 'settings' }, opens: () => undefined },
  { key: 'set', name: 'Theme', context: 'Display', picture: { icon: 'settings' }, opens: '#settings' },
];

const options = (more: Partial<PaletteOptions> = {}): PaletteOptions => ({
  state,
  counts: unreadCounts(state),
  knownTopics: () => [],
  ownId: 1,
  now: 1_700_000_000,
  is24Hours: true,
  weights: new Map(),
  actions,
  findMessages: (words, limit) => cachedMessages.filter(({ text }) => text.includes(words)).slice(0, limit),
  messages: cachedMessages.map((one) => one.message),
  moreFor: () => [],
  ...more,
});

const found = (text: string, more?: Partial<PaletteOptions>) =>
  paletteSections(paletteQuery(text), options(more)).map(({ kind, items }) => [
    kind,
    ...items.map(({ name }) => name),
  ]);

test('all kinds are found, those with the best match first', () => {
  assert.deepEqual(found('sea'), [
    ['conversations', 'search', 'Faster search', 'research'],
    ['people', 'Sean Archer'],
    ['actions', 'Open the sea'],
    ['messages', 'we search on', 'Search all messages for “sea”'],
  ]);
  assert.equal(found('mia')[0]?.[0], 'people');
});

test('a prefix shows one kind only, and all of it before a word is typed', () => {
  assert.deepEqual(found('#sea'), [['conversations', 'search', 'Faster search', 'research']]);
  assert.deepEqual(found('@sea'), [['people', 'Sean Archer']]);
  assert.deepEqual(found('/tea'), [['messages', 'tea', 'Search all messages for “tea”']]);
  assert.deepEqual(found('>'), [['actions', 'Theme', 'Open the sea']]);
  assert.deepEqual(found('/'), []);
});

test('topics are found with their channel, even if they are only known from messages in this browser', () => {
  assert.deepEqual(found('#engineering fas'), [['conversations', 'Faster search']]);
  assert.deepEqual(found('#plans'), [['conversations', 'plans']]);
});

test('archived channels are not found', () => {
  assert.deepEqual(found('#old'), []);
});

test('items that are used often come first among equal matches', () => {
  assert.deepEqual(found('@'), [['people', 'Mia Member', 'Sean Archer', 'Notes to yourself']]);
  const weights = new Map([['people 3', 2]]);
  assert.deepEqual(found('@', { weights }), [['people', 'Sean Archer', 'Mia Member', 'Notes to yourself']]);
});

test('the text changes its prefix with the kind', () => {
  assert.equal(withKind('sea', 'people'), '@sea');
  assert.equal(withKind('@sea', 'messages'), '/sea');
  assert.equal(withKind('@sea', undefined), 'sea');
});

test('the conversations last visited are listed without the one in view', () => {
  const direct = { kind: 'direct', ids: [2] } as const;
  const topic = { kind: 'topic', channelId: 10, topic: 'Faster search' } as const;
  const names = (inView?: typeof direct) =>
    visitedSection([direct, topic, { kind: 'channel', channelId: 11 }], inView, options()).items.map(
      ({ context, name }) => [context, name],
    );
  assert.deepEqual(names(direct), [
    ['engineering', 'Faster search'],
    [undefined, 'search'],
  ]);
  assert.equal(names().length, 3);
});

function withStorage(t: TestContext) {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  t.after(() => before && Object.defineProperty(globalThis, 'localStorage', before));
  const storage = browserStorage();
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => storage });
  return storage;
}

test('each account has its own nine visited conversations, the most recent first', (t) => {
  const storage = withStorage(t);
  const visit = (channelId: number) => rememberVisit(1, { kind: 'channel', channelId });
  for (let id = 1; id <= 10; id += 1) visit(id);
  visit(5);
  rememberVisit(1, { kind: 'mentions' });
  const ids = () => visitedConversations(1).map((one) => (one.kind === 'channel' ? one.channelId : one.kind));
  assert.deepEqual(ids(), [5, 10, 9, 8, 7, 6, 4, 3, 2]);
  assert.deepEqual(visitedConversations(2), []);
  for (const text of [
    '{',
    '{}',
    'null',
    '[null,{"kind":"topic","channelId":1},{"kind":"direct","ids":["a"]}]',
  ]) {
    storage.setItem('visited 1', text);
    assert.deepEqual(ids(), [], text);
  }
});

test('a use counts for half after a week, and the 200 most used items are remembered', (t) => {
  const storage = withStorage(t);
  const week = 7 * 86_400_000;
  countPaletteUse(1, 'a', 0);
  countPaletteUse(1, 'a', week);
  assert.deepEqual([...paletteWeights(1, 2 * week)], [['a', 0.75]]);
  assert.deepEqual([...paletteWeights(2, 0)], []);
  for (let index = 0; index < 200; index += 1) countPaletteUse(1, `b${index}`, 9 * week);
  assert.equal(paletteWeights(1, 9 * week).size, 200);
  assert.equal(paletteWeights(1, 9 * week).has('a'), false);
  for (const text of ['{', 'null', '{"a":1,"b":{"weight":"1","at":0}}']) {
    storage.setItem('palette 1', text);
    assert.deepEqual([...paletteWeights(1, 0)], [], text);
  }
});

test('the actions on an item have the order of its menu until something is typed', () => {
  const more = ['Mute topic', 'Mute for…', 'Go'].map((label) => ({ label, onChoose() {} }));
  const item: PaletteItem = {
    key: 'a',
    name: 'a',
    picture: { icon: 'search' },
    opens: '#a',
    more: () => more,
  };
  const names = (words: string) => moreSection(item, words).items.map(({ name }) => name);
  assert.deepEqual(names(''), ['Mute topic', 'Mute for…', 'Go']);
  assert.deepEqual(names('mute f'), ['Mute for…']);
});

test('before anything is typed, five saved searches are listed', () => {
  const saved = Array.from({ length: 6 }, (_, index) => ({
    fragment: `narrow/search/${index}`,
    is_pinned: true,
    name: `Search ${index}`,
  }));
  const views = [{ fragment: 'inbox', is_pinned: true }, ...saved];
  const { kind, items } = savedSection({ ...state, navigation_views: views });
  assert.deepEqual([kind, items.length], ['saved', 5]);
  assert.deepEqual([items[0]?.name, items[0]?.opens], ['Search 0', '#narrow/search/0']);
});
