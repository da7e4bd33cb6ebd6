// Mel, Mia, and the delivery of Mia's notifications without a relay. Shared by the tests of Web Push.

import type { ServerOptions } from '../../src/server/server-options.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type PushService, startPushService, subscribe } from './push-service.ts';
import type { Receiver } from './receiver.ts';

export interface WebPushFixture {
  readonly server: TestServer;
  readonly service: PushService;
  readonly mel: ApiClient;
  readonly mia: ApiClient;
  /** How far the server's clock is ahead, in seconds. */
  readonly clock: { ahead: number };
  /** Runs the notifier, which queues, and the deliverer; both may already be running. */
  deliver(): Promise<void>;
  /** A new endpoint of Mia's. */
  receiver(
    name: string,
    takesRemovals?: boolean,
  ): Promise<{ readonly receiver: Receiver; readonly id: number }>;
  /** Mia's subscriptions. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  listed(): Promise<any[]>;
  /** Queued rows. */
  waiting(): Promise<
    readonly { readonly payload: string; readonly due_at: number; readonly attempts: number }[]
  >;
  /** Removes Mia's subscriptions and everything queued. */
  reset(): Promise<void>;
}

export async function startWebPushFixture(options: Partial<ServerOptions> = {}): Promise<WebPushFixture> {
  const service = await startPushService();
  const clock = { ahead: 0 };
  const server = await startTestServer({
    webhookTargets: [service.url],
    clock: () => Date.now() / 1000 + clock.ahead,
    ...options,
  });
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const deliver = async () => {
    for (let round = 0; round < 3; round++) await server.server.scheduler.runDue();
  };
  const subscriptions = async () => (await mia.ok('GET', '/web_push/subscriptions')).subscriptions;
  return {
    server,
    service,
    mel,
    mia,
    clock,
    deliver,
    receiver: (name, takesRemovals = true) =>
      subscribe(mia, service.endpoint(name), { name, takes_removals: takesRemovals }),
    listed: subscriptions,
    waiting: () =>
      server.server.services.database
        .reader(0)
        .db.selectFrom('outbox')
        .select(['payload', 'due_at', 'attempts'])
        .where('kind', '=', 'web-push')
        .execute(),
    async reset() {
      service.behaviours.clear();
      for (const { id } of await subscriptions()) await mia.ok('DELETE', `/web_push/subscriptions/${id}`);
      await mia.ok('POST', '/mark_all_as_read');
      // Pending retries run now, and no longer have a receiver.
      clock.ahead = 8000;
      await deliver();
      clock.ahead = 0;
      service.accepted.length = 0;
    },
  };
}
