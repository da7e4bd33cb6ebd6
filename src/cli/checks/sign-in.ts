// Whether the providers and directories that people sign in with can be reached, and take what the server says to them. No one is
// signed in.

import { X509Certificate } from 'node:crypto';
import { messageOf } from '../../api-contract/error-detail.ts';
import { thisMoment } from '../../api-contract/service-clock.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { openSignIn, readSignInFile } from '../../integrations/sign-in/sign-in-file.ts';
import { randomToken } from '../../model/accounts/credentials.ts';
import type { SamlProvider } from '../../model/sign-in/configuration.ts';
import type { DirectoryDoor } from '../../model/sign-in/directory.ts';
import type { CodeDoor, SignInDoor } from '../../model/sign-in/doors.ts';
import { SignInFailed } from '../../model/sign-in/identity.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type Finding, right, wrong } from './finding.ts';

const WAIT_MILLISECONDS = 20_000;
const TOKEN_LENGTH = 43;
const REDIRECT_PATH = '/accounts/login/social/check';

function reasonOf(error: unknown): string {
  return error instanceof SignInFailed ? error.reason : messageOf(error).replace(/\.$/, '');
}

/** Whether something answers at an address at all. */
async function reachabilityProblem(address: string): Promise<string | undefined> {
  const request = { milliseconds: WAIT_MILLISECONDS, isStatusEnough: true };
  const { status } = await new HttpClient([address]).send(address, request);
  return status >= 500 ? `${new URL(address).host} answers with status ${status}` : undefined;
}

/** Asks a provider for its configuration, then for the owner of a made-up code: it looks at our secret before the code. */
async function codeProblem(door: CodeDoor, publicUrl: string): Promise<string | undefined> {
  const { provider } = door;
  if (provider.kind === 'github') return reachabilityProblem(provider.issuer);
  const redirectUri = `${publicUrl}${REDIRECT_PATH}`;
  const [code, nonce] = [randomToken(TOKEN_LENGTH), randomToken(TOKEN_LENGTH)];
  const departure = { state: code, nonce, codeChallenge: code, redirectUri, asksAgain: false };
  await door.authorizationUrl(departure);
  const arrival = { code, issuer: provider.issuer, nonce, redirectUri, codeVerifier: code };
  const refusal = await door.identify(arrival).then(() => '', reasonOf);
  return /status 401\b/.test(refusal)
    ? 'does not take "client_id" and "client_secret": copy both from its settings'
    : undefined;
}

async function samlProblem({ signInUrl, certificates }: SamlProvider): Promise<string | undefined> {
  const ends = certificates.map((one) => Date.parse(new X509Certificate(one).validTo));
  if (ends.every((end) => end < thisMoment().wall))
    return 'every certificate of it in the file has expired: copy the present one from its metadata';
  return reachabilityProblem(signInUrl);
}

/** The directory is asked for a person whom it does not have: it takes the connection, the bind and the search. */
async function directoryProblem(door: DirectoryDoor): Promise<undefined> {
  const name = `check-${randomToken(TOKEN_LENGTH)}`;
  await door.authenticate(name, 'no password', async () => undefined);
}

function doorProblem(door: SignInDoor, publicUrl: string): Promise<string | undefined> {
  return door.answers === 'with a code' ? codeProblem(door, publicUrl) : samlProblem(door.provider);
}

/** Asks all that the file of `--sign-in` names. */
export async function checkSignIn({ signInFile, publicUrl = '' }: ServeOptions): Promise<Finding> {
  if (signInFile === undefined)
    return right('sign-in', 'No providers are configured: people log in with passwords.');
  const signIn = await openSignIn(await readSignInFile(signInFile));
  try {
    const { doors, directories } = signIn;
    const asked = [
      ...doors.map((door) => ({ provider: door.provider, problem: doorProblem(door, publicUrl) })),
      ...directories.map((door) => ({ provider: door.provider, problem: directoryProblem(door) })),
    ];
    const told = asked.map(async ({ provider, problem }) => {
      const said = await problem.catch(reasonOf);
      return said === undefined ? [] : [`${provider.name} (${provider.id}): ${said}`];
    });
    const problems = (await Promise.all(told)).flat();
    if (problems.length > 0) return wrong('sign-in', `${problems.join('; ')}.`);
    const names = asked.map(({ provider }) => provider.name).join(', ');
    return right(
      'sign-in',
      names === '' ? 'The file names none that people sign in with.' : `${names}: answered.`,
    );
  } finally {
    await signIn.close();
  }
}
