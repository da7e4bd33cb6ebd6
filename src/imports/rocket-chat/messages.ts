// Reads the messages of Rocket.Chat: sender, text, thread and reactions.

import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import { optionalTime, timeIn } from '../archive/times.ts';
import type { ConvertedMessage, PreparedMessage } from '../prepared/prepared-archive.ts';
import type { ImportedAccount } from '../records/directory.ts';
import type { ImportedPin } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import { emojiByServiceName } from '../shaping/emoji-names.ts';
import type { People } from '../shaping/people.ts';
import { ReactionCollector } from '../shaping/reactions.ts';
import { directConversationOf, joinLines, linkedFiles, splitMessage } from '../shaping/split-message.ts';
import type { ThreadTopics } from '../shaping/thread-topics.ts';
import { attachmentText, filesOf } from './attachments.ts';
import { fromRocketChatText, type RocketChatNames } from './markup.ts';
import type { RocketChatConversation, Rooms } from './rooms.ts';

const TOPIC = 'imported from Rocket.Chat';
/** Links to quoted messages at the beginning of a text, which Rocket.Chat displays as quotes. */
const QUOTING = /^(?:\[ ?\]\([^()\s]{1,2000}\)\s*)+/;

export interface RocketChatContext {
  readonly people: People;
  readonly rooms: Rooms;
  readonly names: RocketChatNames;
  readonly topics: ThreadTopics;
  readonly notes: Notes;
  readonly secret: string;
  /** The id for a user name. */
  readonly idOf: (username: string) => string;
  /** Finds the file of the archive by the id of an upload. */
  readonly fileOf: (id: string) => ArchiveFile | undefined;
}

/** Whether a message is a reply in a thread. */
export function isReply(row: Row): boolean {
  return row.text('tmid', '') !== '';
}

/** The sender of a message. Programs share one account and use names of their own. */
function senderOf(row: Row, { people }: RocketChatContext): ImportedAccount {
  const author = row.record('u');
  const id = author.text('_id', '');
  const username = author.text('username', '') || id;
  const alias = row.text('alias', '');
  if (alias !== '' && alias !== username && row.has('bot'))
    return people.accountOf({ id: `alias ${alias}`, handle: alias, isBot: true });
  return people.addUnlisted({ id: id || username, handle: username, fullName: author.text('name', '') });
}

function reactionsOf(row: Row, { people, idOf, notes }: RocketChatContext): PreparedMessage['reactions'] {
  const found = new ReactionCollector();
  const reactions = row.record('reactions');
  for (const name of reactions.keys) {
    const usernames = reactions.record(name).texts('usernames');
    const emoji = emojiByServiceName(name.replace(/^:|:$/g, ''));
    if (!emoji) notes.add('reactions', 'their emoji are not in the archive', usernames.length);
    for (const username of emoji ? usernames : []) {
      const account = people.find(idOf(username));
      if (account && emoji) found.add(account.id, emoji);
      else notes.add('reactions', 'the people who reacted are not in the archive');
    }
  }
  return found.all;
}

/** Whether a message is skipped; notes the reason. */
function isSkipped(row: Row, notes: Notes): boolean {
  const type = row.text('t', '');
  if (type === 'e2e' || row.record('content').has('ciphertext'))
    notes.add('messages', 'they are end-to-end encrypted');
  else if (row.flag('_hidden')) notes.add('earlier versions of edited messages', 'they are not imported');
  else if (type !== '') notes.add('notices of joins, leaves and changes', 'they are system messages');
  else return false;
  return true;
}

function pinOf(row: Row, people: People): ImportedPin | undefined {
  if (!row.flag('pinned')) return undefined;
  const pinnedAt = optionalTime(row, 'pinnedAt');
  return {
    accountId: people.find(row.record('pinnedBy').text('_id', ''))?.id,
    pinnedAt: pinnedAt === undefined ? undefined : Math.floor(pinnedAt),
  };
}

/** Converts a document; undefined if it is not imported. */
export function readRocketChatMessage(row: Row, context: RocketChatContext): ConvertedMessage | undefined {
  const { people, rooms, notes, names } = context;
  const conversation = rooms.conversationOf(row.text('rid', ''));
  if (!conversation) {
    notes.add('messages', 'their rooms are not in the archive or not imported');
    return undefined;
  }
  if (isSkipped(row, notes)) return undefined;
  const senderId = senderOf(row, context).id;
  const toMarkdown = (text: string) => fromRocketChatText(text, names);
  const attachments = row.records('attachments').map((attachment) => attachmentText(attachment, toMarkdown));
  const text = joinLines([toMarkdown(row.text('msg', '').replace(QUOTING, '')), ...attachments], '\n\n');
  const sentAt = timeIn(row, 'ts');
  const editedAt = optionalTime(row, 'editedAt');
  const starredBy = row
    .records('starred')
    .flatMap((starring) => people.find(starring.text('_id', ''))?.id ?? []);
  const { links, files, uploads } = linkedFiles(filesOf(row, sentAt, context), senderId, context.secret);
  const message = {
    senderId,
    sentAt,
    editedAt: editedAt === undefined ? undefined : Math.floor(editedAt),
    starredBy: starredBy.length === 0 ? undefined : starredBy,
    content: joinLines([text, ...links]),
    pin: pinOf(row, people),
    files,
    reactions: reactionsOf(row, context),
  };
  const conversationFor = (content: string) =>
    conversationOf(row, conversation, { senderId, sentAt, content }, context);
  return { messages: splitMessage(message, conversationFor, notes), uploads };
}

function conversationOf(
  row: Row,
  conversation: RocketChatConversation,
  { senderId, sentAt, content }: Pick<PreparedMessage, 'senderId' | 'sentAt' | 'content'>,
  { topics }: RocketChatContext,
): PreparedMessage['conversation'] {
  if ('members' in conversation) return directConversationOf(conversation.members, senderId);
  const { channelId } = conversation;
  const thread = row.text('tmid', '') || (row.number('tcount', 0) > 0 ? row.text('_id') : '');
  const topic = thread === '' ? TOPIC : topics.topicOf(channelId, thread, sentAt, content);
  return { channelId, topic };
}
