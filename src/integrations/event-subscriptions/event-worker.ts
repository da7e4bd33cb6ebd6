// The job that posts the events of bots to the addresses that subscribed to them, in the order of the log. Each subscription is
// a cursor into the log: nothing is written when something happens, and what was not posted yet outlives every restart. One
// attempt of a subscription is under way at a time; a slow address holds its own events and no others.

import { SUBSCRIPTIONS_CHANGED } from '../../actions/event-subscriptions/wake.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import {
  activeSubscriptions,
  type Candidate,
  candidates,
  nextTurn,
} from '../../stores/event-subscriptions/turns.ts';
import { runningClock } from '../outbox/running-clock.ts';
import { SideBySide } from '../outbox/side-by-side.ts';
import { SubscriptionTurns, type TurnServices } from './subscription-turns.ts';
import { TurnPlaces } from './turn-places.ts';

/** How often all are looked at, for what other servers did. */
const LOOK_SECONDS = 15;

export class EventWorker {
  readonly name = 'event subscriptions';
  readonly lookEverySeconds = LOOK_SECONDS;
  readonly #services: TurnServices;
  readonly #turns: SubscriptionTurns;
  /** The organizations with subscriptions, as of the last look at all. */
  readonly #subscribed = new Set<number>();
  /** Those of them in which something happened since they were looked at. */
  #news = new Set<number>();
  /** When each had its turn last, counted in turns: whoever waited longest comes first. */
  readonly #hadTurn = new Map<number, number>();
  #turn = 0;
  #lookedAtAllAt = Number.NEGATIVE_INFINITY;
  readonly #sideBySide = new SideBySide();

  constructor(services: TurnServices) {
    this.#services = services;
    this.#turns = new SubscriptionTurns(services);
  }

  next(): Promise<number | undefined> {
    return nextTurn(this.#services.database.reader(0));
  }

  broughtBy(entry: LogEntry, organizationId: number): number | undefined {
    if (entry.type === SUBSCRIPTIONS_CHANGED) this.#subscribed.add(organizationId);
    else if (entry.type.startsWith('_') || !this.#subscribed.has(organizationId)) return undefined;
    this.#news.add(organizationId);
    this.#sideBySide.wake();
    return 0;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    const places = new TurnPlaces();
    const startable = () => this.#startable(places, now());
    const take = async (row: Candidate) => {
      this.#hadTurn.set(row.id, ++this.#turn);
      if (await this.#turns.take(row, now, signal)) this.#news.add(row.organization_id);
    };
    const ended = (row: Candidate) => places.free(row);
    try {
      await this.#sideBySide.run({ startable, take, ended }, signal);
    } catch (error) {
      this.#lookedAtAllAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /** The subscriptions that may have something to post and are not under way, as many as there are places, which they take. */
  async #startable(places: TurnPlaces, now: number): Promise<Candidate[]> {
    const reader = this.#services.database.reader(0);
    const isOfAll = Math.abs(now - this.#lookedAtAllAt) >= LOOK_SECONDS;
    const news = this.#news;
    this.#news = new Set();
    if (isOfAll) {
      const active = await activeSubscriptions(reader);
      for (const { organization_id: id } of active) this.#subscribed.add(id);
      this.#forgetBut(new Set(active.map(({ id }) => id)));
      this.#lookedAtAllAt = now;
    }
    const rows = await candidates(reader, now, isOfAll ? undefined : [...news]);
    const waitedFrom = ({ id }: Candidate) => this.#hadTurn.get(id) ?? 0;
    rows.sort((one, other) => waitedFrom(one) - waitedFrom(other));
    const startable: Candidate[] = [];
    for (const row of rows) {
      if (this.#turns.hasNothingFor(row)) continue;
      if (places.take(row)) startable.push(row);
      // Whoever has no place, or is at it, is looked at again when a place is free.
      else this.#news.add(row.organization_id);
    }
    return startable;
  }

  /** Those that are gone or switched off are no longer counted. */
  #forgetBut(active: ReadonlySet<number>): void {
    for (const id of this.#hadTurn.keys()) if (!active.has(id)) this.#hadTurn.delete(id);
    this.#turns.forgetBut(active);
  }
}
