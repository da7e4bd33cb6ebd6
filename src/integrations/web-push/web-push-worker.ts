// The worker of the outbox for Web Push: carries what a person is told to each of their browsers and apps, and tries again
// those alone that were not reached. A slow address holds up those of nobody else.

import type { OutboxRow } from '../../actions/outbox/outbox-store.ts';
import { forgetNotificationsOf } from '../../actions/push/forget-notifications.ts';
import { queueForFailing, WEB_PUSH_KIND, type WebPushWork } from '../../actions/push/web-push-outbox.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Hubs } from '../../events/hubs.ts';
import { Passes } from '../../model/web-push/passes.ts';
import type { WebSubscription } from '../../model/web-push/subscription.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Writer } from '../../storage/session.ts';
import {
  deleteWebSubscriptions,
  failingLongest,
  noteWebFailure,
  noteWebSuccess,
  webSubscriptionsOf,
} from '../../stores/push/web-subscription-store.ts';
import { SharedWorker } from '../outbox/shared-worker.ts';
import { growingPause } from '../push/retry-delays.ts';
import { untilStopped } from '../push/until-stopped.ts';
import { type SendingServices, type Sent, send } from './sending.ts';
import { Sites } from './sites.ts';
import { wordingOf } from './wording.ts';

/** Longer than an attempt takes, with what is written after it. */
const LEASE_SECONDS = 60;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 1200;
/** About three quarters of an hour; what is older nobody wants to hear of. */
const MAX_ATTEMPTS = 6;
const TOO_EARLY = 'it asked to be left alone for longer';

export interface WebPushServices extends Omit<SendingServices, 'passes' | 'sites'> {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly log: Pick<Logger, 'warn'>;
}

interface Attempt {
  readonly to: WebSubscription;
  readonly sent: Sent;
}

/** What came of a row: of those that fail, none was tried where others were meant too. */
interface Outcome {
  readonly attempts: readonly Attempt[];
  /** The subscriptions that are to have a row of their own. */
  readonly apart: readonly number[];
}

export class WebPushWorker extends SharedWorker {
  readonly name = 'web-push';
  readonly #services: WebPushServices & SendingServices;

  constructor(services: WebPushServices) {
    super(services.database, {
      kind: WEB_PUSH_KIND,
      atOnce: limits.webPushesAtOnce,
      perReceiver: limits.webPushesAtOncePerAccount,
      perHolder: limits.webPushesAtOncePerOrganization,
      leaseSeconds: LEASE_SECONDS,
    });
    this.#services = { ...services, passes: new Passes(services.keyring), sites: new Sites() };
  }

  protected async work(taken: OutboxRow, now: () => number, signal: AbortSignal): Promise<void> {
    const work = JSON.parse(taken.payload) as WebPushWork;
    // The attempts were broken off by faults of ours.
    if (taken.attempts > MAX_ATTEMPTS) return void (await this.finish(taken));
    const sending = this.#sendAll(taken.organization_id, work, now());
    const outcome = await untilStopped(signal, sending);
    if (outcome) await this.#conclude(taken, work, outcome, now());
  }

