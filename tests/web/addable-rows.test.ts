// What the "+" button of a section of the sidebar offers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { addableRows } from '../../web/sidebar/addable-rows.ts';
import type { SidebarRow } from '../../web/sidebar/sidebar-rows.ts';
import { unreadCounts } from '../../web/store/unread-counts.ts';

const channel = (stream_id: number, name: string) => ({ stream_id, name, is_archived: false });

const state = {
  user_id: 1,
  realm_users: [
    { user_id: 1, full_name: 'Mel Member' },
    { user_id: 2, full_name: 'Designer Dan' },
  ],
  subscriptions: [channel(10, 'design'), channel(11, 'sales')],
  never_subscribed: [channel(12, 'design reviews')],
  user_topics: [{ stream_id: 11, topic_name: 'Design of the stand', visibility_policy: 3 }],
  recent_private_conversations: [],
} as unknown as State;
const options = { state, counts: unreadCounts(state), knownTopics: () => [] };

const offeredRows = (key: string, query: string, keys: readonly string[] = []) =>
  addableRows(
    options,
    { key, title: '', isCollapsed: false, rows: keys.map((key) => ({ key }) as SidebarRow) },
    query,
  ).map(({ name }) => name);

test('a custom section offers channels, topics and direct conversations', () => {
  assert.deepEqual(offeredRows('own-5', 'desi'), ['design', 'Design of the stand', 'Designer Dan']);
  assert.deepEqual(offeredRows('own-5', 'nothing like it'), []);
});

test('a channel folder offers only channels', () => {
  assert.deepEqual(offeredRows('folder-5', 'desi'), ['design']);
});

test('rows that are already in the section and channels without a subscription are not offered', () => {
  assert.deepEqual(offeredRows('own-5', 'desi', ['channel 10']), ['Design of the stand', 'Designer Dan']);
  assert.deepEqual(offeredRows('own-5', 'reviews'), []);
});
