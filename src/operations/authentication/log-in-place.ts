// What logging in works with, of an operation's context.

import type { LogInPlace } from '../../actions/accounts/log-in.ts';
import type { PublicContext } from '../operation.ts';

/** The organization that a request is for, as its door needs it. */
export function logInPlace({ services, state, reader, write }: PublicContext): LogInPlace {
  const { keyring, log } = services;
  return { organization: state.organization, reader, keyring, log, write };
}
