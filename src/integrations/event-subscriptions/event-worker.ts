// Posts events to the addresses that bots subscribed, in log order. Each subscription is a cursor into the
// log: an event writes no row, and undelivered events survive restarts. A subscription has one attempt under
// way at a time; a slow address delays only its own events.

import { SUBSCRIPTIONS_CHANGED } from '../../actions/event-subscriptions/wake.ts';
import { ConcurrencyShares } from '../../actions/outbox/concurrency-shares.ts';
import { runningClock } from '../../actions/outbox/running-clock.ts';
import { WorkLoop } from '../../actions/outbox/work-loop.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import {
  activeSubscriptions,
  type DueSubscription,
  dueSubscriptions,
  nextSubscriptionTime,
} from '../../stores/event-subscriptions/lease-store.ts';
import { SubscriptionTurns, type TurnServices } from './subscription-turns.ts';

/** How often all organizations are scanned, for changes made by other servers. */
const POLL_SECONDS = 15;

/** The groups a subscription counts against: its organization, and the owner of its bot, or the bot if it has none. */
function groupsOf(row: DueSubscription): readonly string[] {
  return [String(row.organization_id), String(row.bot_owner_id ?? row.account_id)];
}

export class EventWorker {
  readonly name = 'event subscriptions';
  readonly pollSeconds = POLL_SECONDS;
  readonly #services: TurnServices;
  readonly #turns: SubscriptionTurns;
  /** The organizations with subscriptions, as of the last full scan. */
  readonly #subscribed = new Set<number>();
  /** Organizations with events since their last scan. */
  #changedOrganizationIds = new Set<number>();
  /** The number of each subscription's last turn; the one that waited longest comes first. */
  readonly #lastTurn = new Map<number, number>();
  #turn = 0;
  #fullScanAt = Number.NEGATIVE_INFINITY;
  readonly #loop = new WorkLoop();

  constructor(services: TurnServices) {
    this.#services = services;
    this.#turns = new SubscriptionTurns(services);
  }

  next(): Promise<number | undefined> {
    return nextSubscriptionTime(this.#services.database.reader(0));
  }

  wakeOn(entry: LogEntry, organizationId: number): number | undefined {
    if (entry.type === SUBSCRIPTIONS_CHANGED) this.#subscribed.add(organizationId);
    else if (entry.type.startsWith('_') || !this.#subscribed.has(organizationId)) return undefined;
    this.#changedOrganizationIds.add(organizationId);
    this.#loop.wake();
    return 0;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    const shares = new ConcurrencyShares<DueSubscription>(limits.eventDeliveriesAtOnce, [
      limits.eventDeliveriesPerOrganizationAtOnce,
      limits.eventDeliveriesPerOwnerAtOnce,
    ]);
    const startable = () => this.#startable(shares, now());
    const processRow = async (row: DueSubscription) => {
      this.#lastTurn.set(row.id, ++this.#turn);
      if (await this.#turns.run(row, now, signal)) this.#changedOrganizationIds.add(row.organization_id);
    };
    const onEnd = (row: DueSubscription) => shares.release(row);
    try {
      await this.#loop.run({ startable, run: processRow, onEnd }, signal);
    } catch (error) {
      this.#fullScanAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /** Subscriptions that may have something to post and are not under way, as many as the limits admit. Admits them. */
  async #startable(shares: ConcurrencyShares<DueSubscription>, now: number): Promise<DueSubscription[]> {
    const reader = this.#services.database.reader(0);
    const isFullScan = Math.abs(now - this.#fullScanAt) >= POLL_SECONDS;
    const organizationIds = this.#changedOrganizationIds;
    this.#changedOrganizationIds = new Set();
    if (isFullScan) {
      const active = await activeSubscriptions(reader);
      for (const { organization_id: id } of active) this.#subscribed.add(id);
      this.#forgetExcept(new Set(active.map(({ id }) => id)));
      this.#fullScanAt = now;
    }
    const rows = await dueSubscriptions(reader, now, isFullScan ? undefined : [...organizationIds]);
    const lastTurnOf = ({ id }: DueSubscription) => this.#lastTurn.get(id) ?? 0;
    rows.sort((one, other) => lastTurnOf(one) - lastTurnOf(other));
    const startable: DueSubscription[] = [];
    for (const row of rows) {
      if (this.#turns.hasNothingNew(row)) continue;
      if (shares.admit(row, groupsOf(row))) startable.push(row);
      // A subscription that runs or is over a limit is checked again when a slot is free.
      else this.#changedOrganizationIds.add(row.organization_id);
    }
    return startable;
  }

  /** Drops the state of subscriptions that were deleted or switched off. */
  #forgetExcept(active: ReadonlySet<number>): void {
    for (const id of this.#lastTurn.keys()) if (!active.has(id)) this.#lastTurn.delete(id);
    this.#turns.forgetExcept(active);
  }
}
