// The identity that a provider confirms for a person, after its answer was verified.

import {
  type Codec,
  isRecord,
  jsonBoolean,
  jsonText,
  list,
  number,
  oneOf,
  optional,
  record,
  recordOf,
} from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { Role } from '../accounts/roles.ts';

/** An email address that the provider confirms, or the reason why it confirms none. */
export type ConfirmedAddress =
  | { readonly email: string }
  | { readonly problem: 'missing' | 'unverified' | 'outside' };

/** Further claims of a provider, as the configuration maps them. */
export interface PersonClaims {
  /** Undefined if the claims do not determine a role. */
  readonly role: Role | undefined;
  /** The groups that the configuration names. */
  readonly groups: readonly { readonly name: string; readonly isMember: boolean }[];
  /** By the names of profile fields. */
  readonly profile: readonly { readonly field: string; readonly value: string }[];
}

export const noClaims: PersonClaims = { role: undefined, groups: [], profile: [] };

/** The person's session at the provider. */
export interface ProviderSession {
  /** Undefined if the provider does not name it. */
  readonly sid: string | undefined;
  /** The provider's ID token, needed to log out there; undefined if it is too large to be sent back. */
  readonly idToken: string | undefined;
}

export interface Identity {
  /** Identifies a person together with the subject. Both stay the same if name and address change. */
  readonly issuer: string;
  readonly subject: string;
  readonly address: ConfirmedAddress;
  /** As received, within a maximum length; empty if there was none. */
  readonly fullName: string;
  readonly claims: PersonClaims;
  /** When the person last logged in at the provider, in seconds since 1970; undefined if it does not state that. */
  readonly authenticatedAt?: number | undefined;
  /** Only from OpenID Connect providers. */
  readonly session?: ProviderSession;
}

const confirmedAddress: Codec<ConfirmedAddress> = {
  schema: { type: 'object' },
  decode: (value, path) =>
    isRecord(value) && 'problem' in value
      ? record({ problem: oneOf('missing', 'unverified', 'outside') }).decode(value, path)
      : record({ email: jsonText }).decode(value, path),
};

/** The codec of an identity that is stored sealed until the person's browser fetches it. */
export const identityCodec = recordOf<Identity>({
  issuer: jsonText,
  subject: jsonText,
  address: confirmedAddress,
  fullName: jsonText,
  claims: recordOf<PersonClaims>({
    role: optional(oneOf(...Object.values(Role))),
    groups: list(recordOf<PersonClaims['groups'][number]>({ name: jsonText, isMember: jsonBoolean })),
    profile: list(recordOf<PersonClaims['profile'][number]>({ field: jsonText, value: jsonText })),
  }),
  authenticatedAt: optional(number),
  session: optional(recordOf<ProviderSession>({ sid: optional(jsonText), idToken: optional(jsonText) })),
});

const addressProblems = {
  missing: { text: 'did not provide your email address.', code: 'PROVIDER_ADDRESS_MISSING' },
  unverified: {
    text: 'does not confirm that your email address is verified.',
    code: 'PROVIDER_ADDRESS_UNVERIFIED',
  },
  outside: {
    text: 'is not trusted to confirm addresses of your domain.',
    code: 'PROVIDER_ADDRESS_OUTSIDE',
  },
} as const;

/** The error if a provider does not confirm an address. */
export function addressNotConfirmed(provider: string, problem: keyof typeof addressProblems): ApiError {
  const { text, code } = addressProblems[problem];
  return badRequest(`${provider} ${text}`).onPages({ code, provider });
}

interface SignInFailure {
  /** Shown to the user instead of the reason. */
  readonly shownReason?: string | undefined;
  readonly providerStatus?: number | undefined;
}

/** The provider cannot be reached, or its answer cannot be trusted; no one was signed in. */
export class SignInError extends ApiError {
  /** For the log; contains no secrets. */
  readonly reason: string;
  /** The status with which the provider answered, if that is why; undefined otherwise. */
  readonly providerStatus: number | undefined;

  constructor(
    providerName: string,
    reason: string,
    { shownReason = reason, providerStatus }: SignInFailure = {},
  ) {
    super(400, 'BAD_REQUEST', `Login with ${providerName} failed: ${shownReason}.`);
    this.onPages({ code: 'SIGN_IN_FAILED', provider: providerName, reason: shownReason });
    this.reason = reason;
    this.providerStatus = providerStatus;
  }
}
