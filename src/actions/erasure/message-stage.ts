// The stage that goes through all messages: replaces mentions of the person by the anonymous name, and
// removes reactions and votes. It takes messages in the order of their ids, so a portion costs the same
// regardless of how many there are.

import { newPartialEvent } from '../../api-contract/event-declaration.ts';
import { limits } from '../../api-contract/limits.ts';
import { reactionEventType } from '../../model/messages/message-event-schema.ts';
import { idsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import { newestMessageId } from '../../stores/conversations/newest-id.ts';
import { messageAudience } from '../../stores/messages/message-audience.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { deleteReaction, reactionsTo } from '../../stores/messages/reaction-store.ts';
import { replaceContent } from '../messages/replace-content.ts';
import { reindexMoved } from '../search/reindex.ts';
import { mentionsPerson, namesPerson } from './person-patterns.ts';
import type { Portion } from './stage.ts';

/** Processes the next range of message ids. */
export async function eraseInMessages(portion: Portion): Promise<number | undefined> {
  const { writer, erasure } = portion;
  const { afterId } = erasure;
  const top = await newestMessageId(writer);
  if (top <= afterId) return undefined;
  const through = Math.min(afterId + limits.erasureMessagesPerUnit, top);
  const changes = [
    ...(await mentioning(portion, through)).map((id) => ({ id, change: rewriteMessage })),
    ...(await editedMentioning(portion, through)).map((id) => ({ id, change: rewriteVersions })),
    ...(await reactedTo(portion, through)).map((id) => ({ id, change: removeReactions })),
    ...(await votedOn(portion, through)).map((id) => ({ id, change: removeVotes })),
  ];
  const messageIds = [...new Set(changes.map(({ id }) => id))].sort((a, b) => a - b);
  const processed = new Set(messageIds.slice(0, limits.erasureChangesPerUnit));
  for (const { id, change } of changes) if (processed.has(id)) await change(portion, id);
  return processed.size < messageIds.length ? Math.max(...processed) : through;
}

async function mentioning(portion: Portion, through: number): Promise<number[]> {
  const { writer, erasure } = portion;
  const rows = await writer.db
    .selectFrom('message')
    .select('id')
    .where('id', '>', erasure.afterId)
    .where('id', '<=', through)
    .where('organization_id', '=', writer.organizationId)
    .where((e) =>
      e.or([
        mentionsPerson(portion, ['rendered_content', 'content']),
        e.and([
          e('sender_id', 'in', (system) =>
            system
              .selectFrom('account')
              .select('account.id')
              .where('account.organization_id', '=', writer.organizationId)
              .where('is_system_bot', '=', 1),
          ),
          namesPerson(portion, ['content']),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function editedMentioning(portion: Portion, through: number): Promise<number[]> {
  const { writer, erasure } = portion;
  const rows = await writer.db
    .selectFrom('message_edit')
    .select('message_id')
    .distinct()
    .where('message_id', '>', erasure.afterId)
    .where('message_id', '<=', through)
    .where('organization_id', '=', writer.organizationId)
    .where(mentionsPerson(portion, ['prev_rendered_content', 'prev_content']))
    .execute();
  return rows.map(({ message_id: id }) => id);
}

async function reactedTo({ writer, erasure, ids }: Portion, through: number): Promise<number[]> {
  const rows = await writer.db
    .selectFrom('reaction')
    .select('message_id')
    .distinct()
    .where('message_id', '>', erasure.afterId)
    .where('message_id', '<=', through)
    .where('account_id', 'in', idsOf(writer.engine, JSON.stringify([...ids])))
    .execute();
  return rows.map(({ message_id: id }) => id);
}

async function votedOn({ writer, erasure, ids }: Portion, through: number): Promise<number[]> {
  const rows = await writer.db
    .selectFrom('submessage')
    .select('message_id')
    .distinct()
    .where('message_id', '>', erasure.afterId)
    .where('message_id', '<=', through)
    .where('sender_id', 'in', idsOf(writer.engine, JSON.stringify([...ids])))
    .where('content', 'like', VOTE)
    .execute();
  return rows.map(({ message_id: id }) => id);
}

/**
 * The content of a vote in a poll (`model/messages/widgets.ts`). Options and tasks that the person added stay, because
 * others may have voted for them.
 */
const VOTE = '%"type":"vote"%';

async function rewriteMessage({ writer, texts }: Portion, messageId: number): Promise<void> {
  const row = await messageById(writer, messageId);
  if (!row) return;
  const isService = await isSystemBot(writer, row.sender_id);
  const changeText = (text: string, change: (text: string) => string) =>
    isService ? texts.serviceText(change(text)) : change(text);
  const content = changeText(row.content, (text) => texts.markdown(text));
  const html = changeText(row.rendered_content, (text) => texts.html(text));
  if (content === row.content && html === row.rendered_content) return;
  await replaceContent(writer, row, { content, rendered_content: html });
  await reindexMoved(writer, [messageId]);
}

async function isSystemBot(writer: Writer, accountId: number): Promise<boolean> {
  const row = await writer.db
    .selectFrom('account')
    .select('is_system_bot')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.is_system_bot === 1;
}

async function rewriteVersions({ writer, texts }: Portion, messageId: number): Promise<void> {
  const versions = await writer.db
    .selectFrom('message_edit')
    .select(['id', 'prev_content', 'prev_rendered_content'])
    .where('message_id', '=', messageId)
    .where('prev_content', 'is not', null)
    .execute();
  for (const { id, prev_content: content, prev_rendered_content: html } of versions) {
    await writer.db
      .updateTable('message_edit')
      .set({
        prev_content: content === null ? null : texts.markdown(content),
        prev_rendered_content: html === null ? null : texts.html(html),
      })
      .where('id', '=', id)
      .execute();
  }
}

async function removeReactions({ writer, ids }: Portion, messageId: number): Promise<void> {
  const row = await messageById(writer, messageId);
  const conversation = row && (await conversationById(writer, row.conversation_id));
  if (!conversation) return;
  const channel = row.channel_id === null ? undefined : await channelById(writer, row.channel_id);
  const all = await reactionsTo(writer, messageId);
  const own = all.filter((reaction) => ids.has(reaction.account_id));
  for (const [index, reaction] of own.entries()) {
    await deleteReaction(writer, reaction, index === all.length - 1);
    const { emoji_name, emoji_code, reaction_type, account_id: user_id } = reaction;
    const audience = await messageAudience(writer, { row, conversation, channel }, user_id);
    writer.emit(
      newPartialEvent(
        reactionEventType,
        { op: 'remove', message_id: messageId, emoji_name, emoji_code, reaction_type, user_id },
        { audience, touches: { messages: [messageId] } },
      ),
    );
  }
}

async function removeVotes({ writer, ids }: Portion, messageId: number): Promise<void> {
  await writer.db
    .deleteFrom('submessage')
    .where('message_id', '=', messageId)
    .where('sender_id', 'in', idsOf(writer.engine, JSON.stringify([...ids])))
    .where('content', 'like', VOTE)
    .execute();
  writer.emit({
    type: '_changed',
    audience: { kind: 'nobody' },
    payload: {},
    touches: { messages: [messageId] },
  });
}
