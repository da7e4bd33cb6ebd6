// GET /users/me/proof: until when the session has a recent proof of identity, and how the person can give another.

import { anyText, boolean, integer, list, nullable, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { enabledProviders } from '../../model/organizations/authentication-methods.ts';
import { relyingPartyAt } from '../../model/passkeys/relying-party.ts';
import { hasRecentProof } from '../../model/sessions/session.ts';
import { type SignInProvider, storedIssuer } from '../../model/sign-in/sign-in-configuration.ts';
import { iconPath, signInPath } from '../../model/sign-in/wire-provider.ts';
import { passkeysOf } from '../../stores/second-factor/passkey-store.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { sessionsOf } from '../../stores/sessions/session-store.ts';
import { hasSubjectOf } from '../../stores/sign-in/identity-store.ts';
import { hasPassword } from '../authentication/own-password.ts';
import { type ReadContext, readOperation } from '../operation.ts';

const provider = record({
  display_name: anyText,
  display_icon: nullable(anyText),
  /** Where the browser is sent for the proof. `next` is the path that it returns to. */
  url: anyText,
});

/**
 * The account's identity providers. GitHub never asks logged-in people again, so it is only offered if there
 * is no other method.
 */
async function ownProviders(
  { services, state, reader, actor }: ReadContext,
  hasOwnMethod: boolean,
): Promise<SignInProvider[]> {
  const found: SignInProvider[] = [];
  for (const provider of enabledProviders(services.signIn, state.organization)) {
    if (hasOwnMethod && provider.kind === 'github') continue;
    if (await hasSubjectOf(reader, actor.account.id, storedIssuer(provider))) found.push(provider);
  }
  return found;
}

export const getProofMethods = readOperation({
  name: 'get-proof-methods',
  method: 'GET',
  path: '/users/me/proof',
  summary: 'List the ways to confirm your identity, for requests that need a recent proof.',
  access: 'human',
  parameters: {},
  result: {
    /**
     * When the proof expires, in seconds since 1970; null without a recent proof, and for requests with an API
     * key, which need none.
     */
    proven_until: nullable(integer()),
    password: boolean,
    /** A code of an authenticator, or a recovery code. */
    code: boolean,
    /** Whether one of your passkeys works at this address. */
    passkey: boolean,
    providers: list(provider),
  },
  async handle(context) {
    const { services, state, reader, actor, organizationUrl } = context;
    const { account, sessionId } = actor;
    const session = (await sessionsOf(reader, account.id)).find(({ id }) => id === sessionId);
    const host = relyingPartyAt(organizationUrl)?.id;
    const lookup = { services, organization: state.organization, reader };
    const password = await hasPassword(lookup, account.id);
    const code = await hasSecondFactor(reader, account.id);
    return {
      proven_until:
        session && hasRecentProof(session, nowSeconds())
          ? session.provedAt + limits.recentProofSeconds
          : null,
      password,
      code,
      passkey: (await passkeysOf(reader, account.id)).some(({ relyingParty }) => relyingParty === host),
      providers: (await ownProviders(context, password || code)).map((provider) => ({
        display_name: provider.name,
        display_icon: iconPath(provider) ?? null,
        url: signInPath(provider, 'prove'),
      })),
    };
  },
});
