// The interface to the relay that forwards notifications to Apple and Google. `integrations/push` implements it
// with the relay's HTTP protocol. All methods throw only `RelayError`.

import { CodedError } from '../../errors/coded-error.ts';
import type { TokenKind } from './push-device.ts';

/**
 * Why a request to the relay failed.
 * - `unreachable`: there was no answer. `broken`: the answer was a 5xx.
 * - `refused`: the answer was an error, whose code states the reason.
 *
 * The code is the answer's; `RELAY_UNREACHABLE`, `RELAY_BROKEN` or `RELAY_REFUSED` if it has none.
 */
export class RelayError extends CodedError {
  readonly kind: 'unreachable' | 'broken' | 'refused';

  constructor(kind: RelayError['kind'], message: string, code = '', options?: ErrorOptions) {
    super(code || `RELAY_${kind.toUpperCase()}`, message, options);
    this.kind = kind;
  }
}

/** The organization as the relay knows it. */
export interface RelayedOrganization {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly url: string;
  readonly createdAt: number;
}

/** An encrypted notification for one device. */
export interface PushRequest {
  readonly tokenId: string;
  readonly tokenKind: TokenKind;
  /**
   * `alert` wakes the device and shows something. `background` only removes something, at a time that suits the
   * device.
   */
  readonly urgency: 'alert' | 'background';
  readonly pushKeyId: number;
  /** Base64 that only the device can decrypt. */
  readonly encrypted: string;
}

/** The maximum number of notifications in one request. */
export const MAX_REQUESTS = 500;

/** An unencrypted notification for the devices of one person. */
export interface PlainPush {
  readonly accountId: number;
  readonly appleTokens: readonly string[];
  readonly googleTokens: readonly string[];
  readonly apple: Readonly<Record<string, unknown>>;
  readonly google: Readonly<Record<string, unknown>>;
  readonly urgency: 'alert' | 'background';
}

export interface PushOutcome {
  /** Tokens that are no longer valid, or that the relay does not know. */
  readonly deadTokenIds: readonly string[];
  /** Tokens that were not reached for a temporary reason. */
  readonly missedTokenIds: readonly string[];
  readonly status: PushStatus;
}

export interface TokensByKind {
  readonly apple: readonly string[];
  readonly google: readonly string[];
}

/** The outcome of an unencrypted notification. Tokens in neither list were reached. */
export interface PlainOutcome {
  readonly dead: TokensByKind;
  /** Not reached for a temporary reason. */
  readonly missed: TokensByKind;
}

export interface PlainToken {
  readonly accountId: number;
  readonly kind: TokenKind;
  readonly token: string;
  /** The app of an Apple token; empty for others. */
  readonly appId: string;
}

export interface PushStatus {
  readonly canPush: boolean;
  /** When the permission to push is expected to end; null if unknown. */
  readonly expectedEnd: number | null;
}

export interface PushRelay {
  /** Registers an organization with the relay, or updates its name and URL. Returns whether it may push. */
  registerOrganization(organization: RelayedOrganization): Promise<PushStatus>;
  /** Passes on a device's encrypted token. Succeeds if the relay has it already. */
  registerToken(
    organization: RelayedOrganization,
    registration: { readonly tokenId: string; readonly relayPublicKey: string; readonly encrypted: string },
  ): Promise<void>;
  /**
   * Passes on at most `MAX_REQUESTS` notifications. Repeating some or all of them with the same
   * `deliveryId` reaches each device only once, as far as the relay remembers.
   */
  notify(
    organization: RelayedOrganization,
    requests: readonly PushRequest[],
    deliveryId: string,
  ): Promise<PushOutcome>;
  addToken(organization: RelayedOrganization, token: PlainToken): Promise<void>;
  removeToken(organization: RelayedOrganization, token: PlainToken): Promise<void>;
  notifyPlainly(
    organization: RelayedOrganization,
    push: PlainPush,
    deliveryId: string,
  ): Promise<PlainOutcome>;
}
