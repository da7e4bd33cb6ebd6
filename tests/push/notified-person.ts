// Mia and her phone: what it receives, and her settings for it. Shared by the tests of notifications.

import { beforeEach } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { Phone } from './phone.ts';
import { type PushTest, startPushTest } from './support.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
type Any = any;

export interface NotifiedPerson extends PushTest {
  readonly mel: ApiClient;
  readonly mia: ApiClient;
  readonly olive: ApiClient;
  readonly phone: Phone;
  /** A channel of both Mel and Mia. */
  readonly channel: { readonly name: string; readonly stream_id: number };
  /** How far the server's clock is ahead, in seconds; 0 at the start of each test. */
  readonly clock: { ahead: number };
  /** What Mia's phone received since the last call, once all deliveries are done. */
  delivered(): Promise<Any[]>;
  /** Changes one of Mia's settings. */
  setting(name: string, value: boolean): Promise<void>;
  /** Changes one of Mia's settings for the channel. */
  ofChannel(property: string, value: boolean): Promise<void>;
  /** Mutes, unmutes or follows a topic of the channel for Mia. */
  policy(topic: string, visibility: number): Promise<void>;
}

/** Runs the notifier, which queues, and the deliverer; both may already be running. */
export async function runPushJobs({ server }: TestServer): Promise<void> {
  for (let round = 0; round < 3; round++) await server.scheduler.runDue();
}

/** Starts everything; each test then starts with nothing unread, nothing pending and the right time. */
export async function startNotifiedPerson(): Promise<NotifiedPerson> {
  const clock = { ahead: 0 };
  const pushTest = await startPushTest({ clock: () => Date.now() / 1000 + clock.ahead });
  const { server, relay, google } = pushTest;
  const [mel, mia, olive] = [await server.as('mel'), await server.as('mia'), await server.as('olive')];
  const phone = new Phone(mia, relay.publicKey, 'fcm');
  await phone.register();
  const name = 'kitchen';
  for (const one of [mel, mia]) {
    await one.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name }] });
  }
  const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: name });

  async function deliver(): Promise<Any[]> {
    await runPushJobs(server);
    return google.pushed.splice(0).map(({ payload }) => phone.read(payload));
  }

  async function setting(property: string, value: boolean): Promise<void> {
    await mia.ok('PATCH', '/settings', { [property]: value });
  }

  async function ofChannel(property: string, value: boolean): Promise<void> {
    const subscription_data = [{ stream_id, property, value }];
    await mia.ok('POST', '/users/me/subscriptions/properties', { subscription_data });
  }

  async function policy(topic: string, visibility_policy: number): Promise<void> {
    await mia.ok('POST', '/user_topics', { stream_id, topic, visibility_policy });
  }

  // Otherwise a mention would affect the next test.
  await setting('automatically_follow_topics_where_mentioned', false);
  beforeEach(async () => {
    clock.ahead = 0;
    google.broken = undefined;
    await mia.ok('POST', '/mark_all_as_read');
    await deliver();
  });
  const channel = { name, stream_id };
  return {
    ...pushTest,
    mel,
    mia,
    olive,
    phone,
    channel,
    clock,
    delivered: deliver,
    setting,
    ofChannel,
    policy,
  };
}
