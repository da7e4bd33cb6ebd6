// How the access that a person gave comes, is renewed and goes, inside units of work. Requests that use the same
// token may run at the same time, here and on other servers: each changes only the token that it knows.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { tokenEvents } from '../../model/calls/call-events.ts';
import type { PersonalProviderKey } from '../../model/calls/providers.ts';
import { type CallToken, openToken, sealToken } from '../../model/calls/token.ts';
import type { Writer } from '../../storage/session.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { deleteSealedToken, keepSealedToken, sealedTokensOf } from '../../stores/calls/call-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';

/** Whose token for which provider. */
export interface TokenPlace {
  readonly accountId: number;
  readonly provider: PersonalProviderKey;
}

/**
 * Keeps the token of somebody who has just given access, and tells their clients; gives whether that is somebody
 * who still may use it.
 */
export async function keepToken(
  writer: Writer,
  keyring: Keyring,
  { accountId, provider }: TokenPlace,
  token: CallToken,
): Promise<boolean> {
  const account = await accountById(writer, accountId);
  if (!account?.isActive || (await readOrganization(writer)).isDeactivated) return false;
  await keepSealedToken(writer, accountId, provider, sealToken(keyring, token));
  for (const event of tokenEvents(accountId, provider, true)) writer.emit(event);
  return true;
}

/** Puts a fresh token in the place of an old one; gives what is there now, which may be a newer one still. */
export async function renewToken(
  writer: Writer,
  keyring: Keyring,
  { accountId, provider }: TokenPlace,
  { old, fresh }: { readonly old: CallToken; readonly fresh: CallToken },
): Promise<CallToken> {
  const sealed = (await sealedTokensOf(writer, accountId)).get(provider);
  const present = sealed === undefined ? undefined : openToken(keyring, sealed);
  if (present && present.accessToken !== old.accessToken) return present;
  if (present) await keepSealedToken(writer, accountId, provider, sealToken(keyring, fresh));
  return fresh;
}

/**
 * Removes a token that the provider refused, and tells the person's clients; one that came in its place stays.
 * Without `refused`: one that was sealed under another secret.
 */
export async function dropToken(
  writer: Writer,
  keyring: Keyring,
  { accountId, provider }: TokenPlace,
  refused: CallToken | undefined,
): Promise<void> {
  const sealed = (await sealedTokensOf(writer, accountId)).get(provider);
  if (sealed === undefined) return;
  const present = openToken(keyring, sealed);
  if (present && present.accessToken !== refused?.accessToken) return;
  await deleteSealedToken(writer, accountId, provider);
  for (const event of tokenEvents(accountId, provider, false)) writer.emit(event);
}
