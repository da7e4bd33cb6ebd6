// The command that tests the mail server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { root, run } from '../support/command-line.ts';
import { startMailSink } from '../support/mail.ts';

test('a mail is sent to the given mail server', async () => {
  const sink = await startMailSink();
  try {
    const { status, out, err } = await run(
      ...['mail', 'test', 'ada@example.com', '--smtp-url', sink.url, '--url', 'https://chat.example.com'],
    );
    assert.deepEqual([status, err], [0, '']);
    const lines = out.trimEnd().split('\n');
    assert.match(
      lines[0] ?? '',
      /^settings {5}smtp:\/\/127\.0\.0\.1:\d+ without login, from noreply@chat\.example\.com; links start with https:\/\/chat\.example\.com$/,
    );
    assert.deepEqual(lines.slice(1), [
      'address      127.0.0.1 is 127.0.0.1',
      'connection   connected',
      'mail         accepted: from noreply@chat.example.com to ada@example.com',
      'Check whether the email arrives at ada@example.com. It may be in the spam folder.',
    ]);
    assert.deepEqual(
      sink.received.map(({ from, to }) => [from, to]),
      [['noreply@chat.example.com', ['ada@example.com']]],
    );
    const scripted = await run('mail', 'test', 'ada@example.com', '--smtp-url', sink.url, '--json');
    const json = JSON.parse(scripted.out);
    assert.deepEqual(
      [json.to, json.steps.map(({ step }: { step: string }) => step)],
      ['ada@example.com', ['settings', 'address', 'connection', 'mail']],
    );
  } finally {
    await sink.close();
  }
});

test('the mail server’s error is shown, without the password', async () => {
  const sink = await startMailSink({
    onRcptTo: (_address, _session, done) => done(new Error('Mailbox unknown here')),
  });
  try {
    const urlWithPassword = sink.url.replace('smtp://', 'smtp://user:hidden-word@');
    const refused =
      /^The mail server did not accept the email: .*Mailbox unknown here.*\. The mail server rejected the sender or recipient\. Set --mail-from to an address/;
    for (const [url, words] of [
      [sink.url, refused],
      [urlWithPassword, refused],
      [
        'smtp://127.0.0.1:1',
        /^The mail server did not accept the email: .*ECONNREFUSED.*\. Check the host and port in --smtp-url/,
      ],
      [
        'smtp://mail.invalid',
        /^The mail server did not accept the email: host mail\.invalid not found \(\w+\)\. Check the host name/,
      ],
    ] as const) {
      const { status, out, err } = await run('mail', 'test', 'ada@example.com', '--smtp-url', url);
      assert.equal(status, 1);
      assert.match(err, words);
      assert.doesNotMatch(out + err, /hidden-word/);
    }
    assert.deepEqual(sink.received, []);
  } finally {
    await sink.close();
  }
});

test('the server’s flags and variables are accepted, as by the other commands', async () => {
  const sink = await startMailSink();
  const { PARLEY_MAIL_FROM } = process.env;
  process.env.PARLEY_MAIL_FROM = 'chat@example.com';
  try {
    const flags = ['--data', root, '--port', '0', '--smtp-url', sink.url, '--log-level', 'warn'];
    const { status, err } = await run('mail', 'test', ...flags, 'ada@example.com');
    assert.deepEqual([status, err], [0, '']);
    assert.deepEqual(
      sink.received.map(({ from }) => from),
      ['chat@example.com'],
    );
  } finally {
    if (PARLEY_MAIL_FROM === undefined) delete process.env.PARLEY_MAIL_FROM;
    else process.env.PARLEY_MAIL_FROM = PARLEY_MAIL_FROM;
    await sink.close();
  }
});

test('an invalid command line is refused', async () => {
  const cases: readonly [string[], RegExp][] = [
    [[], /^Usage: mail test ADDRESS/],
    [['ada@example.com'], /--smtp-url/],
    [['ada@example.com', '--nonsense'], /--nonsense/],
    [['ada', '--smtp-url', 'smtp://127.0.0.1:1'], /^ADDRESS must be an email address/],
    [['ada@example.com', '--smtp-url', 'http://127.0.0.1'], /^--smtp-url must look like/],
  ];
  for (const [args, words] of cases) {
    const { status, err } = await run('mail', 'test', ...args);
    assert.equal(status, 2);
    assert.match(err, words);
  }
});
