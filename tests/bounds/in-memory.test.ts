// Bounds on what a server caches. With a bound lowered, the values used least recently are read again, which costs
// statements; answers stay the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Yielder } from '../../src/api-contract/yielding.ts';
import { peopleJson } from '../../src/queries/accounts/people-json.ts';
import type { LogLine } from '../mail/support.ts';
import { startRealServer } from '../server/real-organization.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';
import { type BoundName, withLimit } from '../support/with-limit.ts';

const MESSAGE_BYTES = 10_000;

/** A server with bounds that are read when an organization is loaded. */
async function smallServer(bounds: readonly (readonly [BoundName, number])[]): Promise<TestServer> {
  const [next, ...others] = bounds;
  if (next) return withLimit(...next, () => smallServer(others));
  const server = await startTestServer();
  await (await server.as('mel')).ok('GET', '/users');
  return server;
}

const server = await smallServer([
  ['messageHeadsInMemory', 2],
  ['preparedMessageBytes', MESSAGE_BYTES],
  ['preparedMessageBytesEach', 2000],
  ['preparedPeopleBytes', 1],
  ['subscriptionPeriodsInMemory', 1],
]);
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const hub = await server.server.services.hubs.upToDate(1);

const say = (count: number, content = 'text') =>
  Promise.all(Array.from({ length: count }, () => mel.sendToChannel('general', 'memory', content)));

const read = async (person: ApiClient, id: number): Promise<string> =>
  (await person.ok('GET', '/messages', { message_ids: [id] })).messages[0].content;

/** The statements of consecutive requests. */
async function costOf(requests: readonly (() => Promise<unknown>)[]): Promise<number> {
  const { statements } = await workOf(async () => {
    for (const ask of requests) await ask();
  });
  return statements;
}

test('bound messageHeadsInMemory: with more messages each is read again', async () => {
  const [a = 0, b = 0, c = 0] = await say(3);
  const costOfReading = (...ids: number[]) => costOf(ids.map((id) => () => read(mel, id)));
  const [few, many] = [await costOfReading(a, b, a), await costOfReading(a, b, c)];
  assert.ok(many > few, `${many} statements, and ${few}`);
});

test('bound subscriptionPeriodsInMemory: with more accounts each is read again', async () => {
  const [id = 0] = await say(1);
  const costOfReading = (...people: ApiClient[]) => costOf(people.map((one) => () => read(one, id)));
  const costAlone = (await costOfReading(mel, mel)) + (await costOfReading(mia, mia));
  const inTurn = 2 * (await costOfReading(mel, mia));
  assert.ok(inTurn > costAlone, `${inTurn} statements, and ${costAlone}`);
});

test('bound preparedMessageBytes: with more messages the most recently used stay cached', async () => {
  const ids = await say(20, 'x'.repeat(1000));
  for (const id of ids) assert.equal(await read(mia, id), `<p>${'x'.repeat(1000)}</p>`);
  const { bytes } = hub.state.fragments;
  assert.ok(bytes > 1000 && bytes <= MESSAGE_BYTES, `${bytes} bytes`);
  assert.ok(hub.state.fragments.get(ids.at(-1) ?? 0, true));
  assert.equal(hub.state.fragments.get(ids[0] ?? 0, true), undefined);
});

test('bound preparedMessageBytesEach: a large message is serialized for each response', async () => {
  const [small = 0] = await say(1, 'x'.repeat(1000));
  const [large = 0] = await say(1, 'x'.repeat(2000));
  for (const id of [small, large]) assert.match(await read(mia, id), /x{1000}/);
  assert.ok(hub.state.fragments.get(small, true));
  assert.equal(hub.state.fragments.get(large, true), undefined);
});

test('bound preparedPeopleBytes: the list used last stays cached, and another is built again', async () => {
  const list = async (clientGravatar: boolean) => {
    const options = {
      of: 'all',
      clientGravatar,
      hasProfile: false,
      hasActivity: true,
      showsUnknown: false,
    } as const;
    const pieces = await peopleJson(hub.state.view(), undefined, options).write(new Yielder());
    return pieces.find((piece) => typeof piece !== 'string');
  };
  const first = await list(true);
  assert.equal(await list(true), first);
  await list(false);
  const second = await list(true);
  assert.notEqual(second, first);
  assert.deepEqual(second, first);
});

test('bound wrongKeysInMemory: a forgotten wrong key counts again', async () => {
  const logLines: LogLine[] = [];
  const note = (fields: LogLine['fields'], message: string) =>
    void logLines.push({ level: 'any', message, fields });
  const real = await startRealServer({ log: { info: note, warn: note, error: note } });
  const failuresOf = async (...keys: string[]) => {
    logLines.length = 0;
    for (const key of keys) {
      const { status } = await real.client('bo@acme.example', key.repeat(32)).request('GET', '/users/me');
      assert.equal(status, 401);
    }
    return logLines.filter(({ fields }) => fields.event === 'login_failed').length;
  };
  assert.equal(await failuresOf('a', 'b', 'c', 'a', 'b', 'c'), 3);
  await withLimit('wrongKeysInMemory', 3, async () => {
    assert.equal(await failuresOf('d', 'd'), 1);
    assert.equal(await failuresOf('e', 'f', 'd'), 3);
  });
});
