// The contents and order of the sidebar, and its keyboard navigation and filter.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { State } from '../../client/state/state.ts';
import { adjacentChannel, nextUnread } from '../../web/app/next-conversations.ts';
import { accepts, rowsWithMoved } from '../../web/sidebar/arrange-rows.ts';
import { goToSections } from '../../web/sidebar/go-to-model.ts';
import { firstAtLeast, offsetsOf } from '../../web/sidebar/row-offsets.ts';
import { viewLines } from '../../web/sidebar/sidebar-model.ts';
import {
  directRows,
  type RowSource,
  type RowTarget,
  type SidebarRow,
} from '../../web/sidebar/sidebar-rows.ts';
import { sidebarSections } from '../../web/sidebar/sidebar-sections.ts';
import type { NarrowTarget } from '../../web/store/narrow-targets.ts';
import { unreadCounts } from '../../web/store/unread-counts.ts';
import { unreadIds } from '../../web/store/unread-ids.ts';

const channel = (stream_id: number, name: string, more: object = {}) => ({
  stream_id,
  name,
  description: '',
  color: '#76ce90',
  invite_only: false,
  is_web_public: false,
  is_archived: false,
  is_muted: false,
  pin_to_top: false,
  folder_id: null,
  ...more,
});

const state = {
  user_id: 1,
  realm_users: [
    { user_id: 1, full_name: 'Mel Member' },
    { user_id: 2, full_name: 'Mia Member' },
    { user_id: 3, full_name: 'Max Member' },
  ],
  channel_folders: [
    { id: 2, name: 'Later', order: 1, is_archived: false },
    { id: 1, name: 'Sooner', order: 0, is_archived: false },
    { id: 3, name: 'Empty', order: 2, is_archived: false },
  ],
  subscriptions: [
    channel(10, 'zebra', { pin_to_top: true }),
    channel(11, 'beta', { folder_id: 1 }),
    channel(12, 'alpha', { folder_id: 1, is_muted: true }),
    channel(13, 'gamma', { folder_id: 2 }),
    channel(14, 'loose'),
    channel(15, 'gone', { is_archived: true }),
  ],
  unsubscribed: [],
  never_subscribed: [channel(20, 'elsewhere')],
  user_topics: [{ stream_id: 13, topic_name: 'Followed', visibility_policy: 3 }],
  recent_private_conversations: [{ user_ids: [2], max_message_id: 90 }],
  unread_msgs: {
    streams: [
      { stream_id: 13, topic: 'followed', unread_message_ids: [4, 5] },
      { stream_id: 11, topic: 'plans', unread_message_ids: [6] },
      { stream_id: 12, topic: 'quiet', unread_message_ids: [7] },
    ],
    pms: [{ other_user_id: 3, sender_id: 3, unread_message_ids: [8] }],
    huddles: [{ user_ids_string: '1,2,3', unread_message_ids: [9] }],
    mentions: [6],
    count: 6,
    old_unreads_missing: false,
  },
} as unknown as State;
const counts = unreadCounts(state);

const sections = (more: Partial<RowSource> = {}) =>
  sidebarSections({ state, counts, current: undefined, topicsOf: () => [], ...more });
const arrangedAs = (sidebar: State['sidebar'], more: object = {}) =>
  sections({ state: { ...state, sidebar, ...more } as State });
const sectionsWithNames = (all = sections()) =>
  all.map(({ key, rows }) => [key, ...rows.map(({ name }) => name)]);
const channelsOf = (all = sections()) =>
  all.flatMap(({ key, rows }) =>
    key === 'more' ? [] : rows.filter(({ target }) => target.kind === 'channel'),
  );

test('channels are grouped by folder in order, pinned first, muted last, without archived ones', () => {
  assert.deepEqual(sectionsWithNames(), [
    ['pinned', 'zebra'],
    ['direct', 'Mia Member', 'Mia Member, Max Member', 'Max Member'],
    ['folder-1', 'beta', 'alpha'],
    ['folder-2', 'gamma'],
    ['channels', 'loose'],
    ['more'],
  ]);
});

test('a conversation with several people has its full name, and shows the first names', () => {
  const direct = sections().find(({ key }) => key === 'direct')?.rows ?? [];
  assert.deepEqual(
    direct.map(({ name, shortName }) => [name, shortName]),
    [
      ['Mia Member', undefined],
      ['Mia Member, Max Member', 'Mia, Max'],
      ['Max Member', undefined],
    ],
  );
});

