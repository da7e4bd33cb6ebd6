// The composer: each conversation has its draft, text that cannot be sent stays, and suggestions while typing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { mentionCandidates, topicCandidates } from '../../web/composer/candidates.ts';
import { Composer } from '../../web/composer/composer.ts';
import { fieldLabel, fileLink, sendingObstacle } from '../../web/composer/texts.ts';
import type { Organization } from '../../web/data/organization.ts';
import { completionAt } from '../../web/lib/completion.ts';
import type { Destination } from '../../web/lib/destination.ts';
import { buildEmoji, findEmoji, popularEmoji } from '../../web/lib/emoji.ts';
import { groupOfEmoji } from '../../web/lib/emoji-groups.ts';
import { gridIndexAfterKey } from '../../web/lib/grid.ts';
import { writingAction } from '../../web/lib/writing-keys.ts';

const everyone = 11;
const admins = 12;
const group = (id: number, members: number[], isSystem = true) => ({
  id,
  name: id === 13 ? 'designers' : `role:${id}`,
  description: '',
  members,
  direct_subgroup_ids: id === everyone ? [admins] : [],
  is_system_group: isSystem,
  deactivated: false,
});
const person = (user_id: number, full_name: string) => ({
  user_id,
  full_name,
  email: `user${user_id}@example.com`,
  avatar_url: null,
  is_bot: false,
});
const channel = (stream_id: number, name: string, can_send_message_group = everyone) => ({
  stream_id,
  name,
  can_send_message_group,
  topics_policy: 'inherit',
});

function organizationWith(
  more: object = {},
  call = async (_name: string, _parameters: object): Promise<object> => ({ ids: [1] }),
) {
  const state = {
    realm_users: [
      person(1, 'Mel Member'),
      person(2, 'Mia Member'),
      person(3, 'Mia Member'),
      person(4, 'Max'),
    ],
    realm_user_groups: [group(everyone, [1, 2]), group(admins, [4]), group(13, [2], false)],
    subscriptions: [channel(7, 'design'), channel(8, 'announcements', admins)],
    realm_topics_policy: 'disable_empty_topic',
    max_message_length: 10,
    drafts: [],
    server_typing_stopped_wait_period_milliseconds: 1,
    ...more,
  } as unknown as State;
  return { state, ownId: 1, queueId: 'q', client: { call } } as unknown as Organization;
}

const topic = (name: string, channelId = 7): Destination => ({ kind: 'channel', channelId, topic: name });
const toMia: Destination = { kind: 'direct', personIds: [2] };

function composerOf(organization = organizationWith()) {
  const sent: [Destination, string][] = [];
  let failure: Error | undefined;
  const composer = new Composer(organization, async (destination, content) => {
    if (failure) throw failure;
    sent.push([destination, content]);
  });
  return { composer, sent, refuse: (error: Error) => (failure = error) };
}

test('a text that begins with a slash is run or sent once, however often it is submitted', async () => {
  const sent: string[] = [];
  const run: string[] = [];
  const composer = new Composer(
    organizationWith(),
    async (_destination, content) => void sent.push(content),
    async (text) => {
      run.push(text);
      await new Promise((resolve) => setImmediate(resolve));
      return text === '/dark';
    },
  );
  composer.follow(topic('logo'));
  for (const text of ['/dark', '/usr/bin']) {
    composer.write(text);
    await Promise.all([composer.send(), composer.send()]);
    assert.equal(composer.content, '');
  }
  composer.write('/usr');
  const submitted = composer.send();
  composer.write('/usr/lib');
  assert.equal(await submitted, false);
  assert.equal(composer.content, '/usr/lib');
  assert.deepEqual([run, sent], [['/dark', '/usr/bin', '/usr'], ['/usr/bin']]);
});

test('each conversation has its own text', () => {
  const drafts = [{ id: 5, type: 'private', to: [2], topic: '', content: 'for Mia', timestamp: 1 }];
  const { composer } = composerOf(organizationWith({ drafts }));
  composer.follow(topic('logo'));
  composer.write('about the logo');
  composer.follow(toMia);
  assert.equal(composer.content, 'for Mia');
  composer.follow(topic('colours'));
  assert.equal(composer.content, '');
});

