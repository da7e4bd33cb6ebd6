// Zulip's Java library drives the unmodified server and decodes every answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { clientFolder } from './credentials.ts';
import { javaWith } from './java.ts';

const java = await javaWith({
  group: 'com.github.jamesnetherton',
  name: 'zulip-java-client',
  version: '0.5.2',
});
const server = await startTestServer();

/** Calls that fail in this version of the library with every current server, and their errors. */
const outdated: Readonly<Record<string, RegExp>> = {
  getUserPresence: /no int\/Int-argument constructor/,
  'setTyping in a channel': /Missing channel ID/,
  'getMessage with a mention of everyone': /STREAM_WILDCARD_MENTIONED/,
  addCodePlayground: /Missing 'url_template' argument/,
};

test('every call of the Java library gets an answer that it can decode', {
  skip: !java && 'Java is not installed',
  timeout: 240_000,
}, async () => {
  assert.ok(java);
  const [olive, mel] = [await server.as('olive'), await server.as('mel')];
  await grant(server, olive, { can_create_users: 1 });
  await mel.ok('POST', '/users/me/presence', { status: 'active', new_user_input: true });
  const driverOutput = await java.drive('JavaDriver.java', [
    server.url,
    ...[olive, mel].flatMap(({ email, apiKey }) => [email, apiKey]),
    await clientFolder(),
  ]);
  for (const [name, answer] of Object.entries<{ thrown?: string } | null>(driverOutput)) {
    const expected = outdated[name];
    if (expected) assert.match(answer?.thrown ?? '', expected, name);
    else assert.equal(answer?.thrown, undefined, name);
  }
  assert.equal(driverOutput.getOwnUser.full_name, 'Mel Member');
  assert.deepEqual(
    driverOutput.getMessages.map((message: { content: string }) => message.content),
    ['<p>hello</p>', '<p>again</p>'],
  );
  assert.equal(driverOutput.getMessageMarkdown, 'hello');
  assert.equal(driverOutput.getMessageHistory.length, 2);
  assert.equal(driverOutput.heard, 'for java');
});
