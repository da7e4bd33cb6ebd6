// The Python library of this API family drives the server unchanged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { pythonWith } from './python.ts';

const python = await pythonWith('zulip');
const server = await startTestServer();

test('sends, edits, reacts, subscribes, deletes, and receives through call_on_each_event', {
  skip: !python && 'Python is not there',
  timeout: 120_000,
}, async () => {
  assert.ok(python);
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const seen = await python.drive('library_driver.py', [
    server.url,
    mel.email,
    mel.apiKey,
    mia.email,
    mia.apiKey,
  ]);
  for (const [name, result] of Object.entries<{ result?: string }>(seen)) {
    if (name !== 'seen') assert.equal(result.result, 'success', `${name}: ${JSON.stringify(result)}`);
  }
  assert.equal(seen.profile.full_name, 'Mel Member');
  assert.deepEqual(seen.seen, ['first', 'second', 'last']);
  assert.equal(seen.fetched.messages.at(-1).content, '<p>first, edited</p>');
});
