// POST /messages/{message_id}/report: reports a message to the moderators.

import { sendToChannel } from '../../actions/messages/send.ts';
import { id, oneOf, text } from '../../api-contract/codec.ts';
import { badRequest, invalidMessage } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { composeNotice } from '../../queries/rendering/compose-notice.ts';
import { readableMessage } from '../../stores/message-access/message-access.ts';
import { checkReport, reportText, reportTopic } from '../../stores/message-access/message-report.ts';
import { writeOperation } from '../operation.ts';

export const reportMessage = writeOperation({
  name: 'report-message',
  method: 'POST',
  path: '/messages/{message_id}/report',
  summary: 'Report a message to the moderators.',
  since: 382,
  access: 'account',
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    report_type: required(
      oneOf('spam', 'harassment', 'inappropriate', 'norms', 'other'),
      'The reason for the report.',
    ),
    description: withDefault(
      text({ maximum: limits.reportDescriptionCodePoints }),
      '',
      'A description of the problem. Required for the reason `other`.',
    ),
  },
  result: {},
  async handle(context, values) {
    const { state, actor } = context;
    const channel = state.channel(state.organization.settings.moderation_request_channel_id);
    if (!channel || channel.isArchived) {
      throw badRequest('Moderation request channel must be specified to enable message reporting.');
    }
    const message = await readableMessage(await context.requester(), values.message_id);
    const sender = state.account(message.row.sender_id);
    if (!sender) throw invalidMessage();
    const report = { type: values.report_type, description: values.description };
    checkReport(report);
    const content = reportText(actor.account, sender, message, report);
    const notice = await composeNotice(context, content, actor.account);
    const topic = normalizeTopic(reportTopic(sender));
    await context.write((writer) =>
      sendToChannel(writer, channel.id, topic, { ...notice, client: 'Internal', isReadBySender: true }),
    );
    return {};
  },
});
