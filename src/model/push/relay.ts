// What the server needs of the relay that hands notifications on to Apple and Google. `integrations/push` implements it
// over the relay's HTTP protocol. Every method throws `RelayProblem` and nothing else.

import type { TokenKind } from './device.ts';

/**
 * Why the relay did not do as it was asked.
 * - `unreachable`: no answer came. `broken`: it answered with a 5xx.
 * - `refused`: it answered with a refusal, whose code says why.
 */
export class RelayProblem extends Error {
  readonly kind: 'unreachable' | 'broken' | 'refused';
  /** The refusal's code; empty for the other kinds. */
  readonly code: string;

  constructor(kind: RelayProblem['kind'], message: string, code = '') {
    super(message);
    this.kind = kind;
    this.code = code;
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

/** One encrypted notification for one device. */
export interface PushRequest {
  readonly tokenId: string;
  readonly tokenKind: TokenKind;
  /** Wakes the device and shows something; or only takes something away, when it suits the device. */
  readonly urgency: 'alert' | 'background';
  readonly pushKeyId: number;
  /** Base64 of what only the device can read. */
  readonly encrypted: string;
}

/** So many are handed over with one request. */
export const REQUESTS_AT_ONCE = 500;

/** A notification without encryption for the devices of one person. */
export interface PlainPush {
  readonly accountId: number;
  readonly appleTokens: readonly string[];
  readonly googleTokens: readonly string[];
  readonly apple: Readonly<Record<string, unknown>>;
  readonly google: Readonly<Record<string, unknown>>;
  readonly urgency: 'alert' | 'background';
}

export interface PushOutcome {
  /** Tokens that are dead, or that the relay does not know. */
  readonly deadTokenIds: readonly string[];
  /** Tokens that were not reached for a reason that may pass. */
  readonly missedTokenIds: readonly string[];
  readonly status: PushStatus;
}

export interface TokensByKind {
  readonly apple: readonly string[];
  readonly google: readonly string[];
}

/** What became of a notification without encryption; those that are in neither list were reached. */
export interface PlainOutcome {
  readonly dead: TokensByKind;
  /** Not reached for a reason that may pass. */
  readonly missed: TokensByKind;
}

export interface PlainToken {
  readonly accountId: number;
  readonly kind: TokenKind;
  readonly token: string;
  /** The app that an Apple token belongs to; empty for others. */
  readonly appId: string;
}

export interface PushStatus {
  readonly canPush: boolean;
  /** When pushing is expected to end; null: not known. */
  readonly expectedEnd: number | null;
}

export interface PushRelay {
  /** Makes an organization known to the relay, or its name and address; gives whether it may push. */
  announce(organization: RelayedOrganization): Promise<PushStatus>;
  /** Hands a device's encrypted token over; one that the relay has already is a success. */
  register(
    organization: RelayedOrganization,
    registration: { readonly tokenId: string; readonly relayPublicKey: string; readonly encrypted: string },
  ): Promise<void>;
  /**
   * Hands notifications over, at most `REQUESTS_AT_ONCE`. What is handed over again under one `deliveryId`, wholly or
   * in part, reaches each device once, as far as the relay remembers.
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
