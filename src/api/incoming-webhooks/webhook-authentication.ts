// Authenticates incoming webhooks. Their services cannot set headers, so the key is a parameter. It can be
// any account's key, of bots or people.

import {
  accountDeactivated,
  invalidApiKey,
  malformedApiKey,
  missingParameter,
  organizationDeactivated,
} from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { apiKeyHash } from '../../model/accounts/credentials.ts';
import { accountRowByApiKeyHash } from '../../stores/accounts/account-store.ts';
import type { PublicContext } from '../operation.ts';

const API_KEY = /^[A-Za-z0-9]{32}$/;

/**
 * The account of a key. Already authenticated if the key was in the address or the header.
 * @throws 401 if it belongs to no account, or if the account or organization is deactivated
 */
export async function accountByKey(context: PublicContext, apiKey: string | undefined): Promise<Account> {
  const { services, reader, state, actor } = context;
  if (actor) return actor.account;
  if (apiKey === undefined) throw missingParameter('api_key');
  if (!API_KEY.test(apiKey)) throw malformedApiKey();
  const row = await accountRowByApiKeyHash(reader, apiKeyHash(services.keyring, apiKey));
  const account = row?.organization_id === state.id ? state.account(row.id) : undefined;
  if (!account) throw invalidApiKey();
  if (state.organization.isDeactivated) throw organizationDeactivated();
  if (!account.isActive) throw accountDeactivated();
  return account;
}
