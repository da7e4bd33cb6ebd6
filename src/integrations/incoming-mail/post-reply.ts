// Posts a reply to a mail about messages into their conversation, as an ordinary message of the account that
// got the mail. The secret address authenticates the account: the sender of a mail proves nothing.

import { sendDirectly, sendToChannel } from '../../actions/messages/send.ts';
import { withoutUnsubscribeTokens } from '../../actions/missed-mail/unsubscribe.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { recordReceivedMail } from '../../stores/channel-email/channel-email-store.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { conversationById, peopleOf } from '../../stores/conversations/conversation-store.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { checkPostingPermission } from '../../stores/messages/posting-checks.ts';
import { type MailReplyRow, withoutReplyTokens } from '../../stores/missed-mail/reply-address.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import type { ReplyDestination } from './admission.ts';
import { uploadMailFiles } from './attachments.ts';
import type { PostingServices } from './incoming-services.ts';
import { permissionDenied } from './mail-errors.ts';
import { messageText } from './message-text.ts';
import type { ParsedMail } from './parsed-mail.ts';

const DEACTIVATED = 'The account is deactivated';

/** The current conversation: the reply follows a message that was moved. */
async function conversationNow(writer: Writer, row: MailReplyRow): Promise<Conversation> {
  const message = await messageById(writer, row.message_id);
  const conversation = await conversationById(writer, message?.conversation_id ?? row.conversation_id);
  if (!conversation) throw permissionDenied('The conversation no longer exists');
  return conversation;
}

/** The id of the message; undefined if the mail was posted before. */
export async function postReply(
  services: PostingServices,
  destination: ReplyDestination,
  mail: ParsedMail,
): Promise<number | undefined> {
  const { hub, row, senderId } = destination;
  const { state, reader } = hub;
  const sender = state.account(senderId);
  if (!sender) throw permissionDenied(DEACTIVATED);
  // A mail program may quote the mail, with tokens that let anyone who has them act as this account.
  const body = withoutUnsubscribeTokens(withoutReplyTokens(await services.mailReader.body(mail, new Set())));
  const files = await uploadMailFiles(services, destination, mail.files);
  const organizationUrl = assumedUrl(services.publicUrl, state.organization.host);
  const text = normalizeContent(messageText([], body, files));
  const content = await composeContent({ state, reader, organizationUrl }, text, writtenBy(sender));
  const message = { senderId, client: 'Internal', content, isReadBySender: true };
  return services.database.write(state.id, async (writer) => {
    // The prefix separates these keys from those of mail to channels, whose addresses have ids of their own.
    if (!(await recordReceivedMail(writer, row.id, `reply:${mail.key}`))) return undefined;
    const account = await accountById(writer, senderId);
    if (!account?.isActive) throw permissionDenied(DEACTIVATED);
    const conversation = await conversationNow(writer, row);
    if (conversation.channel_id === null) {
      return (await sendDirectly(writer, peopleOf(conversation.direct_key ?? ''), message)).id;
    }
    const channel = await channelById(writer, conversation.channel_id);
    if (!channel) throw permissionDenied('The conversation no longer exists');
    await checkPostingPermission({ writer, organization: await readOrganization(writer), account }, channel);
    return (await sendToChannel(writer, channel.id, conversation.topic_name, message)).id;
  });
}
