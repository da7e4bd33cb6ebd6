// What the pages of signing in with a provider do: send a browser there, and take what it comes back with. Who may come
// in is decided in `actions/sign-in`.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../contract/codec.ts';
import { ApiError, badRequest } from '../../contract/error.ts';
import { nowSeconds } from '../../contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { codeChallenge } from '../../model/calls/authorization-state.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { doorPath, type SignInDoor } from '../../model/sign-in/doors.ts';
import type { Identity } from '../../model/sign-in/identity.ts';
import { otpIn } from '../../model/sign-in/one-time-pad.ts';
import {
  browserHash,
  codeVerifierOf,
  newBrowserSecret,
  nonceOf,
  openVisit,
  sealVisit,
  VISIT_SECONDS,
  type Visit,
  visitedOrganization,
} from '../../model/sign-in/visit.ts';
import { arriveBySignIn } from '../../operations/authentication/arrive.ts';
import type { Services } from '../../operations/services.ts';
import { sourceOf } from '../authentication/log-in-place.ts';
import { forgetVisitSecret, keepVisitSecret, visitSecretIn } from '../authentication/sign-in-cookie.ts';
import { pathWithin } from '../http/path-within.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import type { NewPersonHandlers } from './new-person-handlers.ts';
import { lostVisit, openDoor } from './sign-in-door.ts';
import type { SignInEnd } from './sign-in-end.ts';

/** Longer paths lead to the first page, so that addresses stay short enough for providers. */
const NEXT_CHARACTERS = 500;

/** A parameter of the query; undefined where it is missing or was sent several times. */
function queryText({ query }: FastifyRequest, name: string): string | undefined {
  const value = isRecord(query) ? query[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The same of an app's number, where what is sent must count: without it a browser would be logged in, not the app. */
function otpText(request: FastifyRequest, name: string): string | undefined {
  const isSent = isRecord(request.query) && request.query[name] !== undefined;
  const text = queryText(request, name);
  if (isSent && text === undefined) throw badRequest('Invalid OTP');
  return text;
}

/** Where the browser wants to come to. @throws 400 for numbers of apps that are none */
function destinationIn(request: FastifyRequest) {
  const [mobile, desktop] = ['mobile_flow_otp', 'desktop_flow_otp'].map((name) => otpText(request, name));
  if (mobile !== undefined && desktop !== undefined)
    throw badRequest("Can't use both mobile_flow_otp and desktop_flow_otp together.");
  const next = pathWithin(queryText(request, 'next') ?? '/');
  const linkKey = queryText(request, 'multiuse_object_key') ?? '';
  return {
    next: next.length > NEXT_CHARACTERS ? '/' : next,
    linkKey: /^\w{1,64}$/.test(linkKey) ? linkKey : '',
    mobileOtp: otpIn(mobile),
    desktopOtp: otpIn(desktop),
  };
}

/** One method for each page. */
export class SignInHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #newPeople: NewPersonHandlers;
  readonly #end: SignInEnd;

  constructor(
    services: Services,
    directory: OrganizationDirectory,
    ends: { readonly end: SignInEnd; readonly newPeople: NewPersonHandlers },
  ) {
    this.#services = services;
    this.#directory = directory;
    this.#end = ends.end;
    this.#newPeople = ends.newPeople;
  }

  /** The server's address as the provider knows it, without a slash at its end. */
  #redirectUri(request: FastifyRequest, door: SignInDoor): string {
    const root = this.#services.publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`;
    return `${root}/complete/${doorPath(door.provider)}/`;
  }

  /** Sends a browser to a provider. */
  async begin(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const hub = await this.#directory.forHost(request.headers.host);
    const destination = destinationIn(request);
    const door = openDoor(this.#services, hub, ({ provider }) => doorPath(provider) === path);
    const { keyring, publicUrl } = this.#services;
    const secret = newBrowserSecret();
    const state = sealVisit(keyring, 'sign-in-visit', {
      ...destination,
      organizationId: hub.id,
      providerId: door.provider.id,
      browser: browserHash(secret),
      expiresAt: nowSeconds() + VISIT_SECONDS,
    });
    const address = await door.authorizationUrl({
      state,
      nonce: nonceOf(keyring, secret),
      redirectUri: this.#redirectUri(request, door),
      codeChallenge: codeChallenge(codeVerifierOf(keyring, secret)),
    });
    keepVisitSecret(request, reply, publicUrl, secret);
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(address);
  }

  /** Takes what a provider sent a browser back with. */
  async complete(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { keyring, publicUrl, hubs } = this.#services;
    const state = queryText(request, 'state') ?? '';
    const organizationId = visitedOrganization(keyring, 'sign-in-visit', state);
    if (organizationId === undefined) throw lostVisit();
    const hub = await hubs.upToDate(organizationId);
    const secret = visitSecretIn(request, publicUrl);
    const visit = openVisit<Visit>(keyring, 'sign-in-visit', state, { secret, now: nowSeconds() });
    if (!visit) {
      const elsewhere = this.#otherHost(hub, request);
      if (elsewhere !== undefined) return reply.header('cache-control', 'no-store').redirect(elsewhere);
      throw lostVisit();
    }
    // Whatever comes of it, this way is gone once.
    forgetVisitSecret(request, reply, publicUrl);
    const door = openDoor(this.#services, hub, ({ provider }) => provider.id === visit.providerId);
    if (doorPath(door.provider) !== path) throw lostVisit();
    const identity = await this.#identified(request, door, secret);
    const arriving = { provider: door.provider, identity, source: sourceOf(request) };
    const organizationUrl = requestedUrl(publicUrl, hub.state.organization.host, request.headers.host);
    const accountId = await arriveBySignIn(this.#services, { hub, organizationUrl }, arriving);
    if (accountId !== undefined)
      return this.#end.arrive({ hub, accountId, destination: visit }, request, reply);
    return this.#newPeople.greet(hub, request, reply, { ...visit, identity });
  }

  #identified(request: FastifyRequest, door: SignInDoor, secret: string): Promise<Identity> {
    const { keyring } = this.#services;
    const { name } = door.provider;
    const error = queryText(request, 'error');
    if (error !== undefined) {
      const word = /^[a-z_]{1,40}$/.test(error) && error !== 'access_denied' ? ` (${error})` : '';
      throw badRequest(`Nobody was signed in: ${name} gave no access${word}.`);
    }
    const code = queryText(request, 'code');
    if (!code) throw lostVisit();
    return door.identify({
      code,
      issuer: queryText(request, 'iss') ?? '',
      nonce: nonceOf(keyring, secret),
      redirectUri: this.#redirectUri(request, door),
      codeVerifier: codeVerifierOf(keyring, secret),
    });
  }

  /** The same address at the organization's own host, where the browser's cookie is; undefined when this is that host. */
  #otherHost(hub: OrganizationHub, request: FastifyRequest): string | undefined {
    const { host } = hub.state.organization;
    const withoutPort = (text: string) => text.toLowerCase().replace(/:\d+$/, '');
    if (host === '' || withoutPort(host) === withoutPort(request.headers.host ?? '')) return undefined;
    const url = new URL(request.url, requestedUrl(this.#services.publicUrl, host, host));
    return url.toString();
  }

  /** The picture of a provider. */
  icon(reply: FastifyReply, id: string): FastifyReply {
    const door = this.#services.signIn.doors.find(({ provider }) => provider.id === id);
    const { icon } = door?.provider ?? {};
    if (!icon) throw new ApiError(404, 'NOT_FOUND', 'There is no such picture.');
    return reply
      .type(icon.type)
      .header('cache-control', 'public, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(icon.bytes);
  }
}
