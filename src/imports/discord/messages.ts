// Reads the messages of a Discord export: sender, conversation, text and reactions.

import type { Row } from '../archive/row.ts';
import { optionalTime, timeIn } from '../archive/times.ts';
import type { ConvertedMessage, PreparedMessage } from '../prepared/prepared-archive.ts';
import { emojiOf } from '../shaping/emoji-names.ts';
import { ReactionCollector } from '../shaping/reactions.ts';
import { directConversationOf, joinLines, linkedFiles, splitMessage } from '../shaping/split-message.ts';
import { buttonLinks, embedsOf, filesOf } from './attachments.ts';
import type { DiscordConversation } from './channels.ts';
import { type DiscordContext, personIn } from './context.ts';
import { fromDiscordText, type MentionedName } from './markup.ts';

const TOPIC = 'imported from Discord';
/** Types of messages that people and programs write, including new types as numbers. All others are notices. */
const WRITTEN = /^(?:Default|Reply|0|19|20|23)$/;

/** Collects the custom emoji of reactions and texts if the archive contains their pictures. */
function collectEmoji(row: Row, { emoji, fileAt }: DiscordContext): void {
  const reacted = row.records('reactions').map((reaction) => reaction.record('emoji'));
  for (const emojiRow of [...reacted, ...row.records('inlineEmojis')]) {
    const name = emojiRow.text('name', '');
    if (emojiRow.text('id', '') === '' || name === '' || emoji.byName(name)) continue;
    const file = fileAt(emojiRow.text('imageUrl', ''));
    if (file) emoji.add(name, file);
  }
}

function reactionsOf(row: Row, context: DiscordContext): PreparedMessage['reactions'] {
  const { notes, emoji: own } = context;
  const found = new ReactionCollector();
  for (const reaction of row.records('reactions')) {
    const emoji = reaction.record('emoji');
    const users = reaction.records('users');
    const unnamed = Math.max(0, Math.floor(reaction.number('count', 0)) - users.length);
    const isCustom = emoji.text('id', '') !== '';
    const name = emoji.text('name', '');
    const importedEmoji = isCustom ? own.byName(name) : (emojiOf(emoji.text('code', '')) ?? emojiOf(name));
    if (!importedEmoji) {
      notes.add('reactions', 'their emoji are not in the archive', users.length + unnamed);
      continue;
    }
    notes.add('reactions', 'the archive does not say who reacted', unnamed);
    for (const user of users)
      found.add(personIn(user, context), importedEmoji, isCustom ? 'realm_emoji' : 'unicode_emoji');
  }
  return found.all;
}

/** The names that a text uses for the people it mentions, longest first. */
function mentionedIn(row: Row, context: DiscordContext): MentionedName[] {
  return row
    .records('mentions')
    .map((mention) => {
      personIn(mention, context);
      return { id: mention.text('id'), name: mention.text('nickname', '') || mention.text('name', '') };
    })
    .filter(({ name }) => name.length > 1)
    .sort((a, b) => b.name.length - a.name.length);
}

function forwardedText(row: Row, read: (text: string) => string): string {
  const forwarded = row.record('forwardedMessage');
  const text = forwarded.text('content', '');
  const content = joinLines([read(text), ...embedsOf(forwarded, text, read)], '\n\n');
  return content === '' ? '' : `> ${content.replaceAll('\n', '\n> ')}`;
}

/** Converts a row of a channel; undefined if it is not imported. */
export function readDiscordMessage(
  row: Row,
  conversation: DiscordConversation,
  context: DiscordContext,
): ConvertedMessage | undefined {
  const { notes, names, channels, people, replies } = context;
  if (!WRITTEN.test(row.text('type', 'Default'))) {
    notes.add('notices of joins, pins, threads and calls', 'they are system messages');
    return undefined;
  }
  const author = row.record('author');
  const senderId = personIn(author, context);
  const mentioned = mentionedIn(row, context);
  collectEmoji(row, context);
  const toMarkdown = (text: string) => fromDiscordText(text, names, mentioned);
  const original = row.text('content', '');
  const markdown = toMarkdown(original);
  const sentAt = timeIn(row, 'timestamp');
  const attached = [
    ...filesOf(row, sentAt, context),
    ...filesOf(row.record('forwardedMessage'), sentAt, context),
  ];
  const { links, files, uploads } = linkedFiles(attached, senderId, context.secret);
  const text = joinLines(
    [
      replies.quote(row.record('reference').text('messageId', '')),
      markdown,
      forwardedText(row, toMarkdown),
      ...embedsOf(row, original, toMarkdown),
      joinLines(buttonLinks(row)),
    ],
    '\n\n',
  );
  const account = people.find(author.text('id'));
  if (account) replies.remember(row.text('id', ''), account, markdown);
  if ('channelId' in conversation) channels.addWriter(conversation.channelId, senderId);
  const edited = optionalTime(row, 'timestampEdited');
  const message = {
    senderId,
    sentAt,
    editedAt: edited === undefined ? undefined : Math.floor(edited),
    content: joinLines([text, ...links]),
    files,
    // Exports do not say who pinned a message.
    pin: row.flag('isPinned') ? {} : undefined,
    reactions: reactionsOf(row, context),
  };
  return {
    messages: splitMessage(message, () => conversationOf(conversation, senderId, context), notes),
    uploads,
  };
}

function conversationOf(
  conversation: DiscordConversation,
  senderId: number,
  context: DiscordContext,
): PreparedMessage['conversation'] {
  if ('direct' in conversation)
    return directConversationOf(context.members.get(conversation.direct) ?? [], senderId);
  const { channelId, thread } = conversation;
  const topic = thread === undefined ? TOPIC : context.topics.namedTopic(channelId, thread.id, thread.name);
  return { channelId, topic };
}
