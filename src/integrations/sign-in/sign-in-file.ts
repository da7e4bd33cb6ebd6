// Loads the configuration of `--sign-in`. The libraries for providers and directories are loaded only if
// there is one.

import { noSignIn, type SignIn } from '../../model/sign-in/provider-clients.ts';
import type { SignInConfiguration } from '../../model/sign-in/sign-in-configuration.ts';

/** Reads the file; undefined without one. @throws ConfigurationError with the file, the line and the reason */
export async function readSignInFile(file: string | undefined): Promise<SignInConfiguration | undefined> {
  if (file === undefined) return undefined;
  const { readSignInConfiguration } = await import('./sign-in-configuration.ts');
  return readSignInConfiguration(file);
}

/** The configured login methods; none without a file. */
export async function openSignIn(configuration: SignInConfiguration | undefined): Promise<SignIn> {
  if (!configuration) return noSignIn;
  const { configuredSignIn } = await import('./configured-sign-in.ts');
  return configuredSignIn(configuration);
}
