// The devices already reached under the id of a delivery, so that deliveries repeated in whole or in part
// reach each device once.

import { nowSeconds } from '../src/api-contract/time.ts';
import type { RelayDatabase } from './relay-database.ts';

/** How long deliveries are remembered: longer than servers retry. */
const RETENTION_SECONDS = 7200;

/** A server's id for a delivery; a retry has the same one. */
export interface DeliveryId {
  readonly serverId: number;
  readonly id: string;
}

/** Recent deliveries. */
export class DeliveryStore {
  readonly #database: RelayDatabase;

  constructor(database: RelayDatabase) {
    this.#database = database;
  }

  /** The keys of the pushes that reached their devices. */
  reachedPushes({ serverId, id }: DeliveryId): ReadonlySet<string> {
    const sql = 'select pushes from delivery where server_id = ? and id = ?';
    const row = this.#database.first<{ readonly pushes: string }>(sql, [serverId, id]);
    return new Set(row ? (JSON.parse(row.pushes) as string[]) : []);
  }

  /** Stores which pushes reached their devices, and deletes deliveries that are no longer retried. */
  putReached({ serverId, id }: DeliveryId, pushes: readonly string[]): void {
    const now = nowSeconds();
    this.#database.transaction(() => {
      this.#database.run(
        'insert or replace into delivery (server_id, id, pushes, delivered_at) values (?, ?, ?, ?)',
        [serverId, id, JSON.stringify(pushes), now],
      );
      this.#database.run('delete from delivery where delivered_at < ?', [now - RETENTION_SECONDS]);
    });
  }
}
