// The command that tries the mail server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../support/command-line.ts';
import { startMailSink } from '../support/mail.ts';

test('a mail goes to the mail server that is named', async () => {
  const sink = await startMailSink();
  try {
    const { status, out, err } = await run(
      ...['mail', 'test', 'ada@example.com', '--smtp-url', sink.url, '--url', 'https://chat.example.com'],
    );
    assert.deepEqual([status, err], [0, '']);
    assert.equal(out, 'The mail server took a mail from noreply@chat.example.com to ada@example.com.\n');
    assert.deepEqual(
      sink.received.map(({ from, to }) => [from, to]),
      [['noreply@chat.example.com', ['ada@example.com']]],
    );
    const scripted = await run('mail', 'test', 'ada@example.com', '--smtp-url', sink.url, '--json');
    assert.equal(JSON.parse(scripted.out).to, 'ada@example.com');
  } finally {
    await sink.close();
  }
});

test('what the mail server says against it is told, and no password', async () => {
  const sink = await startMailSink({
    onRcptTo: (_address, _session, done) => done(new Error('Mailbox unknown here')),
  });
  try {
    const named = sink.url.replace('smtp://', 'smtp://user:hidden-word@');
    for (const url of [sink.url, named]) {
      const { status, out, err } = await run('mail', 'test', 'ada@example.com', '--smtp-url', url);
      assert.deepEqual([status, out], [1, '']);
      assert.match(err, /^The mail server did not take the mail: /);
      assert.doesNotMatch(err, /hidden-word/);
    }
    assert.deepEqual(sink.received, []);
  } finally {
    await sink.close();
  }
});

test('a command line that cannot be carried out is refused', async () => {
  const cases: readonly [string[], RegExp][] = [
    [[], /^Usage: mail test ADDRESS/],
    [['ada@example.com'], /--smtp-url/],
    [['ada', '--smtp-url', 'smtp://127.0.0.1:1'], /^ADDRESS must be an email address/],
    [['ada@example.com', '--smtp-url', 'http://127.0.0.1'], /^--smtp-url must be like/],
  ];
  for (const [args, words] of cases) {
    const { status, err } = await run('mail', 'test', ...args);
    assert.equal(status, 2);
    assert.match(err, words);
  }
});
