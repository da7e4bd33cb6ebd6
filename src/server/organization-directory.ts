// Maps the `Host` header of a request to its organization. A server with a single organization accepts any host.

import { ApiError } from '../api-contract/error.ts';
import type { Hubs } from '../events/hubs.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { allImports } from '../stores/imports/import-store.ts';
import { allHostAliases } from '../stores/organizations/host-store.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';

const REFRESH_MILLISECONDS = 5000;
/** Maximum number of unclaimed hosts to remember between two reads of the list. */
const UNCLAIMED_MAXIMUM = 1000;

interface KnownOrganization {
  readonly id: number;
  readonly host: string;
  /** The archive it was imported from, and when. Undefined for an organization created on this server. */
  readonly origin: string | undefined;
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** The organizations of the database, by host. */
export class OrganizationDirectory {
  readonly #database: ParleyDatabase;
  readonly #hubs: Hubs;
  #organizations: readonly KnownOrganization[] = [];
  /** The organizations by their hosts, and by the hosts that they had before: a deployment may have very many. */
  #byHost: ReadonlyMap<string, KnownOrganization> = new Map();
  #byFormerHost: ReadonlyMap<string, KnownOrganization> = new Map();
  /** Reads of the list: how many have begun, and the newest one whose result was applied. */
  #readsBegun = 0;
  #newestApplied = 0;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** Hosts that no organization claimed at the last read. */
  readonly #unclaimed = new Set<string>();

  constructor(database: ParleyDatabase, hubs: Hubs) {
    this.#database = database;
    this.#hubs = hubs;
  }

  /** Reads the list again; call it after creating an organization. */
  async refresh(): Promise<void> {
    const sequence = ++this.#readsBegun;
    const reader = this.#database.reader(0);
    const rows = await allOrganizationRows(reader);
    const imports = new Map(
      (await allImports(reader)).map(
        (row) => [row.organization_id, `${row.archive_key} ${row.started_at}`] as const,
      ),
    );
    const aliases = await allHostAliases(reader);
    // A read that began earlier but took longer has older data.
    if (sequence < this.#newestApplied) return;
    this.#newestApplied = sequence;
    const before = this.#organizations;
    this.#organizations = rows.map(({ id, host }) => ({ id, host, origin: imports.get(id) }));
    this.#byHost = new Map(this.#organizations.map((organization) => [organization.host, organization]));
    const byId = new Map(this.#organizations.map((organization) => [organization.id, organization]));
    this.#byFormerHost = new Map(
      aliases.flatMap(({ host, organizationId }) => {
        const organization = byId.get(organizationId);
        return organization ? [[host, organization]] : [];
      }),
    );
    this.#refreshedAt = performance.now();
    await this.#forgetRemoved(before);
  }

  /**
   * Drops the state in memory of removed organizations. The id of a canceled import can be reused by another
   * organization, whose state must not come from the earlier one.
   */
  async #forgetRemoved(before: readonly KnownOrganization[]): Promise<void> {
    const origins = new Map(this.#organizations.map(({ id, origin }) => [id, origin]));
    for (const { id, origin } of before)
      if (!origins.has(id) || origins.get(id) !== origin) await this.#hubs.forget(id);
  }

  get isEmpty(): boolean {
    return this.#organizations.length === 0;
  }

  /**
   * The current host of the organization that used a host before. Undefined if no organization did, or if one
   * uses it now.
   */
  async currentHostFor(header: string | undefined): Promise<string | undefined> {
    await this.#refreshOld();
    const host = (header ?? '').toLowerCase();
    return this.#claimedBy(host) ? undefined : this.#formerlyBy(host)?.host;
  }

  /**
   * The organization for a host header.
   * @throws ApiError `NONEXISTENT_SUBDOMAIN`
   */
  async hubForHost(header: string | undefined): Promise<OrganizationHub> {
    const hub = await this.findHubForHost(header);
    if (!hub)
      throw new ApiError(404, 'NONEXISTENT_SUBDOMAIN', 'No organization exists at this address.').onPages({
        code: 'NO_ORGANIZATION',
      });
    return hub;
  }

  /** The hub of the organization at a `Host` header; undefined if there is none. */
  async findHubForHost(header: string | undefined): Promise<OrganizationHub | undefined> {
    await this.#refreshOld();
    const host = (header ?? '').toLowerCase();
    const found = this.#claimedBy(host) ?? this.#formerlyBy(host) ?? (await this.#defaultFor(host));
    return found && this.#hubs.upToDate(found.id);
  }

  /** The command line or another server may have created or changed an organization since the last read. */
  async #refreshOld(): Promise<void> {
    if (performance.now() - this.#refreshedAt <= REFRESH_MILLISECONDS) return;
    this.#unclaimed.clear();
    await this.refresh();
  }

  #formerlyBy(host: string): KnownOrganization | undefined {
    return this.#byFormerHost.get(host) ?? this.#byFormerHost.get(withoutPort(host));
  }

  #claimedBy(host: string): KnownOrganization | undefined {
    const claimed = this.#byHost.get(host) ?? this.#byHost.get(withoutPort(host));
    return claimed?.host === '' ? undefined : claimed;
  }

  /** The organization that serves an unclaimed host: the only one, or the one created without a host. */
  async #defaultFor(host: string): Promise<KnownOrganization | undefined> {
    const defaultOrganization = () =>
      this.#organizations.length === 1 ? this.#organizations[0] : this.#byHost.get('');
    if (this.#unclaimed.has(host) && defaultOrganization()) return defaultOrganization();
    // The organizations are read again first: the first requests to a newly created one, which carry passwords,
    // must not be served by another one.
    await this.refresh();
    if (this.#unclaimed.size < UNCLAIMED_MAXIMUM) this.#unclaimed.add(host);
    return this.#claimedBy(host) ?? this.#formerlyBy(host) ?? defaultOrganization();
  }
}
