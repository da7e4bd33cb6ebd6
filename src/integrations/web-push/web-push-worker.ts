// Sends Web Push notifications to each of an account's browsers and apps, and retries only those that were
// missed. A slow address delays only its own messages.

import type { OutboxServices, WorkerRun } from '../../actions/outbox/apply-outcome.ts';
import { type OutboxRow, workIn } from '../../actions/outbox/outbox-store.ts';
import { OutboxWorker } from '../../actions/outbox/outbox-worker.ts';
import type { WorkOutcome } from '../../actions/outbox/work-outcome.ts';
import { forgetNotificationsOf } from '../../actions/push/forget-notifications.ts';
import {
  queueForFailing,
  WEB_PUSH_KIND,
  type WebPushWork,
  webPushWork,
} from '../../actions/push/web-push-outbox.ts';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Hubs } from '../../events/hubs.ts';
import { isLastAttempt, retryPolicies } from '../../model/outbox/retry-policies.ts';
import type { PushSubscription } from '../../model/web-push/push-subscription.ts';
import { VapidTokens } from '../../model/web-push/vapid-tokens.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  deleteWebSubscriptions,
  recordWebFailure,
  recordWebSuccess,
  subscriptionsFailingSince,
  webSubscriptionsOf,
} from '../../stores/push/web-subscription-store.ts';
import { recordStandIn, type StandIn } from '../push/standing-message.ts';
import { untilStopped } from '../push/until-stopped.ts';
import { type SendingServices, type SendResult, sendWebPush } from './send-web-push.ts';
import { SiteLimit } from './site-limit.ts';
import { composedPush } from './web-push-message.ts';

/** The lease: longer than an attempt and its writes take. */
const LEASE_SECONDS = 60;
const TOO_EARLY = 'the push service asked for a longer pause';

export interface WebPushServices extends Omit<SendingServices, 'vapidTokens' | 'sites'>, OutboxServices {
  readonly hubs: Hubs;
}

interface Attempt {
  readonly to: PushSubscription;
  readonly sent: SendResult;
}

/** The results of a row. Failing subscriptions are not tried while others are healthy. */
interface Results {
  readonly attempts: readonly Attempt[];
  /** The subscriptions that get a row of their own. */
  readonly separate: readonly number[];
  readonly standIn?: StandIn | undefined;
}

export class WebPushWorker extends OutboxWorker {
  readonly name = 'web-push';
  readonly #services: WebPushServices & SendingServices;

  constructor(services: WebPushServices) {
    super(services, {
      kind: WEB_PUSH_KIND,
      retries: retryPolicies.webPush,
      atOnce: limits.webPushesAtOnce,
      shares: {
        perReceiver: limits.webPushesAtOncePerAccount,
        perHolder: limits.webPushesAtOncePerOrganization,
      },
      leaseSeconds: LEASE_SECONDS,
      failure: 'notification not sent',
    });
    this.#services = { ...services, vapidTokens: new VapidTokens(services.keyring), sites: new SiteLimit() };
  }

  protected async work(row: OutboxRow, { now, signal }: WorkerRun): Promise<WorkOutcome> {
    const work = workIn(webPushWork, row.payload);
    const sending = this.#sendAll(row.organization_id, work, now());
    const results = await untilStopped(signal, sending);
    return results ? this.#conclude(row, work, results) : { is: 'aborted', isUnderWay: true };
  }

