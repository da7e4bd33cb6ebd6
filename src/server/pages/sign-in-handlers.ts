// What the pages of signing in with a provider do: send a browser there, take what it comes back with, and let somebody
// new choose their name. Who may come in is decided in `actions/sign-in`.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { changeValues } from '../../actions/profile-fields/change-values.ts';
import { redeemLoginToken } from '../../actions/sign-in/app-login.ts';
import { enter, providerSwitchedOff } from '../../actions/sign-in/enter.ts';
import { admissionBySignIn, joinBySignIn } from '../../actions/sign-in/join.ts';
import { isRecord } from '../../contract/codec.ts';
import { ApiError, badRequest, organizationDeactivated } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { nowSeconds } from '../../contract/time.ts';
import { endQueuesOf } from '../../events/end-queues.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { checkedFullName } from '../../model/accounts/names.ts';
import { Role } from '../../model/accounts/roles.ts';
import { codeChallenge } from '../../model/calls/authorization-state.ts';
import { networkOf } from '../../model/client-network.ts';
import { isProviderOn } from '../../model/organizations/authentication-methods.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { doorPath, doorsFor, type SignInDoor } from '../../model/sign-in/doors.ts';
import { type Identity, type SaidOfPerson, SignInFailed } from '../../model/sign-in/identity.ts';
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
import { sendKeptNotices } from '../../notices/pending.ts';
import type { Services } from '../../operations/services.ts';
import { renderedChanges } from '../../sight/profile-fields/render-values.ts';
import { renderDescription } from '../../sight/rendering/render-description.ts';
import { readDefaultGroups } from '../../stores/default-channel-groups/store.ts';
import { readOrganization } from '../../stores/organizations/store.ts';
import { readFields } from '../../stores/profile-fields/store.ts';
import { reachedBy, sourceOf } from '../authentication/log-in-place.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { forgetVisitSecret, keepVisitSecret, visitSecretIn } from '../authentication/sign-in-cookie.ts';
import { isOfOtherSite } from '../http/cross-site.ts';
import { pathWithin } from '../http/path-within.ts';
import { RateLimit } from '../http/rate-limit.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { PageForm } from './page-form.ts';
import { sendPage } from './page-html.ts';
import { SignInEnd } from './sign-in-end.ts';
import { newPersonPage, refusedPage } from './sign-in-html.ts';

/** Where the form of somebody new goes. */
export const JOIN_PATH = '/accounts/sign-in/join/';

const LOST = 'This attempt to log in is not known here any longer. Begin once more.';
/** Longer paths lead to the first page, so that addresses stay short enough for providers. */
const NEXT_CHARACTERS = 500;

/** Somebody whom a provider named, on their way to an account. */
interface NewPersonVisit extends Visit {
  readonly identity: Identity;
}

