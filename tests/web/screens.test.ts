// The logic of the channel, settings and search screens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { initialUserSettings } from '../../src/model/accounts/user-settings.ts';
import { filterOf, listedChannels } from '../../web/channels/listed-channels.ts';
import { type SuggestionOptions, searchSuggestions } from '../../web/search/search-suggestions.ts';
import { sectionByName, sectionOf, sections } from '../../web/settings/controls.ts';

const channel = (stream_id: number, name: string, more: object = {}) => ({
  stream_id,
  name,
  description: '',
  subscriber_count: 3,
  invite_only: false,
  is_web_public: false,
  is_archived: false,
  ...more,
});

const state = {
  subscriptions: [channel(1, 'engineering'), channel(2, 'old', { is_archived: true })],
  unsubscribed: [channel(3, 'random')],
  never_subscribed: [channel(4, 'design team', { description: 'engines and wheels' })],
  realm_users: [
    { user_id: 7, full_name: 'Mia Member', email: 'mia@example.com' },
    { user_id: 8, full_name: 'Max', email: 'max@example.com' },
  ],
} as unknown as State;

const names = (query: string, filter: Parameters<typeof listedChannels>[2] = 'all') =>
  listedChannels(state, query, filter).map(({ name }) => name);

test('channels are sorted by name, with matches in the name before those in the description', () => {
  assert.deepEqual(names(''), ['design team', 'engineering', 'random']);
  assert.deepEqual(names('', 'subscribed'), ['engineering']);
  assert.deepEqual(names('', 'notSubscribed'), ['design team', 'random']);
  assert.deepEqual(names('engin'), ['engineering', 'design team']);
});

test('a listed channel says who can see it', () => {
  const protectedHistory = { invite_only: true, history_public_to_subscribers: false };
  const subscriptions = [
    channel(1, 'a'),
    channel(2, 'b', { is_web_public: true }),
    channel(3, 'c', { invite_only: true, history_public_to_subscribers: true }),
    channel(4, 'd', protectedHistory),
  ];
  const channels = listedChannels({ subscriptions } as unknown as State, '', 'all');
  assert.deepEqual(
    channels.map(({ privacy }) => privacy),
    ['public', 'webPublic', 'private', 'privateProtected'],
  );
});

const offered = (text: string, options: Partial<SuggestionOptions> = {}) =>
  searchSuggestions(text, state, {
    saved: [],
    searches: [],
    inView: '',
    knownTopics: () => [],
    ...options,
  }).map(({ text: whole }) => whole);

test('the search suggests operators and their operands', () => {
  assert.deepEqual(offered('is:st'), ['is:st', 'is:starred ']);
  assert.deepEqual(offered('release channel:desi'), ['release channel:"design team" ']);
  assert.deepEqual(offered('sender:mi'), ['sender:"Mia Member" ']);
  assert.deepEqual(offered('-sender:"Mia M'), ['-sender:"Mia Member" ']);
  assert.ok(offered('').includes('channel:'));
});

test('the search suggests the text itself first, then channels and people with the name', () => {
  assert.deepEqual(offered('max'), ['max', 'sender:Max ']);
  assert.deepEqual(offered('engineering'), ['engineering', 'channel:engineering ']);
});

test('a name before words suggests the messages of that person with the words', () => {
  assert.ok(offered('mia decided').includes('sender:"Mia Member" decided'));
  assert.ok(offered('mia member decided on it').includes('sender:"Mia Member" decided on it'));
  assert.ok(!offered('unknown decided').some((text) => text.startsWith('sender:')));
  assert.ok(!offered('mia').some((text) => /decided/.test(text)));
});

test('the search suggests topics with their channel, unless one is named', () => {
  const knownTopics = (id: number) => (id === 1 ? [{ name: 'release 9' }] : []);
  assert.deepEqual(offered('rel', { knownTopics }), ['rel', 'channel:engineering topic:"release 9" ']);
  assert.deepEqual(offered('topic:rel', { knownTopics }), ['channel:engineering topic:"release 9" ']);
  assert.deepEqual(offered('channel:engineering topic:rel', { knownTopics }), [
    'channel:engineering topic:"release 9" ',
  ]);
});

test('before anything is typed, the search suggests the conversation in view and the searches last made', () => {
  const options = { searches: ['lunch', 'sender:Max'], inView: 'channel:engineering ' };
  assert.deepEqual(offered('', options).slice(0, 3), ['channel:engineering ', 'lunch', 'sender:Max']);
  assert.deepEqual(offered('lu', options), ['lu']);
});

test('saved searches are suggested before anything is typed, and by name', () => {
  const saved = ['Lunch', 'Team lunches', 'Launch'].map((name) => ({
    name,
    fragment: `narrow/search/${name}`,
    narrow: [],
  }));
  const options = { saved, searches: ['lunch'], inView: '' };
  assert.deepEqual(offered('', options).slice(0, 4), ['Lunch', 'Team lunches', 'Launch', 'lunch']);
  assert.deepEqual(offered('lunch', options), ['lunch', 'Lunch', 'Team lunches']);
  const [first] = searchSuggestions('', state, { knownTopics: () => [], ...options });
  const more = ['a', 'b'].map((name) => ({ name: `Lunch ${name}`, fragment: name, narrow: [] }));
  assert.deepEqual(offered('lunch', { ...options, saved: [...saved, ...more] }).length, 4);
  assert.equal(first?.address, '#narrow/search/Lunch');
});

test('every displayed setting is one of the server, with accepted values', () => {
  for (const { controls } of Object.values(sections).flat()) {
    for (const control of controls) {
      assert.ok(control.name in initialUserSettings, control.name);
      const initial = initialUserSettings[control.name as keyof typeof initialUserSettings];
      if (control.kind === 'check') assert.equal(typeof initial, 'boolean', control.name);
      else
        assert.ok(
          control.options.some(({ value }) => value === initial),
          control.name,
        );
    }
  }
});

test('addresses of channels and settings from other clients open the same sections here', () => {
  assert.equal(filterOf('subscribed'), 'subscribed');
  assert.equal(filterOf('available'), 'notSubscribed');
  for (const section of ['', 'all', 'new', 'constructor']) assert.equal(filterOf(section), 'all');
  assert.equal(sectionByName('account-and-privacy'), 'security');
  assert.equal(sectionByName('preferences'), 'display');
  assert.equal(sectionByName('your-bots'), 'bots');
  assert.equal(sectionByName('constructor'), 'constructor');
});

test('a settings address without a section opens the first one', () => {
  assert.equal(sectionOf('notifications'), 'notifications');
  assert.equal(sectionOf('constructor'), 'display');
});
