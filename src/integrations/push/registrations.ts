// Registers device tokens with the relay and records the results.

import { type OutboxRow, unsealedWork, workIn } from '../../actions/outbox/outbox-store.ts';
import { PLAIN_TOKEN_KIND, plainTokenWork } from '../../actions/push/plain-tokens.ts';
import {
  type PendingRegistration,
  pendingRegistration,
  REGISTRATION_KIND,
  registrationFailed,
  registrationSucceeded,
} from '../../actions/push/register-device.ts';
import { DAY } from '../../api-contract/time.ts';
import { retryPolicies } from '../../model/outbox/retry-policies.ts';
import type { RelayError } from '../../model/push/push-relay.ts';
import { relayedOrganization } from '../../model/push/relayed-organization.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { deviceOf } from '../../stores/push/device-store.ts';
import { tokensOf } from '../../stores/push/token-store.ts';
import { type Delivery, type DeliveryResult, type FollowUp, noFollowUp } from './outbox-job.ts';
import type { PushServices } from './push-services.ts';

/** The relay refuses older registrations. */
const LIFETIME_SECONDS = DAY;
/** Errors with which the relay will not accept the registration later either. */
const finalCodes: ReadonlySet<string> = new Set([
  'INVALID_BOUNCER_PUBLIC_KEY',
  'BAD_REQUEST',
  'REQUEST_EXPIRED',
]);

/** Passes the encrypted tokens of devices on to the relay. */
export class Registrations implements Delivery {
  readonly kind = REGISTRATION_KIND;
  readonly retries = retryPolicies.pushRegistration;
  readonly #services: PushServices;

  constructor(services: PushServices) {
    this.#services = services;
  }

  /** One lane: all run at the same time. A row does nothing if its device waits for another token by now. */
  laneOf(): string {
    return REGISTRATION_KIND;
  }

  async deliver(row: OutboxRow): Promise<DeliveryResult> {
    const { database, relay } = this.#services;
    const pending = pendingOf(row);
    const reader = database.reader(row.organization_id);
    const device = await deviceOf(reader, pending.accountId, pending.deviceId);
    if (device?.pending_token_id !== pending.tokenId) return { followUp: noFollowUp };
    const organization = await readOrganization(reader);
    await relay.registerToken(relayedOrganization(organization, device.organization_url), pending);
    return { followUp: (writer) => registrationSucceeded(writer, pending) };
  }

  isFinal(row: OutboxRow, error: RelayError | undefined, now: number): boolean {
    if (error && finalCodes.has(error.code)) return true;
    return now - pendingOf(row).startedAt >= LIFETIME_SECONDS;
  }

  onGiveUp(row: OutboxRow, error: RelayError | undefined): FollowUp {
    const code = error && finalCodes.has(error.code) ? error.code : 'REQUEST_EXPIRED';
    const pending = pendingOf(row);
    return (writer) => registrationFailed(writer, pending, code);
  }
}

function pendingOf(row: OutboxRow): PendingRegistration {
  return workIn(pendingRegistration, row.payload);
}

/** Adds the tokens of clients without encryption at the relay, and removes them there. */
export class PlainTokens implements Delivery {
  readonly kind = PLAIN_TOKEN_KIND;
  readonly retries = retryPolicies.plainToken;
  readonly #services: PushServices;

  constructor(services: PushServices) {
    this.#services = services;
  }

  /** A lane for each row: they run one after another, so that a removal never overtakes the token it removes. */
  laneOf(row: OutboxRow): string {
    return String(row.id);
  }

  async deliver(row: OutboxRow): Promise<DeliveryResult> {
    const { database, relay } = this.#services;
    const reader = database.reader(row.organization_id);
    const { op, organizationUrl, ...token } = unsealedWork(plainTokenWork, reader, row);
    const isStored = (await tokensOf(reader, [token.accountId])).some(
      (stored) => stored.kind === token.kind && stored.token === token.token,
    );
    // A retried row may run after a later one, whose result must win.
    if (isStored !== (op === 'add')) return { followUp: noFollowUp };
    const relayed = relayedOrganization(await readOrganization(reader), organizationUrl);
    await (op === 'add' ? relay.addToken(relayed, token) : relay.removeToken(relayed, token));
    return { followUp: noFollowUp };
  }

  isFinal(_row: OutboxRow, error: RelayError | undefined): boolean {
    return error?.code === 'BAD_REQUEST';
  }

  onGiveUp(): FollowUp {
    return noFollowUp;
  }
}
