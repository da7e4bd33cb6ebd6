// Stores, renews and removes the access token that a person granted for a call provider, inside units of
// work. Requests with the same token may run concurrently, on this and other servers, so each changes only
// the token that it read.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { tokenEvents } from '../../model/calls/call-events.ts';
import type { PersonalProviderKey } from '../../model/calls/call-providers.ts';
import { type CallToken, sealToken, unsealToken } from '../../model/calls/call-token.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { deleteSealedToken, putSealedToken, sealedTokensOf } from '../../stores/calls/call-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';

/** The account and provider that a token belongs to. */
export interface TokenKey {
  readonly accountId: number;
  readonly provider: PersonalProviderKey;
}

/**
 * Stores the token of an account that has just granted access, and emits that to its clients. Returns false
 * if the account may no longer use it.
 */
export async function storeToken(
  writer: Writer,
  keyring: Keyring,
  { accountId, provider }: TokenKey,
  token: CallToken,
): Promise<boolean> {
  const account = await accountById(writer, accountId);
  if (!account?.isActive || (await readOrganization(writer)).isDeactivated) return false;
  await putSealedToken(writer, accountId, provider, sealToken(keyring, token));
  for (const event of tokenEvents(accountId, provider, true)) writer.emit(event);
  return true;
}

/** Replaces an old token. Returns the token now stored, which may be an even newer one. */
export async function renewToken(
  writer: Writer,
  keyring: Keyring,
  { accountId, provider }: TokenKey,
  { old, renewed }: { readonly old: CallToken; readonly renewed: CallToken },
): Promise<CallToken> {
  const sealed = (await sealedTokensOf(writer, accountId)).get(provider);
  const stored = sealed === undefined ? undefined : unsealToken(keyring, sealed);
  if (stored && stored.accessToken !== old.accessToken) return stored;
  if (stored) await putSealedToken(writer, accountId, provider, sealToken(keyring, renewed));
  return renewed;
}

/**
 * Removes a token that the provider refused, and emits that to the person's clients. A token stored since then is not
 * removed. `refused` is undefined for a token sealed under another secret.
 */
export async function dropToken(
  writer: Writer,
  keyring: Keyring,
  { accountId, provider }: TokenKey,
  refused: CallToken | undefined,
): Promise<void> {
  const sealed = (await sealedTokensOf(writer, accountId)).get(provider);
  if (sealed === undefined) return;
  const stored = unsealToken(keyring, sealed);
  if (stored && stored.accessToken !== refused?.accessToken) return;
  await deleteSealedToken(writer, accountId, provider);
  for (const event of tokenEvents(accountId, provider, false)) writer.emit(event);
}
