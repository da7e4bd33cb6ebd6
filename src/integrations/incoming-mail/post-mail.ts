// Posts a mail to a channel, as an ordinary message of the address's sender.

import { sendToChannel } from '../../actions/messages/send.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { recordReceivedMail } from '../../stores/channel-email/channel-email-store.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { checkPostingPermission } from '../../stores/messages/posting-checks.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { type ChannelDestination, responsibleAccountId } from './admission.ts';
import { uploadMailFiles } from './attachments.ts';
import type { PostingServices } from './incoming-services.ts';
import { permissionDenied } from './mail-errors.ts';
import { plainSubject, topicOf } from './mail-subject.ts';
import { messageText } from './message-text.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** The id of the message; undefined if the mail was posted before. */
export async function postMail(
  services: PostingServices,
  destination: ChannelDestination,
  mail: ParsedMail,
): Promise<number | undefined> {
  const { hub, row, options } = destination;
  const { state, reader } = hub;
  const { database } = services;
  const sender = state.account(row.sender_id);
  const channel = state.channel(row.channel_id);
  if (!sender || !channel) throw permissionDenied('The account is deactivated');
  const policy =
    channel.topicsPolicy === 'inherit' ? state.organization.settings.topics_policy : channel.topicsPolicy;
  const hasTopic = policy !== 'empty_topic_only';
  const body = await services.mailReader.body(mail, options);
  const head = [
    ...(options.has('show-sender') && mail.from !== '' ? [`**From:** ${mail.from}`] : []),
    ...(hasTopic ? [] : [`**Subject:** ${plainSubject(mail.subject)}`]),
  ];
  const files = await uploadMailFiles(services, destination, mail.files);
  const organizationUrl = assumedUrl(services.publicUrl, state.organization.host);
  const text = normalizeContent(messageText(head, body, files));
  // The text may mention only objects to which the creator of the address has access.
  const authorship = { actor: state.account(responsibleAccountId(row, sender)), author: sender };
  const content = await composeContent({ state, reader, organizationUrl }, text, authorship);
  return database.write(state.id, async (writer) => {
    if (!(await recordReceivedMail(writer, row.id, mail.key))) return undefined;
    const account = await accountById(writer, responsibleAccountId(row, sender));
    const current = await channelById(writer, row.channel_id);
    if (!account?.isActive || !current) throw permissionDenied('The account is deactivated');
    await checkPostingPermission({ writer, organization: await readOrganization(writer), account }, current);
    const message = { senderId: sender.id, client: 'Internal', content, isReadBySender: false };
    const sentMessage = await sendToChannel(
      writer,
      row.channel_id,
      hasTopic ? topicOf(mail.subject) : '',
      message,
    );
    return sentMessage.id;
  });
}
