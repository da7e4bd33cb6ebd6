// Handles signing in with a provider: sends the browser there, and handles its return. `actions/sign-in`
// decides who may log in.

import type { Services } from '../../api/services.ts';
import { ApiError, badRequest, notLoggedIn } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { codeChallenge } from '../../model/calls/authorization-state.ts';
import { type Identity, SignInError } from '../../model/sign-in/identity.ts';
import { type CodeProviderClient, providerPath } from '../../model/sign-in/provider-clients.ts';
import { relayStateOf, samlRequestId } from '../../model/sign-in/saml-request.ts';
import {
  browserHash,
  codeVerifierOf,
  newBrowserSecret,
  nonceOf,
  organizationOfVisit,
  sealVisit,
  signInVisit,
  unsealVisit,
  VISIT_SECONDS,
} from '../../model/sign-in/sign-in-visit.ts';
import type { Sessions } from '../authentication/sessions.ts';
import {
  clearVisitCookies,
  setSealedVisit,
  setVisitSecret,
  visitSecretIn,
} from '../authentication/sign-in-cookie.ts';
import { isCrossSite } from '../http/cross-site.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { destinationIn, queryText } from './destination.ts';
import type { SignInArrivals } from './sign-in-arrivals.ts';
import {
  enabledProvider,
  lostVisit,
  otherHost,
  serverRoot,
  withoutCachingOrReferrer,
} from './sign-in-common.ts';

/** One method per page. */
export class SignInHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;
  readonly #arrivals: SignInArrivals;

  constructor(
    services: Services,
    directory: OrganizationDirectory,
    sessions: Sessions,
    arrivals: SignInArrivals,
  ) {
    this.#services = services;
    this.#directory = directory;
    this.#sessions = sessions;
    this.#arrivals = arrivals;
  }

  /** The address that a provider redirects browsers back to. */
  #redirectUri(request: HttpRequest, client: CodeProviderClient): string {
    return `${serverRoot(this.#services, request)}/complete/${providerPath(client.provider)}/`;
  }

  /** Sends a browser to a provider. */
  async begin(request: HttpRequest, reply: HttpReply, path: string): Promise<HttpReply> {
    const hub = await this.#directory.hubForHost(request.headers.host);
    return this.#redirectToProvider(hub, request, reply, { path });
  }

  /** Sends a logged-in browser to a provider, where the person logs in again to prove their identity. */
  async prove(request: HttpRequest, reply: HttpReply, path: string): Promise<HttpReply> {
    const hub = await this.#directory.hubForHost(request.headers.host);
    if (isCrossSite(request, this.#services.publicUrl))
      throw badRequest('Confirm your identity from a page of this server, not from another site.').onPages({
        code: 'PROOF_CROSS_SITE',
      });
    const browserSession = await this.#sessions.browserSession(hub, request);
    if (!browserSession) throw notLoggedIn();
    return this.#redirectToProvider(hub, request, reply, { path, provesSession: browserSession.session.id });
  }

  async #redirectToProvider(
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
    { path, provesSession }: { readonly path: string; readonly provesSession?: number },
  ): Promise<HttpReply> {
    const destination = destinationIn(request);
    // Because an app on a phone receives the account's key.
    const requiresReauthentication = provesSession !== undefined || destination.mobileOtp !== '';
    const client = enabledProvider(this.#services, hub, ({ provider }) => providerPath(provider) === path);
    const { keyring, publicUrl } = this.#services;
    const secret = newBrowserSecret();
    const providerVisit = { organizationId: hub.id, providerId: client.provider.id };
    const state = sealVisit(keyring, signInVisit, {
      ...destination,
      ...providerVisit,
      browser: browserHash(secret),
      expiresAt: nowSeconds() + VISIT_SECONDS,
      provesSession,
    });
    let address: string;
    if (client.flow === 'form') {
      const requestId = samlRequestId(keyring, secret);
      const relayState = relayStateOf(keyring, { ...providerVisit, requestId });
      const root = serverRoot(this.#services, request);
      address = await client.requestUrl({
        root,
        requestId,
        relayState,
        forcesLogin: requiresReauthentication,
      });
      setSealedVisit(request, reply, publicUrl, state);
    } else {
      address = await client.authorizationUrl({
        state,
        nonce: nonceOf(keyring, secret),
        redirectUri: this.#redirectUri(request, client),
        codeChallenge: codeChallenge(codeVerifierOf(keyring, secret)),
        forcesLogin: requiresReauthentication,
      });
    }
    setVisitSecret(request, reply, publicUrl, secret);
    return withoutCachingOrReferrer(reply).redirect(address);
  }

  /** Handles a provider's redirect back. */
  async complete(request: HttpRequest, reply: HttpReply, path: string): Promise<HttpReply> {
    const { keyring, publicUrl, hubs } = this.#services;
    const state = queryText(request, 'state') ?? '';
    const organizationId = organizationOfVisit(keyring, 'sign-in-visit', state);
    if (organizationId === undefined) throw lostVisit();
    const hub = await hubs.upToDate(organizationId);
    const secret = visitSecretIn(request, publicUrl);
    const visit = unsealVisit(keyring, signInVisit, state, { secret, now: nowSeconds() });
    if (!visit) {
      const rightHostUrl = otherHost(this.#services, hub, request);
      if (rightHostUrl !== undefined) return reply.header('cache-control', 'no-store').redirect(rightHostUrl);
      throw lostVisit();
    }
    // Cleared whatever the outcome: the visit can be used only once.
    clearVisitCookies(request, reply, publicUrl);
    const client = enabledProvider(this.#services, hub, ({ provider }) => provider.id === visit.providerId);
    if (providerPath(client.provider) !== path || client.flow !== 'code') throw lostVisit();
    const identity = await this.#identify(request, client, secret);
    return this.#arrivals.admit(hub, request, reply, { ...visit, identity, provider: client.provider });
  }

  #identify(request: HttpRequest, client: CodeProviderClient, secret: string): Promise<Identity> {
    const { keyring } = this.#services;
    const { name } = client.provider;
    const error = queryText(request, 'error');
    if (error !== undefined) {
      const denied = 'access was not granted';
      if (/^[a-z_]{1,40}$/.test(error) && error !== 'access_denied')
        throw new SignInError(name, `${denied} (${error})`);
      throw badRequest(`Login with ${name} failed: ${denied}.`).onPages({
        code: 'SIGN_IN_NOT_GRANTED',
        provider: name,
      });
    }
    const code = queryText(request, 'code');
    if (!code) throw lostVisit();
    return client.identify({
      code,
      issuer: queryText(request, 'iss') ?? '',
      nonce: nonceOf(keyring, secret),
      redirectUri: this.#redirectUri(request, client),
      codeVerifier: codeVerifierOf(keyring, secret),
    });
  }

  /** The picture of a provider. */
  icon(reply: HttpReply, id: string): HttpReply {
    const client = this.#services.signIn.providers.find(({ provider }) => provider.id === id);
    const { icon } = client?.provider ?? {};
    if (!icon) throw new ApiError(404, 'NOT_FOUND', 'Image not found.');
    return reply
      .type(icon.type)
      .header('cache-control', 'public, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(icon.bytes);
  }
}