/** A composer that follows drafts, and a function that passes it the current list. */
function watchingComposer() {
  const listeners: Record<string, () => void> = {};
  const organization = {
    ...organizationWith(),
    on: (type: string, listener: () => void) => (listeners[type] = listener),
    onSnapshot: (listener: () => void) => (listeners.snapshot = listener),
  } as unknown as Organization;
  const { composer } = composerOf(organization);
  composer.followDrafts();
  composer.follow(toMia);
  const draft = (id: number, content: string) => ({
    id,
    type: 'private',
    to: [2],
    topic: '',
    content,
    timestamp: 1,
  });
  const emit = (by: 'drafts' | 'snapshot', ...drafts: object[]) => {
    Object.assign(organization.state, { drafts });
    listeners[by]?.();
  };
  return { composer, draft, emit };
}

test('a draft changed elsewhere is displayed if the local one is untouched', () => {
  const { composer, draft, emit } = watchingComposer();
  emit('drafts', draft(5, 'begun elsewhere'));
  assert.equal(composer.content, 'begun elsewhere');
  emit('snapshot', draft(5, 'changed elsewhere'));
  assert.equal(composer.content, 'changed elsewhere');
  // A page that resumes may have no drafts because the setting was turned off; the text stays.
  emit('snapshot');
  assert.equal(composer.content, 'changed elsewhere');
  emit('drafts');
  assert.equal(composer.content, '');
  emit('drafts', draft(6, 'once more'));
  composer.write('here');
  emit('drafts', draft(6, 'there'));
  assert.equal(composer.content, 'here');
});

test('events that do not change the displayed draft notify no listener', () => {
  const { composer, draft, emit } = watchingComposer();
  let changes = 0;
  composer.listen(() => {
    changes += 1;
  });
  emit('drafts');
  assert.equal(changes, 0);
  emit('drafts', draft(5, 'begun elsewhere'));
  assert.equal(changes, 1);
  emit('drafts', draft(5, 'begun elsewhere'));
  emit('snapshot', draft(5, 'begun elsewhere'));
  assert.equal(changes, 1);
});

test('a text that gets another destination is not replaced by the draft there', () => {
  const { composer, draft, emit } = watchingComposer();
  composer.redirect({ kind: 'direct', personIds: [4] });
  composer.redirect(toMia);
  emit('drafts', draft(5, 'begun elsewhere'));
  assert.equal(composer.content, '');
});

test('a late draft event does not restore a sent message', async () => {
  const { composer, draft, emit } = watchingComposer();
  composer.write('hello');
  await composer.send();
  emit('drafts', draft(1, 'hello'));
  assert.equal(composer.content, '');
});

test('sending clears the field at once', async () => {
  const { composer, sent } = composerOf();
  composer.follow(topic('logo'));
  composer.write('hello');
  const sending = composer.send();
  assert.equal(composer.content, '');
  await sending;
  assert.deepEqual(sent, [[topic('logo'), 'hello']]);
});

test('a message that failed returns to the field, with the reason', async () => {
  const { composer, refuse } = composerOf();
  refuse(new Error('No.'));
  composer.follow(topic('logo'));
  composer.write('hello');
  await composer.send();
  assert.equal(composer.content, 'hello');
  assert.deepEqual(composer.error, { text: 'No.', lang: 'en' });
  composer.write('hello!');
  assert.equal(composer.error, undefined);
});

test('a message that failed after further typing is stored as a draft and overwrites nothing', async () => {
  const storedDrafts: string[] = [];
  const organization = organizationWith({}, async (name, parameters) => {
    storedDrafts.push(`${name} ${JSON.stringify(parameters)}`);
    return { ids: [1] };
  });
  const { composer, refuse } = composerOf(organization);
  refuse(new Error('No.'));
  composer.follow(topic('logo'));
  composer.write('hello');
  const sending = composer.send();
  composer.follow(toMia);
  composer.write('hi');
  await sending;
  assert.equal(composer.content, 'hi');
  await composer.flush();
  assert.ok(storedDrafts.some((call) => /^create-drafts.*"hello"/.test(call)));
});

