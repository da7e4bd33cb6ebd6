// Finds the channel of a topic whose policy an account sets. Setting a policy requires an active channel that
// the account may read; removing an existing policy is possible even if the channel was archived or is no
// longer accessible.

import { noSuchUser } from '../../api-contract/error.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeAccounts } from '../accounts/active-accounts.ts';
import { tableLookup } from '../channel-access/lookup.ts';
import { activeChannel, activeChannelByName } from '../channel-access/visible-channel.ts';
import { channelById, channelByName } from '../channels/channel-store.ts';
import { policyFor } from './user-topic-store.ts';

/** A channel as a request names it. */
export type NamedChannel = { readonly id: number } | { readonly name: string };

/** The id of the channel; refuses missing and inaccessible channels with the same error. */
export async function channelOfTopic(
  writer: Writer,
  accountId: number,
  named: NamedChannel,
  { topic, policy }: { readonly topic: string; readonly policy: VisibilityPolicy },
): Promise<number> {
  if (policy === VisibilityPolicy.inherit) {
    const channel =
      'id' in named ? await channelById(writer, named.id) : await channelByName(writer, named.name);
    const ownPolicy = channel && (await policyFor(writer, accountId, channel.id, topic));
    if (channel && ownPolicy !== VisibilityPolicy.inherit) return channel.id;
  }
  const [caller] = await activeAccounts(writer, [accountId]);
  if (!caller) throw noSuchUser();
  const lookup = tableLookup({ writer, account: caller });
  const { channel } =
    'id' in named
      ? await activeChannel(lookup, named.id, 'content')
      : await activeChannelByName(lookup, named.name, 'content');
  return channel.id;
}
