// The terminal client of this API family, in a pseudo terminal against the demo organization.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { pythonWith } from './python.ts';

const python = await pythonWith('zulip-term', 'pyte');
const server = await startTestServer();

test('shows channels and messages, sends one, and quits', {
  skip: !python && 'Python is not there',
  timeout: 180_000,
}, async () => {
  assert.ok(python);
  const mel = await server.as('mel');
  const home = await mkdtemp(join(tmpdir(), 'parley-terminal-'));
  after(() => rm(home, { recursive: true, force: true }));
  const configuration = join(home, 'zuliprc');
  await writeFile(configuration, `[api]\nemail=${mel.email}\nkey=${mel.apiKey}\nsite=${server.url}\n`, {
    mode: 0o600,
  });
  const { ok, screens } = await python.drive('terminal_driver.py', [
    join(python.bin, 'zulip-term'),
    configuration,
  ]);
  for (const [step, happened] of Object.entries(ok))
    assert.ok(happened, `${step}:\n${Object.values(screens).join('\n---\n')}`);
  const { messages } = await mel.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'from a terminal' }],
    apply_markdown: false,
  });
  assert.deepEqual(
    messages.map((message: { content: string }) => message.content),
    ['typed by hand'],
  );
});
