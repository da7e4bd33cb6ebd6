// One turn of a subscription: posts its waiting events one by one until none is left, one fails, or the
// turn's time is over. Each delivery is recorded before the next event is posted.

import { SEQUENCE_STEP } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { EventSubscriptionRow, OffReason } from '../../model/event-subscriptions/event-subscription.ts';
import { pauseAfter, retryPolicies } from '../../model/outbox/retry-policies.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { logEventDelivery } from '../../stores/event-subscriptions/event-delivery-store.ts';
import { idleState, secretOf } from '../../stores/event-subscriptions/event-subscription-store.ts';
import {
  type DueSubscription,
  leaseSubscription,
  updateLeasedSubscription,
} from '../../stores/event-subscriptions/lease-store.ts';
import type { HttpClient } from '../http/http-client.ts';
import { type Attempt, eventIn, type PostedEvent, postEvent } from './post-event.ts';
import { isTooFarBehind, queueOf } from './subscription-queue.ts';
import { switchedOffNotice } from './switched-off-notice.ts';

/** The lease: longer than an attempt and its writes take. */
const LEASE_SECONDS = 60;
/** How many entries a scanned position may be ahead of the stored one; it must be stored for the log to be cut. */
const UNSTORED_ENTRIES = 1000;
const HOUR = 3600;

export interface TurnServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly http: HttpClient;
  readonly keyring: Keyring;
  readonly publicUrl: string | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

interface Turn {
  readonly row: EventSubscriptionRow;
  readonly hub: OrganizationHub;
  readonly bot: Account;
  readonly now: () => number;
}

export class SubscriptionTurns {
  readonly #services: TurnServices;
  /**
   * The log position up to which nothing is left to post to each subscription, where it is ahead of the
   * stored position.
   */
  readonly #scannedTo = new Map<number, number>();

  constructor(services: TurnServices) {
    this.#services = services;
  }

  /** Whether the log holds nothing new for a subscription. */
  hasNothingNew({ id, head, due_at: dueAt, leased_until: leasedUntil }: DueSubscription): boolean {
    return dueAt === 0 && leasedUntil === 0 && (this.#scannedTo.get(id) ?? -1) >= head;
  }

  /** Drops the state of all other subscriptions. */
  forgetExcept(ids: ReadonlySet<number>): void {
    for (const id of this.#scannedTo.keys()) if (!ids.has(id)) this.#scannedTo.delete(id);
  }

  /** Runs a subscription's turn. Returns whether there may be more to post. */
  async run(candidate: DueSubscription, now: () => number, signal: AbortSignal): Promise<boolean> {
    const hub = await this.#services.hubs.upToDate(candidate.organization_id);
    // Entries committed a moment ago may not be in memory yet.
    await hub.catchUp();
    const bot = hub.state.account(candidate.account_id);
    // Deactivating a bot switches its subscriptions off in the same unit. A deactivated organization resumes
    // here once it is reactivated.
    if (!bot?.isActive || hub.state.organization.isDeactivated) return false;
    const { position } = candidate;
    const from = Math.max(position, this.#scannedTo.get(candidate.id) ?? 0);
    const maximum = limits.eventDeliveriesPerTurn;
    const page = await hub.read(queueOf(candidate), from, maximum);
    const waiting = page.events.map(eventIn).filter(({ id }) => id > position);
    const events = waiting.slice(0, maximum);
    if (events.length === 0) {
      await this.#skipTo(candidate, page.scanned);
      return page.scanned > from && page.scanned < candidate.head;
    }
    const until = now() + LEASE_SECONDS;
    const row = await this.#services.database.write(candidate.organization_id, (writer) =>
      leaseSubscription(writer, candidate, until),
    );
    // Another server has taken the row.
    if (!row) return false;
    const turn = { row, hub, bot, now };
    if (await isTooFarBehind(hub.reader, position, candidate.head)) {
      await this.#switchOff(turn, 'behind', events[0] as PostedEvent, undefined);
      return false;
    }
    return this.#postAll(turn, events, signal);
  }

  /** Records that nothing is to be posted up to a position; writes it to the table only occasionally. */
  async #skipTo(candidate: DueSubscription, scanned: number): Promise<void> {
    const { id, position, due_at: dueAt, leased_until: leasedUntil } = candidate;
    this.#scannedTo.set(id, scanned);
    const isFar = scanned - position > UNSTORED_ENTRIES * SEQUENCE_STEP;
    if (!isFar && dueAt === 0 && leasedUntil === 0) return;
    await this.#services.database.write(candidate.organization_id, (writer) =>
      updateLeasedSubscription(writer, candidate, { ...idleState, position: Math.max(position, scanned) }),
    );
  }

