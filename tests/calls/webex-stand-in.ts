// Webex for tests: a real OAuth 2 server (oidc-provider) where people log in and consent automatically, and the two calls of
// Webex's API, which accept only valid tokens of this OAuth server.

import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Grant } from 'oidc-provider';
import { type Answered, type RecordedRequest, type StandIn, startStandIn } from './stand-in.ts';

export const CLIENT_ID = 'parley-client';
export const CLIENT_SECRET = 'a secret with / and + in it';

export interface WebexStandIn {
  readonly standIn: StandIn;
  readonly apiUrl: string;
  /** Sets the allowed redirect addresses; call it before the first visit. */
  allow(...redirectUris: string[]): void;
  /** The lifetime of access tokens issued from now on. */
  tokenSeconds: number;
  /** Whether people consent. */
  givesConsent: boolean;
  /** Whether the plan has public rooms: the answer to POST /rooms. */
  room: Answered;
  meeting: Answered;
  /** The number of issued access tokens, and how many of them were issued for a refresh token. */
  readonly issued: { access: number; refreshed: number };
  /** Revokes all access, as a person would. */
  revokeAll(): Promise<void>;
  /** The requests to the API, without the OAuth server. */
  apiCalls(): readonly RecordedRequest[];
}

export async function startWebex(): Promise<WebexStandIn> {
  const standIn = await startStandIn();
  const grants: Grant[] = [];
  let provider: Provider | undefined;

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!provider) throw new Error('allow() comes first');
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (!webex.givesConsent) {
      await provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'no',
      });
    } else if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: 'somebody' } });
    } else {
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: CLIENT_ID });
      grant.addOIDCScope(String(params.scope));
      grants.push(grant);
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  };

  const isGood = async (request: RecordedRequest): Promise<boolean> => {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const token = bearer ? await provider?.AccessToken.find(bearer) : undefined;
    return Boolean(token?.grantId && (await provider?.Grant.find(token.grantId)));
  };

  standIn.answer = async (request) => {
    if (!(await isGood(request)))
      return { status: 401, body: { message: 'The request requires a valid access token' } };
    return request.url.pathname === '/v1/rooms' ? webex.room : webex.meeting;
  };
  standIn.intercept = (request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/interaction/')) {
      void interact(request, response);
      return true;
    }
    if (!provider || /^\/v1\/(rooms|meetings)/.test(path)) return false;
    void provider.callback()(request, response);
    return true;
  };

  const webex: WebexStandIn = {
    standIn,
    apiUrl: `${standIn.url}v1/`,
    tokenSeconds: 3600,
    givesConsent: true,
    room: { body: { id: 'room-1' } },
    meeting: { body: { webLink: 'https://example.webex.com/meet/1' } },
    issued: { access: 0, refreshed: 0 },
    async revokeAll() {
      for (const grant of grants.splice(0)) await grant.destroy();
    },
    apiCalls: () => standIn.requests,
    allow(...redirectUris) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      provider = new Provider(standIn.url.slice(0, -1), {
        clients: [
          {
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            redirect_uris: redirectUris,
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' }] },
        cookies: { keys: ['only for tests'] },
        scopes: ['meeting:schedules_read', 'meeting:schedules_write', 'spark:all'],
        routes: { authorization: '/v1/authorize', token: '/v1/access_token' },
        interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
        features: { devInteractions: { enabled: false } },
        findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
        issueRefreshToken: () => true,
        // A refresh token can be used once.
        rotateRefreshToken: true,
        ttl: {
          AccessToken: () => webex.tokenSeconds,
          Grant: 3600,
          Interaction: 3600,
          Session: 3600,
          RefreshToken: 3600,
        },
      });
      provider.on('grant.success', (context) => {
        webex.issued.access += 1;
        if (context.oidc.params?.grant_type === 'refresh_token') webex.issued.refreshed += 1;
      });
    },
  };
  return webex;
}
