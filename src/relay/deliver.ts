// Hands notifications to Apple and Google, a bounded number at a time.

import { ApiError } from '../api-contract/error.ts';
import type { RelayContext } from './context.ts';
import type { DeliveryName } from './delivery-store.ts';
import type { OutgoingPush, PushResult } from './push-service.ts';

/** Of one request, so that a large one leaves room for others. */
const AT_A_TIME = 50;

/** What became of the notifications of a request. */
export interface Delivered {
  readonly sent: readonly OutgoingPush[];
  /** Their tokens are none any more. */
  readonly dead: readonly OutgoingPush[];
  /** Not reached for a reason that may pass. */
  readonly missed: readonly OutgoingPush[];
}

interface Attempt {
  readonly push: OutgoingPush;
  readonly result: PushResult;
}

/** A phone may be two people's: its token is the same then, their keys are not. */
function nameOf({ device, payload: { push_key_id: keyId } }: OutgoingPush): string {
  return typeof keyId === 'number' ? `${device.token_id} ${keyId}` : device.token_id;
}

/**
 * Hands notifications over; those that reached their devices under the same name before are not sent again. Throws 502
 * when none was taken, for reasons that are not the devices': the server then tries all of them again.
 */
export function deliver(
  context: RelayContext,
  delivery: DeliveryName | undefined,
  pushes: readonly OutgoingPush[],
): Promise<Delivered> {
  if (!delivery) return deliverTo(context, pushes, new Set());
  const { deliveries } = context.store;
  return context.turns.take(`${delivery.serverId} ${delivery.id}`, async () => {
    const before = deliveries.reached(delivery);
    const delivered = await deliverTo(context, pushes, before);
    const reached = before.union(new Set(delivered.sent.map(nameOf)));
    if (reached.size > before.size) deliveries.keep(delivery, [...reached]);
    return delivered;
  });
}

async function deliverTo(
  context: RelayContext,
  pushes: readonly OutgoingPush[],
  reached: ReadonlySet<string>,
): Promise<Delivered> {
  const isReached = (push: OutgoingPush) => reached.has(nameOf(push));
  const attempts = [
    ...pushes.filter(isReached).map((push) => ({ push, result: { outcome: 'sent' } as const })),
    ...(await attemptAll(
      context,
      pushes.filter((push) => !isReached(push)),
    )),
  ];
  refuseInVain(context, attempts);
  const having = (outcome: PushResult['outcome']) =>
    attempts.filter(({ result }) => result.outcome === outcome).map(({ push }) => push);
  return { sent: having('sent'), dead: having('dead'), missed: having('missed') };
}

async function attemptAll(context: RelayContext, pushes: readonly OutgoingPush[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (let start = 0; start < pushes.length; start += AT_A_TIME) {
    const some = pushes.slice(start, start + AT_A_TIME).map(async (push) => ({
      push,
      result: await context.gate.pass(() => send(context, push)),
    }));
    attempts.push(...(await Promise.all(some)));
  }
  return attempts;
}

function refuseInVain({ log }: RelayContext, attempts: readonly Attempt[]): void {
  const reasons = attempts.flatMap(({ result }) => ('reason' in result ? [result.reason] : []));
  if (reasons.length === 0) return;
  const fields = { failed: reasons.length, of: attempts.length, reason: reasons[0] };
  log.warn(fields, 'notifications were not taken');
  if (reasons.length < attempts.length) return;
  throw new ApiError(
    502,
    'PUSH_SERVICE_FAILED',
    'The push service did not take the notifications. Try again.',
  );
}

async function send({ services }: RelayContext, push: OutgoingPush): Promise<PushResult> {
  const service = services[push.device.kind];
  return service
    ? service.send(push)
    : { outcome: 'missed', reason: `${push.device.kind} is not configured` };
}
