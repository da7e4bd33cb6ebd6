// Zulip's terminal client, in a pseudo terminal against the demo organization.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { clientFolder, credentialsFile } from './credentials.ts';
import { pythonWith } from './python.ts';

const python = await pythonWith('zulip-term', 'pyte');
const server = await startTestServer();

test('a person reads, writes, searches and sees changes by others, and the client logs no failure', {
  skip: !python && 'Python is not installed',
  timeout: 240_000,
}, async () => {
  assert.ok(python);
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const { ok, screens, failures } = await python.drive('terminal_driver.py', [
    join(python.bin, 'zulip-term'),
    await credentialsFile(await clientFolder(), mel),
    server.url,
    mia.email,
    mia.apiKey,
  ]);
  assert.equal(failures, '');
  for (const [step, happened] of Object.entries(ok)) {
    assert.ok(happened, `${step}:\n${screens[step] ?? screens.start}`);
  }
  const { messages } = await mel.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'from a terminal' }],
    apply_markdown: false,
  });
  assert.deepEqual(
    messages.map(({ content }: { content: string }) => content.split('\n').at(-1)),
    ['typed by hand', 'a reply and more'],
  );
});
