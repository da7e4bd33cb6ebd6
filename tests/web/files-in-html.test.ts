// The files that a message links to, as listed beside a direct conversation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesInHtml } from '../../web/people/files-in-html.ts';

test('each uploaded file once, with its name and kind', () => {
  const html = `<p><a href="/user_uploads/2/ab/plan%20%26%20notes.pdf">the plan</a>
    <a href="/user_uploads/2/cd/latency.png">latency.png</a> <a href="https://example.com/user_uploads/x.png">no</a></p>
    <div class="message_inline_image"><a href="/user_uploads/2/cd/latency.png" title="latency.png"><img src="/x"></a></div>`;
  assert.deepEqual(filesInHtml(html), [
    { path: '/user_uploads/2/ab/plan%20%26%20notes.pdf', name: 'plan & notes.pdf', isPicture: false },
    { path: '/user_uploads/2/cd/latency.png', name: 'latency.png', isPicture: true },
  ]);
});

test('a name that is no valid text stays as it is', () => {
  assert.deepEqual(filesInHtml('<a href="/user_uploads/2/ab/100%.txt">x</a>'), [
    { path: '/user_uploads/2/ab/100%.txt', name: '100%.txt', isPicture: false },
  ]);
});

test('a text that looks like the address of a link is none', () => {
  assert.deepEqual(filesInHtml('<code>href="/user_uploads/../logout"</code>'), []);
});