  async #sendAll(organizationId: number, work: WebPushWork, now: number): Promise<Results> {
    const hub = await this.#services.hubs.upToDate(organizationId);
    const push = await composedPush(hub, work, now);
    if (!push) return { attempts: [], separate: [] };
    const all = await webSubscriptionsOf(hub.reader, work.accountId, now);
    const targets = all.filter(
      ({ id, supportsRemovals }) =>
        (work.only?.includes(id) ?? true) && (supportsRemovals || work.type !== 'remove'),
    );
    const healthy = targets.filter(({ failingSince }) => failingSince === null);
    const attempts = await Promise.all(
      (healthy.length > 0 ? healthy : targets).map(async (to): Promise<Attempt> => {
        const notBefore = work.notBefore?.[to.id] ?? 0;
        if (notBefore > now) return { to, sent: { outcome: 'missed', reason: TOO_EARLY, notBefore } };
        return { to, sent: await sendWebPush(this.#services, to, push.compose(to), now) };
      }),
    );
    const separate = healthy.length > 0 ? targets.filter((target) => !healthy.includes(target)) : [];
    return { attempts, separate: separate.map(({ id }) => id), standIn: push.standIn };
  }

  #conclude(row: OutboxRow, work: WebPushWork, { attempts, separate, standIn }: Results): WorkOutcome {
    const isLast = isLastAttempt(retryPolicies.webPush, row.attempts);
    this.#log(row, attempts);
    const missedSubscriptions = attempts.flatMap(({ to, sent }) =>
      sent.outcome === 'missed' ? [{ id: to.id, notBefore: sent.notBefore }] : [],
    );
    const settle = async (writer: Writer) => {
      if (standIn) await recordStandIn(writer, standIn, [work.accountId]);
      await recordAll(writer, work.accountId, attempts, isLast);
      if (separate.length > 0) await queueForFailing(writer, { ...work, only: separate });
    };
    if (missedSubscriptions.length === 0) return { is: 'done', units: [settle] };
    const rest: WebPushWork = {
      ...work,
      only: missedSubscriptions.map(({ id }) => id),
      notBefore: Object.fromEntries(
        missedSubscriptions.flatMap(({ id, notBefore }) => (notBefore > 0 ? [[id, notBefore]] : [])),
      ),
    };
    return {
      is: 'retry',
      // A receiver with a longer `Retry-After` does not delay the others.
      notBefore: Math.min(...missedSubscriptions.map(({ notBefore }) => notBefore)),
      payload: JSON.stringify(rest),
      units: [settle],
    };
  }

  /** Logs only the origin of an address: the rest is secret. */
  #log(row: OutboxRow, attempts: readonly Attempt[]): void {
    for (const { to, sent } of attempts) {
      if (sent.outcome === 'accepted') continue;
      this.#services.log.warn(
        {
          organization: row.organization_id,
          subscription: to.id,
          origin: to.origin,
          attempts: row.attempts,
          outcome: sent.outcome,
          reason: sent.reason,
        },
        'notification not accepted by push service',
      );
    }
  }
}

/**
 * Whether an address rejects a message and has never accepted one. It is then not a push service, and users must
 * not be able to make the server send requests to it. Services that reject this server's identity are exempt.
 */
function isNotPushService({ to, sent }: Attempt): boolean {
  return sent.outcome === 'rejected' && sent.isOfReceiver && !sent.isOfSender && to.lastSuccessAt === null;
}

/** Records the results of all attempts and deletes dead subscriptions. */
async function recordAll(
  writer: Writer,
  accountId: number,
  attempts: readonly Attempt[],
  isLast: boolean,
): Promise<void> {
  const idsOf = (matches: (sent: SendResult) => boolean) =>
    attempts.filter(({ sent }) => matches(sent)).map(({ to }) => to.id);
  const isFailure = (sent: SendResult) =>
    sent.outcome === 'missed' || (sent.outcome === 'rejected' && sent.isOfReceiver);
  const hasFailed = idsOf(isFailure);
  await recordWebSuccess(
    writer,
    idsOf((sent) => sent.outcome === 'accepted'),
  );
  await recordWebFailure(writer, hasFailed);
  const exhausted = attempts.filter(({ sent }) => isFailure(sent) && (isLast || sent.outcome === 'rejected'));
  const idsWhere = (isProven: boolean) =>
    exhausted.filter(({ to }) => (to.lastSuccessAt !== null) === isProven).map(({ to }) => to.id);
  const { webPushFailingDays: days, webPushNeverReachedMinutes: minutes } = limits;
  const failing = [
    ...(await subscriptionsFailingSince(writer, idsWhere(true), writer.now - days * DAY)),
    ...(await subscriptionsFailingSince(writer, idsWhere(false), writer.now - minutes * 60)),
  ];
  const notPushServices = attempts.filter(isNotPushService).map(({ to }) => to.id);
  const goneIds = idsOf((sent) => sent.outcome === 'gone');
  const endedIds = [...goneIds, ...notPushServices, ...failing];
  if (endedIds.length === 0) return;
  await deleteWebSubscriptions(writer, endedIds);
  await forgetNotificationsOf(writer, accountId);
}
