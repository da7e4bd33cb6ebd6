// Whom the `to` of a request means: ids or addresses of people, the id or name of a channel.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { type Asker, askerOf } from '../asker.ts';
import { mayBeDeniedAccounts, seenAccount, seenChannel } from '../visible-things.ts';

export type Recipient = number | string | readonly (number | string)[];

/**
 * The accounts that a direct message is for, the sender not added. Refuses empty lists, and alike whom there is not
 * and whom the sender may not know of.
 */
export function accountsOf(asker: Asker, to: Recipient): number[] {
  const named =
    typeof to === 'string'
      ? to
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : [to].flat();
  if (named.length === 0) throw badRequest('Message must have recipients');
  if (named.length > limits.participantsInDirectMessage) {
    throw badRequest(`Too many recipients (limit: ${limits.participantsInDirectMessage}).`);
  }
  const kinds = new Set(named.map((one) => typeof one));
  if (kinds.size > 1) throw badRequest('Recipient lists may contain emails or user IDs, but not both.');
  return [...new Set(named.map((one) => recipientNamed(asker, one).id))];
}

/** One recipient by id or address. @throws the same for whom there is not and whom who asks may not know of */
export function recipientNamed(asker: Asker, named: number | string): Account {
  const account = seenAccount(asker, named);
  if (!account) throw noSuchRecipient(asker, named);
  return account;
}

/** Guests who are not shown everybody are told only that somebody is out of reach, whether or not there is such. */
function noSuchRecipient(asker: Asker, named: number | string): ApiError {
  if (mayBeDeniedAccounts(asker))
    return badRequest('You do not have permission to access some of the recipients.');
  return badRequest(typeof named === 'number' ? `Invalid user ID ${named}` : `Invalid email '${named}'`);
}

/**
 * The channel that a message is for; undefined when there is none of that id or name that the sender may know of, or,
 * where the sender is a bot, its owner: who may post where their owner may.
 */
export async function channelOfRecipient(asker: Asker, to: Recipient): Promise<Channel | undefined> {
  const [first, ...others] = [to].flat();
  if (first === undefined || others.length > 0) throw badRequest('Expected exactly one channel');
  const channel = seenChannel(asker, first);
  if (channel) return channel;
  const owner = await ownerAsking(asker);
  return owner && seenChannel(owner, first);
}

async function ownerAsking({ state, reader, account: bot }: Asker): Promise<Asker | undefined> {
  const owner = bot?.botOwnerId == null ? undefined : state.account(bot.botOwnerId);
  if (!owner) return undefined;
  return askerOf({ state, reader }, owner);
}
