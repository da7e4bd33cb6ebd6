// What the file of `--sign-in` names, where there is one: only then are the libraries of directories and providers loaded.

import type { SignInConfiguration } from '../../model/sign-in/configuration.ts';
import { noSignIn, type SignIn } from '../../model/sign-in/doors.ts';

/**
 * Reads the file; without one nothing is configured.
 * @throws ConfigurationProblem with the file, the line and the reason
 */
export async function readSignInFile(file: string | undefined): Promise<SignInConfiguration | undefined> {
  if (file === undefined) return undefined;
  const { readSignInConfiguration } = await import('./configuration.ts');
  return readSignInConfiguration(file);
}

/** The ways in that a file names; none without one. */
export async function openSignIn(configuration: SignInConfiguration | undefined): Promise<SignIn> {
  if (!configuration) return noSignIn;
  const { configuredSignIn } = await import('./configured-sign-in.ts');
  return configuredSignIn(configuration);
}
