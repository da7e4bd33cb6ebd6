// Reports of messages to the moderators: the text and topic of the message sent to the moderation request
// channel.

import { badRequest } from '../../api-contract/error.ts';
import { messageUrl } from '../../markdown/narrow-url.ts';
import type { Account } from '../../model/accounts/account.ts';
import { channelMessageLink } from '../../model/messages/message-link.ts';
import { reportTypes } from '../../model/organizations/server-constants.ts';
import { peopleOf } from '../conversations/conversation-store.ts';
import type { AccessibleMessage } from './message-access.ts';

export type ReportType = (typeof reportTypes)[number]['key'];

export interface Report {
  readonly type: ReportType;
  readonly description: string;
}

/** Requires a description for reports of type `other`. */
export function checkReport(report: Report): void {
  if (report.type === 'other' && report.description.trim() === '') {
    throw badRequest('A description is required if the type is "other".');
  }
}

function mentionOf(person: Pick<Account, 'id' | 'fullName'>): string {
  return `@_**${person.fullName}|${person.id}**`;
}

/** A fenced block whose fence is longer than any run of backticks in the text. */
function fencedBlock(kind: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${kind}\n${text}\n${fence}`;
}

function describeMessage({ row, conversation, channel }: AccessibleMessage, sender: Account): string {
  if (channel) {
    const url = messageUrl(channel, conversation.topic_name, row.id);
    return `${channelMessageLink(channel.name, conversation.topic_name, url)} sent by ${mentionOf(sender)}`;
  }
  const peopleCount = peopleOf(conversation.direct_key ?? '').length;
  return peopleCount > 2
    ? `a group direct message sent by ${mentionOf(sender)}`
    : `a direct message sent by ${mentionOf(sender)}`;
}

/** The Markdown of the report. */
export function reportText(
  reporter: Account,
  sender: Account,
  message: AccessibleMessage,
  report: Report,
): string {
  const reason = reportTypes.find((type) => type.key === report.type)?.name ?? report.type;
  const lines = [
    `${mentionOf(reporter)} reported ${describeMessage(message, sender)}.`,
    `- Reason: **${reason}**`,
  ];
  if (report.description.trim() !== '')
    lines.push('- Notes:', fencedBlock('quote', report.description.trim()));
  lines.push(fencedBlock(`spoiler **Message sent by ${mentionOf(sender)}**`, message.row.content));
  return lines.join('\n');
}

/** The topic for reports about a person's messages. */
export function reportTopic(sender: Account): string {
  return `${sender.fullName}'s moderation requests`;
}
