// The filters above the results of a search: how each changes the narrow, and what the found messages offer.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { loadTexts } from '../../web/i18n/texts.ts';
import type { Term } from '../../web/lib/address.ts';
import { contentOptions, periodOptions } from '../../web/search/filter-options.ts';
import { searchFacets, tallyOf, tallyOfCounts } from '../../web/search/search-facets.ts';
import {
  daysOf,
  searchName,
  termLabel,
  withDays,
  withOperand,
  withScope,
} from '../../web/search/search-terms.ts';
import { senderChoices } from '../../web/search/sender-choices.ts';
import type { Message } from '../../web/store/message.ts';
import { term } from '../../web/store/narrow-targets.ts';

before(() => loadTexts('secondary'));

const state = {
  user_id: 1,
  realm_users: [
    { user_id: 1, full_name: 'Mel Member' },
    { user_id: 2, full_name: 'Mia Member' },
  ],
  subscriptions: [{ stream_id: 10, name: 'engineering' }],
} as unknown as State;

const words = term('search', 'plan');
const text = (narrow: readonly Term[]) =>
  narrow.map(({ operator, operand }) => `${operator}:${operand}`).join(' ');

test('a scope replaces another one, and can be removed', () => {
  const inTopic = withScope([words, term('is', 'dm')], { kind: 'topic', channelId: 10, topic: 'a' });
  assert.equal(text(inTopic), 'channel:10 topic:a search:plan');
  assert.equal(text(withScope(inTopic, { kind: 'direct', ids: [2] })), 'dm:2 search:plan');
  assert.equal(text(withScope(inTopic, undefined)), 'search:plan');
});

test('an operand replaces another of its operator, but not an excluded one', () => {
  const excluded = { ...term('sender', 3), isNegated: true };
  const from = withOperand([words, term('sender', 1), excluded], 'sender', '2');
  assert.equal(text(from), 'search:plan sender:3 sender:2');
  assert.equal(text(withOperand(from, 'sender', undefined)), 'search:plan sender:3');
});

test('a range of days includes the last day, even across the end of a month', () => {
  const narrow = withDays([words, term('since', '2020-01-01')], '2026-10-30', '2026-10-31');
  assert.equal(text(narrow), 'search:plan since:2026-10-30 before:2026-11-01');
  assert.deepEqual(daysOf(narrow), { first: '2026-10-30', last: '2026-10-31' });
  assert.equal(text(withDays(narrow, '', '')), 'search:plan');
  assert.deepEqual(daysOf([words]), { first: '', last: '' });
});

test('a chip says what its term means', () => {
  const now = new Date(2026, 10, 27, 12).getTime() / 1000;
  const label = (operator: string, operand: string | number, isNegated = false) =>
    termLabel({ ...term(operator, operand), isNegated }, state, now);
  assert.equal(label('search', 'the plan'), 'the plan');
  assert.equal(label('sender', 2), 'From Mia Member');
  assert.equal(label('channel', 10), 'In #engineering');
  assert.equal(label('topic', 'release'), 'In release');
  assert.equal(label('dm', '1,2'), 'With Mel Member, Mia Member');
  assert.equal(label('since', '2026-11-20'), 'Since Nov 20');
  assert.equal(label('before', '2025-11-20'), 'Before Nov 20, 2025');
  assert.equal(label('since', 'yesterday'), 'Since yesterday');
  assert.equal(label('has', 'link', true), 'Not: A link');
  assert.equal(label('mentions', 2), 'Mentions Mia Member');
  assert.equal(label('channels', 'public'), 'In public channels');
  assert.equal(label('is', 'muted'), 'Muted');
  assert.deepEqual([label('in', 'home'), label('in', 'home', true)], ['Not: Muted', 'Muted']);
  assert.equal(label('is', 'unheard'), 'is:unheard');
});

test('a search is called what its chips say', () => {
  const narrow = [words, term('sender', 2), { ...term('has', 'link'), isNegated: true }, term('near', 9)];
  assert.equal(searchName(narrow, state, 0), 'plan · From Mia Member · Not: A link');
});

