// Decides whether mail to an address is accepted, when the SMTP client names the recipient and before it
// sends the mail.

import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import {
  type ParsedChannelEmailAddress,
  parseChannelEmailAddress,
} from '../../model/channel-email/channel-email-address.ts';
import { channelToPostIn } from '../../queries/messages/posting-access.ts';
import { requesterOf } from '../../queries/requester.ts';
import { type ChannelEmailRow, channelEmailByToken } from '../../stores/channel-email/channel-email-store.ts';
import { type MailReplyRow, mailReplyByToken, replyTokenOf } from '../../stores/missed-mail/reply-address.ts';
import type { IncomingServices } from './incoming-services.ts';
import { badDestination, mailErrorOf, permissionDenied, rateLimited } from './mail-errors.ts';
import type { MailRate } from './mail-rate.ts';

interface DestinationBase {
  readonly hub: OrganizationHub;
  /** The account that sends the message made of the mail. */
  readonly senderId: number;
}

/** A channel that accepts mail. */
export interface ChannelDestination extends DestinationBase {
  readonly kind: 'channel';
  readonly row: ChannelEmailRow;
  readonly options: ParsedChannelEmailAddress['options'];
}

/** A conversation that accepts replies to a mail. */
export interface ReplyDestination extends DestinationBase {
  readonly kind: 'reply';
  readonly row: MailReplyRow;
}

export type Destination = ChannelDestination | ReplyDestination;

/** The account whose permissions count: the sender, or the address's creator if the service's bot is the sender. */
export function responsibleAccountId(row: ChannelEmailRow, sender: Account | undefined): number {
  return sender?.isSystemBot ? row.creator_id : row.sender_id;
}

/** Finds the destination of an address. @throws MailError if it is unknown, over the rate limit or not permitted now */
export async function admit(
  services: IncomingServices,
  rate: MailRate,
  domain: string,
  address: string,
): Promise<Destination> {
  const token = replyTokenOf(address, domain);
  return token === undefined
    ? admitToChannel(services, rate, domain, address)
    : admitReply(services, rate, token);
}

/** The organization of a destination, up to date. @throws MailError if it is deactivated or over its rate limit */
async function admittingHub(
  { hubs }: IncomingServices,
  rate: MailRate,
  organizationId: number,
): Promise<OrganizationHub> {
  const hub = await hubs.upToDate(organizationId);
  if (hub.state.organization.isDeactivated) throw permissionDenied('This organization has been deactivated');
  if (!rate.admit(hub.id)) throw rateLimited('Rate-limited due to too many emails on this realm.');
  return hub;
}

async function admitReply(
  services: IncomingServices,
  rate: MailRate,
  token: string,
): Promise<ReplyDestination> {
  const { database, keyring } = services;
  const row = await mailReplyByToken(database.reader(0), keyring, token, nowSeconds());
  if (!row) throw badDestination('The reply address is invalid or has expired.');
  const hub = await admittingHub(services, rate, row.organization_id);
  if (!hub.state.account(row.account_id)?.isActive) throw permissionDenied('The account is deactivated');
  return { kind: 'reply', hub, row, senderId: row.account_id };
}

async function admitToChannel(
  services: IncomingServices,
  rate: MailRate,
  domain: string,
  address: string,
): Promise<ChannelDestination> {
  const { database, keyring } = services;
  const channelAddress = parseChannelEmailAddress(address, domain);
  if (!channelAddress) throw badDestination('Address not recognized by gateway.');
  const row = await channelEmailByToken(database.reader(0), keyring, channelAddress.token);
  if (!row) throw badDestination(`Bad stream token from email recipient ${address}`);
  const hub = await admittingHub(services, rate, row.organization_id);
  const { state } = hub;
  const sender = state.account(row.sender_id);
  const account = state.account(responsibleAccountId(row, sender));
  if (!account?.isActive || !sender?.isActive) throw permissionDenied('The account is deactivated');
  try {
    await channelToPostIn(await requesterOf(hub, account), row.channel_id);
  } catch (error) {
    throw mailErrorOf(error, permissionDenied);
  }
  return { kind: 'channel', hub, row, senderId: row.sender_id, options: channelAddress.options };
}
