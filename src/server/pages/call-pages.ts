// The pages of video calls, where people grant this server access at a provider, and where they join a
// meeting by a signed address.

import { randomBytes } from 'node:crypto';
import { storeToken } from '../../actions/calls/change-token.ts';
import type { Services } from '../../api/services.ts';
import { isRecord } from '../../api-contract/codec.ts';
import { ApiError } from '../../api-contract/error.ts';
import { exactSeconds, nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import {
  callBrowserHash,
  codeChallenge,
  codeVerifier,
  isFromBrowser,
  STATE_SECONDS,
  sealState,
  unsealState,
} from '../../model/calls/authorization-state.ts';
import { invalidSession, invalidSignature, notConfigured } from '../../model/calls/call-errors.ts';
import {
  callProviders,
  type PersonalProviderKey,
  personalProviders,
} from '../../model/calls/call-providers.ts';
import { unsealMeeting } from '../../model/calls/signed-meeting.ts';
import type { PersonalCalls } from '../../model/calls/video-calls.ts';
import { Authenticator } from '../authentication/authentication.ts';
import { browserSecret, clearBrowserSecret, setBrowserSecret } from '../authentication/call-cookie.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { type HttpReply, JSON_TYPE } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { logInPathFor } from './login-pages.ts';
import { notePage, sendPage } from './page.ts';
import { errorText } from './page-error-texts.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';

const SECRET_BYTES = 32;

/** The last page closes its window if the browser allows it. */
const CLOSE = 'window.close()';

type Show = (request: HttpRequest, reply: HttpReply) => Promise<HttpReply>;

/** A query parameter; empty if it is missing or was sent several times. */
function queryText(request: HttpRequest, name: string): string {
  const { query } = request;
  const value = isRecord(query) ? query[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The server's address as the provider knows it, without a trailing slash. */
function rootUrl(services: Services, request: HttpRequest): string {
  return services.publicUrl ?? `http://${request.headers.host ?? ''}`;
}

function connectTitle({ t }: PageTexts, provider: PersonalProviderKey): string {
  return t('page.calls.connect', { provider: callProviders[provider].name });
}

class CallPages {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;
  readonly #authenticator: Authenticator;

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#services = services;
    this.#directory = directory;
    this.#sessions = sessions;
    this.#authenticator = new Authenticator(services);
  }

  /** Redirects an authenticated person's browser to the provider. */
  async register(provider: PersonalProviderKey, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const calls = this.#calls(provider);
    return this.#withAccount(request, reply, async (hub, account) => {
      const { keyring } = this.#services;
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const root = rootUrl(this.#services, request);
      const redirectUri = `${root}/calls/${provider}/complete`;
      const state = sealState(keyring, {
        provider,
        organizationId: hub.id,
        accountId: account.id,
        browser: callBrowserHash(secret),
        redirectUri,
        expiresAt: nowSeconds() + STATE_SECONDS,
      });
      setBrowserSecret(reply, root, secret, STATE_SECONDS);
      const challenge = codeChallenge(codeVerifier(keyring, secret));
      return reply.redirect(calls.authorizationUrl(state, redirectUri, challenge), 302);
    });
  }

  /** Handles the provider's redirect back. */
  async complete(provider: PersonalProviderKey, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const calls = this.#calls(provider);
    const { keyring, hubs, database } = this.#services;
    const secret = browserSecret(request);
    const state = unsealState(keyring, queryText(request, 'state'), exactSeconds());
    if (!state || state.provider !== provider) throw invalidSession(calls.name);
    const hub = await hubs.upToDate(state.organizationId);
    const rightHostUrl = secret === '' ? this.#otherHost(hub, request) : undefined;
    if (rightHostUrl !== undefined) return reply.redirect(rightHostUrl, 302);
    if (!isFromBrowser(state, secret)) throw invalidSession(calls.name);
    clearBrowserSecret(reply, rootUrl(this.#services, request));
    const code = queryText(request, 'code');
    if (code === '') {
      const texts = pageTexts(request, hub, state.accountId);
      const refusedText = texts.t('page.calls.refused', { provider: calls.name });
      return sendPage(reply, 403, texts, notePage(connectTitle(texts, provider), refusedText));
    }
    const token = await calls.exchange(code, state.redirectUri, codeVerifier(keyring, secret));
    const tokenKey = { accountId: state.accountId, provider };
    const isStored = await database.write(hub.id, (writer) => storeToken(writer, keyring, tokenKey, token));
    if (!isStored) throw invalidSession(calls.name);
    const texts = pageTexts(request, hub, state.accountId);
    const title = texts.t('page.calls.connected', { provider: calls.name });
    return sendPage(reply, 200, texts, { ...notePage(title, texts.t('page.calls.close')), script: CLOSE });
  }

  /** Redirects a person into a meeting. */
  async join(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const { keyring, videoCalls } = this.#services;
    const meetings = videoCalls.bigBlueButton;
    if (!meetings) throw notConfigured(callProviders.big_blue_button.name);
    const meeting = unsealMeeting(keyring, queryText(request, 'bigbluebutton'));
    if (!meeting) throw invalidSignature();
    return this.#withAccount(request, reply, async (_hub, account) =>
      reply.redirect(await meetings.join(meeting, account), 302),
    );
  }

  /** Wraps a page so that its errors are shown as sentences. */
  withErrors(titleIn: (texts: PageTexts) => string, show: Show): Show {
    return async (request, reply) => {
      try {
        return await show(request, reply);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // The page does not say what the provider answered.
        this.#services.log.warn({ event: 'call_page_failed', reason: error.message }, 'call page failed');
        const texts = await this.#errorTexts(request);
        const page = notePage(titleIn(texts), errorText(texts, error));
        return sendPage(reply.headers(error.headers), error.status, texts, page);
      }
    };
  }

  /** The texts for an error, which may be that there is no organization at the address. */
  async #errorTexts(request: HttpRequest): Promise<PageTexts> {
    const hub = await this.#directory.findHubForHost(request.headers.host);
    const browserSession = hub && (await this.#sessions.browserSession(hub, request));
    return pageTexts(request, hub, browserSession?.account.id);
  }

  #calls(provider: PersonalProviderKey): PersonalCalls {
    const calls = this.#services.videoCalls.personal(provider);
    if (!calls) throw notConfigured(callProviders[provider].name);
    return calls;
  }

  /**
   * Continues with the authenticated account: by the key in the request, or by the browser's session. Others
   * are sent to log in first, and return afterwards.
   */
  async #withAccount(
    request: HttpRequest,
    reply: HttpReply,
    proceed: (hub: OrganizationHub, account: Account) => Promise<HttpReply>,
  ): Promise<HttpReply> {
    const hub = await this.#directory.hubForHost(request.headers.host);
    const account =
      request.headers.authorization === undefined
        ? (await this.#sessions.browserSession(hub, request))?.account
        : await this.#authenticator.account(hub, request);
    reply.header('cache-control', 'no-store');
    return account ? proceed(hub, account) : reply.redirect(logInPathFor(request.url), 302);
  }

  /** The same address at the organization's own host, where its cookie is; undefined if this is that host. */
  #otherHost(hub: OrganizationHub, request: HttpRequest): string | undefined {
    const { host } = hub.state.organization;
    const withoutPort = (text: string) => text.toLowerCase().replace(/:\d+$/, '');
    if (host === '' || withoutPort(host) === withoutPort(request.headers.host ?? '')) return undefined;
    const url = new URL(request.url, rootUrl(this.#services, request));
    url.host = host;
    return url.toString();
  }
}

export function addCallPages(
  routes: Routes,
  services: Services,
  directory: OrganizationDirectory,
  sessions: Sessions,
): void {
  const pages = new CallPages(services, directory, sessions);
  const pathSegments = [
    ...personalProviders.map((provider) => [provider, provider] as const),
    ['vendor', 'webex'] as const,
  ];
  for (const [segment, provider] of pathSegments) {
    const titleIn = (texts: PageTexts) => connectTitle(texts, provider);
    const register = pages.withErrors(titleIn, (request, reply) => pages.register(provider, request, reply));
    routes.get(`/calls/${segment}/register`, register);
    const complete = pages.withErrors(titleIn, (request, reply) => pages.complete(provider, request, reply));
    routes.get(`/calls/${segment}/complete`, complete);
  }
  const joinTitle = ({ t }: PageTexts) => t('page.calls.join');
  const join = pages.withErrors(joinTitle, (request, reply) => pages.join(request, reply));
  routes.get('/calls/bigbluebutton/join', join);
  // Zoom reports that a person has removed the app. Their token is deleted at its next use.
  routes.post('/calls/zoom/deauthorize', async (_request, reply) =>
    reply.type(JSON_TYPE).send('{"result":"success","msg":""}'),
  );
}
