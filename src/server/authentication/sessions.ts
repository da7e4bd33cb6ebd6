// Authenticates requests by the browser's session. Cookies count below `/json`, for files and for pages, but
// never below `/api/`, which requires a key: so pages of other sites cannot call there on someone's behalf.

import { recordLogin } from '../../actions/accounts/first-login.ts';
import {
  beginSession,
  endSession,
  recordSessionUse,
  renewToken,
} from '../../actions/sessions/change-session.ts';
import { rememberDevice } from '../../actions/sessions/known-devices.ts';
import type { Services } from '../../api/services.ts';
import { organizationDeactivated } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import { programName } from '../../model/accounts/program-name.ts';
import type { AuditLoginMethod } from '../../model/audit/login-methods.ts';
import {
  csrfTokenOf,
  isExpiredByIdleness,
  isSessionToken,
  newSessionToken,
  type Session,
  sessionTokenHash,
  shouldRenewToken,
  tokenState,
} from '../../model/sessions/session.ts';
import { isReadOnlyError } from '../../storage/read-only.ts';
import { type SubjectSession, setProviderSession } from '../../stores/sessions/provider-session-store.ts';
import { sessionByTokenHash } from '../../stores/sessions/session-store.ts';
import { rejectForged } from '../http/cross-site.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Exchange } from './exchange.ts';
import { sourceOf } from './login-dependencies.ts';
import {
  clearSessionCookies,
  deviceTokensOf,
  sessionTokenIn,
  setAccountCookie,
  setDeviceTokens,
  setSessionCookies,
} from './session-cookie.ts';

/** A logged-in browser, as of one request. */
export interface BrowserSession {
  readonly account: Account;
  readonly session: Session;
  /** The hash of the token that the browser sent. */
  readonly tokenHash: string;
}

/** How a session begins. */
export interface SessionStart {
  /** The login method, if the login has not been recorded yet. */
  readonly loginMethod?: AuditLoginMethod | undefined;
  /** The session at the identity provider that it began with. */
  readonly provider?: SubjectSession | undefined;
  /** The name that the person typed, if any. */
  readonly name?: string | undefined;
  /** When the person proved their identity: 0 if they did not, or it is unknown; undefined for just now. */
  readonly provenAt?: number | undefined;
}

/** The sessions of all organizations. A checked session is cached until anything about its account changes. */
export class Sessions {
  readonly #services: Services;
  readonly #checked = new Map<string, BrowserSession>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * The logged-in browser of a request; undefined if it has no session or its session has ended.
   * @throws 403 `CSRF_FAILED` for a request that changes something and may come from another site's page
   */
  async browserSession(hub: OrganizationHub, request: HttpRequest): Promise<BrowserSession | undefined> {
    const { keyring, publicUrl } = this.#services;
    const token = request.url.startsWith('/api/') ? undefined : sessionTokenIn(request, publicUrl);
    if (token === undefined || !isSessionToken(token)) return undefined;
    const tokenHash = sessionTokenHash(keyring, token);
    const browserSession = this.#cachedSession(hub, tokenHash) ?? (await this.#check(hub, tokenHash));
    if (!browserSession?.account.isActive) return undefined;
    if (hub.state.organization.isDeactivated) throw organizationDeactivated();
    rejectForged(request, publicUrl, csrfTokenOf(keyring, browserSession.session.id));
    return browserSession;
  }

