// The files that a message links to, as listed beside a direct conversation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventOf } from '../../client/event-stream.ts';
import { filesInHtml } from '../../web/people/files-in-html.ts';
import { changesFiles, sharedFiles } from '../../web/people/shared-files.ts';

test('each uploaded file of a message is listed once, with its name and kind', () => {
  const html = `<p><a href="/user_uploads/2/ab/plan%20%26%20notes.pdf">the plan</a>
    <a href="/user_uploads/2/cd/latency.png">latency.png</a> <a href="https://example.com/user_uploads/x.png">no</a></p>
    <div class="message_inline_image"><a href="/user_uploads/2/cd/latency.png" title="latency.png"><img src="/x"></a></div>`;
  assert.deepEqual(filesInHtml(html), [
    { path: '/user_uploads/2/ab/plan%20%26%20notes.pdf', name: 'plan & notes.pdf', isPicture: false },
    { path: '/user_uploads/2/cd/latency.png', name: 'latency.png', isPicture: true },
  ]);
});

test('a file name with invalid percent encoding is shown undecoded', () => {
  assert.deepEqual(filesInHtml('<a href="/user_uploads/2/ab/100%.txt">x</a>'), [
    { path: '/user_uploads/2/ab/100%.txt', name: '100%.txt', isPicture: false },
  ]);
});

test('a text that looks like a link to an upload is not listed', () => {
  assert.deepEqual(filesInHtml('<code>href="/user_uploads/../logout"</code>'), []);
});

const link = (name: string) => `<p><a href="/user_uploads/2/ab/${name}">${name}</a></p>`;

test('a file that was sent several times is listed once, where it was sent last', () => {
  const messages = [
    { content: link('b.txt'), timestamp: 30 },
    { content: link('a.txt'), timestamp: 20 },
    { content: link('b.txt') + link('c.txt'), timestamp: 10 },
  ];
  assert.deepEqual(
    sharedFiles(messages).map(({ name, timestamp }) => [name, timestamp]),
    [
      ['b.txt', 30],
      ['a.txt', 20],
      ['c.txt', 10],
    ],
  );
});

test('an edit changes the files if it is of a message with files, or adds some', () => {
  const edit = (message_id: number, rendered_content?: string, stream_id?: number) =>
    changesFiles({ message_id, rendered_content, stream_id } as EventOf<'update_message'>, [{ id: 7 }]);
  assert.equal(edit(7, '<p>no file</p>'), true);
  assert.equal(edit(8, link('a.txt')), true);
  assert.equal(edit(8, '<p>no file</p>'), false);
  assert.equal(edit(8, link('a.txt'), 3), false);
  assert.equal(edit(7), false);
});
