// Where rules about what somebody may see and do look: requests in memory (`Asker`), units of work in the tables
// (`inTables`). A rule that is asked in both is written once, over this.

import type { Account } from '../../model/accounts/account.ts';
import type { ChannelStanding } from '../../model/channels/access.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/periods.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { channelById, channelByName } from '../channels/channel-store.ts';
import { readOrganization } from '../organizations/organization-store.ts';
import { periodsAroundMessages } from '../subscriptions/period-store.ts';
import { standingNow } from './channel-relation.ts';

/** A channel, and how somebody stands to it. */
export interface FoundChannel {
  readonly channel: Channel;
  readonly standing: ChannelStanding;
}

/** Somebody, with where to look up what decides about them. */
export interface Lookup {
  readonly reader: Reader;
  readonly account: Account;
  /** The channel that an id, or a name in any spelling of case, names; archived ones and hidden ones too. */
  channel(named: number | string): Promise<FoundChannel | undefined>;
  /** When they were subscribed, at least of the channels in which the messages stand or ever arrived. */
  periodsAround(messageIds: readonly number[]): Promise<SubscriptionPeriods>;
}

/** Somebody in a unit of work. */
interface InUnit {
  readonly writer: Writer;
  readonly account: Account;
  /** Read where it is not given and decides. */
  readonly organization?: Organization;
}

/**
 * Looks into the tables as they stand in a unit of work.
 *
 * @example
 * const { channel } = await activeChannel(inTables({ writer, organization, account }), channelId, 'content');
 */
export function inTables({ writer, account, organization }: InUnit): Lookup {
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
      return { channel, standing: await standingNow(acting, channel) };
    },
  };
}
