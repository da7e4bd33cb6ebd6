// A real OpenID Connect server (oidc-provider) for tests, where people log in and consent automatically.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { startStandIn } from '../calls/stand-in.ts';
import type { Json } from '../support/client.ts';
import { CLIENT_ID, CLIENT_SECRET } from './support.ts';

export interface OpenIdStandIn {
  /** Its issuer, without a trailing slash. */
  readonly url: string;
  /** The person who logs in there, with their claims. */
  person: { sub: string; [claim: string]: unknown };
  /** Whether people consent. */
  givesConsent: boolean;
  /** Sets the allowed redirect addresses, before the first login; call it again to rotate the keys. */
  allow(...redirectUris: string[]): void;
  stop(): Promise<void>;
  /** A token with these claims, signed by the provider. */
  signed(claims: Json, header?: Json): Promise<string>;
}

/** @param usesBackchannelLogout whether it notifies the server of ended sessions */
export async function startOpenId(
  method = 'client_secret_basic' as const,
  usesBackchannelLogout = false,
): Promise<OpenIdStandIn> {
  const standIn = await startStandIn();
  let provider: Provider | undefined;
  let signingKey: KeyObject | undefined;

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!provider) throw new Error('allow() comes first');
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (!company.givesConsent) {
      const error = { error: 'access_denied', error_description: 'no' };
      await provider.interactionFinished(request, response, error);
    } else if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: company.person.sub } });
    } else {
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: CLIENT_ID });
      grant.addOIDCScope(String(params.scope));
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  };
  standIn.intercept = (request, response) => {
    if (!provider) return false;
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void provider.callback()(request, response);
    return true;
  };

  const company: OpenIdStandIn = {
    url: standIn.url.slice(0, -1),
    person: { sub: 'mel-of-the-company', email: 'mel@example.com', email_verified: true, name: 'Mel Member' },
    givesConsent: true,
    stop: () => standIn.stop(),
    signed(claims, header = {}) {
      if (!signingKey) throw new Error('allow() comes first');
      return new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(signingKey);
    },
    allow(...redirectUris) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      signingKey = privateKey;
      const key = { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' } as const;
      provider = new Provider(company.url, {
        clients: [
          {
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            redirect_uris: redirectUris,
            post_logout_redirect_uris: redirectUris.map((uri) => `${uri}logged-out/`),
            ...(usesBackchannelLogout && {
              backchannel_logout_uri: `${redirectUris[0]}backchannel-logout`,
              backchannel_logout_session_required: true,
            }),
            response_types: ['code'],
            token_endpoint_auth_method: method,
          },
        ],
        // Its own fetch refuses addresses of this machine.
        fetch: (url, options = {}) => {
          const { method = 'GET', headers = {}, body = null, redirect = 'follow' } = options as RequestInit;
          return fetch(url, { method, headers, body, redirect });
        },
        jwks: { keys: [key] },
        cookies: { keys: ['only for tests'] },
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: [
            'name',
            'display_name',
            'realm_access',
            'realm_access.roles',
            'groups',
            'pronunciation',
            'team',
          ],
        },
        pkce: { required: () => true },
        interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
        features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => company.person }),
        ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
      });
    },
  };
  return company;
}
