// Somebody between their password and what is asked for after it: sealed for the browser that the password came from, so that
// nothing is stored for it.

import { limits } from '../../api-contract/limits.ts';
import type { AccountRow } from '../accounts/account.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { browserHash, type Destination, openVisit, sealVisit, type Visit } from '../sign-in/visit.ts';

/** What is asked for after the right password. */
export type LogInStep = 'code' | 'enrolment';

/** Where a visit stands. */
export interface LogInVisit extends Visit {
  /** `noting`: they are to keep the recovery codes that they were shown. */
  readonly awaits: LogInStep | 'noting';
  /** The secret of the authenticator whose first code is awaited, as it is shown; empty: none is. */
  readonly secret: string;
  readonly accountId: number;
  /** The account's when the password was given: another password or address ends the visit. */
  readonly accessVersion: number;
  /** The name, as it was typed with the password. */
  readonly name: string;
}

/** What is known of somebody whose password is right. */
interface Begun {
  readonly organizationId: number;
  readonly row: Pick<AccountRow, 'id' | 'access_version'>;
  readonly awaits: LogInStep;
  /** Of a new authenticator. */
  readonly secret?: string;
  readonly destination: Omit<Destination, 'linkKey'>;
  readonly name: string;
}

/** A visit of the browser with this secret, from a moment on. */
export function newLogInVisit(
  { organizationId, row, awaits, secret: shown = '', destination, name }: Begun,
  secret: string,
  now: number,
) {
  return {
    ...destination,
    linkKey: '',
    organizationId,
    providerId: '',
    browser: browserHash(secret),
    expiresAt: now + (awaits === 'enrolment' ? limits.enrolmentSeconds : limits.logInStepSeconds),
    awaits,
    secret: shown,
    accountId: row.id,
    accessVersion: row.access_version,
    name,
  } satisfies LogInVisit;
}

/** The text that a form brings back. */
export function sealLogInVisit(keyring: Keyring, visit: LogInVisit): string {
  return sealVisit(keyring, 'log-in-step', visit);
}

/** What was sealed; undefined for what this server did not seal for this browser, and for what is too old. */
export function openLogInVisit(
  keyring: Keyring,
  text: string,
  browser: { readonly secret: string; readonly now: number },
): LogInVisit | undefined {
  return openVisit<LogInVisit>(keyring, 'log-in-step', text, browser);
}
