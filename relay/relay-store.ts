// The relay's storage: servers and their organizations and, in their own stores, devices and deliveries.

import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../src/api-contract/error.ts';
import { nowSeconds } from '../src/api-contract/time.ts';
import { DeliveryStore } from './delivery-store.ts';
import { DeviceStore } from './device-store.ts';
import { RelayDatabase } from './relay-database.ts';
import { organizationOfOtherServer } from './relay-errors.ts';

/** A server that may send notifications. */
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

/** An organization as its server reports it. */
export interface ReportedOrganization {
  readonly uuid: string;
  readonly secret: string;
  readonly name: string;
  readonly url: string;
  readonly isDeactivated: boolean;
}

/** Limit per server. */
const MAX_ORGANIZATIONS = 1000;

/** Keys are random texts of full length, so a plain hash does not reveal them. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

export class RelayStore {
  readonly devices: DeviceStore;
  readonly deliveries: DeliveryStore;
  readonly #database: RelayDatabase;

  /** Opens the database. @throws if a newer version wrote it */
  constructor(file: string) {
    this.#database = new RelayDatabase(file);
    this.devices = new DeviceStore(this.#database);
    this.deliveries = new DeliveryStore(this.#database);
  }

  close(): void {
    this.#database.close();
  }

  /** Creates a server with new credentials. */
  addServer(hostname: string, contact: string): { readonly uuid: string; readonly key: string } {
    const credentials = { uuid: randomUUID(), key: randomBytes(32).toString('hex') };
    this.registerServer(credentials.uuid, credentials.key, hostname, contact);
    return credentials;
  }

  /** Stores a server with its own credentials; false if the id is taken with another key. */
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

  /** Activates or deactivates a server; false if it does not exist. */
  switchServer(uuid: string, state: 'on' | 'off'): boolean {
    const sql = 'update server set is_deactivated = ? where uuid = ?';
    return this.#database.run(sql, [state === 'off' ? 1 : 0, uuid]) > 0;
  }

  /** All servers, in order of registration. */
  servers(): readonly { uuid: string; hostname: string; contact_email: string; is_deactivated: number }[] {
    return this.#database.all('select uuid, hostname, contact_email, is_deactivated from server order by id');
  }

  /** The organization with an id; undefined if no server has reported it, or it was deactivated. */
  organization(uuid: string): RemoteOrganization | undefined {
    return this.#database.first('select * from organization where uuid = ? and is_deactivated = 0', [uuid]);
  }

  /**
   * Stores the organizations that a server reports. One that belongs to another server can only be taken over
   * with its secret. Stores either all of them or none.
   * @throws `ApiError` if one of them cannot be taken over, or the server has too many
   */
  putOrganizations(serverId: number, all: readonly ReportedOrganization[]): void {
    this.#database.transaction(() => {
      for (const reported of all) {
        if (!this.#putOrganization(serverId, reported)) throw organizationOfOtherServer();
      }
      if (this.#database.hasAtLeast(MAX_ORGANIZATIONS + 1, 'organization where server_id = ?', [serverId]))
        throw badRequest(`This server has too many organizations. The limit is ${MAX_ORGANIZATIONS}.`);
    });
  }

  #putOrganization(serverId: number, reported: ReportedOrganization): boolean {
    const secret = hashOf(reported.secret);
    const off = reported.isDeactivated ? 1 : 0;
    const updated = this.#database.run(
      `insert into organization (uuid, server_id, secret_hash, name, url, is_deactivated)
       values (?, ?, ?, ?, ?, ?)
       on conflict (uuid) do update set server_id = excluded.server_id, name = excluded.name, url = excluded.url,
       is_deactivated = excluded.is_deactivated where organization.secret_hash = excluded.secret_hash`,
      [reported.uuid, serverId, secret, reported.name, reported.url, off],
    );
    return updated > 0;
  }
}
