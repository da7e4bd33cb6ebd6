// The accounts with a device or browser that can be notified, cached between steps along the log: in a busy
// organization, reading them for every message would be most of the work.

import { announcesWork } from '../../actions/outbox/outbox-store.ts';
import { PLAIN_TOKEN_KIND } from '../../actions/push/plain-tokens.ts';
import { WEB_PUSH_SUBSCRIBED } from '../../actions/push/web-subscriptions.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountsWithPush } from '../../stores/push/push-accounts.ts';

interface CachedOwners {
  /** The cache is valid up to this log position. */
  readonly through: number;
  readonly ids: ReadonlySet<number>;
}

function mayAddOwner(entry: LogEntry): boolean {
  return (
    entry.type === 'device' || entry.type === WEB_PUSH_SUBSCRIBED || announcesWork(entry, PLAIN_TOKEN_KIND)
  );
}

export class PushOwners {
  readonly #cached = new Map<number, CachedOwners>();
  readonly #hasRelay: boolean;

  constructor(hasRelay: boolean) {
    this.#hasRelay = hasRelay;
  }

  /** The owners as of the given consecutive entries after `sequence`, or later. May include former owners. */
  async after(reader: Reader, sequence: number, entries: readonly LogEntry[]): Promise<ReadonlySet<number>> {
    const { organizationId } = reader;
    const cached = this.#cached.get(organizationId);
    // Another server may have handled the entries in between.
    const isCurrent = cached?.through === sequence && !entries.some(mayAddOwner);
    const ids = isCurrent ? cached.ids : await accountsWithPush(reader, this.#hasRelay);
    if (ids.size === 0) this.#cached.delete(organizationId);
    else this.#cached.set(organizationId, { ids, through: entries.at(-1)?.sequence ?? sequence });
    return ids;
  }
}
