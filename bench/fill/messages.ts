// Inserts messages in bulk with the server's insert statements: the row, its search words, and some reactions. The event log
// has no entries for them, as after a cleanup when no queue needs them.

import { searchWords } from '../../src/model/search/search-words.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { insertMessage } from '../../src/stores/messages/insert-message.ts';
import { indexWords } from '../../src/stores/search/search-store.ts';
import type { PreparedContent } from './contents.ts';
import type { Plan } from './plan.ts';

/** Small units, many at once, since savepoints in SQLite become slower with each changed page. */
const MESSAGES_PER_UNIT = 100;
const UNITS_AT_ONCE = 40;
const SECONDS_BETWEEN = 60;
/** Every twentieth message has reactions. */
const REACTIONS_EVERY = 20;

export interface FilledConversation {
  readonly conversationId: number;
  readonly channelId: number | null;
  readonly topic: string;
}

export interface MessagesToFill {
  readonly plan: Plan;
  readonly conversations: readonly FilledConversation[];
  readonly personIds: readonly number[];
  readonly contents: readonly PreparedContent[];
}

/** Stores all messages; returns their ids by conversation. */
export async function fillMessages(
  database: ParleyDatabase,
  organizationId: number,
  toFill: MessagesToFill,
): Promise<number[][]> {
  const idsByConversation: number[][] = toFill.conversations.map(() => []);
  const { messages } = toFill.plan.size;
  const topicWords = new Map<string, readonly string[]>();
  for (const { topic } of toFill.conversations) topicWords.set(topic, searchWords(topic));
  const fillUnit = (from: number) =>
    database.write(organizationId, async (writer) => {
      const reactions: (readonly [number, number, string, string])[] = [];
      for (let message = from; message < Math.min(messages, from + MESSAGES_PER_UNIT); message++) {
        const id = await fillMessage(writer, toFill, topicWords, message, idsByConversation);
        if (message % REACTIONS_EVERY === 0) reactions.push(...reactionsTo(id, message, toFill.personIds));
      }
      await writer.execute(
        `insert into reaction (organization_id, message_id, account_id, emoji_name, emoji_code, reaction_type)
         select ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, 'unicode_emoji' from json_each(?)`,
        [organizationId, JSON.stringify(reactions)],
      );
    });
  for (let from = 0; from < messages; from += MESSAGES_PER_UNIT * UNITS_AT_ONCE) {
    const to = Math.min(messages, from + MESSAGES_PER_UNIT * UNITS_AT_ONCE);
    const units: Promise<void>[] = [];
    for (let start = from; start < to; start += MESSAGES_PER_UNIT) units.push(fillUnit(start));
    await Promise.all(units);
  }
  return idsByConversation;
}

async function fillMessage(
  writer: Writer,
  { plan, conversations, personIds, contents }: MessagesToFill,
  topicWords: ReadonlyMap<string, readonly string[]>,
  message: number,
  idsByConversation: number[][],
): Promise<number> {
  const index = plan.conversationOf(message);
  const planned = plan.conversations[index];
  const conversation = conversations[index];
  const content = contents[message % contents.length];
  if (!planned || !conversation || !content) throw new Error(`Message ${message} has no conversation.`);
  const { rendered } = content;
  const id = await insertMessage(writer, {
    conversation_id: conversation.conversationId,
    channel_id: conversation.channelId,
    sender_id: personIds[plan.senderOf(message, planned)] ?? 0,
    client: 'website',
    content: content.source,
    rendered_content: rendered.html,
    sent_at: writer.now - (plan.size.messages - message) * SECONDS_BETWEEN,
    sequence: writer.nextSequence(),
    is_moved: 0,
    last_edited_at: null,
    last_moved_at: null,
    has_edits: 0,
    has_link: rendered.hasLink ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_attachment: 0,
    has_reaction: message % REACTIONS_EVERY === 0 ? 1 : 0,
    has_submessage: 0,
    is_me_message: rendered.isMeMessage ? 1 : 0,
    mentions_channel: 0,
    mentions_topic: 0,
    has_mention_row: 0,
    is_read_by_sender: 1,
    arrives_read: 0,
  });
  idsByConversation[index]?.push(id);
  const words = new Set([...content.words, ...(topicWords.get(conversation.topic) ?? [])]);
  await indexWords(writer, id, [...words]);
  return id;
}

function reactionsTo(
  id: number,
  message: number,
  personIds: readonly number[],
): (readonly [number, number, string, string])[] {
  const emoji = [
    ['thumbs_up', '1f44d'],
    ['tada', '1f389'],
    ['heart', '2764'],
  ] as const;
  return emoji
    .slice(0, 1 + ((message / REACTIONS_EVERY) % 3))
    .map(
      ([name, code], index) =>
        [id, personIds[(message + index) % personIds.length] ?? 0, name, code] as const,
    );
}