  async #sendAll(organizationId: number, work: WebPushWork, now: number): Promise<Outcome> {
    const hub = await this.#services.hubs.upToDate(organizationId);
    const wording = await wordingOf(hub, work, now);
    if (!wording) return { attempts: [], apart: [] };
    const all = await webSubscriptionsOf(hub.reader, work.accountId, now);
    const meant = all.filter(
      ({ id, takesRemovals }) =>
        (work.only?.includes(id) ?? true) && (takesRemovals || work.type !== 'remove'),
    );
    const healthy = meant.filter(({ failingSince }) => failingSince === null);
    const attempts = await Promise.all(
      (healthy.length > 0 ? healthy : meant).map(async (to): Promise<Attempt> => {
        const notBefore = work.notBefore?.[to.id] ?? 0;
        if (notBefore > now) return { to, sent: { is: 'missed', why: TOO_EARLY, notBefore } };
        return { to, sent: await send(this.#services, to, wording(to), now) };
      }),
    );
    const apart = healthy.length > 0 ? meant.filter((one) => !healthy.includes(one)) : [];
    return { attempts, apart: apart.map(({ id }) => id) };
  }

  async #conclude(
    row: OutboxRow,
    work: WebPushWork,
    { attempts, apart }: Outcome,
    now: number,
  ): Promise<void> {
    const isLast = row.attempts >= MAX_ATTEMPTS;
    this.#log(row, attempts);
    const missed = attempts.flatMap(({ to, sent }) =>
      sent.is === 'missed' ? [{ id: to.id, notBefore: sent.notBefore }] : [],
    );
    const settle = async (writer: Writer) => {
      await noteAll(writer, work.accountId, attempts, isLast);
      if (apart.length > 0) await queueForFailing(writer, { ...work, only: apart });
    };
    if (missed.length === 0 || isLast) return void (await this.finish(row, settle));
    const pause = growingPause(row.attempts, FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS);
    // Who is to be left alone for longer holds up none of the others.
    const dueAt = Math.max(now + pause, Math.min(...missed.map(({ notBefore }) => notBefore)));
    const rest: WebPushWork = {
      ...work,
      only: missed.map(({ id }) => id),
      notBefore: Object.fromEntries(
        missed.flatMap(({ id, notBefore }) => (notBefore > 0 ? [[id, notBefore]] : [])),
      ),
    };
    await this.again(row, { dueAt, payload: JSON.stringify(rest) }, settle);
  }

  /** Of an address no more than where it is: the rest opens something. */
  #log(row: OutboxRow, attempts: readonly Attempt[]): void {
    for (const { to, sent } of attempts) {
      if (sent.is === 'taken') continue;
      this.#services.log.warn(
        {
          organization: row.organization_id,
          subscription: to.id,
          origin: to.origin,
          attempts: row.attempts,
          outcome: sent.is,
          reason: sent.why,
        },
        'a notification was not taken by a push service',
      );
    }
  }
}

/**
 * Whether something answered that has never taken anything, and wants nothing: nobody is to have it asked again with each
 * message. Services that do not know us, and say so, may be told who we are.
 */
function isNoPushService({ to, sent }: Attempt): boolean {
  return sent.is === 'refused' && sent.isFault && !sent.isOfSender && to.lastSuccessAt === null;
}

/** Keeps what came of the attempts at a person's subscriptions; those that are dead end. */
async function noteAll(
  writer: Writer,
  accountId: number,
  attempts: readonly Attempt[],
  isLast: boolean,
): Promise<void> {
  const idsOf = (passes: (sent: Sent) => boolean) =>
    attempts.filter(({ sent }) => passes(sent)).map(({ to }) => to.id);
  const isFailure = (sent: Sent) => sent.is === 'missed' || (sent.is === 'refused' && sent.isFault);
  const hasFailed = idsOf(isFailure);
  await noteWebSuccess(
    writer,
    idsOf((sent) => sent.is === 'taken'),
  );
  await noteWebFailure(writer, hasFailed);
  const given = attempts.filter(({ sent }) => isFailure(sent) && (isLast || sent.is === 'refused'));
  const idsWhere = (isProven: boolean) =>
    given.filter(({ to }) => (to.lastSuccessAt !== null) === isProven).map(({ to }) => to.id);
  const { webPushFailingDays: days, webPushUnprovenMinutes: minutes } = limits;
  const failing = [
    ...(await failingLongest(writer, idsWhere(true), writer.now - days * DAY)),
    ...(await failingLongest(writer, idsWhere(false), writer.now - minutes * 60)),
  ];
  const strangers = attempts.filter(isNoPushService).map(({ to }) => to.id);
  const gone = idsOf((sent) => sent.is === 'gone');
  const dead = [...gone, ...strangers, ...failing];
  if (dead.length === 0) return;
  await deleteWebSubscriptions(writer, dead);
  await forgetNotificationsOf(writer, accountId);
}
