// Who is logged in with the browser that a request comes from. A cookie counts below `/json`, for files and for pages;
// never below `/api/`, where a key says who calls, so that no page of another site can call there for anybody.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteLogin } from '../../actions/accounts/first-login.ts';
import { beginSession, endSession, noteSeen, renewToken } from '../../actions/sessions/change-session.ts';
import { rememberDevice } from '../../actions/sessions/known-devices.ts';
import type { Services } from '../../api/services.ts';
import { organizationDeactivated } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import { programName } from '../../model/accounts/program-name.ts';
import type { AuditDoor } from '../../model/audit/doors.ts';
import {
  csrfTokenOf,
  isForgotten,
  isSessionToken,
  isToBeRenewed,
  newSessionToken,
  type Session,
  sessionTokenHash,
  tokenState,
} from '../../model/sessions/session.ts';
import { type BegunWithProvider, keepProviderSession } from '../../stores/sessions/provider-session-store.ts';
import { sessionByTokenHash } from '../../stores/sessions/session-store.ts';
import { refuseForged } from '../http/cross-site.ts';
import type { Exchange } from './exchange.ts';
import { sourceOf } from './log-in-place.ts';
import {
  deviceTokensOf,
  forgetCookies,
  keepCookies,
  keepDeviceTokens,
  sessionTokenIn,
  tellPerson,
} from './session-cookie.ts';

/** Somebody who is logged in, as of one request. */
export interface Visitor {
  readonly account: Account;
  readonly session: Session;
  /** Of the token that the browser showed. */
  readonly tokenHash: string;
}

/** How a session begins. */
export interface Beginning {
  /** The way of a login that is still to be noted. */
  readonly door?: AuditDoor | undefined;
  /** The session of the provider that it began with. */
  readonly provider?: BegunWithProvider | undefined;
  /** What they typed as their name; undefined: nothing. */
  readonly name?: string | undefined;
  /** When the person proved who they are; 0: they did not, or it is not known. Undefined: just now. */
  readonly provenAt?: number | undefined;
}

/** The sessions of all organizations; what was checked once holds until something about the account changes. */
export class Sessions {
  readonly #services: Services;
  readonly #checked = new Map<string, Visitor>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Who is logged in; undefined for nobody, which a session that has ended is like.
   * @throws 403 `CSRF_FAILED` for a request that changes something and may come from another site's page
   */
  async visitor(hub: OrganizationHub, request: FastifyRequest): Promise<Visitor | undefined> {
    const { keyring, publicUrl } = this.#services;
    const token = request.url.startsWith('/api/') ? undefined : sessionTokenIn(request, publicUrl);
    if (token === undefined || !isSessionToken(token)) return undefined;
    const tokenHash = sessionTokenHash(keyring, token);
    const visitor = this.#known(hub, tokenHash) ?? (await this.#check(hub, tokenHash));
    if (!visitor?.account.isActive) return undefined;
    if (hub.state.organization.isDeactivated) throw organizationDeactivated();
    refuseForged(request, publicUrl, csrfTokenOf(keyring, visitor.session.id));
    return visitor;
  }

  /** What was checked before, as long as it holds: accounts in memory are replaced, never changed. */
  #known(hub: OrganizationHub, tokenHash: string): Visitor | undefined {
    const visitor = this.#checked.get(`${hub.id} ${tokenHash}`);
    const holds =
      visitor &&
      hub.state.account(visitor.account.id) === visitor.account &&
      visitor.session.lastSeenAt > nowSeconds() - limits.sessionSeenSeconds;
    return holds ? visitor : undefined;
  }

  async #check(hub: OrganizationHub, tokenHash: string): Promise<Visitor | undefined> {
    const version = hub.state.versions.accounts;
    const session = await this.#seen(hub, tokenHash);
    const account = session && hub.state.account(session.accountId);
    if (!session || !account) return undefined;
    const visitor = { account, session, tokenHash };
    // What was read before an account changed must not count for the account as it is now.
    const mayBeKept = session.tokenHash === tokenHash && version === hub.state.versions.accounts;
    if (mayBeKept) {
      if (this.#checked.size >= limits.credentialsInMemory) this.#checked.clear();
      this.#checked.set(`${hub.id} ${tokenHash}`, visitor);
    }
    return visitor;
  }

  /** The session of a token, and notes that it is in use where that has to be noted. */
  async #seen(hub: OrganizationHub, tokenHash: string): Promise<Session | undefined> {
    const session = await sessionByTokenHash(hub.reader, tokenHash);
    const now = nowSeconds();
    if (!session || isForgotten(session, now)) return undefined;
    const isSeenLately = session.lastSeenAt > now - limits.sessionSeenSeconds;
    const isSettled = session.oldTokenHash === null || session.oldTokenUntil !== null;
    if (isSeenLately && isSettled && tokenState(session, tokenHash, now) === 'current') return session;
    return this.#services.database.write(hub.id, (writer) => noteSeen(writer, tokenHash));
  }

  /**
   * Begins a session for an account in the browser that a request comes from, in place of one that it has; the answer
   * then carries its cookies.
   */
  async begin(
    { hub, request, reply }: Exchange,
    accountId: number,
    { door, provider, provenAt, name }: Beginning = {},
  ): Promise<void> {
    const { database, keyring, publicUrl } = this.#services;
    const token = newSessionToken();
    const tokenHash = sessionTokenHash(keyring, token);
    const before = sessionTokenIn(request, publicUrl);
    const device = programName(request.headers['user-agent']);
    const tokens = deviceTokensOf(request, publicUrl);
    const { id, devices } = await database.write(hub.id, async (writer) => {
      const left = before && (await sessionByTokenHash(writer, sessionTokenHash(keyring, before)));
      if (left) await endSession(writer, left.accountId, left.id);
      if (door) await noteLogin(writer, keyring, accountId, { door, source: sourceOf(request) });
      const begun = await beginSession(writer, { accountId, tokenHash, device, provenAt });
      if (provider) await keepProviderSession(writer, keyring, begun, provider);
      const loggedIn = { accountId, sessionId: begun, tokens, name };
      return { id: begun, devices: await rememberDevice(writer, keyring, loggedIn) };
    });
    keepCookies(request, reply, publicUrl, { token, csrfToken: csrfTokenOf(keyring, id) });
    keepDeviceTokens(request, reply, publicUrl, devices);
  }

  /** Tells the browser's client who is logged in. */
  tell({ account }: Visitor, request: FastifyRequest, reply: FastifyReply): void {
    tellPerson(request, reply, this.#services.publicUrl, account.id);
  }

  /** Gives the browser another token where the one it has is old enough. */
  async renew(
    hub: OrganizationHub,
    { session, tokenHash }: Visitor,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const now = nowSeconds();
    if (!isToBeRenewed(session, tokenState(session, tokenHash, now), now)) return;
    const { database, keyring, publicUrl } = this.#services;
    const token = newSessionToken();
    const newHash = sessionTokenHash(keyring, token);
    if (!(await database.write(hub.id, (writer) => renewToken(writer, tokenHash, newHash)))) return;
    keepCookies(request, reply, publicUrl, { token, csrfToken: csrfTokenOf(keyring, session.id) });
  }

  /** Ends the session of the browser that a request comes from, and has the browser forget it. */
  async end(
    hub: OrganizationHub,
    visitor: Visitor | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { database, publicUrl } = this.#services;
    if (visitor) {
      const { accountId, id } = visitor.session;
      await database.write(hub.id, (writer) => endSession(writer, accountId, id));
    }
    forgetCookies(request, reply, publicUrl);
  }
}
