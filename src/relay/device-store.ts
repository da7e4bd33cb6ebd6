// Devices that the relay can reach: of an organization, by the id of their token; or, of clients without encryption, of
// a person whom a server names, by the token.

import { createHash } from 'node:crypto';
import { ApiError } from '../api-contract/error.ts';
import type { RelayDatabase } from './relay-database.ts';

/** Whose service a token is for: Apple's or Google's. */
export type TokenKind = 'apns' | 'fcm';

/** A device as the relay reaches it. */
export interface RemoteDevice {
  readonly token_id: string;
  readonly kind: TokenKind;
  readonly token: string;
  /** The app that an Apple token belongs to; empty for others. */
  readonly app_id: string;
}

/** A person as their server names them. */
export interface RemotePerson {
  readonly serverId: number;
  readonly name: string;
}

/** So many devices of an organization, and of a server those without encryption. */
const MAX_DEVICES = 100_000;
/** Devices without encryption of one person. */
const MAX_OF_PERSON = 200;

/** How the protocol names a token: Base64 of the first eight bytes of its SHA-256. */
export function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
}

function tooManyDevices(): ApiError {
  return new ApiError(
    403,
    'TOO_MANY_DEVICES',
    'There are too many devices already: the relay takes no more.',
  );
}

/** The devices of all servers. */
export class DeviceStore {
  readonly #database: RelayDatabase;

  constructor(database: RelayDatabase) {
    this.#database = database;
  }

  /** Keeps a device, or what is new of one; refuses one too many. */
  keep(organizationId: number, device: RemoteDevice): void {
    this.#database.together(() => {
      const isNew = this.find(organizationId, device.token_id) === undefined;
      if (
        isNew &&
        this.#database.hasAtLeast(MAX_DEVICES, 'device where organization_id = ?', [organizationId])
      )
        throw tooManyDevices();
      this.#database.run(
        'insert or replace into device (organization_id, token_id, kind, token, app_id) values (?, ?, ?, ?, ?)',
        [organizationId, device.token_id, device.kind, device.token, device.app_id],
      );
    });
  }

  /** The device with a token's id; undefined where the organization has none. */
  find(organizationId: number, tokenId: string): RemoteDevice | undefined {
    return this.#database.first(
      'select token_id, kind, token, app_id from device where organization_id = ? and token_id = ?',
      [organizationId, tokenId],
    );
  }

  /** Forgets a device; nothing where there is none. */
  remove(organizationId: number, tokenId: string): void {
    this.#database.run('delete from device where organization_id = ? and token_id = ?', [
      organizationId,
      tokenId,
    ]);
  }

  /** Keeps a device without encryption; refuses one too many. */
  keepPlain(person: RemotePerson, device: Omit<RemoteDevice, 'token_id'>): void {
    this.#database.together(() => {
      const isNew = this.findPlain(person, device.kind, device.token) === undefined;
      if (isNew && this.#isFull(person)) throw tooManyDevices();
      this.#database.run(
        'insert or replace into plain_device (server_id, person, kind, token, app_id) values (?, ?, ?, ?, ?)',
        [person.serverId, person.name, device.kind, device.token, device.app_id],
      );
    });
  }

  /** A person's device without encryption, by its token. */
  findPlain({ serverId, name }: RemotePerson, kind: TokenKind, token: string): RemoteDevice | undefined {
    const row = this.#database.first<Omit<RemoteDevice, 'token_id'>>(
      `select kind, token, app_id from plain_device
       where server_id = ? and person = ? and kind = ? and token = ?`,
      [serverId, name, kind, token],
    );
    return row && { token_id: tokenIdOf(token), ...row };
  }

  /** Forgets a device without encryption; nothing where there is none. */
  removePlain({ serverId, name }: RemotePerson, kind: TokenKind, token: string): void {
    this.#database.run(
      'delete from plain_device where server_id = ? and person = ? and kind = ? and token = ?',
      [serverId, name, kind, token],
    );
  }

  #isFull({ serverId, name }: RemotePerson): boolean {
    return (
      this.#database.hasAtLeast(MAX_OF_PERSON, 'plain_device where server_id = ? and person = ?', [
        serverId,
        name,
      ]) || this.#database.hasAtLeast(MAX_DEVICES, 'plain_device where server_id = ?', [serverId])
    );
  }
}
