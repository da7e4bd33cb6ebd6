// What the relay's operations are given, and how they are written.

import { isRecord } from '../api-contract/codec.ts';
import { type ApiError, badRequest, missingParameter } from '../api-contract/error.ts';
import type { Logger } from '../api-contract/logger.ts';
import type { Semaphore } from '../api-contract/semaphore.ts';
import type { DeliveryName } from './delivery-store.ts';
import type { TokenKind } from './device-store.ts';
import type { KeyedLock } from './keyed-lock.ts';
import type { PushService } from './push-service.ts';
import { organizationElsewhere, organizationMissing } from './refusals.ts';
import type { RelayStore, RemoteOrganization, RemoteServer } from './relay-store.ts';
import type { RelayKey } from './sealed-box.ts';

/** What a request or an answer consists of. */
export type Fields = Readonly<Record<string, unknown>>;

/** What every operation is handed. */
export interface RelayContext {
  readonly store: RelayStore;
  readonly key: RelayKey;
  /** Those that are configured. */
  readonly services: Readonly<Partial<Record<TokenKind, PushService>>>;
  /** Bounds how many notifications are under way to Apple and Google. */
  readonly gate: Semaphore;
  /** What is handed over under one id is delivered one after another. */
  readonly turns: KeyedLock;
  /** Whether servers may register themselves. */
  readonly isOpen: boolean;
  readonly log: Logger;
}

/** A request of a server that has shown who it is. */
export interface ServerRequest {
  readonly server: RemoteServer;
  readonly body: Fields;
  /** Undefined where the server gives none: what it hands over again then goes out again. */
  readonly delivery: DeliveryName | undefined;
}

/** What the relay does for a server; gives the fields of the answer beside `result` and `msg`. Throws refusals. */
export type RelayOperation = (context: RelayContext, request: ServerRequest) => Fields | Promise<Fields>;

/** A text that must be there; refuses one that is longer than `maximum`. */
export function textIn(body: Fields, name: string, maximum = 1000): string {
  const value = body[name];
  if (value === undefined) throw missingParameter(name);
  if (typeof value !== 'string') throw badRequest(`${name} is not a string`);
  if (value.length > maximum) throw badRequest(`${name} is too long (limit: ${maximum} characters)`);
  return value;
}

/** A list of at most `maximum` items. */
export function listIn(body: Fields, name: string, maximum: number): readonly unknown[] {
  const value = body[name];
  if (value === undefined) throw missingParameter(name);
  if (!Array.isArray(value)) throw badRequest(`${name} is not a list`);
  if (value.length > maximum) throw badRequest(`${name} is too long (limit: ${maximum} items)`);
  return value;
}

/** The fields of an object; throws the refusal for anything else. */
export function fieldsOf(value: unknown, refusal: () => ApiError): Fields {
  if (!isRecord(value)) throw refusal();
  return value;
}

/** Bytes of JSON; Apple and Google take no more. */
const MAX_PAYLOAD = 4096;

/** What a notification carries; refuses what is no object, or is too long for Apple and Google. */
export function payloadOf(value: unknown, name: string): Fields {
  const payload = fieldsOf(value, () => badRequest(`${name} is not a dict`));
  if (sizeOf(payload) > MAX_PAYLOAD) throw badRequest(`${name} is too long (limit: ${MAX_PAYLOAD} bytes)`);
  return payload;
}

function sizeOf(payload: Fields): number {
  try {
    return Buffer.byteLength(JSON.stringify(payload));
  } catch {
    // Nested too deeply to be written.
    return Number.POSITIVE_INFINITY;
  }
}

/** The organization that a request names; refuses one that is not known, or is another server's. */
export function organizationIn({ store }: RelayContext, { server, body }: ServerRequest): RemoteOrganization {
  const organization = store.organization(textIn(body, 'realm_uuid', 100).toLowerCase());
  if (!organization) throw organizationMissing();
  if (organization.server_id !== server.id) throw organizationElsewhere();
  return organization;
}

/** What servers are told of an organization: this relay knows no plans that end. */
export const pushStatus = { can_push: true, expected_end_timestamp: null } as const;
