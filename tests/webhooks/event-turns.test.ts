// How long one subscription posts before others have their turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEQUENCE_STEP } from '../../src/api-contract/event.ts';
import {
  SubscriptionTurns,
  type TurnServices,
} from '../../src/integrations/event-subscriptions/subscription-turns.ts';
import type { DueSubscription } from '../../src/stores/event-subscriptions/lease-store.ts';
import { withLimit } from '../support/with-limit.ts';
import {
  botOf,
  makeGate,
  startEventFixture,
  subscribe,
  textsAt,
  untilRequested,
  withoutTimeouts,
} from './event-fixture.ts';

const { mel, mia, freshEndpoint } = await startEventFixture(4);

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `number ${index}`);

/**
 * A bot with one subscription far behind, while another one arrives with few events, and one slot for both. Returns what was
 * posted to each, and the order.
 */
async function inTurns(name: string, most: number) {
  const [long, short] = [freshEndpoint(), freshEndpoint()];
  const order: string[] = [];
  const gates = [makeGate(), makeGate()];
  long.answer = async () => {
    order.push('long');
    await gates[long.requests.length - 1]?.opened;
    return { body: '' };
  };
  short.answer = () => {
    order.push('short');
    return { body: '' };
  };
  const bot = await botOf(mel, name);
  const texts = numbered(most);
  await subscribe(mel, bot, long.url);
  await withLimit('eventDeliveriesAtOnce', 1, () =>
    withoutTimeouts(async () => {
      await mia.sendDirect([bot], 'number 0');
      await untilRequested(long, 1);
      for (const text of texts.slice(1, -2)) await mia.sendDirect([bot], text);
      await subscribe(mel, bot, short.url);
      await mia.sendDirect([bot], texts.at(-2) ?? '');
      gates[0]?.open();
      // The turn that starts now has several events, and yields to others that arrive meanwhile.
      await untilRequested(long, 2);
      await mia.sendDirect([bot], texts.at(-1) ?? '');
      gates[1]?.open();
      await untilRequested(long, most);
      await untilRequested(short, 2);
    }),
  );
  assert.deepEqual([textsAt(long), textsAt(short)], [texts, texts.slice(-2)]);
  return order;
}

test('bound eventDeliveriesPerTurn: after that many events others have their turn', async () => {
  const order = await withLimit('eventDeliveriesPerTurn', 2, () => inTurns('Queue', 8));
  assert.deepEqual(order.slice(0, 6), ['long', 'short', 'long', 'long', 'short', 'long']);
});

test('bound eventTurnMilliseconds: after that time others have their turn', async () => {
  const order = await withLimit('eventTurnMilliseconds', 0, () => inTurns('Turns', 6));
  assert.deepEqual(order.slice(0, 4), ['long', 'short', 'long', 'short']);
});

test('no state of a removed subscription remains', async () => {
  const hub = {
    catchUp: async () => undefined,
    state: { account: () => ({ isActive: true }), organization: { isDeactivated: false } },
    read: async () => ({ events: [], scanned: 7 }),
  };
  const turns = new SubscriptionTurns({
    hubs: { upToDate: async () => hub },
  } as unknown as TurnServices);
  const options = JSON.stringify({ eventTypes: ['message'], narrow: [] });
  const candidate = { id: 1, head: 7, position: 0, due_at: 0, leased_until: 0, options };
  const row = candidate as unknown as DueSubscription;
  await turns.run(row, () => 0, new AbortController().signal);
  turns.forgetExcept(new Set([1, 2]));
  assert.equal(turns.hasNothingNew(row), true);
  turns.forgetExcept(new Set([2]));
  assert.equal(turns.hasNothingNew(row), false);
});

test('the cursor of a subscription without events is stored only if it is far behind or a pause ends', async () => {
  /** How often a turn writes, after which the log is scanned up to a position. */
  const writes = async (scanned: number, changes: Partial<DueSubscription> = {}) => {
    let count = 0;
    const hub = {
      catchUp: async () => undefined,
      state: { account: () => ({ isActive: true }), organization: { isDeactivated: false } },
      read: async () => ({ events: [], scanned }),
    };
    const database = { write: async () => void count++ };
    const turns = new SubscriptionTurns({
      hubs: { upToDate: async () => hub },
      database,
    } as unknown as TurnServices);
    const options = JSON.stringify({ eventTypes: ['message'], narrow: [] });
    const candidate = { id: 1, head: 7, position: 0, due_at: 0, leased_until: 0, options, ...changes };
    await turns.run(candidate as unknown as DueSubscription, () => 0, new AbortController().signal);
    return count;
  };
  const far = 1000 * SEQUENCE_STEP;
  assert.deepEqual([await writes(7), await writes(far), await writes(far + 1)], [0, 0, 1]);
  const position = 5 * far;
  assert.deepEqual([await writes(6 * far, { position }), await writes(6 * far + 1, { position })], [0, 1]);
  assert.deepEqual([await writes(7, { due_at: 5 }), await writes(7, { leased_until: 5 })], [1, 1]);
});
