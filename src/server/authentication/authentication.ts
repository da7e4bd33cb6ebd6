// Authenticates requests by HTTP Basic with an account's email address and its API key.

import type { Services } from '../../api/services.ts';
import {
  accountDeactivated,
  invalidApiKey,
  malformedApiKey,
  malformedCredentials,
  organizationDeactivated,
} from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import { apiKeyHash } from '../../model/accounts/credentials.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { apiEmail, currentBotEmail } from '../../model/people/account-email.ts';
import { textKey } from '../../model/text-key.ts';
import { accountRowByApiKeyHash } from '../../stores/accounts/account-store.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { sourceOf } from './login-dependencies.ts';
import { WrongKeys } from './wrong-keys.ts';

const API_KEY = /^[A-Za-z0-9]{32}$/;
/** Whether a text has the form of an API key. */
export function isApiKey(text: string): boolean {
  return API_KEY.test(text);
}

/** Longer than any email address with its key. Longer headers are not cached. */
const MAX_HEADER_LENGTH = 600;

/** Checks credentials. A result is cached until anything about the account changes. */
export class Authenticator {
  readonly #services: Services;
  readonly #wrong: WrongKeys;
  readonly #cached = new Map<string, Account>();

  constructor(services: Services) {
    this.#services = services;
    this.#wrong = new WrongKeys(services);
  }

  /**
   * The account that a request's `Authorization` header identifies; undefined without the header.
   * @throws 401 for wrong credentials, and `RATE_LIMIT_HIT` if the caller's network sent too many of them
   */
  async account(hub: OrganizationHub, request: HttpRequest): Promise<Account | undefined> {
    const header = request.headers.authorization;
    if (header === undefined) return undefined;
    const key = `${hub.id} ${header}`;
    const cached = this.#cached.get(key);
    // Accounts in memory are replaced, never modified: the same object means that the account is unchanged.
    if (cached && hub.state.account(cached.id) === cached) {
      return this.#admit(hub, cached);
    }
    const version = hub.state.versions.accounts;
    const account = await this.#verify(hub, header, request);
    // If an account changed meanwhile, the result may be outdated and must not be cached.
    if (version === hub.state.versions.accounts && header.length <= MAX_HEADER_LENGTH) {
      if (this.#cached.size >= limits.credentialsInMemory) this.#cached.clear();
      this.#cached.set(key, account);
    }
    return this.#admit(hub, account);
  }

  /**
   * The account of an API key in the address of a request, which has no email address.
   * @throws as `account` does
   */
  async accountOfKey(hub: OrganizationHub, apiKey: string, request: HttpRequest): Promise<Account> {
    const account = await this.#accountOf(hub, apiKey);
    if (account) return this.#admit(hub, account);
    await this.#wrong.count(hub, sourceOf(request), apiKey, '');
    throw invalidApiKey();
  }

  #admit(hub: OrganizationHub, account: Account): Account {
    if (hub.state.organization.isDeactivated) throw organizationDeactivated();
    if (!account.isActive) throw accountDeactivated();
    return account;
  }

  async #verify(hub: OrganizationHub, header: string, request: HttpRequest): Promise<Account> {
    const { email, apiKey } = credentialsIn(header);
    const account = API_KEY.test(apiKey) ? await this.#holderOf(hub, apiKey, email) : undefined;
    if (account) return account;
    await this.#wrong.count(hub, sourceOf(request), header, email);
    throw API_KEY.test(apiKey) ? invalidApiKey() : malformedApiKey();
  }

  /** The account with this API key, if the email address identifies it. */
  async #holderOf(hub: OrganizationHub, apiKey: string, email: string): Promise<Account | undefined> {
    const account = await this.#accountOf(hub, apiKey);
    return account && isNamedBy(email, account, hub.state.organization) ? account : undefined;
  }

  async #accountOf(hub: OrganizationHub, apiKey: string): Promise<Account | undefined> {
    const hash = apiKeyHash(this.#services.keyring, apiKey);
    const row = await accountRowByApiKeyHash(hub.reader, hash);
    return row?.organization_id === hub.id ? hub.state.account(row.id) : undefined;
  }
}

/**
 * Whether an email address identifies an account: its own address, its placeholder address, or for a bot its
 * name at the organization's domain.
 */
function isNamedBy(email: string, account: Account, organization: Organization): boolean {
  const givenKey = textKey(email);
  if (givenKey === textKey(account.email) || givenKey === textKey(apiEmail(account, organization)))
    return true;
  return account.isBot && givenKey === textKey(currentBotEmail(account.email, organization));
}

/** The email address and API key of an HTTP Basic header. */
function credentialsIn(header: string): { email: string; apiKey: string } {
  const [scheme = '', encoded = ''] = header.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'basic') {
    throw malformedCredentials('This endpoint requires HTTP basic authentication.');
  }
  const decoded = /^[a-z0-9+/=_-]+$/i.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : '';
  const colon = decoded.lastIndexOf(':');
  if (colon < 0) throw malformedCredentials('Invalid authorization header for basic auth');
  return { email: decoded.slice(0, colon), apiKey: decoded.slice(colon + 1) };
}
