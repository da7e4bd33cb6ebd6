// Notices when someone joins: to the account by the Welcome Bot, and about it in a channel. They are decided in the unit of
// work in which the account joins.

import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import { silentMention } from '../../model/silent-mention.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelNotice } from '../channels/channel-notices.ts';
import { channelById } from '../channels/channel-store.ts';

/** The topic of announcements of new accounts. */
const SIGN_UPS_TOPIC = 'signups';

function greeting(account: Account, organizationName: string): string {
  return [
    `Hello ${silentMention(account)}, and welcome to ${organizationName}! :wave:`,
    '* Conversations are sorted into **channels**, and every message in a channel has a **topic**, like the subject of an email, so that you can follow one conversation without the others.',
    '* You can browse the channels and subscribe to what interests you.',
    '* Only the two of us can see this conversation. Try sending me a message.',
  ].join('\n');
}

/**
 * The notices to a new account and in the channel for new accounts, in order.
 * @param welcomeText the invitation's text; null for the organization's; empty for none
 */
export async function joinNotices(
  writer: Writer,
  { name, settings }: Organization,
  account: Account,
  welcomeText: string | null,
): Promise<Notice[]> {
  const toThem = (text: string): Notice => ({ to: { recipientIds: [account.id] }, text, bot: 'welcome' });
  const notices = [toThem(greeting(account, name))];
  const custom = welcomeText ?? settings.welcome_message_custom_text;
  if (custom.trim() !== '') notices.push(toThem(custom));
  const channel = await channelById(writer, settings.signup_announcements_stream_id);
  if (channel && !channel.isArchived) {
    notices.push(
      channelNotice(channel, SIGN_UPS_TOPIC, `${silentMention(account)} joined this organization.`),
    );
  }
  return notices;
}
