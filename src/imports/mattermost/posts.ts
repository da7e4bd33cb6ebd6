// Reads the posts of a Mattermost export. Replies are nested in the post that they answer, which begins a topic.

import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import type { ConvertedMessage, PreparedMessage } from '../prepared/prepared-archive.ts';
import type { Notes } from '../records/notes.ts';
import type { EmojiCollector } from '../shaping/custom-emoji.ts';
import { emojiByServiceName } from '../shaping/emoji-names.ts';
import { ReactionCollector } from '../shaping/reactions.ts';
import {
  type AttachedFile,
  directConversationOf,
  joinLines,
  linkedFiles,
  splitMessage,
} from '../shaping/split-message.ts';
import type { ThreadTopics } from '../shaping/thread-topics.ts';
import type { MattermostAccounts } from './accounts.ts';
import { cardsIn } from './cards.ts';
import { fromMattermostText, type MattermostNames } from './markup.ts';

/** The name that other importers use, so that people recognize it. */
const TOPIC = 'imported from mattermost';
const MAX_MILLISECONDS = 1e14;

/** The context for reading posts. */
export interface PostContext {
  readonly accounts: MattermostAccounts;
  readonly names: MattermostNames;
  readonly topics: ThreadTopics;
  readonly notes: Notes;
  readonly customEmoji: EmojiCollector;
  /** Finds a file of the archive by the path in a post. */
  readonly fileAt: (path: string) => ArchiveFile | undefined;
  readonly secret: string;
}

/** The conversation that a post belongs to. */
export type PostConversation = { readonly channelId: number } | { readonly members: readonly number[] };

function secondsIn(row: Row, name: string): number {
  const value = row.number(name);
  if (value < 0 || value > MAX_MILLISECONDS) throw row.error(name, 'is not a valid time.');
  return value / 1000;
}

function reactionsOf(row: Row, { accounts, customEmoji, notes }: PostContext): PreparedMessage['reactions'] {
  const found = new ReactionCollector();
  for (const reaction of row.records('reactions')) {
    const name = reaction.text('emoji_name');
    const custom = customEmoji.byName(name);
    const importedEmoji = custom ?? emojiByServiceName(withoutSkin(name));
    const account = accounts.find(reaction.text('user'));
    if (!importedEmoji || !account) {
      notes.add(
        'reactions',
        importedEmoji ? 'the people who reacted are not imported' : 'their emoji are not in the archive',
      );
      continue;
    }
    found.add(account.id, importedEmoji, custom ? 'realm_emoji' : 'unicode_emoji');
  }
  return found.all;
}

/** Mattermost has a separate emoji for each skin tone. */
function withoutSkin(name: string): string {
  return name.replace(/_(?:light|medium_light|medium|medium_dark|dark)_skin_tone$/, '');
}

function filesOf(row: Row, { fileAt, notes }: PostContext): AttachedFile[] {
  const createdAt = secondsIn(row, 'create_at');
  return row.records('attachments').flatMap((attachment) => {
    const path = attachment.text('path');
    const file = fileAt(path);
    if (!file) {
      notes.add('files', 'they are missing from the archive');
      return [];
    }
    const name = path.split('/').at(-1) ?? path;
    return [{ id: path, name, createdAt, file, url: name }];
  });
}

/** Converts one post or reply; undefined if it is not imported. */
function readOne(
  row: Row,
  conversationFor: (text: string, senderId: number) => PreparedMessage['conversation'],
  context: PostContext,
): ConvertedMessage | undefined {
  const { accounts, names, notes } = context;
  const type = row.text('type', '');
  if (type.startsWith('system_')) {
    notes.add('notices of joins, leaves and changes', 'they are system messages');
    return undefined;
  }
  const senderId = accounts.senderId(row.text('user'));
  const text = joinLines([row.text('message', ''), cardsIn(row.value('props'))], '\n\n');
  const markdown = fromMattermostText(text, names);
  const { links, files, uploads } = linkedFiles(filesOf(row, context), senderId, context.secret);
  const content = joinLines([type === 'me' && markdown !== '' ? `/me ${markdown}` : markdown, ...links]);
  const editedAt = row.number('edit_at', 0) > 0 ? Math.floor(secondsIn(row, 'edit_at')) : undefined;
  const starredBy = row.texts('flagged_by').flatMap((username) => accounts.find(username)?.id ?? []);
  const message = {
    senderId,
    content,
    sentAt: secondsIn(row, 'create_at'),
    editedAt,
    files,
    reactions: reactionsOf(row, context),
    starredBy: starredBy.length === 0 ? undefined : starredBy,
    // Exports do not say who pinned a post.
    pin: row.flag('is_pinned') ? {} : undefined,
  };
  return { messages: splitMessage(message, (piece) => conversationFor(piece, senderId), notes), uploads };
}

/** Converts a post with its replies. */
export function* readPost(
  row: Row,
  conversation: PostConversation,
  context: PostContext,
): Generator<ConvertedMessage> {
  const replies = row.records('replies');
  const startedAt = secondsIn(row, 'create_at');
  const thread = `${startedAt} ${row.text('user')} ${row.text('message', '')}`;
  const conversationFor = (text: string, senderId: number): PreparedMessage['conversation'] => {
    if ('members' in conversation) return directConversationOf(conversation.members, senderId);
    const { channelId } = conversation;
    if (replies.length === 0) return { channelId, topic: TOPIC };
    return { channelId, topic: context.topics.topicOf(channelId, thread, startedAt, text) };
  };
  for (const postRow of [row, ...replies]) {
    const preparedMessage = readOne(postRow, conversationFor, context);
    if (preparedMessage) yield preparedMessage;
  }
}