test('placed rows come first in their sections, wherever they are by default', () => {
  const all = arrangedAs({
    order: ['channels', 'own-7'],
    sections: [
      { section: 'own-7', name: 'Mine', is_collapsed: false, rows: [{ user_ids: [2] }, { stream_id: 11 }] },
      {
        section: 'pinned',
        is_collapsed: false,
        rows: [{ stream_id: 13, topic_name: 'Plan' }, { stream_id: 14 }],
      },
      { section: 'folder-1', is_collapsed: true, rows: [{ stream_id: 14 }] },
      { section: 'more', is_collapsed: false, rows: [] },
      { section: 'own-99', name: 'Empty', is_collapsed: false, rows: [] },
      { section: 'folder-99', is_collapsed: false, rows: [{ stream_id: 13 }] },
    ],
  });
  assert.deepEqual(
    sectionsWithNames(all).filter(([key]) => key !== 'direct'),
    [
      ['pinned', 'Plan', 'zebra'],
      ['channels'],
      ['more', 'elsewhere'],
      ['own-7', 'Mia Member', 'beta'],
      ['own-99'],
      ['folder-1', 'loose', 'alpha'],
      ['folder-2', 'gamma'],
    ],
  );
  assert.deepEqual(
    all
      .map(({ key, title, isCollapsed }) => [key, title, isCollapsed])
      .filter(([key]) => /own|folder-1/.test(String(key))),
    [
      ['own-7', 'Mine', false],
      ['own-99', 'Empty', false],
      ['folder-1', 'Sooner', true],
    ],
  );
  assert.ok(!all.find(({ key }) => key === 'direct')?.rows.some(({ name }) => name === 'Mia Member'));
});

test('sections are in the chosen order; others follow the one that precedes them by default', () => {
  const keys = (order: string[]) => arrangedAs({ order, sections: [] }).map(({ key }) => key);
  assert.deepEqual(keys([]), ['pinned', 'direct', 'folder-1', 'folder-2', 'channels', 'more']);
  assert.deepEqual(keys(['channels', 'direct']), [
    'pinned',
    'channels',
    'more',
    'direct',
    'folder-1',
    'folder-2',
  ]);
  assert.deepEqual(keys(['gone', 'more', 'pinned']), [
    'more',
    'pinned',
    'direct',
    'folder-1',
    'folder-2',
    'channels',
  ]);
});

test('moving a row also places the rows before it, and rows that are already placed stay placed', () => {
  const channels = { key: 'channels', title: '', isCollapsed: false };
  const many = [31, 32, 33, 34].map((id) => channel(id, `c${id}`));
  const inState = (rows: object[]) =>
    ({
      ...state,
      subscriptions: many,
      sidebar: { order: [], sections: [{ ...channels, section: 'channels', rows }] },
    }) as unknown as State;
  const idsAfterMove = (rows: object[], name: string, index: number) => {
    const one = inState(rows);
    const section = sections({ state: one }).find(({ key }) => key === 'channels');
    const row = section?.rows.find((row) => row.name === name);
    assert.ok(section && row);
    return rowsWithMoved(one, section, row, index).map((placed) => 'stream_id' in placed && placed.stream_id);
  };
  assert.deepEqual(idsAfterMove([], 'c32', 0), [32]);
  assert.deepEqual(idsAfterMove([], 'c32', 2), [31, 33, 32]);
  assert.deepEqual(idsAfterMove([{ stream_id: 34 }, { stream_id: 33 }], 'c31', 0), [31, 34, 33]);
  assert.deepEqual(idsAfterMove([{ stream_id: 34 }, { stream_id: 33 }], 'c34', 1), [33, 34]);
  assert.deepEqual(idsAfterMove([{ stream_id: 34 }, { stream_id: 33 }], 'c34', 3), [33, 31, 32, 34]);
});

test('rows can only be placed in sections for their kind', () => {
  const topic = { kind: 'topic', channelId: 1, topic: 'a' } as const;
  const direct = { kind: 'direct', ids: [2] } as const;
  const whole = { kind: 'channel', channelId: 1 } as const;
  const sectionsAccepting = (target: RowTarget) =>
    ['pinned', 'direct', 'own-1', 'folder-1', 'channels', 'more'].filter((key) => accepts(key, target));
  assert.deepEqual(sectionsAccepting(topic), ['pinned', 'own-1']);
  assert.deepEqual(sectionsAccepting(direct), ['pinned', 'direct', 'own-1']);
  assert.deepEqual(sectionsAccepting(whole), ['pinned', 'own-1', 'folder-1', 'channels']);
});

