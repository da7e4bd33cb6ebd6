// A server and addresses to which events of bots are posted, for tests of event subscriptions.

import assert from 'node:assert/strict';
import { type RecordedRequest, type StandIn, startStandIn } from '../calls/stand-in.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';

/** An address that accepts everything, unless its `answer` says otherwise. */
export function receiver(): Promise<StandIn> {
  return startStandIn(() => ({ body: '' }));
}

/** The events posted to an address, in order of arrival. */
// biome-ignore lint/suspicious/noExplicitAny: tests read events freely
export function eventsAt({ requests }: { readonly requests: readonly RecordedRequest[] }): any[] {
  return requests.map(({ body }) => JSON.parse(body).event);
}

/** The texts of the posted messages. */
export function textsAt(endpoint: { readonly requests: readonly RecordedRequest[] }): string[] {
  return eventsAt(endpoint).map(({ message }) => message?.content);
}

/** A gate that an address waits for before it answers. */
export function makeGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Runs an action in which no attempt times out. */
export function withoutTimeouts<T>(action: () => Promise<T>): Promise<T> {
  return withLimit('eventAnswerMilliseconds', 1_000_000, action);
}

/** Waits until an address has received this many requests. */
export async function untilRequested({ requests }: StandIn, times: number): Promise<void> {
  await waitUntil(async () => requests.length >= times, `${times} deliveries`);
}

/** Creates a generic bot of an account. */
export async function botOf(owner: ApiClient, name: string, bot_type = 1): Promise<number> {
  const short_name = name.toLowerCase();
  const more = bot_type === 3 ? { payload_url: 'https://example.com/' } : {};
  return (await owner.ok('POST', '/bots', { full_name: name, short_name, bot_type, ...more })).user_id;
}

export interface Subscribed {
  readonly id: number;
  readonly secret: string;
}

/** Subscribes an address to a bot's messages, by default. */
export function subscribe(
  owner: ApiClient,
  bot: number,
  address: string,
  more: Json = {},
): Promise<Subscribed> {
  const subscription = { address, event_types: ['message'], ...more };
  return owner.ok('POST', `/bots/${bot}/event_subscriptions`, subscription);
}

/** The subscriptions of a bot. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
export async function subscriptionsOf(owner: ApiClient, bot: number): Promise<any[]> {
  return (await owner.ok('GET', `/bots/${bot}/event_subscriptions`)).event_subscriptions;
}

/** The log of a subscription, oldest first: outcome, attempt and detail of each line. */
export async function logOf(owner: ApiClient, bot: number, id: number): Promise<string[]> {
  const { deliveries } = await owner.ok('GET', `/bots/${bot}/event_subscriptions/${id}/deliveries`);
  return deliveries
    .toReversed()
    .map(({ outcome, attempt, detail }: Json) => `${outcome} ${attempt} ${detail}`.trim());
}

/** A server with a clock that only the test advances, and addresses that may be posted to. */
export async function startEventFixture(endpointCount: number) {
  const receivers = await Promise.all(Array.from({ length: endpointCount }, receiver));
  let now = Math.floor(Date.now() / 1000);
  const server = await startTestServer({
    webhookTargets: receivers.map(({ url }) => url),
    clock: () => now,
  });
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  let used = 0;
  /** An address that no other test uses. */
  function freshEndpoint(): StandIn {
    const endpoint = receivers[used++];
    assert.ok(endpoint);
    return endpoint;
  }
  return {
    server,
    mel,
    mia,
    /** Advances the clock, and runs what is due then. */
    async later(seconds: number): Promise<void> {
      now += seconds;
      await server.server.scheduler.runDue();
    },
    /** Runs what is due now. */
    settle: () => server.server.scheduler.runDue(),
    freshEndpoint,
    /** An address that does not answer until it is opened. */
    pausedEndpoint(): { readonly endpoint: StandIn; readonly open: () => void } {
      const endpoint = freshEndpoint();
      const { opened, open } = makeGate();
      endpoint.answer = async () => {
        await opened;
        return { body: '' };
      };
      return { endpoint, open };
    },
  };
}
