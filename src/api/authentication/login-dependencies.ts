// Builds the dependencies of login from an operation's context.

import type { LoginDependencies } from '../../actions/accounts/counted-attempts.ts';
import type { PublicContext } from '../operation.ts';
import { directoryLogin } from './directory-login.ts';

export function loginDependenciesOf(context: PublicContext): LoginDependencies {
  const { services, hub, state, reader, write, organizationUrl } = context;
  const { keyring, log } = services;
  const directory = directoryLogin(services, { hub, organizationUrl, mailableUrl: context.mailableUrl() });
  return { organization: state.organization, reader, keyring, log, directory, write };
}
