// Bounds on the texts that an account stores: a list of them fits one response.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const later = Math.floor(Date.now() / 1000) + 86_400;
const words = (count: number) => 'x'.repeat(count);

test('bound textBytesPerAccount: drafts, snippets, scheduled messages and reminders have a bounded total size', async () => {
  const draft = (content: string) => ({ type: '', to: [], topic: '', content });
  const message = await mel.sendToChannel('general', 'kept', 'short');
  const [first] = (await mel.ok('POST', '/drafts', { drafts: [draft('short')] })).ids;
  const snippet = await mel.ok('POST', '/saved_snippets', { title: 'one', content: 'short' });
  const schedule = (content: string) => ({
    type: 'direct',
    to: [mel.userId],
    content,
    scheduled_delivery_timestamp: later,
  });
  const answerToScheduling = await mel.ok('POST', '/scheduled_messages', schedule('short'));
  const reminder = (note: string) => ({ message_id: message, scheduled_delivery_timestamp: later, note });
  const storedLists = async () => [
    await mel.ok('GET', '/drafts'),
    await mel.ok('GET', '/saved_snippets'),
    await mel.ok('GET', '/scheduled_messages'),
    await mel.ok('GET', '/reminders'),
  ];
  await withLimit('textBytesPerAccount', 1500, async () => {
    const before = await storedLists();
    const tooLongTexts = [
      ['POST', '/drafts', { drafts: [draft(words(1000)), draft(words(1000))] }, 'drafts'],
      ['PATCH', `/drafts/${first}`, { draft: draft(words(1600)) }, 'drafts'],
      ['POST', '/saved_snippets', { title: 'two', content: words(1600) }, 'saved snippets'],
      ['PATCH', `/saved_snippets/${snippet.saved_snippet_id}`, { content: words(1600) }, 'saved snippets'],
      ['POST', '/scheduled_messages', schedule(words(800)), 'scheduled messages'],
      [
        'PATCH',
        `/scheduled_messages/${answerToScheduling.scheduled_message_id}`,
        { content: words(800) },
        'scheduled messages',
      ],
    ] as const;
    for (const [method, path, parameters, name] of tooLongTexts) {
      const { status, body } = await mel.request(method, path, parameters);
      assert.deepEqual(
        [status, body.msg],
        [400, `Your ${name} take up too much space. Delete some and try again.`],
        `${method} ${path}`,
      );
    }
    assert.deepEqual(await storedLists(), before);
    await mel.ok('POST', '/drafts', { drafts: [draft(words(1000))] });
    await mel.ok('POST', '/saved_snippets', { title: 'two', content: words(1000) });
  });
  await withLimit('textBytesPerAccount', 100, async () => {
    const { status, body } = await mel.request('POST', '/reminders', reminder(words(100)));
    assert.deepEqual(
      [status, body.msg],
      [400, 'Your reminders take up too much space. Delete some and try again.'],
    );
  });
  await mel.ok('POST', '/reminders', reminder(words(100)));
});