  /** The cached result, while it is valid. Accounts in memory are replaced, never modified. */
  #cachedSession(hub: OrganizationHub, tokenHash: string): BrowserSession | undefined {
    const browserSession = this.#checked.get(`${hub.id} ${tokenHash}`);
    const isValid =
      browserSession &&
      hub.state.account(browserSession.account.id) === browserSession.account &&
      browserSession.session.lastSeenAt > nowSeconds() - limits.sessionSeenSeconds;
    return isValid ? browserSession : undefined;
  }

  async #check(hub: OrganizationHub, tokenHash: string): Promise<BrowserSession | undefined> {
    const version = hub.state.versions.accounts;
    const session = await this.#useSession(hub, tokenHash);
    const account = session && hub.state.account(session.accountId);
    if (!session || !account) return undefined;
    const browserSession = { account, session, tokenHash };
    // If an account changed meanwhile, the result may be outdated and must not be cached.
    const isCacheable = session.tokenHash === tokenHash && version === hub.state.versions.accounts;
    if (isCacheable) {
      if (this.#checked.size >= limits.credentialsInMemory) this.#checked.clear();
      this.#checked.set(`${hub.id} ${tokenHash}`, browserSession);
    }
    return browserSession;
  }

  /** The session of a token. Records that it is in use if that is due. */
  async #useSession(hub: OrganizationHub, tokenHash: string): Promise<Session | undefined> {
    const session = await sessionByTokenHash(hub.reader, tokenHash);
    const now = nowSeconds();
    if (!session || isExpiredByIdleness(session, now)) return undefined;
    const isSeenRecently = session.lastSeenAt > now - limits.sessionSeenSeconds;
    const isSettled = session.oldTokenHash === null || session.oldTokenUntil !== null;
    const isCurrent = isSettled && tokenState(session, tokenHash, now) === 'current';
    if (isSeenRecently && isCurrent) return session;
    try {
      return await this.#services.database.write(hub.id, (writer) => recordSessionUse(writer, tokenHash));
    } catch (error) {
      // People can read on.
      if (isCurrent && isReadOnlyError(error)) return session;
      throw error;
    }
  }

  /**
   * Begins a session for an account in the browser of a request, replacing the session it had, and adds the
   * cookies to the reply.
   */
  async begin(
    { hub, request, reply }: Exchange,
    accountId: number,
    { loginMethod, provider, provenAt, name }: SessionStart = {},
  ): Promise<void> {
    const { database, keyring, publicUrl } = this.#services;
    const token = newSessionToken();
    const tokenHash = sessionTokenHash(keyring, token);
    const previousToken = sessionTokenIn(request, publicUrl);
    const device = programName(request.headers['user-agent']);
    const tokens = deviceTokensOf(request, publicUrl);
    const { id, devices } = await database.write(hub.id, async (writer) => {
      const replaced =
        previousToken && (await sessionByTokenHash(writer, sessionTokenHash(keyring, previousToken)));
      if (replaced) await endSession(writer, replaced.accountId, replaced.id);
      if (loginMethod)
        await recordLogin(writer, keyring, accountId, { loginMethod, source: sourceOf(request) });
      const sessionId = await beginSession(writer, { accountId, tokenHash, device, provenAt });
      if (provider) await setProviderSession(writer, keyring, sessionId, provider);
      const loggedIn = { accountId, sessionId, tokens, name };
      return { id: sessionId, devices: await rememberDevice(writer, keyring, loggedIn) };
    });
    setSessionCookies(request, reply, publicUrl, { token, csrfToken: csrfTokenOf(keyring, id) });
    setDeviceTokens(request, reply, publicUrl, devices);
  }

  /** Stores the id of the logged-in account in a cookie that the browser's client reads. */
  setAccountCookie({ account }: BrowserSession, request: HttpRequest, reply: HttpReply): void {
    setAccountCookie(request, reply, this.#services.publicUrl, account.id);
  }

  /** Replaces the browser's token if it is old enough. */
  async renew(
    hub: OrganizationHub,
    { session, tokenHash }: BrowserSession,
    request: HttpRequest,
    reply: HttpReply,
  ): Promise<void> {
    const now = nowSeconds();
    if (!shouldRenewToken(session, tokenState(session, tokenHash, now), now)) return;
    const { database, keyring, publicUrl } = this.#services;
    const token = newSessionToken();
    const newHash = sessionTokenHash(keyring, token);
    try {
      if (!(await database.write(hub.id, (writer) => renewToken(writer, tokenHash, newHash)))) return;
    } catch (error) {
      // A later request renews it.
      if (isReadOnlyError(error)) return;
      throw error;
    }
    setSessionCookies(request, reply, publicUrl, { token, csrfToken: csrfTokenOf(keyring, session.id) });
  }

  /** Ends the browser's session and clears its cookies. */
  async end(
    hub: OrganizationHub,
    browserSession: BrowserSession | undefined,
    request: HttpRequest,
    reply: HttpReply,
  ): Promise<void> {
    const { database, publicUrl } = this.#services;
    if (browserSession) {
      const { accountId, id } = browserSession.session;
      await database.write(hub.id, (writer) => endSession(writer, accountId, id));
    }
    clearSessionCookies(request, reply, publicUrl);
  }
}