test('found messages are counted by sender, channel and conversation, the highest counts first', () => {
  const message = (sender_id: number, subject: string) =>
    ({ type: 'stream', stream_id: 10, subject, sender_id, display_recipient: 'engineering' }) as Message;
  const direct = {
    ...{ type: 'private', sender_id: 2, subject: '' },
    display_recipient: [{ id: 1 }, { id: 2 }],
  } as unknown as Message;
  const found = [message(1, 'a'), message(2, 'b'), message(2, 'b'), direct];
  const { senders, scopes } = searchFacets(tallyOf(found, 1), state);
  assert.deepEqual(
    senders.map(({ name, count }) => [name, count]),
    [
      ['Mia Member', 3],
      ['Mel Member', 1],
    ],
  );
  assert.deepEqual(
    scopes.map(({ name, count }) => [name, count]),
    [
      ['#engineering', 3],
      ['engineering › b', 2],
      ['engineering › a', 1],
      ['Mia Member', 1],
    ],
  );
});

test('the counts of the server give the same filters as the messages', () => {
  const counts = {
    count: 3,
    found_all: true,
    senders: [{ user_id: 2, count: 3 }],
    channels: [{ stream_id: 10, count: 2 }],
    conversations: [
      { stream_id: 10, topic: 'b', user_ids: [], count: 2 },
      { stream_id: null, topic: '', user_ids: [1, 2], count: 1 },
    ],
  };
  const inTopic = { type: 'stream', stream_id: 10, subject: 'b', sender_id: 2 } as Message;
  const direct = {
    ...{ type: 'private', sender_id: 2, subject: '' },
    display_recipient: [{ id: 1 }, { id: 2 }],
  } as unknown as Message;
  assert.deepEqual(
    searchFacets(tallyOfCounts(counts as unknown as Parameters<typeof tallyOfCounts>[0], 1), state),
    searchFacets(tallyOf([inTopic, inTopic, direct], 1), state),
  );
});

test('senders of what was found are offered first, and everyone by name', () => {
  const facets = [{ key: '2', id: 2, name: 'Mia Member', count: 3 }];
  const people = {
    realm_users: [
      { user_id: 1, full_name: 'Mel Member', email: 'mel@example.com', avatar_url: null },
      { user_id: 2, full_name: 'Mia Member', email: 'mia@example.com', avatar_url: '/mia' },
    ],
    realm_non_active_users: [{ user_id: 3, full_name: 'Otto Old', email: 'otto@example.com' }],
  } as unknown as State;
  const choices = (typed: string) =>
    senderChoices(typed, facets, people).map(({ name, count }) => [name, count]);
  assert.deepEqual(choices(' '), [['Mia Member', 3]]);
  assert.deepEqual(choices('member'), [
    ['Mia Member', 3],
    ['Mel Member', undefined],
  ]);
  assert.deepEqual(choices('old'), [['Otto Old', undefined]]);
  assert.deepEqual(choices('nobody of this name'), []);
  assert.deepEqual(senderChoices('', facets, people)[0]?.url, '/mia');
  const many = Array.from({ length: 9 }, (_, id) => ({ user_id: id, full_name: `Ann ${id}`, email: '' }));
  assert.equal(senderChoices('ann', [], { realm_users: many } as unknown as State).length, 8);
});

test('the options of days and contents say where they lead', () => {
  const options = periodOptions([words, term('since', '2020-01-01')], new Date(2026, 10, 27, 12));
  assert.deepEqual(
    options.map(({ label, narrow }) => [label, text(narrow)]),
    [
      ['Today', 'search:plan since:2026-11-27'],
      ['Yesterday', 'search:plan since:2026-11-26 before:2026-11-27'],
      ['Since Monday', 'search:plan since:2026-11-23'],
      ['This month', 'search:plan since:2026-11-01'],
    ],
  );
  const contents = contentOptions([words, term('has', 'link')]);
  assert.deepEqual(
    contents.map(({ key }) => key),
    ['image', 'attachment', 'reaction'],
  );
  assert.equal(text(contents[0]?.narrow ?? []), 'search:plan has:link has:image');
});
