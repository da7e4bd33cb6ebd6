// Who makes a request: HTTP Basic with an account's address and its API key.

import {
  accountDeactivated,
  invalidApiKey,
  malformedApiKey,
  organizationDeactivated,
  unusableCredentials,
} from '../contract/error.ts';
import { limits } from '../contract/limits.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { Account } from '../model/accounts/account.ts';
import { apiKeyHash } from '../model/accounts/credentials.ts';
import { apiEmail } from '../model/accounts/email.ts';
import { accountRowByApiKeyHash } from '../model/accounts/store.ts';
import { textKey } from '../model/text-key.ts';
import type { Services } from '../operations/services.ts';

const API_KEY = /^[A-Za-z0-9]{32}$/;
/** Longer than any address with its key; others are not worth the memory. */
const MAX_HEADER_LENGTH = 600;

/** Checks credentials; what was checked once holds until anything about the account changes. */
export class Authenticator {
  readonly #services: Services;
  readonly #remembered = new Map<string, Account>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** The account that a request's `Authorization` header names; undefined without a header. */
  async account(hub: OrganizationHub, header: string | undefined): Promise<Account | undefined> {
    if (header === undefined) return undefined;
    const key = `${hub.id} ${header}`;
    const remembered = this.#remembered.get(key);
    // Accounts in memory are replaced, never changed: the same object means that nothing happened to it.
    if (remembered && hub.state.account(remembered.id) === remembered) {
      return this.#admit(hub, remembered);
    }
    const version = hub.state.versions.accounts;
    const account = await this.#verify(hub, header);
    // What was read before an account changed must not count for the account as it is now.
    if (version === hub.state.versions.accounts && header.length <= MAX_HEADER_LENGTH) {
      if (this.#remembered.size >= limits.credentialsInMemory) this.#remembered.clear();
      this.#remembered.set(key, account);
    }
    return this.#admit(hub, account);
  }

  #admit(hub: OrganizationHub, account: Account): Account {
    if (hub.state.organization.isDeactivated) throw organizationDeactivated();
    if (!account.isActive) throw accountDeactivated();
    return account;
  }

  async #verify(hub: OrganizationHub, header: string): Promise<Account> {
    const { email, apiKey } = credentialsIn(header);
    const hash = apiKeyHash(this.#services.keyring, apiKey);
    const row = await accountRowByApiKeyHash(hub.reader, hash);
    if (row?.organization_id !== hub.id) throw invalidApiKey();
    const account = hub.state.account(row.id);
    if (!account) throw invalidApiKey();
    const given = textKey(email);
    if (given !== row.email_key && given !== textKey(apiEmail(account, hub.state.organization)))
      throw invalidApiKey();
    return account;
  }
}

/** The address and the key of a header for HTTP Basic. */
function credentialsIn(header: string): { email: string; apiKey: string } {
  const [scheme = '', encoded = ''] = header.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'basic') {
    throw unusableCredentials('This endpoint requires HTTP basic authentication.');
  }
  const decoded = /^[a-z0-9+/=_-]+$/i.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : '';
  const colon = decoded.lastIndexOf(':');
  if (colon < 0) throw unusableCredentials('Invalid authorization header for basic auth');
  const apiKey = decoded.slice(colon + 1);
  if (!API_KEY.test(apiKey)) throw malformedApiKey();
  return { email: decoded.slice(0, colon), apiKey };
}
