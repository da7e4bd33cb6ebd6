// Zulip's Python library, its commands, examples and bots drive the unmodified server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { clientFolder, credentialsFile } from './credentials.ts';
import { pythonWith } from './python.ts';

const python = await pythonWith('zulip', 'zulip-bots');
const server = await startTestServer();
const [olive, mel, mia, mona, helper] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('mona'),
  server.as('helper'),
]);
const options = { skip: !python && 'Python is not installed', timeout: 180_000 };

interface Answer {
  readonly result: string;
  readonly msg: string;
}

test(
  'the Python library sends, edits, reacts, subscribes, deletes, and receives with call_on_each_event',
  options,
  async () => {
    assert.ok(python);
    const driverOutput = await python.drive('library_driver.py', [
      server.url,
      mel.email,
      mel.apiKey,
      mia.email,
      mia.apiKey,
    ]);
    for (const [name, result] of Object.entries<{ result?: string }>(driverOutput)) {
      if (name !== 'seen') assert.equal(result.result, 'success', `${name}: ${JSON.stringify(result)}`);
    }
    assert.equal(driverOutput.profile.full_name, 'Mel Member');
    assert.deepEqual(driverOutput.seen, ['first', 'second', 'last']);
    assert.equal(driverOutput.fetched.messages.at(-1).content, '<p>first, edited</p>');
  },
);

test('every method of the Python library is answered', options, async () => {
  assert.ok(python);
  await grant(server, olive, { can_create_users: 1 });
  const people = [olive, mel, helper].flatMap(({ email, apiKey }) => [email, apiKey]);
  const { results, not_called } = await python.drive('library_methods_driver.py', [server.url, ...people]);
  assert.deepEqual(not_called, []);
  const refusedCalls = Object.entries<Answer>(results).filter(([, { result }]) => result !== 'success');
  // Groups can be deactivated but not deleted; the library's method does not support that yet.
  assert.deepEqual(
    refusedCalls.map(([name, { msg }]) => [name, msg]),
    [['remove_user_group', 'Method Not Allowed']],
  );
  assert.equal(results.get_raw_message.raw_content, 'first');
  assert.deepEqual(results.get_subscribers.subscribers, [mel.userId]);
  assert.deepEqual(results['get_storage by keys'].storage, { 'entry 1': 'value 1', 'entry 3': 'value 3' });
  assert.deepEqual(
    results.get_events.events.map((event: { message: { content: string } }) => event.message.content),
    ['queued'],
  );
  assert.equal(results.get_message_history.message_history.length, 2);
  assert.deepEqual(
    results.get_stream_topics.topics.map((topic: { name: string }) => topic.name),
    ['one again', 'two'],
  );
});

test('the library’s commands and examples work in a shell', options, async () => {
  assert.ok(python);
  await mona.ok('POST', '/users/me/presence', { status: 'active', new_user_input: true });
  const folder = await clientFolder();
  const commandOutput = await python.drive('commands_driver.py', [
    python.bin,
    folder,
    await credentialsFile(folder, olive),
  ]);
  for (const [name, { status, output, errors }] of Object.entries<Record<string, string | number>>(
    commandOutput,
  )) {
    assert.equal(status, 0, `${name}: ${output}\n${errors}`);
    assert.doesNotMatch(String(output), /'result': 'error'/, name);
  }
  const { messages } = await mia.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'sender', operand: 'olive@example.com' }],
    apply_markdown: false,
  });
  const contents = messages.map(({ content }: { content: string }) => content);
  for (const content of ['from a shell', 'from a pipe', 'by an example, to one']) {
    assert.ok(contents.includes(content), `${content} is not among ${contents.join(', ')}`);
  }
});

test(
  'third-party bots answer, store values, play, upload, edit, react and offer buttons',
  options,
  async () => {
    assert.ok(python);
    const output = await python.drive('bots_driver.py', [
      python.bin,
      await clientFolder(),
      server.url,
      ...[olive, mel].flatMap(({ email, apiKey }) => [email, apiKey]),
    ]);
    for (const [name, log] of Object.entries<string>(output.logs))
      assert.doesNotMatch(log, /error/i, `${name}: ${log}`);
    assert.equal(output.helloworld, 'beep boop');
    assert.equal(output.converter, '2 m = 200.0 cm');
    assert.match(output['virtual_fs made'], /directory created/);
    assert.match(output['virtual_fs listed'], /\/notes\//);
    assert.match(output['connect_four rules'], /four pieces in row/);
    assert.match(output.file_uploader, /^\[a file\.txt\]\(\/user_uploads\//);
    assert.deepEqual(output.followup, ['followup', mel.email, `from ${mel.email}: buy paper`]);
    assert.ok(Number(output.incrementor) > 1);
    assert.equal(output.buttons.content, 'choose');
    assert.equal(JSON.parse(output.buttons.submessages[0].content).widget_type, 'zform');
  },
);
