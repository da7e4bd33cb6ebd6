// Sends notifications to Apple and Google, with limited concurrency.

import { ApiError } from '../src/api-contract/error.ts';
import type { DeliveryId } from './delivery-store.ts';
import type { OutgoingPush, PushResult } from './push-service.ts';
import type { RelayContext } from './relay-context.ts';

/** The concurrent notifications of one request, limited so that a large request does not use up the relay's limit. */
const CONCURRENT_PUSHES = 50;

/** The outcomes of the notifications of a request. */
export interface PushOutcomes {
  readonly sent: readonly OutgoingPush[];
  /** The notifications whose tokens are no longer valid. */
  readonly dead: readonly OutgoingPush[];
  /** The notifications that failed for a reason that may be temporary. */
  readonly missed: readonly OutgoingPush[];
}

interface Attempt {
  readonly push: OutgoingPush;
  readonly result: PushResult;
}

/** Two people may share a phone: the token is the same, but their keys differ. */
function pushKey({ device, payload: { push_key_id: keyId } }: OutgoingPush): string {
  return typeof keyId === 'number' ? `${device.token_id} ${keyId}` : device.token_id;
}

/**
 * Sends notifications, except those that already reached their devices under the same delivery id.
 * @throws 502 if none was accepted, for reasons unrelated to the devices; the server then retries all of them
 */
export function deliver(
  context: RelayContext,
  delivery: DeliveryId | undefined,
  pushes: readonly OutgoingPush[],
): Promise<PushOutcomes> {
  if (!delivery) return deliverTo(context, pushes, new Set());
  const { deliveries } = context.store;
  return context.deliveryLocks.run(`${delivery.serverId} ${delivery.id}`, async () => {
    const alreadyReached = deliveries.reachedPushes(delivery);
    const delivered = await deliverTo(context, pushes, alreadyReached);
    const reachedKeys = alreadyReached.union(new Set(delivered.sent.map(pushKey)));
    if (reachedKeys.size > alreadyReached.size) deliveries.putReached(delivery, [...reachedKeys]);
    return delivered;
  });
}

async function deliverTo(
  context: RelayContext,
  pushes: readonly OutgoingPush[],
  reached: ReadonlySet<string>,
): Promise<PushOutcomes> {
  const isReached = (push: OutgoingPush) => reached.has(pushKey(push));
  const attempts = [
    ...pushes.filter(isReached).map((push) => ({ push, result: { outcome: 'sent' } as const })),
    ...(await attemptAll(
      context,
      pushes.filter((push) => !isReached(push)),
    )),
  ];
  throwIfAllFailed(context, attempts);
  const withOutcome = (outcome: PushResult['outcome']) =>
    attempts.filter(({ result }) => result.outcome === outcome).map(({ push }) => push);
  return { sent: withOutcome('sent'), dead: withOutcome('dead'), missed: withOutcome('missed') };
}

async function attemptAll(context: RelayContext, pushes: readonly OutgoingPush[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (let start = 0; start < pushes.length; start += CONCURRENT_PUSHES) {
    const some = pushes.slice(start, start + CONCURRENT_PUSHES).map(async (push) => ({
      push,
      result: await context.pushLimit.run(() => send(context, push)),
    }));
    attempts.push(...(await Promise.all(some)));
  }
  return attempts;
}

function throwIfAllFailed({ log }: RelayContext, attempts: readonly Attempt[]): void {
  const reasons = attempts.flatMap(({ result }) => ('reason' in result ? [result.reason] : []));
  if (reasons.length === 0) return;
  const fields = { failed: reasons.length, of: attempts.length, reason: reasons[0] };
  log.warn(fields, 'push notifications failed');
  if (reasons.length < attempts.length) return;
  throw new ApiError(
    502,
    'PUSH_SERVICE_FAILED',
    'The push service did not accept the notifications. Try again.',
  );
}

async function send({ services }: RelayContext, push: OutgoingPush): Promise<PushResult> {
  const service = services[push.device.kind];
  return service
    ? service.send(push)
    : { outcome: 'missed', reason: `${push.device.kind} is not configured` };
}
