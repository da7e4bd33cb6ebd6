// Checks that the identity providers and directories are reachable and accept the server's credentials.
// Nobody is logged in.

import { X509Certificate } from 'node:crypto';
import { readClocks } from '../../api-contract/service-clock.ts';
import { messageOf } from '../../errors/error-detail.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { openSignIn, readSignInFile } from '../../integrations/sign-in/sign-in-file.ts';
import { randomToken } from '../../model/accounts/credentials.ts';
import type { DirectoryClient } from '../../model/sign-in/directory-client.ts';
import { SignInError } from '../../model/sign-in/identity.ts';
import type { CodeProviderClient, ProviderClient } from '../../model/sign-in/provider-clients.ts';
import type { SamlProvider } from '../../model/sign-in/sign-in-configuration.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type Finding, failed, passed } from './finding.ts';

const WAIT_MILLISECONDS = 20_000;
const TOKEN_LENGTH = 43;
const REDIRECT_PATH = '/accounts/login/social/check';

function reasonOf(error: unknown): string {
  return error instanceof SignInError ? error.reason : messageOf(error).replace(/\.$/, '');
}

/** The problem of an address that does not answer. */
async function reachabilityProblem(address: string): Promise<string | undefined> {
  const request = { milliseconds: WAIT_MILLISECONDS, isBodyIgnored: true };
  const { status } = await new HttpClient([address]).send(address, request);
  return status >= 500 ? `${new URL(address).host} answers with status ${status}` : undefined;
}

/**
 * Reads a provider's configuration, then exchanges an invalid code: providers check the client secret before the code.
 */
async function codeProblem(login: CodeProviderClient, publicUrl: string): Promise<string | undefined> {
  const { provider } = login;
  if (provider.kind === 'github') return reachabilityProblem(provider.issuer);
  const redirectUri = `${publicUrl}${REDIRECT_PATH}`;
  const [code, nonce] = [randomToken(TOKEN_LENGTH), randomToken(TOKEN_LENGTH)];
  const request = { state: code, nonce, codeChallenge: code, redirectUri, forcesLogin: false };
  await login.authorizationUrl(request);
  const response = { code, issuer: provider.issuer, nonce, redirectUri, codeVerifier: code };
  const error: unknown = await login.identify(response).catch((error: unknown) => error);
  return error instanceof SignInError && error.providerStatus === 401
    ? '"client_id" or "client_secret" was rejected. Copy both from the provider\'s settings'
    : undefined;
}

async function samlProblem({ signInUrl, certificates }: SamlProvider): Promise<string | undefined> {
  const ends = certificates.map((certificate) => Date.parse(new X509Certificate(certificate).validTo));
  if (ends.every((end) => end < readClocks().wall))
    return 'all its certificates in the file have expired. Copy the current one from its metadata';
  return reachabilityProblem(signInUrl);
}

/** Looks up a person who does not exist: tests the connection, the bind and the search. */
async function directoryProblem(login: DirectoryClient): Promise<undefined> {
  const name = `check-${randomToken(TOKEN_LENGTH)}`;
  await login.authenticate(name, 'no password', async () => undefined);
}

function loginProblem(login: ProviderClient, publicUrl: string): Promise<string | undefined> {
  return login.flow === 'code' ? codeProblem(login, publicUrl) : samlProblem(login.provider);
}

/** Checks everything that the file of `--sign-in` configures. */
export async function checkSignIn({ signInFile, publicUrl = '' }: ServeOptions): Promise<Finding> {
  if (signInFile === undefined)
    return passed('sign-in', 'No providers are configured. People log in with passwords.');
  const signIn = await openSignIn(await readSignInFile(signInFile));
  try {
    const { providers, directories } = signIn;
    const checks = [
      ...providers.map((login) => ({ provider: login.provider, problem: loginProblem(login, publicUrl) })),
      ...directories.map((login) => ({ provider: login.provider, problem: directoryProblem(login) })),
    ];
    const results = checks.map(async ({ provider, problem }) => {
      const problemText = await problem.catch(reasonOf);
      return problemText === undefined ? [] : [`${provider.name} (${provider.id}): ${problemText}`];
    });
    const problems = (await Promise.all(results)).flat();
    if (problems.length > 0) return failed('sign-in', `${problems.join('; ')}.`);
    const names = checks.map(({ provider }) => provider.name).join(', ');
    return passed(
      'sign-in',
      names === '' ? 'The --sign-in file contains no providers or directories.' : `Reachable: ${names}.`,
    );
  } finally {
    await signIn.close();
  }
}
