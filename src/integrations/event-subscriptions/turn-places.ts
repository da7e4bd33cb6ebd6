// Which turns of subscriptions are under way, and whether there is a place for another: of all there are so many places, of one
// organization fewer, and of the bots of one owner fewer still, so that slow addresses hold up those of nobody else.

import { limits } from '../../api-contract/limits.ts';
import type { Candidate } from '../../stores/event-subscriptions/turns.ts';

/** The account whose places a subscription takes: the owner of its bot, or a bot that has none. */
function holderOf({ bot_owner_id: ownerId, account_id: botId }: Candidate): number {
  return ownerId ?? botId;
}

export class TurnPlaces {
  readonly #taken = new Map<number, Candidate>();

  /** Takes a place for a subscription; false where it has one, or where there is none for it. */
  take(candidate: Candidate): boolean {
    if (this.#taken.has(candidate.id) || this.#taken.size >= limits.eventDeliveriesAtOnce) return false;
    let ofOrganization = 0;
    let ofOwner = 0;
    for (const other of this.#taken.values()) {
      if (other.organization_id === candidate.organization_id) ofOrganization += 1;
      if (holderOf(other) === holderOf(candidate)) ofOwner += 1;
    }
    if (ofOrganization >= limits.eventDeliveriesPerOrganizationAtOnce) return false;
    if (ofOwner >= limits.eventDeliveriesPerOwnerAtOnce) return false;
    this.#taken.set(candidate.id, candidate);
    return true;
  }

  free({ id }: Candidate): void {
    this.#taken.delete(id);
  }
}
