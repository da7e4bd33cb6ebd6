// Limits how many subscription turns run at the same time: in total, per organization, and per owner of bots,
// so that slow addresses delay only their owner's events.

import { limits } from '../../api-contract/limits.ts';
import type { DueSubscription } from '../../stores/event-subscriptions/lease-store.ts';

/** The account whose limit a subscription counts against: the bot's owner, or the bot itself if it has none. */
function ownerOf({ bot_owner_id: ownerId, account_id: botId }: DueSubscription): number {
  return ownerId ?? botId;
}

export class TurnLimit {
  readonly #running = new Map<number, DueSubscription>();

  /** Admits a subscription. Returns false if it is already admitted or a limit is reached. */
  admit(candidate: DueSubscription): boolean {
    if (this.#running.has(candidate.id) || this.#running.size >= limits.eventDeliveriesAtOnce) return false;
    let ofOrganization = 0;
    let ofOwner = 0;
    for (const other of this.#running.values()) {
      if (other.organization_id === candidate.organization_id) ofOrganization += 1;
      if (ownerOf(other) === ownerOf(candidate)) ofOwner += 1;
    }
    if (ofOrganization >= limits.eventDeliveriesPerOrganizationAtOnce) return false;
    if (ofOwner >= limits.eventDeliveriesPerOwnerAtOnce) return false;
    this.#running.set(candidate.id, candidate);
    return true;
  }

  release({ id }: DueSubscription): void {
    this.#running.delete(id);
  }
}
