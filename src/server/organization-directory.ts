// Which organization a request is for: the `Host` header picks it; where there is only one, any host does.

import { ApiError } from '../contract/error.ts';
import type { Hubs } from '../events/hubs.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import { allOrganizationRows } from '../model/organizations/store.ts';
import type { ParleyDatabase } from '../storage/database.ts';

const REFRESH_MILLISECONDS = 5000;

interface Known {
  readonly id: number;
  readonly host: string;
}

export class OrganizationDirectory {
  readonly #database: ParleyDatabase;
  readonly #hubs: Hubs;
  #known: readonly Known[] = [];
  #refreshedAt = 0;

  constructor(database: ParleyDatabase, hubs: Hubs) {
    this.#database = database;
    this.#hubs = hubs;
  }

  /** Reads the list again; after an organization was made. */
  async refresh(): Promise<void> {
    const rows = await allOrganizationRows(this.#database.reader(0));
    this.#known = rows.map(({ id, host }) => ({ id, host }));
    this.#refreshedAt = Date.now();
  }

  get isEmpty(): boolean {
    return this.#known.length === 0;
  }

  /** The organization of a host header; refuses one that names none. */
  async forHost(header: string | undefined): Promise<OrganizationHub> {
    // The command line, or another server, may have made one since.
    if (Date.now() - this.#refreshedAt > REFRESH_MILLISECONDS) await this.refresh();
    const found = this.#find(header) ?? (await this.#findAgain(header));
    if (!found) {
      throw new ApiError(404, 'NONEXISTENT_SUBDOMAIN', 'There is no organization at this address.');
    }
    return this.#hubs.get(found.id);
  }

  #find(header: string | undefined): Known | undefined {
    const [only] = this.#known;
    if (only && this.#known.length === 1) return only;
    const host = (header ?? '').toLowerCase();
    const withoutPort = host.replace(/:\d+$/, '');
    const named = this.#known.find(
      (known) => known.host !== '' && (known.host === host || known.host === withoutPort),
    );
    // An organization that was made without a host takes what no other one claims.
    return named ?? this.#known.find((known) => known.host === '');
  }

  async #findAgain(header: string | undefined): Promise<Known | undefined> {
    await this.refresh();
    return this.#find(header);
  }
}
