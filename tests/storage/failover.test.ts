// The primary database is lost under load and its standby is promoted, with two servers behind a proxy that follows the
// primary: nothing acknowledged is missing, no event is skipped or repeated, and both servers serve again without a
// restart. PARLEY_TEST_FAILOVERS sets how often each way of losing it is tried.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiClient } from '../support/client.ts';
import { copyDemoTemplate } from '../support/demo-template.ts';
import { type PostgresServer, postgresPrograms, startPostgresPair } from '../support/postgres-pair.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { startSwitchingProxy } from '../support/switching-proxy.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const skip = testDatabaseUrl
  ? !postgresPrograms() && 'PostgreSQL is not installed'
  : 'it is about PostgreSQL';
const TIMES = Number(process.env.PARLEY_TEST_FAILOVERS ?? 1);
/** Service is back this long after the promotion at the latest. */
const LONGEST_MILLISECONDS = 10_000;
const SENDERS = ['mel', 'mia', 'max', 'adam'] as const;

/** How the primary is lost, and what becomes of it after the promotion. */
const losses: Readonly<
  Record<string, { lose(primary: PostgresServer): unknown; after?(primary: PostgresServer): unknown }>
> = {
  'is killed': { lose: (primary) => primary.kill() },
  'is paused, and resumed after the promotion': {
    lose: (primary) => primary.signal('SIGSTOP'),
    after: (primary) => primary.signal('SIGCONT'),
  },
  'is only cut off, and goes on for itself': { lose: () => undefined },
};

async function startAll() {
  const { primary, standby } = await startPostgresPair();
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query('select pg_reload_conf()');
  await waitUntil(async () => {
    const [row] = await primary.query(
      "select count(*)::int as count from pg_stat_replication where sync_state = 'sync'",
    );
    return row?.count === 1;
  });
  const proxy = await startSwitchingProxy(primary.url);
  const dataDirectory = temporaryFolder();
  await copyDemoTemplate(dataDirectory);
  const options = { dataDirectory, databaseUrl: proxy.through(primary.url), log: quiet };
  const servers = [await startTestServer(options), await startTestServer(options)];
  return { primary, standby, proxy, servers };
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The answer to a send: the message's id, or undefined for a 503, which must say when to try again. */
async function send({ url, email, apiKey }: Sender, content: string): Promise<number | undefined> {
  const response = await fetch(`${url}/api/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    body: new URLSearchParams({ type: 'channel', to: '"general"', topic: 'failover', content }),
  });
  const body = (await response.json()) as { id?: number; msg?: string };
  if (response.status === 200) return body.id;
  assert.equal(response.status, 503, String(body.msg));
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/, String(body.msg));
  return undefined;
}

interface Sender {
  readonly url: string;
  readonly email: string;
  readonly apiKey: string;
}

for (const [how, { lose, after }] of Object.entries(losses)) {
  for (let time = 1; time <= TIMES; time++) {
    test(`the primary ${how} (${time})`, { skip }, async (t) => {
      const { primary, standby, proxy, servers } = await startAll();
      const [one, two] = servers;
      assert.ok(one && two);
      const people = await Promise.all(SENDERS.map((name) => one.as(name)));
      const [listener] = people;
      assert.ok(listener);
      const atTwo = new ApiClient(two.url, listener.email, listener.apiKey, listener.userId);
      const queue = await atTwo.registerQueue({ event_types: ['message'] });
      const acknowledged = new Map<string, number>();
      let refused = 0;
      let isOver = false;
      const acknowledgedAtLeast = (count: number) => waitUntil(async () => acknowledged.size >= count);
      const senders = people.map(async ({ email, apiKey }, index) => {
        for (let count = 0; !isOver; count++) {
          const content = `${index}.${count}`;
          const id = await send({ url: servers[index % 2]?.url ?? '', email, apiKey }, content);
          if (id === undefined) refused++;
          else acknowledged.set(content, id);
        }
      });
      await acknowledgedAtLeast(40);
      await lose(primary);
      proxy.switchTo(undefined);
      await standby.query('select pg_promote()');
      const promotedAt = performance.now();
      proxy.switchTo(standby.url);
      await after?.(primary);
      const before = acknowledged.size;
      for (const { url } of servers)
        await waitUntil(async () => (await send({ ...listener, url }, `after ${url}`)) !== undefined);
      const milliseconds = Math.round(performance.now() - promotedAt);
      await acknowledgedAtLeast(before + 40);
      isOver = true;
      await Promise.all(senders);
      const rows = await standby.query(
        "select message.id, content from message join conversation on conversation.id = conversation_id where topic_name = 'failover'",
      );
      const stored = new Map<string, number[]>();
      for (const { id, content } of rows)
        stored.set(String(content), [...(stored.get(String(content)) ?? []), Number(id)]);
      for (const [content, id] of acknowledged) assert.deepEqual(stored.get(content), [id], content);
      const received: number[] = [];
      const last = Math.max(...acknowledged.values());
      while (!received.includes(last))
        for (const { type, message } of await queue.events())
          if (type === 'message') received.push(message.id);
      const expected = rows.map(({ id }) => Number(id)).sort((left, right) => left - right);
      assert.deepEqual(received.slice(0, expected.length), expected);
      t.diagnostic(
        `${acknowledged.size} acknowledged, none missing; ${refused} refused; served again ${milliseconds} ms after the promotion`,
      );
      assert.ok(milliseconds < LONGEST_MILLISECONDS, `${milliseconds} ms`);
    });
  }
}
