// Who has something that notifications can be carried to, kept in memory from one look at the log to the next: in a busy
// organization with many phones, reading it anew with every message would be most of the work.

import { bringsWork } from '../../actions/outbox/outbox-store.ts';
import { PLAIN_TOKEN_KIND } from '../../actions/push/plain-tokens.ts';
import { WEB_PUSH_BEGUN } from '../../actions/push/web-subscriptions.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import type { Reader } from '../../storage/session.ts';
import { pushOwners } from '../../stores/push/owners.ts';

interface Known {
  /** No entry of the log up to here came later than the reading. */
  readonly through: number;
  readonly ids: ReadonlySet<number>;
}

/** Whether somebody may have one now who had none before. */
function bringsOwner(entry: LogEntry): boolean {
  return entry.type === 'device' || entry.type === WEB_PUSH_BEGUN || bringsWork(entry, PLAIN_TOKEN_KIND);
}

export class PushOwners {
  readonly #known = new Map<number, Known>();
  readonly #hasRelay: boolean;

  constructor(hasRelay: boolean) {
    this.#hasRelay = hasRelay;
  }

  /** The owners as of some entries of the log or later; the entries follow a place. May name some who are none now. */
  async after(reader: Reader, sequence: number, entries: readonly LogEntry[]): Promise<ReadonlySet<number>> {
    const { organizationId } = reader;
    const known = this.#known.get(organizationId);
    // Another server may have looked at what lies between.
    const isGood = known?.through === sequence && !entries.some(bringsOwner);
    const ids = isGood ? known.ids : await pushOwners(reader, this.#hasRelay);
    if (ids.size === 0) this.#known.delete(organizationId);
    else this.#known.set(organizationId, { ids, through: entries.at(-1)?.sequence ?? sequence });
    return ids;
  }
}
