// The text of a reminder: a link to the message, the note and, on delivery, the message as it is then. The
// message itself is not stored while the reminder is pending, so deleting the message deletes all copies.

import { limits } from '../../api-contract/limits.ts';
import { REMINDER_BEGINNING } from '../../commands/reminder-beginning.ts';
import { commandIn } from '../../commands/slash-commands.ts';
import { directMessageUrl, messageUrl } from '../../markdown/narrow-url.ts';
import type { Account } from '../../model/accounts/account.ts';
import { silentMention } from '../../model/silent-mention.ts';
import { peopleOf } from '../conversations/conversation-store.ts';
import type { AccessibleMessage } from '../message-access/message-access.ts';

/** Characters that the message link syntax cannot contain. */
const UNLINKABLE = /[`>*&[\]]|\$\$/;
const TRUNCATION = '\n[message truncated]';

function address({ row, conversation, channel }: AccessibleMessage): string {
  return channel
    ? messageUrl(channel, conversation.topic_name, row.id)
    : directMessageUrl(peopleOf(conversation.direct_key ?? ''), row.id);
}

function link(message: AccessibleMessage): string {
  const { row, conversation, channel } = message;
  if (!channel) return `[this direct message](${address(message)})`;
  const topic = conversation.topic_name;
  if (!UNLINKABLE.test(channel.name) && !UNLINKABLE.test(topic))
    return `#**${channel.name}>${topic}@${row.id}**`;
  return `[this message](${address(message)})`;
}

/** The text while the reminder is pending. */
export function reminderText(message: AccessibleMessage, note: string): string {
  const request = `${REMINDER_BEGINNING}${link(message)}.`;
  if (note === '') return request;
  const quoted = note.split('\n').map((line) => `> ${line}`);
  return `${request} Note:\n${quoted.join('\n')}`;
}

/** A fence longer than any in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^\s*(`{3,})/gm)].map((match) => match[1]?.length ?? 0));
  return '`'.repeat(longest + 1);
}

/** The delivered text, with the message as a quote. */
export function reminderWithQuote(
  text: string,
  message: AccessibleMessage,
  sender: Pick<Account, 'id' | 'fullName'>,
): string {
  const url = address(message);
  const { content } = message.row;
  const senderMention = silentMention(sender);
  const command = commandIn(content)?.name;
  if (command === 'poll') return `${text}\n\n${senderMention} [sent](${url}) a poll.`;
  if (command === 'todo') return `${text}\n\n${senderMention} [sent](${url}) a todo list.`;
  const fence = fenceFor(content);
  const head = `${text}\n\n${senderMention} [said](${url}):\n${fence}quote\n`;
  const tail = `\n${fence}`;
  const available = limits.messageCodePoints - [...head].length - tail.length;
  const points = [...content];
  const quoted =
    points.length > available
      ? points.slice(0, available - TRUNCATION.length).join('') + TRUNCATION
      : content;
  return head + quoted + tail;
}
