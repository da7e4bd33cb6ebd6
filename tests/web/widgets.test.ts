// Polls, to-do lists and offered replies, as they are parsed from messages and written to them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { afterEvent, type Message } from '../../web/store/message.ts';
import { offeredReplies } from '../../web/store/offered-replies.ts';
import { newChoice, pollOf, pollText, voteFor } from '../../web/store/poll.ts';
import { hasWidget } from '../../web/store/submessages.ts';
import { newTask, taskListOf, taskListText } from '../../web/store/task-list.ts';

const mel = 7;
const mia = 8;

/** A message with its first submessage, and later ones. */
function messageWith(type: string, extra_data: unknown, ...change: readonly (readonly [number, unknown])[]) {
  const first = [mel, { widget_type: type, extra_data }] as const;
  const submessages = [first, ...change].map(([sender_id, content], id) => ({
    id,
    message_id: 1,
    sender_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }));
  return { submessages };
}

const lunch = { question: 'Lunch?', options: ['Soup', 'Rice', 'Soup'] };

test('an optimistic change is replaced by the event', () => {
  const vote = {
    type: 'submessage',
    message_id: 1,
    sender_id: mia,
    msg_type: 'widget',
    content: '{"type":"vote"}',
  };
  const withEvent = (message: Message, change: object) =>
    afterEvent(message, { ...vote, ...change } as unknown as ApiEvent);
  const optimistic = withEvent({ id: 1, ...messageWith('poll', lunch) } as Message, { submessage_id: -1 });
  assert.equal(optimistic.submessages.length, 2);
  const others = withEvent(withEvent(optimistic, { submessage_id: 5, sender_id: mel }), {
    submessage_id: 6,
    content: '{}',
  });
  assert.deepEqual(
    others.submessages.map(({ id }) => id),
    [0, -1, 5, 6],
  );
  assert.deepEqual(
    withEvent(others, { submessage_id: 7 }).submessages.map(({ id }) => id),
    [0, 5, 6, 7],
  );
});

test('votes are counted per person, undone, and apply to added options', () => {
  const poll = pollOf(
    messageWith(
      'poll',
      lunch,
      [mia, { type: 'vote', key: 'canned,1', vote: 1 }],
      [mel, { type: 'vote', key: 'canned,1', vote: 1 }],
      [mel, { type: 'vote', key: 'canned,1', vote: -1 }],
      [mia, { type: 'new_option', idx: 1, option: 'Cake' }],
      [mel, { type: 'new_option', idx: 1, option: 'Cake' }],
      [mel, { type: 'vote', key: `${mia},1`, vote: 1 }],
      [mel, { type: 'question', question: 'What for lunch?' }],
    ),
  );
  assert.deepEqual(poll, {
    question: 'What for lunch?',
    choices: [
      { key: 'canned,0', text: 'Soup', voters: [] },
      { key: 'canned,1', text: 'Rice', voters: [mia] },
      { key: `${mia},1`, text: 'Cake', voters: [mel] },
    ],
  });
});

test('unknown widgets and invalid JSON change nothing', () => {
  assert.equal(pollOf({ submessages: [] }), undefined);
  assert.equal(hasWidget(messageWith('other', {})), false);
  const odd = messageWith(
    'poll',
    lunch,
    [mia, 'no JSON'],
    [mia, 'null'],
    [mia, { type: 'new_option', idx: 2000 }],
  );
  assert.equal(pollOf(odd)?.choices.length, 2);
  assert.deepEqual(pollOf(messageWith('poll', 'odd')), { question: '', choices: [] });
});

