// A real OpenID Connect server (oidc-provider) for tests, where people log in and consent at once.

import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { startStandIn } from '../calls/stand-in.ts';
import { CLIENT_ID, CLIENT_SECRET } from './support.ts';

export interface OpenIdStandIn {
  /** Without a slash at its end; its issuer. */
  readonly url: string;
  /** Who logs in there, and what it says of them. */
  person: { sub: string; [claim: string]: unknown };
  /** Whether people give access. */
  isWilling: boolean;
  /** Lets these addresses have answers; before anybody is sent here, and again to begin with new keys. */
  allow(...redirectUris: string[]): void;
  stop(): Promise<void>;
}

export async function startOpenId(method = 'client_secret_basic' as const): Promise<OpenIdStandIn> {
  const standIn = await startStandIn();
  let provider: Provider | undefined;

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!provider) throw new Error('allow() comes first');
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (!company.isWilling) {
      const refusal = { error: 'access_denied', error_description: 'no' };
      await provider.interactionFinished(request, response, refusal);
    } else if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: company.person.sub } });
    } else {
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: CLIENT_ID });
      grant.addOIDCScope(String(params.scope));
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  };
  standIn.passOn = (request, response) => {
    if (!provider) return false;
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void provider.callback()(request, response);
    return true;
  };

  const company: OpenIdStandIn = {
    url: standIn.url.slice(0, -1),
    person: { sub: 'mel-of-the-company', email: 'mel@example.com', email_verified: true, name: 'Mel Member' },
    isWilling: true,
    stop: () => standIn.stop(),
    allow(...redirectUris) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const key = { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' } as const;
      provider = new Provider(company.url, {
        clients: [
          {
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            redirect_uris: redirectUris,
            response_types: ['code'],
            token_endpoint_auth_method: method,
          },
        ],
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
        features: { devInteractions: { enabled: false } },
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => company.person }),
        ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
      });
    },
  };
  return company;
}
