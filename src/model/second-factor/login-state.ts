// The state of a login between the password and the next step. It is sealed for the browser that sent the
// password, so that nothing is stored.

import { anyText, id, nonNegativeInteger, oneOf, recordOf } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { AccountRow } from '../accounts/account.ts';
import type { Keyring } from '../accounts/credentials.ts';
import {
  browserHash,
  type SignInDestination,
  type SignInVisit,
  sealVisit,
  unsealVisit,
  type VisitKind,
  visitFields,
} from '../sign-in/sign-in-visit.ts';

/** The step that follows the correct password. */
export type LoginStep = 'code' | 'enrolment';

export interface LoginState extends SignInVisit {
  /** `recovery_codes`: the user must save the recovery codes that are shown. */
  readonly awaits: LoginStep | 'recovery_codes';
  /** The secret of an authenticator that is being enrolled, in its text form; empty if there is none. */
  readonly secret: string;
  readonly accountId: number;
  /** The account's version when the password was entered. Another password or address ends the login. */
  readonly accessVersion: number;
  /** The name, as it was entered with the password. */
  readonly name: string;
}

const loginStep: VisitKind<LoginState> = {
  purpose: 'log-in-step',
  codec: recordOf<LoginState>({
    ...visitFields,
    awaits: oneOf('code', 'enrolment', 'recovery_codes'),
    secret: anyText,
    accountId: id,
    accessVersion: nonNegativeInteger,
    name: anyText,
  }),
};

/** The state after a correct password. */
interface PasswordAccepted {
  readonly organizationId: number;
  readonly row: Pick<AccountRow, 'id' | 'access_version'>;
  readonly awaits: LoginStep;
  /** The text form of a new authenticator's secret. */
  readonly secret?: string;
  readonly destination: Omit<SignInDestination, 'linkKey'>;
  readonly name: string;
}

/** The state for the browser that holds `secret`, valid from `now`. */
export function newLoginState(
  { organizationId, row, awaits, secret: authenticatorSecret = '', destination, name }: PasswordAccepted,
  secret: string,
  now: number,
) {
  return {
    ...destination,
    linkKey: '',
    organizationId,
    providerId: '',
    browser: browserHash(secret),
    expiresAt: now + (awaits === 'enrolment' ? limits.enrolmentSeconds : limits.loginStepSeconds),
    awaits,
    secret: authenticatorSecret,
    accountId: row.id,
    accessVersion: row.access_version,
    name,
  } satisfies LoginState;
}

/** The text that a form sends back. */
export function sealLoginState(keyring: Keyring, visit: LoginState): string {
  return sealVisit(keyring, loginStep, visit);
}

/** Decrypts a visit; undefined if this server did not seal it for this browser, or if it has expired. */
export function unsealLoginState(
  keyring: Keyring,
  text: string,
  browser: { readonly secret: string; readonly now: number },
): LoginState | undefined {
  return unsealVisit(keyring, loginStep, text, browser);
}