test('closing returns to the current view and keeps text written elsewhere', () => {
  const { composer } = composerOf();
  composer.follow(topic('logo'));
  composer.open(toMia);
  assert.equal(composer.isForView, false);
  composer.write('hi');
  composer.close();
  assert.deepEqual(composer.destination, topic('logo'));
  assert.equal(composer.content, '');
});

test('problems with a message are reported before it is sent', () => {
  const organization = organizationWith();
  assert.equal(sendingObstacle(organization, topic('logo'), 'hello'), undefined);
  assert.equal(sendingObstacle(organization, topic(' '), 'hello'), 'Enter a topic.');
  assert.equal(sendingObstacle(organization, topic('a', 9), 'hello'), 'Choose a channel.');
  assert.equal(
    sendingObstacle(organization, topic('a', 8), 'hello'),
    'You don’t have permission to post here.',
  );
  assert.equal(sendingObstacle(organization, toMia, 'hello hello'), '1 character too many');
});

test('the label of the text field contains the destination', () => {
  const { state } = organizationWith();
  assert.equal(fieldLabel(state, topic('logo')), 'Message #design › logo');
  assert.equal(fieldLabel(state, { kind: 'direct', personIds: [2, 4] }), 'Message Mia Member and Max');
  assert.equal(fieldLabel(state, topic('', 99)), 'Message');
});

function mentions(text: string, destination: Destination | undefined = topic('logo')) {
  const completing = completionAt(text, text.length);
  assert.ok(completing);
  const context = { destination, participants: new Set([4]) };
  return mentionCandidates(organizationWith().state, completing, context);
}

test('participants are suggested first, people with the same name with their ids', () => {
  assert.equal(mentions('@m')[0]?.insert, '@**Max** ');
  const mia = mentions('@mia').map(({ insert }) => insert);
  assert.deepEqual(mia, ['@**Mia Member|2** ', '@**Mia Member|3** ']);
  assert.equal(mentions('@m', toMia)[0]?.insert, '@**Mia Member|2** ');
});

test('user groups are suggested, system groups are not; a silent mention notifies no one', () => {
  assert.deepEqual(
    mentions('@des').map(({ insert }) => insert),
    ['@*designers* '],
  );
  assert.deepEqual(mentions('@role'), []);
  assert.deepEqual(
    mentions('@all').map(({ insert }) => insert),
    ['@**all** '],
  );
  assert.deepEqual(mentions('@_all'), []);
});

test('a new topic can be linked', () => {
  const inserts = topicCandidates('design', ['logo', 'log in'], 'lo').map(({ insert }) => insert);
  assert.deepEqual(inserts, ['#**design>lo** ', '#**design>logo** ', '#**design>log in** ']);
});

test('a custom emoji overrides one with the same name', () => {
  const data = { code_to_names: { '1f389': ['tada', 'party'], '1f642': ['smile'], '1f1e9-1f1ea': ['flag'] } };
  const ownNames = [
    { id: '3', name: 'tada', source_url: '/e/3.png', deactivated: false },
    { id: '4', name: 'gone', source_url: '/e/4.png', deactivated: true },
  ];
  const all = buildEmoji(data, ownNames, (code) => code);
  assert.deepEqual(
    all.map(({ name }) => name),
    ['tada', 'smile', 'party', 'flag', 'zulip'],
  );
  assert.equal(findEmoji(all, 'tad')[0]?.type, 'realm_emoji');
  assert.deepEqual(findEmoji(all, 'gon'), []);
});

