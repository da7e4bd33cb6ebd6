// What the relay keeps: servers and their organizations; and, in stores of their own, devices and what was answered to
// deliveries.

import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../api-contract/error.ts';
import { nowSeconds } from '../api-contract/time.ts';
import { DeliveryStore } from './delivery-store.ts';
import { DeviceStore } from './device-store.ts';
import { organizationElsewhere } from './refusals.ts';
import { RelayDatabase } from './relay-database.ts';

/** A server that may hand notifications over. */
export interface RemoteServer {
  readonly id: number;
  readonly uuid: string;
  readonly is_deactivated: number;
}

/** An organization of a server. */
export interface RemoteOrganization {
  readonly id: number;
  readonly uuid: string;
  readonly server_id: number;
}

/** What a server says of one of its organizations. */
export interface ToldOrganization {
  readonly uuid: string;
  readonly secret: string;
  readonly name: string;
  readonly url: string;
  readonly isDeactivated: boolean;
}

/** So many organizations a server may have. */
const MAX_ORGANIZATIONS = 1000;

/** Keys are random texts of full length, so that a plain hash does not give them away. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** The relay's storage. */
export class RelayStore {
  readonly devices: DeviceStore;
  readonly deliveries: DeliveryStore;
  readonly #database: RelayDatabase;

  /** Opens the database; throws for one that a newer version wrote. */
  constructor(file: string) {
    this.#database = new RelayDatabase(file);
    this.devices = new DeviceStore(this.#database);
    this.deliveries = new DeliveryStore(this.#database);
  }

  /** Closes the database. */
  close(): void {
    this.#database.close();
  }

  /** Makes the credentials of a new server. */
  addServer(hostname: string, contact: string): { readonly uuid: string; readonly key: string } {
    const made = { uuid: randomUUID(), key: randomBytes(32).toString('hex') };
    this.registerServer(made.uuid, made.key, hostname, contact);
    return made;
  }

  /** Keeps a server under its own credentials; false when the id is taken with another key. */
  registerServer(uuid: string, key: string, hostname: string, contact: string): boolean {
    this.#database.run(
      `insert into server (uuid, key_hash, hostname, contact_email, created_at, is_deactivated)
       values (?, ?, ?, ?, ?, 0) on conflict do nothing`,
      [uuid, hashOf(key), hostname, contact, nowSeconds()],
    );
    return this.serverOf(uuid, key) !== undefined;
  }

  /** The server with these credentials. */
  serverOf(uuid: string, key: string): RemoteServer | undefined {
    const row = this.#database.first<RemoteServer & { readonly key_hash: string }>(
      'select * from server where uuid = ?',
      [uuid],
    );
    return row && isSame(row.key_hash, hashOf(key)) ? row : undefined;
  }

  /** Turns a server on or off; false when there is none. */
  turnServer(uuid: string, standing: 'on' | 'off'): boolean {
    const sql = 'update server set is_deactivated = ? where uuid = ?';
    return this.#database.run(sql, [standing === 'off' ? 1 : 0, uuid]) > 0;
  }

  /** All servers, in the order in which they came. */
  servers(): readonly { uuid: string; hostname: string; contact_email: string; is_deactivated: number }[] {
    return this.#database.all('select uuid, hostname, contact_email, is_deactivated from server order by id');
  }

  /** The organization with an id; undefined where no server has told of it, or it was deactivated. */
  organization(uuid: string): RemoteOrganization | undefined {
    return this.#database.first('select * from organization where uuid = ? and is_deactivated = 0', [uuid]);
  }

  /**
   * Keeps what a server says of its organizations. One that another server has can only be taken over by who knows the
   * organization's secret. Keeps nothing where one is and stays another server's, or there are too many.
   */
  keepOrganizations(serverId: number, all: readonly ToldOrganization[]): void {
    this.#database.together(() => {
      for (const told of all) {
        if (!this.#keepOrganization(serverId, told)) throw organizationElsewhere();
      }
      if (this.#database.hasAtLeast(MAX_ORGANIZATIONS + 1, 'organization where server_id = ?', [serverId]))
        throw badRequest(`A server has at most ${MAX_ORGANIZATIONS} organizations.`);
    });
  }

  #keepOrganization(serverId: number, told: ToldOrganization): boolean {
    const secret = hashOf(told.secret);
    const off = told.isDeactivated ? 1 : 0;
    const changed = this.#database.run(
      `insert into organization (uuid, server_id, secret_hash, name, url, is_deactivated)
       values (?, ?, ?, ?, ?, ?)
       on conflict (uuid) do update set server_id = excluded.server_id, name = excluded.name, url = excluded.url,
       is_deactivated = excluded.is_deactivated where organization.secret_hash = excluded.secret_hash`,
      [told.uuid, serverId, secret, told.name, told.url, off],
    );
    return changed > 0;
  }
}
