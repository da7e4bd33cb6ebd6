// Which organization a request is for: the `Host` header picks it; where there is only one, any host does.

import { ApiError } from '../api-contract/error.ts';
import type { Hubs } from '../events/hubs.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { allImports } from '../stores/imports/import-store.ts';
import { allHostAliases } from '../stores/organizations/host-store.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';

const REFRESH_MILLISECONDS = 5000;
/** Hosts remembered between two readings of the list. */
const UNCLAIMED_MAXIMUM = 1000;

interface Known {
  readonly id: number;
  readonly host: string;
  /** Hosts that it had before. */
  readonly former: readonly string[];
  /** Of which archive and when it was imported; undefined for one that was made here. */
  readonly origin: string | undefined;
}

/** The organizations of the database by their hosts. */
export class OrganizationDirectory {
  readonly #database: ParleyDatabase;
  readonly #hubs: Hubs;
  #known: readonly Known[] = [];
  /** Readings of the list: how many have begun, and the newest of those that were taken in. */
  #begun = 0;
  #taken = 0;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** Hosts that no organization claimed when they were last looked up. */
  readonly #unclaimed = new Set<string>();

  constructor(database: ParleyDatabase, hubs: Hubs) {
    this.#database = database;
    this.#hubs = hubs;
  }

  /** Reads the list again; after an organization was made. */
  async refresh(): Promise<void> {
    const turn = ++this.#begun;
    const reader = this.#database.reader(0);
    const rows = await allOrganizationRows(reader);
    const imports = new Map(
      (await allImports(reader)).map(
        (one) => [one.organization_id, `${one.archive_key} ${one.started_at}`] as const,
      ),
    );
    const aliases = await allHostAliases(reader);
    // One that began earlier and took longer knows less.
    if (turn < this.#taken) return;
    this.#taken = turn;
    const before = this.#known;
    this.#known = rows.map(({ id, host }) => ({
      id,
      host,
      former: aliases.filter((one) => one.organizationId === id).map((one) => one.host),
      origin: imports.get(id),
    }));
    this.#refreshedAt = performance.now();
    await this.#forgetGone(before);
  }

  /** An import that was taken back leaves its id to another, of whom nothing that is in memory tells. */
  async #forgetGone(before: readonly Known[]): Promise<void> {
    const present = new Map(this.#known.map(({ id, origin }) => [id, origin]));
    for (const { id, origin } of before)
      if (!present.has(id) || present.get(id) !== origin) await this.#hubs.forget(id);
  }

  get isEmpty(): boolean {
    return this.#known.length === 0;
  }

  /** The host of the organization that had a host before; undefined for a host that nobody had before. */
  async presentHost(header: string | undefined): Promise<string | undefined> {
    await this.#refreshOld();
    const host = (header ?? '').toLowerCase();
    return this.#claimedBy(host) ? undefined : this.#formerlyBy(host)?.host;
  }

  /** The organization of a host header; refuses one that names none. */
  async forHost(header: string | undefined): Promise<OrganizationHub> {
    await this.#refreshOld();
    const host = (header ?? '').toLowerCase();
    const found = this.#claimedBy(host) ?? this.#formerlyBy(host) ?? (await this.#takerOf(host));
    if (!found) {
      throw new ApiError(404, 'NONEXISTENT_SUBDOMAIN', 'There is no organization at this address.');
    }
    return this.#hubs.upToDate(found.id);
  }

  /** The command line, or another server, may have made or changed one since. */
  async #refreshOld(): Promise<void> {
    if (performance.now() - this.#refreshedAt <= REFRESH_MILLISECONDS) return;
    this.#unclaimed.clear();
    await this.refresh();
  }

  #formerlyBy(host: string): Known | undefined {
    const withoutPort = host.replace(/:\d+$/, '');
    return this.#known.find(({ former }) => former.includes(host) || former.includes(withoutPort));
  }

  #claimedBy(host: string): Known | undefined {
    const withoutPort = host.replace(/:\d+$/, '');
    return this.#known.find(
      (known) => known.host !== '' && (known.host === host || known.host === withoutPort),
    );
  }

  /** Who takes a host that nobody claims: the only organization, or the one that was made without a host. */
  async #takerOf(host: string): Promise<Known | undefined> {
    const taker = () =>
      this.#known.length === 1 ? this.#known[0] : this.#known.find((known) => known.host === '');
    if (this.#unclaimed.has(host) && taker()) return taker();
    // An organization made a moment ago must not lose its first requests, with their passwords, to another one.
    await this.refresh();
    if (this.#unclaimed.size < UNCLAIMED_MAXIMUM) this.#unclaimed.add(host);
    return this.#claimedBy(host) ?? this.#formerlyBy(host) ?? taker();
  }
}
