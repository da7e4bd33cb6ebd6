// The turn of one subscription: the events that wait for it are posted one after the other, until there are none, one fails, or
// others are to have their turn. Each that arrived is written down before the next is posted.

import { SEQUENCE_STEP } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { OffReason, SubscriptionRow } from '../../model/event-subscriptions/subscription.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { logEventDelivery } from '../../stores/event-subscriptions/deliveries.ts';
import { atRest, secretOf } from '../../stores/event-subscriptions/event-subscription-store.ts';
import { type Candidate, keepTurn, takeSubscription } from '../../stores/event-subscriptions/turns.ts';
import type { HttpClient } from '../http/http-client.ts';
import { type Attempt, eventIn, type PostedEvent, post } from './posting.ts';
import { isTooFarBehind, queueOf } from './subscription-queue.ts';
import { toldOff } from './switched-off.ts';

/** Longer than an attempt takes, with what is written after it. */
const LEASE_SECONDS = 60;
/** Seconds before the second attempt and so on; the last stands for all further ones. */
const PAUSES = [5, 30, 120, 600, 1800, 3600] as const;
/** How far a place that was only looked at may be ahead of what is stored, so that the log can be cut. */
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

/** What a turn goes by. */
interface Turn {
  readonly row: SubscriptionRow;
  readonly hub: OrganizationHub;
  readonly bot: Account;
  readonly now: () => number;
}

function pauseAfter(attempts: number): number {
  return PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? HOUR;
}

export class SubscriptionTurns {
  readonly #services: TurnServices;
  /** The place up to which the log has nothing for each subscription beyond what is stored of it. */
  readonly #lookedTo = new Map<number, number>();

  constructor(services: TurnServices) {
    this.#services = services;
  }

  /** Whether the log has nothing for a subscription that was not looked at. */
  hasNothingFor({ id, head, due_at: dueAt, leased_until: leasedUntil }: Candidate): boolean {
    return dueAt === 0 && leasedUntil === 0 && (this.#lookedTo.get(id) ?? -1) >= head;
  }

  /** Nothing has to be known any more of others than these. */
  forgetBut(ids: ReadonlySet<number>): void {
    for (const id of this.#lookedTo.keys()) if (!ids.has(id)) this.#lookedTo.delete(id);
  }

  /** Gives a subscription its turn; whether there may be more for it. */
  async take(candidate: Candidate, now: () => number, signal: AbortSignal): Promise<boolean> {
    const hub = await this.#services.hubs.upToDate(candidate.organization_id);
    // What was committed a moment ago may not have been taken in yet.
    await hub.catchUp();
    const bot = hub.state.account(candidate.account_id);
    // The unit that deactivates it switches its subscriptions off. A closed organization goes on where it was once it is open again.
    if (!bot?.isActive || hub.state.organization.isDeactivated) return false;
    const { position } = candidate;
    const from = Math.max(position, this.#lookedTo.get(candidate.id) ?? 0);
    const enough = limits.eventDeliveriesPerTurn;
    const seen = await hub.read(queueOf(candidate), from, enough);
    const waiting = seen.events.map(eventIn).filter(({ id }) => id > position);
    const events = waiting.slice(0, enough);
    if (events.length === 0) {
      await this.#passOver(candidate, seen.scanned);
      return seen.scanned > from && seen.scanned < candidate.head;
    }
    const until = now() + LEASE_SECONDS;
    const row = await this.#services.database.write(candidate.organization_id, (writer) =>
      takeSubscription(writer, candidate, until),
    );
    // Another server has it.
    if (!row) return false;
    const turn = { row, hub, bot, now };
    if (await isTooFarBehind(hub.reader, position, candidate.head)) {
      await this.#switchOff(turn, 'behind', events[0] as PostedEvent, undefined);
      return false;
    }
    return this.#postAll(turn, events, signal);
  }

  /** Notes that there is nothing up to a place, in the table now and then. */
  async #passOver(candidate: Candidate, scanned: number): Promise<void> {
    const { id, position, due_at: dueAt, leased_until: leasedUntil } = candidate;
    this.#lookedTo.set(id, scanned);
    const isFar = scanned - position > UNSTORED_ENTRIES * SEQUENCE_STEP;
    if (!isFar && dueAt === 0 && leasedUntil === 0) return;
    await this.#services.database.write(candidate.organization_id, (writer) =>
      keepTurn(writer, candidate, { ...atRest, position: Math.max(position, scanned) }),
    );
  }