test('rows in view are found by their offsets, with the topics of a channel', () => {
  const row = { topics: [] } as unknown as SidebarRow;
  const open = { topics: [row, row], moreTopics: '#' } as unknown as SidebarRow;
  const offsets = offsetsOf([row, open, row], { row: 30, topic: 28 });
  assert.deepEqual(offsets, [0, 30, 144, 174]);
  assert.deepEqual(
    [-5, 0, 1, 144, 145, 999].map((value) => firstAtLeast(offsets, value)),
    [0, 0, 1, 2, 3, 4],
  );
});

test('followed topics are first below the open channel', () => {
  const current = { kind: 'channel', channelId: 13 } as const;
  const topicsOf = () => [
    { name: 'newest', max_id: 9 },
    { name: 'followed', max_id: 2 },
  ];
  const open = channelsOf(sections({ current, topicsOf })).find(({ name }) => name === 'gamma');
  assert.deepEqual(
    open?.topics?.map(({ name }) => name),
    ['followed', 'newest'],
  );
});

test('topics that are pinned for everyone are before followed ones below the open channel', () => {
  const current = { kind: 'channel', channelId: 13 } as const;
  const topicsOf = () => ['newest', 'followed', 'rules'].map((name, index) => ({ name, max_id: 9 - index }));
  const topics = [{ topic: 'Rules', user_id: 1, pinned_at: 1 }];
  const pinned = { ...state, pinned_topics: [{ stream_id: 13, topics }] };
  const open = channelsOf(sections({ state: pinned, current, topicsOf })).find(
    ({ name }) => name === 'gamma',
  );
  assert.deepEqual(
    open?.topics?.map(({ name }) => name),
    ['rules', 'followed', 'newest'],
  );
});

const openBeta = (more: Partial<RowSource>) => channelsOf(sections(more)).find(({ name }) => name === 'beta');

test('the open channel shows its newest topics, unread topics and the open one', () => {
  const knownTopics = Array.from({ length: 10 }, (_, index) => ({
    name: `topic ${index}`,
    max_id: 100 - index,
  }));
  const current = { kind: 'topic', channelId: 11, topic: 'Topic 9' } as const;
  const open = openBeta({ current, topicsOf: (id) => (id === 11 ? knownTopics : []) });
  const expectedTopics = [
    'topic 0',
    'topic 1',
    'topic 2',
    'topic 3',
    'topic 4',
    'topic 5',
    'topic 9',
    'plans',
  ];
  assert.deepEqual(
    open?.topics?.map(({ name }) => name),
    expectedTopics,
  );
  assert.deepEqual(
    open?.topics?.filter(({ isHere }) => isHere).map(({ name }) => name),
    ['topic 9'],
  );
  assert.ok(open?.moreTopics);
  assert.equal(open?.topics?.at(-1)?.isUrgent, true);
});

test('the open channel shows only some of thousands of unread topics, with a link to all', () => {
  const streams = Array.from({ length: 3000 }, (_, one) => ({
    stream_id: 11,
    topic: `topic ${one}`,
    unread_message_ids: [1000 + one],
  }));
  const crowded = { ...state, unread_msgs: { ...state.unread_msgs, streams } } as unknown as State;
  const current: NarrowTarget = { kind: 'topic', channelId: 11, topic: 'topic 2000' };
  const topics = streams.map(({ topic }, one) => ({ name: topic, max_id: 5000 - one }));
  const open = openBeta({ state: crowded, counts: unreadCounts(crowded), current, topicsOf: () => topics });
  assert.equal(open?.topics?.length, 13);
  assert.equal(open?.topics?.at(-1)?.name, 'topic 2000');
  assert.ok(open?.moreTopics);
  assert.equal(open?.count, 3000);
});

test('every channel is listed once, with its unread count without muted topics', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }),
      fc.array(fc.record({ folder: fc.integer({ min: 0, max: 4 }), pin: fc.boolean(), mute: fc.boolean() })),
      (ids, traits) => {
        const subscriptions = ids.map((id, index) => {
          const { folder, pin, mute } = traits[index] ?? { folder: 0, pin: false, mute: false };
          return channel(id, `c${id}`, { folder_id: folder || null, pin_to_top: pin, is_muted: mute });
        });
        const one = { ...state, subscriptions } as unknown as State;
        const rows = channelsOf(sections({ state: one, counts: unreadCounts(one) }));
        assert.deepEqual(
          rows.map(({ channel }) => channel?.stream_id ?? 0).sort((a, b) => a - b),
          [...ids].sort((a, b) => a - b),
        );
      },
    ),
  );
});

