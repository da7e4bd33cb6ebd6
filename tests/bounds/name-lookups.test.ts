// DNS names whose server never answers: how many are looked up at once, how long others wait, and that configured hosts
// are not affected.

import assert from 'node:assert/strict';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { after, mock, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { HttpClient, NoAnswerError } from '../../src/integrations/http/http-client.ts';
import { startStandIn } from '../calls/stand-in.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';

/** Pending lookups by name. */
const pendingLookups = new Map<string, () => void>();
const realLookup = dns.lookup;
mock.method(dns, 'lookup', ((name: string, options: object, done: (error: Error | null) => void) => {
  if (!name.endsWith('.example')) return realLookup(name, options, done as never);
  pendingLookups.set(name, () => done(Object.assign(new Error(name), { code: 'ENOTFOUND' })));
}) as never);
syncBuiltinESMExports();
after(() => {
  mock.restoreAll();
  syncBuiltinESMExports();
});

/** How a request to a name ended. */
async function ask(client: HttpClient, name: string): Promise<string> {
  return client.send(`https://${name}.example/`, { milliseconds: 120_000 }).then(
    () => 'answered',
    (error) => (error instanceof NoAnswerError ? error.message : `${error}`),
  );
}

test('bound nameLookupsAtOnce: unanswered lookups use that many threads, the rest wait, and configured hosts bypass them', async () => {
  const server = await startStandIn(() => ({ body: 'hello' }));
  const client = new HttpClient([server.url.replace('127.0.0.1', 'localhost')]);
  const names = Array.from({ length: limits.nameLookupsAtOnce + 2 }, (_, index) => `silent${index}`);
  const answers = names.map((name) => ask(client, name));
  await waitUntil(async () => pendingLookups.size === limits.nameLookupsAtOnce);
  const { text } = await client.send(server.url.replace('127.0.0.1', 'localhost'));
  assert.deepEqual([text, pendingLookups.size], ['hello', limits.nameLookupsAtOnce]);
  for (let answered = 0; answered < names.length; answered++) {
    await waitUntil(async () => pendingLookups.size > 0);
    assert.ok(pendingLookups.size <= limits.nameLookupsAtOnce);
    const [[name, answer] = assert.fail()] = pendingLookups;
    pendingLookups.delete(name);
    answer();
  }
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['the server was not found']));
});

test('bound nameLookupWaitSeconds: a lookup that waited longer for its turn is abandoned', async () => {
  await withLimit('nameLookupWaitSeconds', -1, async () => {
    assert.equal(await ask(new HttpClient(), 'late'), 'the request timed out');
  });
  assert.equal(pendingLookups.size, 0);
});
