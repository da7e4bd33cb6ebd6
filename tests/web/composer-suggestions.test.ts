// Suggestions while writing: people and groups, channels, topics, emoji, commands, times and languages.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import {
  channelCandidates,
  emojiCandidates,
  mentionCandidates,
  topicCandidates,
} from '../../web/composer/candidates.ts';
import { commandCandidates } from '../../web/composer/command-candidates.ts';
import { languageCandidates } from '../../web/composer/language-candidates.ts';
import { timeCandidates } from '../../web/composer/time-candidates.ts';
import { loadTexts } from '../../web/i18n/texts.ts';
import type { Destination } from '../../web/lib/destination.ts';

before(() => loadTexts('secondary'));

const direct = (...personIds: number[]): Destination => ({ kind: 'direct', personIds });
const topic = (channelId: number): Destination => ({ kind: 'channel', channelId, topic: 'Plans' });

test('commands are suggested with their arguments', () => {
  const inserts = commandCandidates('', true).map(({ insert }) => insert);
  assert.deepEqual(inserts.slice(0, 7), ['/me ', '/poll ', '/todo ', '/remind ', '/gif ', '/dark', '/light']);
  const [first] = commandCandidates('rem', false);
  assert.deepEqual([first?.key, first?.insert], ['command remind', '/remind ']);
  assert.match(first?.label ?? '', /^\/remind .+/);
  assert.deepEqual(commandCandidates('gif', false), []);
  assert.equal(commandCandidates('night', false)[0]?.label, '/dark');
});

const person = (user_id: number, full_name: string, more: object = {}) => ({
  user_id,
  full_name,
  email: `user${user_id}@example.com`,
  avatar_url: null,
  is_bot: false,
  ...more,
});
const group = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  description: '',
  is_system_group: false,
  deactivated: false,
  ...more,
});

test('people are suggested in order: addressed, present, others, bots, and everybody last', () => {
  const state = {
    realm_users: [person(2, 'Max A'), person(3, 'Max B'), person(4, 'Max C'), person(10, 'Allan')],
    cross_realm_bots: [person(5, 'Max D', { is_bot: true })],
    realm_user_groups: [
      group(6, 'max group'),
      group(7, 'max told', { description: 'Told' }),
      group(8, 'max gone', { deactivated: true }),
      group(9, 'max system', { is_system_group: true }),
    ],
  } as unknown as State;
  const suggested = (query: string, isSilent = false, destination?: Destination) =>
    mentionCandidates(
      state,
      { kind: 'person', query, from: 0, to: 0, isSilent, channel: '' },
      { destination, participants: new Set([3]) },
    );
  const max = suggested('max', false, direct(4));
  assert.deepEqual(
    max.map(({ key }) => key),
    ['person 4', 'person 3', 'person 2', 'group 7', 'group 6', 'person 5'],
  );
  assert.deepEqual(
    max.map(({ note }) => note),
    [undefined, undefined, undefined, 'Told', 'group', 'Bot'],
  );
  assert.deepEqual(
    suggested('al').map(({ key }) => key),
    ['person 10', 'word all'],
  );
  const words = (destination?: Destination, isSilent = false) =>
    ['all', 'topic'].map((word) =>
      suggested(word, isSilent, destination).some(({ key }) => key === `word ${word}`),
    );
  assert.deepEqual(
    [words(topic(7)), words(direct(2)), words(topic(7), true)],
    [
      [true, true],
      [true, false],
      [false, false],
    ],
  );
});

test('subscribed channels are suggested first, with a lock if they are private', () => {
  const channel = (stream_id: number, name: string, invite_only = false) => ({
    stream_id,
    name,
    invite_only,
    description: `about ${name}`,
  });
  const state = {
    subscriptions: [channel(1, 'design long', true)],
    unsubscribed: [channel(2, 'design')],
    never_subscribed: [channel(3, 'designers')],
  } as unknown as State;
  const suggested = channelCandidates(state, 'des');
  assert.deepEqual(
    suggested.map(({ label, note, insert }) => [label, note, insert]),
    [
      ['design long', 'about design long', '#**design long** '],
      ['design', 'about design', '#**design** '],
      ['designers', 'about designers', '#**designers** '],
    ],
  );
  assert.deepEqual(
    suggested.map(({ picture }) => picture),
    ['lock', 'channel', 'channel'].map((name) => ({ kind: 'icon', name })),
  );
});

test('topics are suggested in the order of their last messages, emoji by their names', () => {
  const labels = topicCandidates('design', ['logo', 'log', ''], '').map(({ label }) => label);
  assert.deepEqual(labels, ['logo', 'log', 'general chat']);
  assert.deepEqual(
    topicCandidates('design', ['logo', 'log'], ' log ').map(({ label }) => label),
    ['log', 'logo'],
  );
  const tada = { name: 'tada', names: ['tada', 'party'], code: '1f389', type: 'unicode_emoji' } as const;
  assert.deepEqual(
    emojiCandidates([tada], 'par', 'dark').map(({ key, label, insert }) => [key, label, insert]),
    [['emoji unicode_emoji 1f389', ':party:', ':party: ']],
  );
});

test('the languages of highlighted code are suggested after a fence, which is closed unless it was', () => {
  const suggested = (query: string, isClosed = false) =>
    languageCandidates(query, isClosed).map(({ label, insert, after }) => [label, insert, after]);
  assert.deepEqual(suggested('py')[0], ['python', 'python\n', '\n```']);
  assert.deepEqual(suggested('ts', true)[0], ['typescript', 'typescript\n', undefined]);
  assert.deepEqual(suggested('xml')[0]?.[0], 'html');
  assert.deepEqual(suggested('spoi'), [['spoiler', 'spoiler ', '\n\n```']]);
  assert.deepEqual(
    suggested('').map(([label]) => label),
    ['javascript', 'typescript', 'python', 'bash', 'json', 'sql', 'math', 'quote'],
  );
});

test('times are suggested: the usual ones, the one that was typed, and any other', () => {
  const now = new Date('2026-11-18T12:10');
  const suggested = (query: string) => timeCandidates(query, { is24Hours: true }, now);
  assert.deepEqual(
    suggested('').map(({ label }) => label),
    ['In an hour', 'This evening', 'Tomorrow', 'Next Monday', 'Choose date and time…'],
  );
  const typed = suggested('tomorrow 14:30');
  assert.deepEqual(
    typed.map(({ key }) => key),
    ['typed time', 'other time'],
  );
  assert.match(typed[0]?.insert ?? '', /^<time:2026-11-19T14:30:00[+-]\d\d:\d\d> $/);
  assert.deepEqual(
    suggested('to').map(({ key }) => key),
    ['typed time', 'time Tomorrow', 'other time'],
  );
});
