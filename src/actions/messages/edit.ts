// Edits the content of a message inside a unit of work: the text, its mentions and attachments, the search
// index. `update.ts` checks the permissions.

import type { ComposedContent } from '../../model/messages/message-content.ts';
import { FlagBit } from '../../model/messages/message-flags.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import type { AccessibleMessage } from '../../stores/message-access/message-access.ts';
import { updateMessage } from '../../stores/messages/change-store.ts';
import {
  checkChannelWildcard,
  mentionableGroups,
  mentionedParticipants,
} from '../../stores/messages/mention-rules.ts';
import { deleteMentions, insertMentions } from '../../stores/messages/mention-store.ts';
import { arrivalsByMessage } from '../../stores/messages/message-store.ts';
import { insertPersonalRow, personalRowsOf, putPersonalRow } from '../../stores/messages/personal-store.ts';
import { wasReceived } from '../../stores/read-state/personal-flags.ts';
import { indexMessage, unindexMessages } from '../../stores/search/search-store.ts';
import { periodsAroundMessages } from '../../stores/subscriptions/period-store.ts';
import { queuePreviewFetch } from './rerender.ts';

/** Flags that depend on the content. */
const CONTENT_BITS = FlagBit.mentioned | FlagBit.has_alert_word;

/** Replaces the content; returns the changed message. `sequence` is the edit's log position. */
export async function editContent(
  acting: ActorContext,
  { row, conversation, channel }: AccessibleMessage,
  content: ComposedContent,
  sequence: number,
): Promise<MessageRow> {
  const { writer } = acting;
  const { rendered } = content;
  if (rendered.mentionsChannel && channel) await checkChannelWildcard(acting, channel);
  const participants =
    rendered.mentionsTopic && channel ? await mentionedParticipants(acting, conversation.id) : [];
  const groups = await mentionableGroups(acting, rendered.mentionedGroupIds);
  const changes = {
    content: content.source,
    rendered_content: rendered.html,
    last_edited_at: writer.now,
    has_edits: 1,
    has_link: rendered.hasLink ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_attachment: rendered.hasAttachment ? 1 : 0,
    is_me_message: rendered.isMeMessage ? 1 : 0,
    mentions_channel: rendered.mentionsChannel ? 1 : 0,
    mentions_topic: channel && rendered.mentionsTopic ? 1 : 0,
    has_mention_row: groups.length > 0 || participants.length > 0 ? 1 : 0,
  };
  await updateMessage(writer, row.id, changes);
  const edited = { ...row, ...changes };
  await queuePreviewFetch(writer, row.id, content);
  await deleteMentions(writer, row.id);
  await insertMentions(writer, { ...edited, sequence }, groups, participants);
  await changePersonalRows(writer, row, conversation.direct_key, content);
  await unindexMessages(writer, [row.id]);
  await indexMessage(writer, row.id, content.visibleText, conversation.topic_name);
  return edited;
}

/** Sets and clears the content flags of personal rows; a row without flags is removed. */
async function changePersonalRows(
  writer: Writer,
  row: MessageRow,
  directKey: string | null,
  content: ComposedContent,
): Promise<void> {
  const contentFlags = new Map<number, number>();
  for (const id of content.rendered.mentionedUserIds) contentFlags.set(id, FlagBit.mentioned);
  for (const id of content.alertedIds) {
    contentFlags.set(id, (contentFlags.get(id) ?? 0) | FlagBit.has_alert_word);
  }
  const oldFlags = new Map<number, number>();
  for (const personalRow of await personalRowsOf(writer, row.id))
    oldFlags.set(personalRow.account_id, personalRow.flags);
  const arrivals = await arrivalsByMessage(writer, row.is_moved === 1 ? [row.id] : []);
  const people = new Set(directKey?.split(',').map(Number));
  for (const account of new Set([...contentFlags.keys(), ...oldFlags.keys()])) {
    const before = oldFlags.get(account);
    const after = ((before ?? 0) & ~CONTENT_BITS) | (contentFlags.get(account) ?? 0);
    if (after === (before ?? 0)) continue;
    if (before === undefined) {
      const isReceiver =
        row.channel_id === null
          ? people.has(account)
          : wasReceived(row, await periodsAroundMessages(writer, account, [row.id]), arrivals);
      if (isReceiver) await insertPersonalRow(writer, account, row.id, after);
    } else {
      await putPersonalRow(writer, account, row.id, after);
    }
  }
}
