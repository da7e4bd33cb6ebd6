// Creates a call on behalf of the caller, who has granted this server access at the provider. An expired token is
// renewed first. A token that the provider rejects is deleted, and the caller's clients ask for access again.

import { dropToken, renewToken, type TokenKey } from '../../actions/calls/change-token.ts';
import { exactSeconds } from '../../api-contract/time.ts';
import { invalidToken, notConfigured } from '../../model/calls/call-errors.ts';
import { callProviders, type PersonalProviderKey } from '../../model/calls/call-providers.ts';
import { type CallToken, isExpired, unsealToken } from '../../model/calls/call-token.ts';
import {
  type CreateCallOptions,
  InvalidTokenError,
  type PersonalCalls,
} from '../../model/calls/video-calls.ts';
import { sealedTokensOf } from '../../stores/calls/call-store.ts';
import type { WriteContext } from '../operation.ts';

/** The stored token; undefined if there is no usable one. */
async function storedToken(
  context: WriteContext,
  { accountId, provider }: TokenKey,
): Promise<CallToken | undefined> {
  const sealed = (await sealedTokensOf(context.reader, accountId)).get(provider);
  return sealed === undefined ? undefined : unsealToken(context.services.keyring, sealed);
}

/**
 * A token that has not expired.
 * @throws InvalidTokenError if none can be obtained
 */
async function freshToken(
  context: WriteContext,
  calls: PersonalCalls,
  tokenKey: TokenKey,
  token: CallToken,
): Promise<CallToken> {
  if (!isExpired(token, exactSeconds())) return token;
  try {
    const renewed = await calls.refresh(token);
    const tokens = { old: token, renewed };
    return await context.write((writer) => renewToken(writer, context.services.keyring, tokenKey, tokens));
  } catch (error) {
    if (!(error instanceof InvalidTokenError)) throw error;
    // Another server may just have used the refresh token.
    const stored = await storedToken(context, tokenKey);
    if (!stored || stored.accessToken === token.accessToken) throw error;
    return stored;
  }
}

/** The address of a new call. */
export async function createPersonalCall(
  context: WriteContext,
  provider: PersonalProviderKey,
  callOptions: CreateCallOptions,
): Promise<string> {
  const { services, actor } = context;
  const calls = services.videoCalls.personal(provider);
  const { name } = callProviders[provider];
  if (!calls) throw notConfigured(name);
  const tokenKey: TokenKey = { accountId: actor.account.id, provider };
  let token = await storedToken(context, tokenKey);
  if (token) {
    try {
      token = await freshToken(context, calls, tokenKey, token);
      return await calls.createCall(token, callOptions);
    } catch (error) {
      if (!(error instanceof InvalidTokenError)) throw error;
    }
  }
  const rejected = token;
  await context.write((writer) => dropToken(writer, services.keyring, tokenKey, rejected));
  throw invalidToken(name);
}
