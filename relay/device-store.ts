// The devices that the relay can reach. A device belongs to an organization and is found by the id of its token.
// A device without encryption belongs to a person whom a server names and is found by the token itself.

import { createHash } from 'node:crypto';
import { ApiError } from '../src/api-contract/error.ts';
import type { RelayDatabase } from './relay-database.ts';

/** The service a token is for: Apple's or Google's. */
export type TokenKind = 'apns' | 'fcm';

/** A device as the relay reaches it. */
export interface RemoteDevice {
  readonly token_id: string;
  readonly kind: TokenKind;
  readonly token: string;
  /** The app that an Apple token belongs to; empty for others. */
  readonly app_id: string;
}

/** A person as their server identifies them. */
export interface RemotePerson {
  readonly serverId: number;
  readonly name: string;
}

/** Limit per organization; for devices without encryption, per server. */
const MAX_DEVICES = 100_000;
/** Limit of devices without encryption per person. */
const MAX_OF_PERSON = 200;

/** The protocol's id of a token: Base64 of the first eight bytes of its SHA-256. */
export function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
}

function tooManyDevices(): ApiError {
  return new ApiError(
    403,
    'TOO_MANY_DEVICES',
    'Too many devices are registered with the relay. Remove one first.',
  );
}

/** The devices of all servers. */
export class DeviceStore {
  readonly #database: RelayDatabase;

  constructor(database: RelayDatabase) {
    this.#database = database;
  }

  /** Stores a new or changed device. @throws `TOO_MANY_DEVICES` */
  put(organizationId: number, device: RemoteDevice): void {
    this.#database.transaction(() => {
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

  /** The device with a token id; undefined if the organization has none. */
  find(organizationId: number, tokenId: string): RemoteDevice | undefined {
    return this.#database.first(
      'select token_id, kind, token, app_id from device where organization_id = ? and token_id = ?',
      [organizationId, tokenId],
    );
  }

  /** Removes a device, if it exists. */
  remove(organizationId: number, tokenId: string): void {
    this.#database.run('delete from device where organization_id = ? and token_id = ?', [
      organizationId,
      tokenId,
    ]);
  }

  /** Stores a device without encryption. @throws `TOO_MANY_DEVICES` */
  putPlain(person: RemotePerson, device: Omit<RemoteDevice, 'token_id'>): void {
    this.#database.transaction(() => {
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

  /** Removes a device without encryption, if it exists. */
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