/** A parameter of the query; undefined where it is missing or was sent several times. */
function queryText({ query }: FastifyRequest, name: string): string | undefined {
  const value = isRecord(query) ? query[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Where the browser wants to come to. @throws 400 for numbers of apps that are none */
function destinationIn(request: FastifyRequest) {
  const [mobile, desktop] = ['mobile_flow_otp', 'desktop_flow_otp'].map((name) => queryText(request, name));
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
  readonly #sessions: Sessions;
  readonly #end: SignInEnd;
  readonly #visits = new RateLimit(limits.signInVisitsPerMinute);

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#services = services;
    this.#directory = directory;
    this.#sessions = sessions;
    this.#end = new SignInEnd(services, sessions);
  }

  /** A page on which refusals are sentences. */
  async refusing(
    request: FastifyRequest,
    reply: FastifyReply,
    show: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      this.#visits.take(networkOf(request.ip));
      return await show();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const reason = error instanceof SignInFailed ? error.reason : error.code;
      this.#services.log.warn({ event: 'sign_in_failed', address: request.ip, reason }, 'sign-in failed');
      const name = await this.#organizationName(request);
      return sendPage(reply.headers(error.headers), error.status, refusedPage(name, error.message));
    }
  }

  async #organizationName(request: FastifyRequest): Promise<string> {
    try {
      return (await this.#directory.forHost(request.headers.host)).state.organization.name;
    } catch (error) {
      if (error instanceof ApiError) return 'Parley';
      throw error;
    }
  }

  /** The provider of a path, where the organization takes people who come from it. */
  #door(hub: OrganizationHub, isMeant: (door: SignInDoor) => boolean): SignInDoor {
    const { organization } = hub.state;
    const door = doorsFor(this.#services.signIn, organization.host).find(isMeant);
    if (!door) throw new ApiError(404, 'NOT_FOUND', 'There is no such way to log in here.');
    if (organization.isDeactivated) throw organizationDeactivated();
    const { authentication_methods: methods } = organization.settings;
    if (!isProviderOn(methods, door.provider)) throw providerSwitchedOff(door.provider);
    return door;
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
    const door = this.#door(hub, ({ provider }) => doorPath(provider) === path);
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
    if (organizationId === undefined) throw badRequest(LOST);
    const hub = await hubs.upToDate(organizationId);
    const secret = visitSecretIn(request, publicUrl);
    const visit = openVisit<Visit>(keyring, 'sign-in-visit', state, { secret, now: nowSeconds() });
    if (!visit) {
      const elsewhere = this.#otherHost(hub, request);
      if (elsewhere !== undefined) return reply.header('cache-control', 'no-store').redirect(elsewhere);
      throw badRequest(LOST);
    }
    // Whatever comes of it, this way is gone once.
    forgetVisitSecret(request, reply, publicUrl);
    const door = this.#door(hub, ({ provider }) => provider.id === visit.providerId);
    if (doorPath(door.provider) !== path) throw badRequest(LOST);
    const identity = await this.#identified(request, door, secret);
    const arriving = { provider: door.provider, identity, source: sourceOf(request) };
    const entered = await this.#services.database.write(hub.id, async (writer) => {
      const one = await enter(writer, keyring, arriving);
      if (one?.mustBeginAnew) await endQueuesOf(writer, [one.accountId]);
      return one;
    });
    if (entered) {
      const { accountId } = entered;
      await this.#followProfile(hub, request, accountId, identity.said.profile);
      return this.#end.arrive({ hub, accountId, destination: visit }, request, reply);
    }
    return this.#greet(hub, request, reply, { ...visit, identity });
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
    if (!code) throw badRequest(LOST);
    return door.identify({
      code,
      issuer: queryText(request, 'iss') ?? '',
      nonce: nonceOf(keyring, secret),
      redirectUri: this.#redirectUri(request, door),
      codeVerifier: codeVerifierOf(keyring, secret),
    });
  }

  /** Brings profile fields to what was said; those that are not there, and values that do not fit, are left out. */
  async #followProfile(
    hub: OrganizationHub,
    request: FastifyRequest,
    accountId: number,
    profile: SaidOfPerson['profile'],
  ): Promise<void> {
    if (profile.length === 0) return;
    const { database, publicUrl, log } = this.#services;
    const fields = await readFields(hub.reader);
    const { host } = hub.state.organization;
    const organizationUrl = requestedUrl(publicUrl, host, request.headers.host);
    const account = (await this.#services.hubs.upToDate(hub.id)).state.account(accountId);
    if (!account) return;
    const place = { state: hub.state, reader: hub.reader, organizationUrl };
    for (const { field: name, value } of profile) {
      const field = fields.find((one) => one.name === name);
      if (!field) continue;
      try {
        const changes = await renderedChanges(place, account, [{ id: field.id, value }]);
        // As an administrator would: people may not fill all fields themselves.
        await database.write(hub.id, (writer) =>
          changeValues(writer, accountId, Role.administrator, changes),
        );
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        log.warn(
          { event: 'profile_not_followed', field: name, reason: error.message },
          'a value does not fit',
        );
      }
    }
  }

  /** The same address at the organization's own host, where the browser's cookie is; undefined when this is that host. */
  #otherHost(hub: OrganizationHub, request: FastifyRequest): string | undefined {
    const { host } = hub.state.organization;
    const withoutPort = (text: string) => text.toLowerCase().replace(/:\d+$/, '');
    if (host === '' || withoutPort(host) === withoutPort(request.headers.host ?? '')) return undefined;
    const url = new URL(request.url, requestedUrl(this.#services.publicUrl, host, host));
    return url.toString();
  }

  /** Asks somebody new for their name, where they may join. */
  async #greet(
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
    visit: NewPersonVisit,
  ): Promise<FastifyReply> {
    await this.#admission(hub, visit);
    const secret = newBrowserSecret();
    keepVisitSecret(request, reply, this.#services.publicUrl, secret);
    const expiresAt = nowSeconds() + VISIT_SECONDS;
    const kept = { ...visit, browser: browserHash(secret), expiresAt };
    return this.#ask(hub, request, reply, { visit: kept, fullName: visit.identity.fullName, chosen: [] });
  }

  #admission(hub: OrganizationHub, visit: NewPersonVisit) {
    const { provider } = this.#door(hub, (door) => door.provider.id === visit.providerId);
    const joining = { provider, identity: visit.identity, linkKey: visit.linkKey };
    return admissionBySignIn(hub.reader, hub.state.organization, joining, nowSeconds());
  }

  /** Shows the form of somebody new. */
  async #ask(
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
    typed: {
      readonly visit: NewPersonVisit;
      readonly fullName: string;
      readonly chosen: readonly number[];
      readonly problem?: ApiError;
    },
  ): Promise<FastifyReply> {
    const { keyring, publicUrl } = this.#services;
    const { visit, fullName, chosen, problem } = typed;
    const { email, terms } = await this.#admission(hub, visit);
    const { provider } = this.#door(hub, (door) => door.provider.id === visit.providerId);
    const { name, host, settings } = hub.state.organization;
    const organizationUrl = requestedUrl(publicUrl, host, request.headers.host);
    const place = { state: hub.state, reader: hub.reader, organizationUrl };
    const form = {
      host: { name, description: await renderDescription(place, settings.description, undefined) },
      providerName: provider.name,
      email,
      fullName,
      person: sealVisit(keyring, 'sign-in-person', visit),
      groups: { groups: terms.includesDefaultChannels ? await readDefaultGroups(hub.reader) : [], chosen },
      isForApp: visit.mobileOtp !== '',
    };
    return sendPage(reply, problem?.status ?? 200, newPersonPage(form, JOIN_PATH, problem?.message));
  }

  /** Makes the account of somebody new, and leads them on. */
  async join(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { keyring, publicUrl } = this.#services;
    const hub = await this.#directory.forHost(request.headers.host);
    const form = new PageForm(request);
    const browser = { secret: visitSecretIn(request, publicUrl), now: nowSeconds() };
    const visit = openVisit<NewPersonVisit>(keyring, 'sign-in-person', form.text('person'), browser);
    if (visit?.organizationId !== hub.id) throw badRequest(LOST);
    const chosen = form.list('group').map(Number).filter(Number.isSafeInteger);
    let accountId: number;
    try {
      accountId = await this.#joined(hub, request, { visit, form, chosen });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const fullName = form.list('full_name')[0] ?? '';
      return this.#ask(hub, request, reply, { visit, fullName, chosen, problem: error });
    }
    forgetVisitSecret(request, reply, publicUrl);
    return this.#end.arrive({ hub, accountId, destination: visit }, request, reply);
  }

  async #joined(
    hub: OrganizationHub,
    request: FastifyRequest,
    given: { readonly visit: NewPersonVisit; readonly form: PageForm; readonly chosen: readonly number[] },
  ): Promise<number> {
    const { database, keyring, publicUrl } = this.#services;
    const { visit, form, chosen: groupIds } = given;
    const { host } = hub.state.organization;
    const { email } = await this.#admission(hub, visit);
    const { provider } = this.#door(hub, (door) => door.provider.id === visit.providerId);
    const person = {
      fullName: checkedFullName(form.text('full_name')),
      passwordHash: null,
      isDisposable: await isDisposableAddress(email),
      groupIds,
      mailableUrl: mailableUrl(publicUrl, host, reachedBy(request)),
      organizationUrl: requestedUrl(publicUrl, host, request.headers.host),
    };
    const joining = { provider, identity: visit.identity, linkKey: visit.linkKey };
    const { account, kept } = await database.write(hub.id, async (writer) => {
      const organization = await readOrganization(writer);
      return joinBySignIn({ writer, keyring, organization }, joining, person);
    });
    const write = <T>(unit: Parameters<typeof database.write<T>>[1]) => database.write(hub.id, unit);
    await sendKeptNotices({ state: hub.state, reader: hub.reader, write }, kept);
    await this.#followProfile(hub, request, account.id, visit.identity.said.profile);
    return account.id;
  }

  /** Begins the session of an app on a desk, with what a browser showed. */
  async enterByToken(request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
    const { database, keyring, publicUrl } = this.#services;
    const hub = await this.#directory.forHost(request.headers.host);
    // A link of another site must not log a browser in as somebody of its choice.
    if (isOfOtherSite(request, publicUrl)) throw badRequest('Open this in the app, not from another page.');
    const accountId = await database.write(hub.id, (writer) => redeemLoginToken(writer, keyring, token));
    await this.#sessions.begin(hub, accountId, request, reply);
    return reply.header('cache-control', 'no-store').redirect('/');
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
