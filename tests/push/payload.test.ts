// The content of a notification: rendered messages as text, and the size limit of the push services.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationText } from '../../src/markdown/notification-text.ts';
import { messagePayload, pushedContent } from '../../src/model/push/push-payload.ts';
import { startTestServer } from '../support/server.ts';
import { upload } from '../uploads/support.ts';

const server = await startTestServer();
const mel = await server.as('mel');

async function textOf(content: string): Promise<string> {
  return notificationText((await mel.ok('POST', '/messages/render', { content })).rendered);
}

describe('the text of a notification', () => {
  test('audio files', async () => {
    const { url } = await upload(mel, 'voice.weba', 'x');
    assert.equal(await textOf(`so: ![Voice message (0:42)](${url})`), 'so: Voice message (0:42)');
    assert.equal(await textOf(`so: ![](${url})`), 'so:');
  });

  const cases: readonly (readonly [string, string, string])[] = [
    ['lines', 'one\ntwo', 'one\ntwo'],
    ['characters that HTML has words for', 'a < b & "c"', 'a < b & "c"'],
    ['emoji', 'so :tada: and 👍', 'so 🎉 and 👍'],
    ['emphasis and links', '**a** *b* [c](https://example.com)', 'a b c'],
    ['quotes', '> one\n> two\n\nthree', '> one\n> two\nthree'],
    ['numbered lists', '3. three\n4. four', '3. three\n4. four'],
    ['spoilers', '```spoiler Ending\nthey marry\n```\nafter', 'Ending (…)\nafter'],
    ['spoilers without a header', '```spoiler\nthey marry\n```', '(…)'],
    ['formulas', 'so $$x^2$$', 'so x^2'],
    ['code', '```\na < b\n```', 'a < b'],
    ['lines with only quote marks', '~~~~quote\n```\none\n>\n\n  two\n```\n~~~~', '> one\n> >\n>   two'],
  ];
  for (const [name, content, expected] of cases) {
    test(`shows ${name} as plain text`, async () => assert.equal(await textOf(content), expected));
  }

  test('are truncated by characters, not within them', () => {
    assert.equal(pushedContent(`<p>${'🎉'.repeat(201)}</p>`), `${'🎉'.repeat(200)}…`);
    assert.equal(pushedContent(`<p>${'🎉'.repeat(200)}</p>`), '🎉'.repeat(200));
  });
});

test('a conversation of very many people leaves less text, and still fits', () => {
  const to = { organizationUrl: 'https://chat.example.com', organizationName: 'Org', accountId: 1 };
  const accountIds = Array.from({ length: 300 }, (_, index) => 1_000_000 + index);
  const payload = messagePayload(to, {
    id: 1,
    sentAt: 1,
    sender: { id: 1, fullName: 'Mel', avatarUrl: 'https://chat.example.com/a.png' },
    conversation: { kind: 'direct', accountIds },
    content: '語'.repeat(200),
    group: undefined,
    isReturn: false,
  });
  assert.ok(Buffer.byteLength(JSON.stringify(payload)) <= 2900);
  assert.match(String(payload.content), /^語+$/);
  assert.deepEqual(payload.recipient_user_ids, accountIds);
});
