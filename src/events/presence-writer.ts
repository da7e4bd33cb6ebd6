// Persists the presence of one organization: writes changes in memory to the database, in bulk, and with
// several servers reads what the others wrote.

import { nowMilliseconds } from '../api-contract/time.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { presenceAfter, putPresence } from '../stores/presence/presence-store.ts';

/** How far back other servers' writes are read: longer than they delay their writes. */
const LOOK_BACK_MILLISECONDS = 30_000;

export class PresenceWriter {
  readonly #database: ParleyDatabase;
  readonly #state: OrganizationState;

  constructor(database: ParleyDatabase, state: OrganizationState) {
    this.#database = database;
    this.#state = state;
  }

  /** Writes changes, and reads those of other servers if there may be any. */
  async synchronize(): Promise<void> {
    const { presence, id } = this.#state;
    const rows = presence.takeChanged();
    if (rows.length > 0) {
      await this.#database
        .write(id, (writer) => putPresence(writer, rows))
        .catch((error: unknown) => {
          presence.markChanged(rows);
          throw error;
        });
    }
    if (this.#database.engine !== 'postgres') return;
    for (const row of await presenceAfter(
      this.#database.reader(id),
      nowMilliseconds() - LOOK_BACK_MILLISECONDS,
    )) {
      presence.merge(row.accountId, row);
    }
  }
}