test('voting, undoing a vote, and adding an option with an unused index', () => {
  const message = messageWith('poll', lunch, [mia, { type: 'new_option', idx: 4, option: 'Cake' }]);
  const [soup] = pollOf(message)?.choices ?? [];
  assert.ok(soup);
  assert.deepEqual(voteFor(soup, mel), { type: 'vote', key: 'canned,0', vote: 1 });
  assert.deepEqual(voteFor({ ...soup, voters: [mel] }, mel), { type: 'vote', key: 'canned,0', vote: -1 });
  assert.deepEqual(newChoice(message, mia, ' Pie '), { type: 'new_option', idx: 5, option: 'Pie' });
  assert.deepEqual(newChoice(message, mel, 'Pie'), { type: 'new_option', idx: 1, option: 'Pie' });
  assert.equal(newChoice(message, mel, 'Cake'), undefined);
  assert.equal(newChoice(message, mel, ' '), undefined);
  const full = messageWith('poll', lunch, [mia, { type: 'new_option', idx: 1000, option: 'Last' }]);
  assert.equal(newChoice(full, mia, 'One more'), undefined);
  const nearlyFull = messageWith('poll', lunch, [mia, { type: 'new_option', idx: 999, option: 'Last' }]);
  assert.deepEqual(newChoice(nearlyFull, mia, 'Pie'), { type: 'new_option', idx: 1000, option: 'Pie' });
});

test('anyone adds tasks and toggles them', () => {
  const sent = {
    task_list_title: 'Move',
    tasks: [
      { task: 'Boxes', desc: 'twenty' },
      { task: 'Van', desc: '' },
    ],
  };
  const message = messageWith(
    'todo',
    sent,
    [mia, { type: 'new_task', key: 1, task: 'Keys', desc: 'both', completed: false }],
    [mia, { type: 'new_task', key: 2, task: 'Van', desc: '', completed: false }],
    [mel, { type: 'strike', key: `1,${mia}` }],
    [mel, { type: 'strike', key: '0,canned' }],
    [mia, { type: 'strike', key: '0,canned' }],
    [mel, { type: 'strike', key: '9,canned' }],
    [mel, { type: 'new_task_list_title', title: 'Navigation' }],
  );
  assert.deepEqual(taskListOf(message), {
    title: 'Navigation',
    tasks: [
      { key: '0,canned', text: 'Boxes', description: 'twenty', isDone: false },
      { key: '1,canned', text: 'Van', description: '', isDone: false },
      { key: `1,${mia}`, text: 'Keys', description: 'both', isDone: true },
    ],
  });
  assert.deepEqual(newTask(message, mia, { text: ' Tape ', description: '' }), {
    type: 'new_task',
    key: 3,
    task: 'Tape',
    desc: '',
    completed: false,
  });
  assert.equal(newTask(message, mia, { text: 'Van', description: '' }), undefined);
  assert.equal(newTask(message, mia, { text: ' ', description: 'x' }), undefined);
  const withKey = (key: number) =>
    messageWith('todo', sent, [mia, { type: 'new_task', key, task: 'Keys', desc: '', completed: true }]);
  assert.equal(newTask(withKey(1000), mia, { text: 'Tape', description: '' }), undefined);
  assert.deepEqual(newTask(withKey(999), mia, { text: 'Tape', description: ' wide ' }), {
    ...{ type: 'new_task', key: 1000, task: 'Tape', desc: 'wide', completed: false },
  });
  assert.equal(taskListOf(withKey(1))?.tasks[2]?.isDone, true);
  assert.equal(newTask({ submessages: [] }, mia, { text: 'Tape', description: '' }), undefined);
});

test('a poll and a to-do list are written as the server parses them', () => {
  assert.equal(pollText(' Lunch? ', ['Soup', '', ' Rice', 'Soup']), '/poll Lunch?\nSoup\nRice');
  const tasks = [
    { text: 'Boxes', description: 'twenty' },
    { text: 'Van', description: '' },
    { text: '', description: 'nothing' },
  ];
  assert.equal(taskListText('Move', tasks), '/todo Move\nBoxes: twenty\nVan');
});

test('replies are offered as buttons', () => {
  const choices = [
    { type: 'multiple_choice', short_name: 'A', long_name: 'Yes', reply: 'answer A' },
    { type: 'multiple_choice', short_name: 'B', long_name: 'No' },
  ];
  assert.deepEqual(offeredReplies(messageWith('zform', { type: 'choices', heading: 'Ready?', choices })), {
    heading: 'Ready?',
    replies: [{ label: 'A', description: 'Yes', reply: 'answer A' }],
  });
});