  async #postAll(turn: Turn, events: readonly PostedEvent[], signal: AbortSignal): Promise<boolean> {
    const { row, hub, bot, now } = turn;
    const { http, keyring } = this.#services;
    const { id: subscriptionId, address } = row;
    const addressee = { subscriptionId, bot, address, secret: secretOf(keyring, row) };
    let attempt = row.attempts + 1;
    const began = performance.now();
    for (const event of events) {
      if (hub.state.organization.isDeactivated) {
        await this.#giveBack(row);
        return false;
      }
      const came = await post(http, addressee, event, now());
      if (came.problem !== undefined) {
        await this.#fail(turn, event, attempt, came);
        return false;
      }
      const isOver = performance.now() - began >= limits.eventTurnMilliseconds;
      const isLast = isOver || event === events.at(-1) || signal.aborted;
      if (!(await this.#arrived(turn, event, { attempt, came, isLast }))) return true;
      if (isLast) return true;
      attempt = 1;
    }
    return true;
  }

  /** Leaves a subscription as it is, for whoever takes it next. */
  async #giveBack(row: SubscriptionRow): Promise<void> {
    await this.#services.database.write(row.organization_id, (writer) =>
      keepTurn(writer, row, { leased_until: 0 }),
    );
  }

  /** Writes down that an event arrived; false where the subscription is another's, or another one, by now. */
  #arrived(
    { row, now }: Turn,
    event: PostedEvent,
    { attempt, came, isLast }: { readonly attempt: number; readonly came: Attempt; readonly isLast: boolean },
  ): Promise<boolean> {
    const leased_until = isLast ? 0 : now() + LEASE_SECONDS;
    return this.#services.database.write(row.organization_id, async (writer) => {
      const kept = await keepTurn(writer, row, { ...atRest, position: event.id, leased_until });
      if (kept)
        await logEventDelivery(writer, { ...logged(row, event, came), outcome: 'delivered', attempt });
      return kept;
    });
  }

  async #fail(turn: Turn, event: PostedEvent, attempt: number, came: Attempt): Promise<void> {
    const { row, now } = turn;
    const moment = now();
    const since = (attempt > 1 ? row.failing_since : null) ?? moment;
    this.#services.log.warn(
      { organization: row.organization_id, subscription: row.id, reason: came.problem },
      'an event was not taken by the address that subscribed to it',
    );
    if (moment - since >= limits.eventSubscriptionFailingHours * HOUR) {
      await this.#switchOff(turn, 'failing', event, { attempt, came });
      return;
    }
    await this.#services.database.write(row.organization_id, async (writer) => {
      const later = {
        attempts: attempt,
        failing_since: since,
        due_at: moment + pauseAfter(attempt),
        leased_until: 0,
      };
      if (await keepTurn(writer, row, later))
        await logEventDelivery(writer, { ...logged(row, event, came), outcome: 'failed', attempt });
    });
  }

  /** Switches a subscription off, and tells the owner of the bot in the same unit, so that it is said once. */
  async #switchOff(
    { row, hub, bot }: Turn,
    reason: Extract<OffReason, 'failing' | 'behind'>,
    event: PostedEvent,
    last: { readonly attempt: number; readonly came: Attempt } | undefined,
  ): Promise<void> {
    const { database, publicUrl } = this.#services;
    const tell = await toldOff({ hub, bot, publicUrl }, row, reason);
    const { attempt, came } = last ?? {
      attempt: row.attempts + 1,
      came: { problem: 'Too many events waited.', milliseconds: 0 },
    };
    await database.write(row.organization_id, async (writer) => {
      const off = { ...atRest, is_active: 0, off_reason: reason };
      if (!(await keepTurn(writer, row, off))) return;
      await logEventDelivery(writer, { ...logged(row, event, came), outcome: 'given_up', attempt });
      await tell(writer);
    });
  }
}

function logged(row: SubscriptionRow, event: PostedEvent, { problem, milliseconds }: Attempt) {
  return {
    subscription_id: row.id,
    event_id: event.id,
    event_type: event.type,
    detail: problem ?? '',
    milliseconds,
  };
}