test('the row of a channel is the same object until its name, its count or what is open changes', () => {
  const rowOf = (more: Partial<RowSource> = {}) =>
    channelsOf(sections(more)).find((row) => row.target.kind === 'channel' && row.name.startsWith('beta'));
  const before = rowOf();
  assert.ok(before);
  assert.equal(rowOf(), before);
  const { target } = before;
  assert.ok(target.kind === 'channel');
  const stream_id = target.channelId;
  const isBeta = (one: { readonly stream_id: number }) => one.stream_id === stream_id;
  const other = { stream_id: 10, topic: 'elsewhere', unread_message_ids: [901] };
  const withStreams = (...streams: object[]) =>
    unreadCounts({ ...state, unread_msgs: { ...state.unread_msgs, streams } } as unknown as State);
  const quiet = rowOf({ counts: withStreams(other) });
  assert.equal(rowOf({ counts: withStreams(other, { ...other, stream_id: 999 }) }), quiet);
  const one = { stream_id, topic: 'new', unread_message_ids: [902] };
  assert.equal(rowOf({ counts: withStreams(one) })?.count, 1);
  assert.equal(rowOf({ counts: withStreams(other) })?.count, 0);
  assert.equal(rowOf({ current: { kind: 'channel', channelId: stream_id } })?.isHere, true);
  assert.equal(rowOf()?.isHere, false);
  const subscriptions = state.subscriptions?.map((channel) =>
    isBeta(channel) ? { ...channel, name: 'beta two' } : channel,
  );
  assert.equal(rowOf({ state: { ...state, subscriptions } as State })?.name, 'beta two');
});

test('unread or open direct conversations are listed with the newest', () => {
  const current = { kind: 'direct', ids: [1] } as const;
  const keys = directRows({ state, counts, current, topicsOf: () => [] }, []).map(({ key }) => key);
  assert.deepEqual([...keys].sort(), ['direct 1', 'direct 2', 'direct 2,3', 'direct 3']);
});

test('muted direct conversations are listed as muted, and the key to the next unread one skips them', () => {
  const muted_direct_conversations = [{ user_ids: [1, 2, 3], timestamp: 1, muted_until: null }];
  const quiet = { ...state, muted_direct_conversations } as State;
  const source = { state: quiet, counts: unreadCounts(quiet), current: undefined, topicsOf: () => [] };
  assert.deepEqual(
    directRows(source, []).map(({ key, isMuted }) => [key, isMuted]),
    [
      ['direct 2', false],
      ['direct 2,3', true],
      ['direct 3', false],
    ],
  );
  assert.deepEqual(nextUnread(state, 'direct', undefined), { kind: 'direct', ids: [2, 3] });
  assert.deepEqual(nextUnread(quiet, 'direct', undefined), { kind: 'direct', ids: [3] });
});

test('topics that are pinned for everyone are marked, below their channel and in sections', () => {
  const pinned_topics = [{ stream_id: 11, topics: [{ topic: 'Plans', user_id: 2, pinned_at: 1 }] }];
  const pinnedSection = {
    section: 'pinned',
    is_collapsed: false,
    rows: [{ stream_id: 11, topic_name: 'plans' }],
  };
  const more = { pinned_topics, sidebar: { sections: [pinnedSection], order: [] } };
  const pinned = { ...state, ...more } as unknown as State;
  const current = { kind: 'topic', channelId: 11, topic: 'other' } as const;
  const all = sections({ state: pinned, current });
  const below = channelsOf(all).find(({ name }) => name === 'beta')?.topics;
  assert.deepEqual(
    below?.map(({ name, isPinned }) => [name, isPinned]),
    [
      ['plans', true],
      ['other', false],
    ],
  );
  const [row] = all.find(({ key }) => key === 'pinned')?.rows ?? [];
  assert.deepEqual([row?.name, row?.isPinned], ['plans', true]);
});

test('the lines of views show which view is open, and unread counts', () => {
  const lines = viewLines({ kind: 'inbox' }, { counts, starred: 3 }, []);
  assert.deepEqual(
    lines.filter(({ isPinned }) => isPinned).map(({ name, count, isHere }) => [name, count, isHere]),
    [
      ['inbox', 5, true],
      ['recent', 0, false],
      ['combined', 0, false],
      ['mentions', 1, false],
      ['starred', 3, false],
    ],
  );
});

