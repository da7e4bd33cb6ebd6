// Widgets: polls and task lists, which the server creates and submessages update.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widgetContent } from '../../src/model/messages/widgets.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const [mel, mia, max, gus] = await Promise.all([
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);

const cases: readonly (readonly [string, Json | undefined])[] = [
  ['hello', undefined],
  ['/polling', undefined],
  ['/poll', { widget_type: 'poll', extra_data: { question: '', options: [] } }],
  [
    '/poll Q\nA\n\n- B\n* C',
    { widget_type: 'poll', extra_data: { question: 'Q', options: ['A', 'B', 'C'] } },
  ],
  [
    '/todo T\na: b: c\nd',
    {
      widget_type: 'todo',
      extra_data: {
        task_list_title: 'T',
        tasks: [
          { task: 'a', desc: 'b: c' },
          { task: 'd', desc: '' },
        ],
      },
    },
  ],
];
for (const [content, expected] of cases) {
  test(`${JSON.stringify(content)} creates its widget`, () => {
    const widget = widgetContent(content);
    assert.deepEqual(widget === undefined ? undefined : JSON.parse(widget), expected);
  });
}

const submit = (id: number, content: Json | string) => ({
  message_id: id,
  msg_type: 'widget',
  content: typeof content === 'string' ? content : JSON.stringify(content),
});

test('a poll comes with its first submessage, and votes reach its viewers', async () => {
  const listener = await mia.registerQueue();
  const id = await mel.sendToChannel('engineering', 'polls', '/poll Lunch?\nsoup\nsalad');
  const [sent] = await listener.eventsOf('message');
  const [first] = sent.message.submessages;
  assert.equal(first.sender_id, mel.userId);
  assert.equal(first.msg_type, 'widget');
  assert.deepEqual(JSON.parse(first.content).extra_data.options, ['soup', 'salad']);
  const vote = submit(id, { type: 'vote', key: 'canned,1', vote: 1 });
  const [melEvents, gusEvents] = await expectFold([mel, gus], () => mia.ok('POST', '/submessage', vote));
  const { id: _, submessage_id, ...event } = melEvents?.[0] ?? {};
  assert.ok(submessage_id > first.id);
  assert.deepEqual(event, {
    type: 'submessage',
    msg_type: 'widget',
    content: vote.content,
    message_id: id,
    sender_id: mia.userId,
  });
  assert.deepEqual(gusEvents, []);
});

test('a submessage that a poll does not understand is refused', async () => {
  const id = await mel.sendToChannel('engineering', 'polls', '/poll Q');
  const refused = (content: Json | string, message: string) =>
    mia.refused('POST', '/submessage', submit(id, content), 'BAD_REQUEST', message);
  await refused('{', 'Invalid json for submessage');
  await refused({ type: 'question', question: 'x' }, "You can't edit a question unless you are the author.");
  await refused({ type: 'dance' }, 'Unknown type for poll data: dance');
  await refused({ type: 'new_option', idx: 1001, option: 'x' }, 'idx is too large');
  await refused({ type: 'vote', key: 'canned,0', vote: 2 }, 'Invalid vote');
  await mel.ok('POST', '/submessage', submit(id, { type: 'question', question: 'x' }));
});

test('bound submessageCharactersPerMessage: a poll accepts that many characters, and then no more from anyone', async () => {
  const id = await mel.sendToChannel('engineering', 'polls', '/poll Dinner?');
  const option = (index: number) => submit(id, { type: 'new_option', idx: index, option: 'x'.repeat(300) });
  await withLimit('submessageCharactersPerMessage', 1200, async () => {
    await mel.ok('POST', '/submessage', option(1));
    await mia.ok('POST', '/submessage', option(2));
    await mia.refused('POST', '/submessage', option(3), 'BAD_REQUEST', 'This poll or list is full.');
  });
  const [message] = (await mia.ok('GET', '/messages', { message_ids: [id] })).messages;
  assert.equal(message.submessages.length, 3);
  await mia.ok('POST', '/submessage', option(3));
});

test('only the author’s first submessage makes a message a widget', async () => {
  const id = await mel.sendToChannel('engineering', 'polls', 'plain');
  const first = submit(id, { widget_type: 'poll', extra_data: { question: 'x', options: [] } });
  await mia.refused(
    'POST',
    '/submessage',
    first,
    'BAD_REQUEST',
    'You cannot attach a submessage to this message.',
  );
  await mel.ok('POST', '/submessage', first);
  await mia.ok('POST', '/submessage', submit(id, { type: 'vote', key: `${mel.userId},1`, vote: -1 }));
  await mel.refused('PATCH', `/messages/${id}`, { content: 'y' }, 'BAD_REQUEST', 'Widgets cannot be edited.');
  const direct = await mel.sendDirect([mia.userId], '/poll x');
  await max.refused(
    'POST',
    '/submessage',
    submit(direct, { type: 'vote' }),
    'BAD_REQUEST',
    'Invalid message(s)',
  );
});
