// Leaves out messages by what is known of them before they are read: those of conversations that are not asked for, and
// those that the person cannot have received. What a conversation decides is found out once for all of its messages.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../storage/session.ts';
import { conversationPlaces } from '../stores/conversations/lists.ts';
import type { ScannedMessage } from '../stores/messages/message-scan-store.ts';
import { personalBits } from '../stores/messages/personal-store.ts';
import type { IdBounds } from '../stores/messages/range-store.ts';
import type { OwnPlaces } from './own-places.ts';
import type { Place, PlaceTest } from './place-tests.ts';

/** Conversations that are looked up at once. */
const CONVERSATIONS_AT_ONCE = 2000;

/** What the messages of a conversation are to the narrow: all or none asked for, or those received in a range of ids. */
type Verdict = 'all' | 'none' | readonly IdBounds[];

/** Where a person's own messages are; a message of theirs outside has a row. */
export interface OwnHistory {
  readonly accountId: number;
  places(): Promise<OwnPlaces>;
}

/** The sieve of one narrow. */
export class PlaceSieve {
  readonly #tests: readonly PlaceTest[];
  readonly #own: OwnHistory | undefined;
  readonly #verdicts = new Map<number, Verdict>();

  /** Without `own` everything at the places counts. */
  constructor(tests: readonly PlaceTest[], own: OwnHistory | undefined) {
    this.#tests = tests;
    this.#own = own;
  }

  /** Those that may match, in their order. */
  async passing(reader: Reader, glimpses: readonly ScannedMessage[]): Promise<readonly ScannedMessage[]> {
    if (this.#tests.length === 0 && !this.#own) return glimpses;
    await this.#decide(reader, glimpses);
    const doubtful: number[] = [];
    const asked = glimpses.filter((glimpse) => {
      const verdict = this.#verdicts.get(glimpse.conversationId) ?? 'none';
      if (verdict === 'none') return false;
      if (!isIn(verdict, glimpse)) doubtful.push(glimpse.id);
      return true;
    });
    if (doubtful.length === 0 || !this.#own) return asked;
    const rows = await personalBits(reader, this.#own.accountId, doubtful);
    const strange = new Set(doubtful.filter((id) => !rows.has(id)));
    return asked.filter(({ id }) => !strange.has(id));
  }

  async #decide(reader: Reader, glimpses: readonly ScannedMessage[]): Promise<void> {
    const unknown = new Set<number>();
    for (const { conversationId } of glimpses)
      if (!this.#verdicts.has(conversationId)) unknown.add(conversationId);
    const ids = [...unknown];
    const received = (await this.#own?.places())?.ranges;
    for (let at = 0; at < ids.length; at += CONVERSATIONS_AT_ONCE) {
      if (at > 0) await nextTurn();
      for (const place of await conversationPlaces(reader, ids.slice(at, at + CONVERSATIONS_AT_ONCE))) {
        this.#verdicts.set(place.id, this.#verdictOn(place, received));
      }
    }
  }

  #verdictOn(place: Place, received: OwnPlaces['ranges'] | undefined): Verdict {
    if (!this.#tests.every((test) => test(place))) return 'none';
    return !received || place.channel_id === null ? 'all' : (received.get(place.channel_id) ?? []);
  }
}

function isIn(verdict: Verdict, { id, isMoved }: ScannedMessage): boolean {
  // A message that was moved may have been received where it was before.
  if (verdict === 'all' || isMoved) return true;
  return verdict !== 'none' && verdict.some(({ low, high }) => low <= id && id < high);
}
