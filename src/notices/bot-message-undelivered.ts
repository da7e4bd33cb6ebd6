// Notifies the owner of a bot that its messages reach no one: the channel does not exist or has no
// subscribers. This happens at most once a minute, because every message of the bot fails the same way.

import { sendNotices } from '../actions/messages/notices.ts';
import type { Account } from '../model/accounts/account.ts';
import { composeNotice } from '../queries/rendering/compose-notice.ts';
import type { RenderingContext } from '../queries/rendering/rendering.ts';
import type { Writer } from '../storage/reader-writer.ts';
import { directConversation } from '../stores/conversations/conversation-store.ts';
import { messageById } from '../stores/messages/message-store.ts';

const QUIET_SECONDS = 60;
const SHOWN_CHARACTERS = 100;

const reasons = {
  missing: 'which does not exist',
  empty: 'which has no subscribers',
} as const;

/**
 * The unit of work that notifies the owner; undefined without one. `named` is the channel as the bot named
 * it.
 */
export async function undeliveredNotice(
  context: RenderingContext,
  bot: Account,
  named: string,
  reason: keyof typeof reasons,
): Promise<((writer: Writer) => Promise<void>) | undefined> {
  const { botOwnerId: ownerId } = bot;
  if (ownerId === null) return undefined;
  const shortName = [...named.replace(/[`\s]+/g, ' ')].slice(0, SHOWN_CHARACTERS).join('');
  const text = `Your bot @_**${bot.fullName}|${bot.id}** wrote to the channel \`${shortName}\`, ${reasons[reason]}.`;
  const notice = await composeNotice(context, text, bot);
  return async (writer) => {
    if (await wasJustSent(writer, notice.senderId, ownerId, notice.content.source)) return;
    await sendNotices(writer, notice, [ownerId]);
  };
}

async function wasJustSent(
  writer: Writer,
  senderId: number,
  ownerId: number,
  content: string,
): Promise<boolean> {
  const conversation = await directConversation(writer, [senderId, ownerId]);
  const last = conversation?.last_message_id;
  const message = last == null ? undefined : await messageById(writer, last);
  return message?.content === content && message.sent_at > writer.now - QUIET_SECONDS;
}