test('among equal matches common emoji come first, then custom ones, each under the name that matched', () => {
  const data = { code_to_names: { '1f44d': ['up', 'ok_z'], '1f4a1': ['ok_a'] } };
  const own = [{ id: '3', name: 'ok_b', source_url: '/e/3.png', deactivated: false }];
  const all = buildEmoji(data, own, (code) => code);
  assert.deepEqual(
    findEmoji(all, 'ok').map(({ name }) => name),
    ['ok_z', 'ok_b', 'ok_a'],
  );
  assert.deepEqual(findEmoji(all, 'ok b')[0]?.name, 'ok_b');
  assert.equal(findEmoji(all, 'o', 2).length, 2);
  assert.deepEqual(
    popularEmoji(all).map(({ code }) => code),
    ['1f44d'],
  );
});

test('keys move in a grid and stop at its edges', () => {
  assert.equal(gridIndexAfterKey('ArrowDown', 2, 20, 8), 10);
  assert.equal(gridIndexAfterKey('ArrowDown', 15, 20, 8), 15);
  assert.equal(gridIndexAfterKey('ArrowUp', 3, 20, 8), -5);
  assert.equal(gridIndexAfterKey('End', 17, 20, 8), 19);
  assert.equal(gridIndexAfterKey('ArrowLeft', 0, 20, 8), 0);
  assert.equal(gridIndexAfterKey('PageUp', 10, 20, 8), 2);
  assert.equal(gridIndexAfterKey('a', 0, 20, 8), undefined);
  const from = (key: string, ...indexes: number[]) =>
    indexes.map((index) => gridIndexAfterKey(key, index, 50, 8));
  assert.deepEqual(from('ArrowRight', 0, 48, 49), [1, 49, 49]);
  assert.deepEqual(from('ArrowLeft', 0, 1, 9), [0, 0, 8]);
  assert.deepEqual(from('ArrowDown', 0, 41, 42), [8, 49, 42]);
  assert.deepEqual(from('ArrowUp', 8, 17), [0, 9]);
  assert.deepEqual(from('Home', 0, 7, 8, 15), [0, 0, 8, 8]);
  assert.deepEqual(from('End', 0, 7, 8, 48), [7, 7, 15, 49]);
  assert.deepEqual(from('PageDown', 0, 9, 10, 49), [40, 49, 49, 49]);
  assert.deepEqual(from('PageUp', 49, 41, 39, 3), [9, 1, 7, 3]);
  assert.equal(gridIndexAfterKey('ArrowRight', 0, 0, 8), undefined);
});

test('Ctrl+Enter always sends, Enter depending on the setting', () => {
  const key = (name: string, more: object = {}) => ({
    key: name,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  });
  assert.deepEqual(writingAction(key('Enter'), true), { kind: 'send' });
  assert.deepEqual(writingAction(key('Enter'), false), { kind: 'line' });
  assert.equal(writingAction(key('Enter', { shiftKey: true }), true), undefined);
  assert.deepEqual(writingAction(key('Enter', { ctrlKey: true }), false), { kind: 'send' });
  assert.deepEqual(writingAction(key('C', { ctrlKey: true, shiftKey: true }), false), {
    kind: 'format',
    format: 'code',
  });
  assert.equal(writingAction(key('b'), false), undefined);
});

test('a file whose name has brackets is one link', () => {
  assert.equal(
    fileLink('plan [old].pdf', '/user_uploads/2/ab/plan.pdf'),
    '[plan old.pdf](/user_uploads/2/ab/plan.pdf)\n',
  );
});

test('emoji are in their Unicode group', () => {
  const groups = {
    smileys: ['1f600', '2764', '1fae9'],
    people: ['1f44d', '1f468-200d-1f680'],
    nature: ['1f431', '1f340'],
    food: ['1f34e', '2615'],
    travel: ['1f6b2', '2708'],
    activities: ['26bd', '1f389'],
    objects: ['1f4a1', '2709'],
    symbols: ['0023-20e3', '2705'],
    flags: ['1f1e9-1f1ea', '1f3c1'],
  };
  for (const [group, codes] of Object.entries(groups))
    for (const code of codes) assert.equal(groupOfEmoji(code), group, code);
});
