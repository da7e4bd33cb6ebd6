// Which devices were reached under the id of a delivery, so that what a server hands over again, wholly or in part,
// reaches each of them once.

import { nowSeconds } from '../api-contract/time.ts';
import type { RelayDatabase } from './relay-database.ts';

/** Longer than servers try again. */
const REMEMBER_SECONDS = 7200;

/** A server's name for what it hands over, the same when it tries again. */
export interface DeliveryName {
  readonly serverId: number;
  readonly id: string;
}

/** What was delivered lately. */
export class DeliveryStore {
  readonly #database: RelayDatabase;

  constructor(database: RelayDatabase) {
    this.#database = database;
  }

  /** The names of the pushes that reached their devices. */
  reached({ serverId, id }: DeliveryName): ReadonlySet<string> {
    const sql = 'select pushes from delivery where server_id = ? and id = ?';
    const row = this.#database.first<{ readonly pushes: string }>(sql, [serverId, id]);
    return new Set(row ? (JSON.parse(row.pushes) as string[]) : []);
  }

  /** Keeps which pushes reached their devices, and forgets deliveries that nobody makes again. */
  keep({ serverId, id }: DeliveryName, pushes: readonly string[]): void {
    const now = nowSeconds();
    this.#database.together(() => {
      this.#database.run(
        'insert or replace into delivery (server_id, id, pushes, delivered_at) values (?, ?, ?, ?)',
        [serverId, id, JSON.stringify(pushes), now],
      );
      this.#database.run('delete from delivery where delivered_at < ?', [now - REMEMBER_SECONDS]);
    });
  }
}
