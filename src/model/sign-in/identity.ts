// Who a provider says that somebody is, once what it said was checked.

import { ApiError } from '../../api-contract/error.ts';
import type { Role } from '../accounts/roles.ts';

/** An address that the provider vouches for, or why it vouches for none. */
export type VouchedAddress =
  | { readonly email: string }
  | { readonly problem: 'missing' | 'unverified' | 'outside' };

/** What a provider says beyond who somebody is, as the configuration has it count here. */
export interface SaidOfPerson {
  /** Undefined: nothing is said of it. */
  readonly role: Role | undefined;
  /** Those that the configuration names. */
  readonly groups: readonly { readonly name: string; readonly isMember: boolean }[];
  /** By the names of profile fields. */
  readonly profile: readonly { readonly field: string; readonly value: string }[];
}

export const nothingSaid: SaidOfPerson = { role: undefined, groups: [], profile: [] };

/** The session that somebody has at their provider. */
export interface ProviderSession {
  /** Undefined: the provider does not name it. */
  readonly sid: string | undefined;
  /** The provider's own proof of who they are, for logging out there; undefined: too large to be sent back. */
  readonly idToken: string | undefined;
}

export interface Identity {
  /** Together with the subject the same person for ever, whatever becomes of their name and address. */
  readonly issuer: string;
  readonly subject: string;
  readonly address: VouchedAddress;
  /** As it was sent, but not too long; empty where none was. */
  readonly fullName: string;
  readonly said: SaidOfPerson;
  /** When the person last logged in at the provider, in seconds since 1970; undefined where the provider does not say. */
  readonly authenticatedAt?: number | undefined;
  /** Of providers that speak OpenID Connect. */
  readonly session?: ProviderSession;
}

/** What the page says where a provider's word for an address does not count. */
export const addressProblems: Readonly<Record<'missing' | 'unverified' | 'outside', string>> = {
  missing: 'tells no email address of yours.',
  unverified: 'does not say that your email address is verified.',
  outside: 'may not vouch for addresses of your domain here.',
};

/** The provider cannot be asked, or what it answers cannot be trusted; nobody is signed in. */
export class SignInFailed extends ApiError {
  /** For the log: without anything secret. */
  readonly reason: string;

  /** @param told what whoever asked is told instead of the reason */
  constructor(providerName: string, reason: string, told = reason) {
    super(400, 'BAD_REQUEST', `Nobody was signed in. ${providerName}: ${told}.`);
    this.reason = reason;
  }
}
