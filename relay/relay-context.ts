// The context of the relay's operations, and helpers for their parameters.

import { anyJson, anyObject, type Codec, list, text } from '../src/api-contract/codec.ts';
import { badRequest, missingParameter } from '../src/api-contract/error.ts';
import type { Logger } from '../src/api-contract/logger.ts';
import type { Semaphore } from '../src/api-contract/semaphore.ts';
import type { DeliveryId } from './delivery-store.ts';
import type { TokenKind } from './device-store.ts';
import type { KeyedLock } from './keyed-lock.ts';
import type { PushService } from './push-service.ts';
import { organizationNotRegistered, organizationOfOtherServer } from './relay-errors.ts';
import type { RelayStore, RemoteOrganization, RemoteServer } from './relay-store.ts';
import type { RelayKey } from './sealed-box.ts';

/** The fields of a request or an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** The context that every operation receives. */
export interface RelayContext {
  readonly store: RelayStore;
  readonly key: RelayKey;
  /** The configured services. */
  readonly services: Readonly<Partial<Record<TokenKind, PushService>>>;
  /** Limits concurrent notifications to Apple and Google. */
  readonly pushLimit: Semaphore;
  /** Serializes deliveries with the same id. */
  readonly deliveryLocks: KeyedLock;
  /** Whether servers may register themselves. */
  readonly isOpen: boolean;
  readonly log: Logger;
}

/** A request of an authenticated server. */
export interface ServerRequest {
  readonly server: RemoteServer;
  readonly body: Fields;
  /** The id of the delivery; undefined if the server sent none. A repeated delivery without an id is sent again. */
  readonly delivery: DeliveryId | undefined;
}

/**
 * An operation of the relay; returns the fields of the answer besides `result` and `msg`.
 * @throws `ApiError`
 */
export type RelayOperation = (context: RelayContext, request: ServerRequest) => Fields | Promise<Fields>;

function requiredIn<T>(body: Fields, name: string, codec: Codec<T>): T {
  if (body[name] === undefined) throw missingParameter(name);
  return codec.decode(body[name], name);
}

/** A required text of at most `maximum` characters. */
export function textIn(body: Fields, name: string, maximum = 1000): string {
  return requiredIn(body, name, text({ maximum }));
}

/** A required list of at most `maximum` items. */
export function listIn(body: Fields, name: string, maximum: number): readonly unknown[] {
  return requiredIn(body, name, list(anyJson, maximum));
}

/** Bytes of JSON; Apple and Google accept no more. */
const MAX_PAYLOAD = 4096;

/** The payload of a notification. @throws unless it is an object within the size limit */
export function payloadOf(value: unknown, name: string): Fields {
  const payload = anyObject.decode(value, name);
  if (sizeOf(payload) > MAX_PAYLOAD) throw badRequest(`${name} is too long (limit: ${MAX_PAYLOAD} bytes)`);
  return payload;
}

function sizeOf(payload: Fields): number {
  try {
    return Buffer.byteLength(JSON.stringify(payload));
  } catch {
    // Nested too deeply to serialize.
    return Number.POSITIVE_INFINITY;
  }
}

/** The organization that a request names. @throws if it is unknown or belongs to another server */
export function organizationIn({ store }: RelayContext, { server, body }: ServerRequest): RemoteOrganization {
  const organization = store.organization(textIn(body, 'realm_uuid', 100).toLowerCase());
  if (!organization) throw organizationNotRegistered();
  if (organization.server_id !== server.id) throw organizationOfOtherServer();
  return organization;
}

/** The organization's data that servers receive: this relay has no plans that end. */
export const pushStatus = { can_push: true, expected_end_timestamp: null } as const;
