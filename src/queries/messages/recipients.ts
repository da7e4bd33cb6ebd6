// Resolves the `to` of a request: ids or addresses of people, the id or name of a channel.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { type Requester, requesterOf } from '../requester.ts';
import { findVisibleAccount, findVisibleChannel, hasLimitedVisibility } from '../visible-lookups.ts';

export type Recipient = number | string | readonly (number | string)[];

/**
 * The accounts that a direct message is for, without the sender. @throws for an empty list, and with the same
 * error for accounts that do not exist and those that the sender may not see
 */
export function accountsOf(requester: Requester, to: Recipient): number[] {
  const references =
    typeof to === 'string'
      ? to
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : [to].flat();
  if (references.length === 0) throw badRequest('Message must have recipients');
  if (references.length > limits.participantsInDirectMessage) {
    throw badRequest(`Too many recipients (limit: ${limits.participantsInDirectMessage}).`);
  }
  const kinds = new Set(references.map((recipient) => typeof recipient));
  if (kinds.size > 1) throw badRequest('Recipient lists may contain emails or user IDs, but not both.');
  return [...new Set(references.map((recipient) => recipientByIdOrEmail(requester, recipient).id))];
}

/**
 * One recipient by id or address. @throws the same error if it does not exist and if the requester may not
 * see it
 */
export function recipientByIdOrEmail(requester: Requester, reference: number | string): Account {
  const account = findVisibleAccount(requester, reference);
  if (!account) throw noSuchRecipient(requester, reference);
  return account;
}

/**
 * Guests with limited visibility learn only that some recipient is out of reach, whether or not it exists.
 */
function noSuchRecipient(requester: Requester, reference: number | string): ApiError {
  if (hasLimitedVisibility(requester))
    return badRequest('You do not have permission to access some of the recipients.');
  return badRequest(
    typeof reference === 'number' ? `Invalid user ID ${reference}` : `Invalid email '${reference}'`,
  );
}

/**
 * The channel that a message is for; undefined if the sender may see no channel with that id or name. For a
 * bot, its owner's visibility counts as well, because bots may post where their owners may.
 */
export async function channelOfRecipient(requester: Requester, to: Recipient): Promise<Channel | undefined> {
  const [first, ...others] = [to].flat();
  if (first === undefined || others.length > 0) throw badRequest('Expected exactly one channel');
  const channel = findVisibleChannel(requester, first);
  if (channel) return channel;
  const owner = await ownerOf(requester);
  return owner && findVisibleChannel(owner, first);
}

async function ownerOf({ state, reader, account: bot }: Requester): Promise<Requester | undefined> {
  const owner = bot?.botOwnerId == null ? undefined : state.account(bot.botOwnerId);
  if (!owner) return undefined;
  return requesterOf({ state, reader }, owner);
}
