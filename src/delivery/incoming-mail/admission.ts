// Whether mail to an address is taken: asked when the address is named, before the mail itself is sent.

import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import { type ParsedAddress, parseAddress } from '../../model/channel-email/address.ts';
import { type ChannelEmailRow, channelEmailByToken } from '../../model/channel-email/store.ts';
import { channelToPostIn } from '../../model/messages/posting-standing.ts';
import type { MailRate } from './rate.ts';
import { badDestination, permissionDenied, rateLimited, refusalOf } from './refusal.ts';
import type { IncomingServices } from './services.ts';

/** An address that mail is taken for. */
export interface Destination {
  readonly hub: OrganizationHub;
  readonly row: ChannelEmailRow;
  readonly options: ParsedAddress['options'];
}

/** Whose rights count: the sender's, or the creator's where the service's own bot is the sender. */
export function responsible(row: ChannelEmailRow, sender: Account | undefined): number {
  return sender?.isSystemBot ? row.creator_id : row.sender_id;
}

/** The channel behind an address; refuses what is unknown, too much, or not permitted at this moment. */
export async function admit(
  { database, hubs, keyring }: IncomingServices,
  rate: MailRate,
  domain: string,
  address: string,
): Promise<Destination> {
  const parsed = parseAddress(address, domain);
  if (!parsed) throw badDestination('Address not recognized by gateway.');
  const row = await channelEmailByToken(database.reader(0), keyring, parsed.token);
  if (!row) throw badDestination(`Bad stream token from email recipient ${address}`);
  const hub = await hubs.get(row.organization_id);
  if (database.engine === 'postgres') await hub.catchUp();
  const { state, reader } = hub;
  if (state.organization.isDeactivated) throw permissionDenied('This organization has been deactivated');
  if (!rate.take(state.id, Date.now() / 1000)) throw rateLimited();
  const sender = state.account(row.sender_id);
  const account = state.account(responsible(row, sender));
  if (!account?.isActive || !sender?.isActive) throw permissionDenied('The account is deactivated');
  try {
    await channelToPostIn(state, reader, account, row.channel_id);
  } catch (error) {
    throw refusalOf(error, permissionDenied);
  }
  return { hub, row, options: parsed.options };
}