test('views are in the personal order, followed by saved views', () => {
  const arranged = [
    { fragment: 'recent', is_pinned: false },
    { fragment: 'drafts', is_pinned: true },
    { fragment: 'narrow/search/queue', is_pinned: true, name: 'Queues' },
    { fragment: 'narrow/is/followed', is_pinned: false, name: 'Followed' },
  ];
  const search = { operator: 'search', operand: 'queue', isNegated: false };
  const lines = viewLines({ kind: 'narrow', terms: [search] }, { counts, starred: 0 }, arranged);
  const shownLines = lines.filter(({ isPinned }) => isPinned).map(({ title, isHere }) => [title, isHere]);
  assert.deepEqual(shownLines, [
    ['Inbox', false],
    ['Combined feed', false],
    ['Mentions', false],
    ['Starred messages', false],
    ['Drafts', false],
    ['Queues', true],
  ]);
  const others = lines.filter(({ isPinned }) => !isPinned).map(({ title }) => title);
  assert.deepEqual(others, ['Recent conversations', 'Scheduled messages', 'Reminders', 'Followed']);
});

test('the next unread topic is the next in the sidebar, with wrap-around and without muted ones', () => {
  const plans = { kind: 'topic', channelId: 11, topic: 'plans' } as const;
  const followed = { kind: 'topic', channelId: 13, topic: 'followed' } as const;
  assert.deepEqual(nextUnread(state, 'topic', undefined), plans);
  assert.deepEqual(nextUnread(state, 'topic', plans), followed);
  assert.deepEqual(nextUnread(state, 'topic', followed), plans);
  assert.deepEqual(nextUnread(state, 'followed', plans), followed);
  assert.deepEqual(nextUnread(state, 'direct', undefined), { kind: 'direct', ids: [2, 3] });
  assert.deepEqual(nextUnread(state, 'direct', { kind: 'direct', ids: [2, 3] }), {
    kind: 'direct',
    ids: [3],
  });
});

test('the previous and next channel of the open channel or topic follow the sidebar', () => {
  const inBeta = { kind: 'topic', channelId: 11, topic: 'plans' } as const;
  assert.deepEqual(adjacentChannel(state, inBeta, 1), { kind: 'channel', channelId: 12 });
  assert.deepEqual(adjacentChannel(state, inBeta, -1), { kind: 'channel', channelId: 10 });
  assert.deepEqual(adjacentChannel(state, { kind: 'channel', channelId: 14 }, 1), {
    kind: 'channel',
    channelId: 10,
  });
  assert.deepEqual(adjacentChannel(state, undefined, -1), { kind: 'channel', channelId: 14 });
});

test('the filter finds views, channels, topics and people by name', () => {
  const found = (query: string) =>
    goToSections(query, {
      state,
      counts,
      views: viewLines(undefined, { counts, starred: 0 }, []),
      knownTopics: () => [],
    }).map(({ kind, lines }) => [kind, ...lines.map(({ name }) => name)]);
  assert.deepEqual(found('foll'), [['topic', 'followed']]);
  assert.deepEqual(found('elsew'), [['channel', 'elsewhere']]);
  assert.deepEqual(found('mia'), [['person', 'Mia Member']]);
  assert.deepEqual(found('inbox'), [['view', 'Inbox']]);
  assert.deepEqual(found('gone'), []);
});

test('the best match comes first, whatever its kind; names with scattered letters are only found without other matches', () => {
  const more = {
    ...state,
    subscriptions: [...(state.subscriptions ?? []), channel(16, 'mobile apps')],
  } as State;
  const found = (query: string) =>
    goToSections(query, {
      state: more,
      counts: unreadCounts(more),
      views: viewLines(undefined, { counts, starred: 0 }, []),
      knownTopics: () => [{ name: 'mail at noon', max_id: 1 }],
    }).map(({ kind, lines }) => [kind, ...lines.map(({ name }) => name)]);
  assert.deepEqual(found('mia'), [['person', 'Mia Member']]);
  assert.deepEqual(found('mobl'), [['channel', 'mobile apps']]);
  assert.deepEqual(
    found('ma').map(([kind]) => kind),
    ['topic', 'person', 'channel'],
  );
  assert.deepEqual(
    found('ber').map(([kind]) => kind),
    ['person'],
  );
});

test('the unread messages of an entry are those of its topic, channel or people', () => {
  assert.deepEqual(unreadIds(state, { kind: 'topic', channelId: 13, topic: 'FOLLOWED' }), [4, 5]);
  assert.deepEqual(unreadIds(state, { kind: 'channel', channelId: 12 }), [7]);
  assert.deepEqual(unreadIds(state, { kind: 'direct', ids: [2, 3] }), [9]);
  assert.deepEqual(unreadIds(state, { kind: 'direct', ids: [3] }), [8]);
  assert.deepEqual(unreadIds(state, { kind: 'direct', ids: [2] }), []);
});
