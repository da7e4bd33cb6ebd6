// The interface through which access rules look up data. Requests look it up in memory (`Requester`), units of work in
// the tables (`tableLookup`). Rules that both need are written once against this interface.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelMembership } from '../../model/channels/channel-access.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { channelById, channelByName } from '../channels/channel-store.ts';
import { readOrganization } from '../organizations/organization-store.ts';
import { periodsAroundMessages } from '../subscriptions/period-store.ts';
import { channelMembershipNow } from './channel-membership.ts';

/** A channel with the account's membership in it. */
export interface FoundChannel {
  readonly channel: Channel;
  readonly membership: ChannelMembership;
}

/** An account, with the means to look up what decides its access. */
export interface Lookup {
  readonly reader: Reader;
  readonly account: Account;
  /** The channel with an id, or with a name regardless of case; includes archived and hidden channels. */
  channel(named: number | string): Promise<FoundChannel | undefined>;
  /** Subscription periods, at least of all channels in which the messages are or ever arrived. */
  periodsAround(messageIds: readonly number[]): Promise<SubscriptionPeriods>;
}

/** An account in a unit of work. */
interface InUnit {
  readonly writer: Writer;
  readonly account: Account;
  /** Read from the tables if missing and needed. */
  readonly organization?: Organization;
}

/**
 * A lookup in the tables, as a unit of work sees them.
 *
 * @example
 * const { channel } = await activeChannel(tableLookup({ writer, organization, account }), channelId, 'content');
 */
export function tableLookup({ writer, account, organization }: InUnit): Lookup {
  return {
    reader: writer,
    account,
    periodsAround: (messageIds) => periodsAroundMessages(writer, account.id, messageIds),
    async channel(named) {
      const channel = await (typeof named === 'number'
        ? channelById(writer, named)
        : channelByName(writer, named));
      if (!channel) return undefined;
      const acting = { writer, organization: organization ?? (await readOrganization(writer)), account };
      return { channel, membership: await channelMembershipNow(acting, channel) };
    },
  };
}
