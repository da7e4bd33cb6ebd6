// `npm run test:cluster`: the real cluster of packaging/cluster loses its primary under load, and Patroni promotes a
// standby by itself. PARLEY_TEST_FAILOVERS sets how often.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skipWithout } from '../packaging/other-programs.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { startRealCluster } from './real-cluster.ts';

const TIMES = Number(process.env.PARLEY_TEST_FAILOVERS ?? 2);
const SENDERS = ['mel', 'mia', 'max', 'adam'] as const;
/** Service is back this long after there is another primary at the latest. */
const LONGEST_MILLISECONDS = 10_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const skip = ['patroni', 'etcd', 'haproxy'].map(skipWithout).find((reason) => reason !== false) ?? false;

test('a cluster that loses its primary loses and repeats nothing', {
  skip,
  timeout: 1_200_000,
}, async (t) => {
  const cluster = await startRealCluster();
  await cluster.settled();
  await waitUntil(async () => (await cluster.primary()) !== undefined);
  const options = { databaseUrl: cluster.databaseUrl, databaseReadUrl: cluster.readUrl, log: quiet };
  const one = await startTestServer(options);
  const two = await startTestServer({ ...options, dataDirectory: one.dataDirectory });
  const urls = [one.url, two.url];
  const people = await Promise.all(SENDERS.map((name) => one.as(name)));
  const [listener] = people;
  assert.ok(listener);
  const queue = await listener.registerQueue({ event_types: ['message'] });
  const acknowledged = new Map<string, number>();
  const received: number[] = [];
  const send = async (url: string, { email, apiKey }: { email: string; apiKey: string }, content: string) => {
    const response = await fetch(`${url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      body: new URLSearchParams({ type: 'channel', to: '"general"', topic: 'cluster', content }),
    });
    const { id, msg } = (await response.json()) as { id: number; msg: string };
    if (response.status === 200) return acknowledged.set(content, id).size;
    assert.equal(response.status, 503, msg);
    assert.ok(response.headers.get('retry-after'), msg);
    return undefined;
  };
  for (let time = 0; time < TIMES; time++) {
    for (const how of ['SIGKILL', 'SIGSTOP'] as const) {
      await cluster.settled();
      const lost = await cluster.primary();
      assert.ok(lost);
      let isOver = false;
      const senders = people.map(async (person, index) => {
        for (let count = 0; !isOver; count++)
          await send(urls[index % 2] ?? '', person, `${time}.${how}.${index}.${count}`);
      });
      const atLeast = (count: number) => waitUntil(async () => acknowledged.size >= count);
      await atLeast(acknowledged.size + 20);
      const lostAt = performance.now();
      await lost.signal(how);
      await waitUntil(async () => {
        const current = await cluster.primary();
        return current !== undefined && current.name !== lost.name;
      });
      const promotedAt = performance.now();
      for (const [index, url] of urls.entries())
        await waitUntil(
          async () => (await send(url, listener, `${time}.${how}.after.${index}`)) !== undefined,
        );
      const servedAt = performance.now();
      await atLeast(acknowledged.size + 20);
      isOver = true;
      await Promise.all(senders);
      if (how === 'SIGSTOP') await lost.signal('SIGCONT');
      else lost.start();
      // Its last writes, which no standby confirmed, are undone.
      const returnedAt = performance.now();
      await waitUntil(() => cluster.isFollowing(lost));
      const followedAt = performance.now();
      const last = Math.max(...acknowledged.values());
      while (!received.includes(last))
        for (const { type, message } of await queue.events())
          if (type === 'message') received.push(message.id);
      t.diagnostic(
        `${how}: another primary after ${Math.round(promotedAt - lostAt)} ms, served ${Math.round(servedAt - promotedAt)} ms later, followed ${Math.round(followedAt - returnedAt)} ms after its return`,
      );
      assert.ok(servedAt - promotedAt < LONGEST_MILLISECONDS);
    }
  }
  assert.deepEqual(
    received,
    [...new Set(received)].sort((left, right) => left - right),
    'once and in order',
  );
  const missing = [...acknowledged.values()].filter((id) => !received.includes(id));
  assert.deepEqual(missing, []);
  const { database } = one.server.services;
  const rows = await database
    .reader(1)
    .execute(
      "select message.id from message join conversation on conversation.id = conversation_id where topic_name = 'cluster'",
      [],
    );
  const stored = new Set(rows.map(({ id }) => Number(id)));
  assert.deepEqual(
    [...acknowledged.values()].filter((id) => !stored.has(id)),
    [],
  );
  t.diagnostic(`${acknowledged.size} acknowledged, none missing, skipped or repeated`);
});
