// Reads the messages of Microsoft Teams: conversation, text and reactions.

import type { Row } from '../archive/row.ts';
import { optionalTime, timeIn } from '../archive/times.ts';
import type { ConvertedMessage, PreparedMessage } from '../prepared/prepared-archive.ts';
import type { Notes } from '../records/notes.ts';
import { emojiOf } from '../shaping/emoji-names.ts';
import { literalText } from '../shaping/literal-text.ts';
import { ReactionCollector } from '../shaping/reactions.ts';
import { directConversationOf, joinLines, splitMessage } from '../shaping/split-message.ts';
import type { ThreadTopics } from '../shaping/thread-topics.ts';
import { attachmentText } from './attachments.ts';
import { conversationIdsOf } from './conversations.ts';
import { fromTeamsHtml } from './html.ts';
import { messageKey, type TeamSurvey } from './team-survey.ts';

const TOPIC = 'imported from Teams';
/** Reactions that have names; others are emoji. */
const REACTIONS = new Map([
  ['like', '+1'],
  ['heart', 'heart'],
  ['laugh', 'laughing'],
  ['surprised', 'open_mouth'],
  ['sad', 'cry'],
  ['angry', 'angry'],
]);

export interface TeamsContext extends Pick<TeamSurvey, 'people' | 'conversations' | 'messagesWithReplies'> {
  readonly topics: ThreadTopics;
  readonly notes: Notes;
}

function reactionsOf(row: Row, { people, notes }: TeamsContext): PreparedMessage['reactions'] {
  const found = new ReactionCollector();
  for (const reaction of row.records('reactions')) {
    const type = reaction.text('reactionType', '');
    const emoji = emojiOf(REACTIONS.get(type) ?? type);
    const account = people.find(reaction.record('user').record('user').text('id', ''));
    if (emoji && account) found.add(account.id, emoji);
    else if (emoji) notes.add('reactions', 'the people who reacted are not in the archive');
    else notes.add('reactions', 'their emoji are unknown');
  }
  return found.all;
}

/** Resolves the mentions and attachments that the HTML of a message refers to by id. */
function namesOf(row: Row, { people, conversations, notes }: TeamsContext) {
  const mentioned = new Map(row.records('mentions').map((mention) => [mention.text('id', ''), mention]));
  const attachments = new Map(
    row.records('attachments').map((attachment) => [attachment.text('id', ''), attachment]),
  );
  const ownChannel = conversationIdsOf(row).channel;
  return {
    mention(id: string): string | undefined {
      const target = mentioned.get(id)?.record('mentioned');
      const account = people.find(target?.record('user').text('id', '') ?? '');
      if (account) return `@**${account.fullName}|${account.id}**`;
      const conversation = target?.record('conversation').text('id', '') ?? '';
      const channel = conversation === ownChannel ? undefined : conversations.channel(conversation);
      if (channel) return `#**${channel.name}**`;
      return conversation === '' ? undefined : '@**all**';
    },
    /** The text of an attachment; empty the second time. */
    attachment(id: string): string {
      const attachment = attachments.get(id);
      attachments.delete(id);
      return attachment ? attachmentText(attachment, notes) : '';
    },
    /** The texts of attachments that the HTML did not refer to. */
    others: () => [...attachments.values()].map((attachment) => attachmentText(attachment, notes)),
  };
}

/** The text of a message: subject, body and attachments. */
function textOf(row: Row, context: TeamsContext): string {
  const body = row.record('body');
  const content = body.text('content', '');
  if (content.includes('/hostedContents/'))
    context.notes.add('inline pictures', 'they stay at Microsoft; links still lead there');
  const names = namesOf(row, context);
  const isPlain = body.text('contentType', '').toLowerCase() === 'text';
  const markdown = isPlain ? literalText(content) : fromTeamsHtml(content, names);
  const subject = literalText(row.text('subject', '').replaceAll(/\s+/g, ' ').trim());
  return joinLines([subject === '' ? '' : `**${subject}**`, markdown, ...names.others()]);
}

/** Converts a record; undefined if it is not imported. `parent` is the message that contains a nested reply. */
export function readTeamsMessage(
  row: Row,
  parent: Row | undefined,
  context: TeamsContext,
): ConvertedMessage | undefined {
  const { notes, people, conversations } = context;
  if (row.text('messageType', 'message') !== 'message') {
    notes.add('notices of joins, leaves and changes', 'they are system messages');
    return undefined;
  }
  if (optionalTime(row, 'deletedDateTime') !== undefined) {
    notes.add('messages', 'they were deleted');
    return undefined;
  }
  const senderId = people.accountOfAuthor(row);
  const conversation = conversations.conversationOf(conversationIdsOf(parent ?? row));
  if (senderId === undefined || !conversation) {
    notes.add(
      'messages',
      `the archive does not say ${conversation ? 'who wrote them' : 'where they were written'}`,
    );
    return undefined;
  }
  const editedAt = optionalTime(row, 'lastEditedDateTime');
  const message = {
    senderId,
    sentAt: timeIn(row, 'createdDateTime'),
    editedAt: editedAt === undefined ? undefined : Math.floor(editedAt),
    content: textOf(row, context),
    reactions: reactionsOf(row, context),
  };
  const conversationFor = (content: string): PreparedMessage['conversation'] =>
    'members' in conversation
      ? directConversationOf(conversation.members, senderId)
      : { channelId: conversation.channelId, topic: topicOf(row, parent, { ...message, content }, context) };
  return { messages: splitMessage(message, conversationFor, notes), uploads: [] };
}

/** A message with replies or a subject has its own topic, together with its replies. */
function topicOf(
  row: Row,
  parent: Row | undefined,
  { sentAt, content }: Pick<PreparedMessage, 'sentAt' | 'content'>,
  { topics, messagesWithReplies, conversations }: TeamsContext,
): string {
  const at = parent ?? row;
  const root = row.text('replyToId', '') || parent?.text('id', '') || '';
  const subject = row.text('subject', '').trim();
  const thread = root || row.text('id');
  if (root === '' && subject === '' && !messagesWithReplies.has(messageKey(at, thread))) return TOPIC;
  const channelId = conversations.channel(conversationIdsOf(at).channel)?.id ?? 0;
  return topics.topicOf(channelId, thread, sentAt, subject || content);
}