  async #postAll(turn: Turn, events: readonly PostedEvent[], signal: AbortSignal): Promise<boolean> {
    const { row, hub, bot, now } = turn;
    const { http, keyring } = this.#services;
    const { id: subscriptionId, address } = row;
    const addressee = { subscriptionId, bot, address, secret: secretOf(keyring, row) };
    let attempt = row.attempts + 1;
    const startedAt = performance.now();
    for (const event of events) {
      if (hub.state.organization.isDeactivated) {
        await this.#release(row);
        return false;
      }
      const result = await postEvent(http, addressee, event, now());
      if (result.error !== undefined) {
        await this.#fail(turn, event, attempt, result);
        return false;
      }
      const isOver = performance.now() - startedAt >= limits.eventTurnMilliseconds;
      const isLast = isOver || event === events.at(-1) || signal.aborted;
      if (!(await this.#recordDelivery(turn, event, { attempt, result, isLast }))) return true;
      if (isLast) return true;
      attempt = 1;
    }
    return true;
  }

  /** Releases the lease and leaves the subscription otherwise unchanged. */
  async #release(row: EventSubscriptionRow): Promise<void> {
    await this.#services.database.write(row.organization_id, (writer) =>
      updateLeasedSubscription(writer, row, { leased_until: 0 }),
    );
  }

  /** Records a delivery. Returns false if another server has the subscription by now, or it was changed. */
  #recordDelivery(
    { row, now }: Turn,
    event: PostedEvent,
    {
      attempt,
      result,
      isLast,
    }: { readonly attempt: number; readonly result: Attempt; readonly isLast: boolean },
  ): Promise<boolean> {
    const leased_until = isLast ? 0 : now() + LEASE_SECONDS;
    return this.#services.database.write(row.organization_id, async (writer) => {
      const isUpdated = await updateLeasedSubscription(writer, row, {
        ...idleState,
        position: event.id,
        leased_until,
      });
      if (isUpdated)
        await logEventDelivery(writer, { ...logFields(row, event, result), outcome: 'delivered', attempt });
      return isUpdated;
    });
  }

  async #fail(turn: Turn, event: PostedEvent, attempt: number, result: Attempt): Promise<void> {
    const { row, now } = turn;
    const moment = now();
    const since = (attempt > 1 ? row.failing_since : null) ?? moment;
    this.#services.log.warn(
      { organization: row.organization_id, subscription: row.id, reason: result.error },
      'event delivery failed',
    );
    if (moment - since >= limits.eventSubscriptionFailingHours * HOUR) {
      await this.#switchOff(turn, 'failing', event, { attempt, result });
      return;
    }
    await this.#services.database.write(row.organization_id, async (writer) => {
      const retry = {
        attempts: attempt,
        failing_since: since,
        due_at: moment + pauseAfter(retryPolicies.eventSubscription, attempt),
        leased_until: 0,
      };
      if (await updateLeasedSubscription(writer, row, retry))
        await logEventDelivery(writer, { ...logFields(row, event, result), outcome: 'failed', attempt });
    });
  }

  /** Switches a subscription off and notifies the bot's owner in the same unit, so that they are notified once. */
  async #switchOff(
    { row, hub, bot }: Turn,
    reason: Extract<OffReason, 'failing' | 'behind'>,
    event: PostedEvent,
    last: { readonly attempt: number; readonly result: Attempt } | undefined,
  ): Promise<void> {
    const { database, publicUrl } = this.#services;
    const notify = await switchedOffNotice({ hub, bot, publicUrl }, row, reason);
    const { attempt, result } = last ?? {
      attempt: row.attempts + 1,
      result: { error: 'Too many events were waiting.', milliseconds: 0 },
    };
    await database.write(row.organization_id, async (writer) => {
      const off = { ...idleState, is_active: 0, off_reason: reason };
      if (!(await updateLeasedSubscription(writer, row, off))) return;
      await logEventDelivery(writer, { ...logFields(row, event, result), outcome: 'given_up', attempt });
      await notify(writer);
    });
  }
}

function logFields(row: EventSubscriptionRow, event: PostedEvent, { error, milliseconds }: Attempt) {
  return {
    subscription_id: row.id,
    event_id: event.id,
    event_type: event.type,
    detail: error ?? '',
    milliseconds,
  };
}
