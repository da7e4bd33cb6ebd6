// Reads the messages of a Slack export: sender, conversation and text.

import { isRecord } from '../../api-contract/codec.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import type { ConvertedMessage, PreparedMessage } from '../prepared/prepared-archive.ts';
import type { ImportedUpload } from '../records/directory.ts';
import type { LinkedFile } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import type { EmojiCollector } from '../shaping/custom-emoji.ts';
import { emojiByServiceName } from '../shaping/emoji-names.ts';
import { ReactionCollector } from '../shaping/reactions.ts';
import { directConversationOf, splitMessage } from '../shaping/split-message.ts';
import type { ThreadTopics } from '../shaping/thread-topics.ts';
import type { SlackAccounts } from './accounts.ts';
import { blocksText, cardText } from './cards.ts';
import type { SlackConversation, SlackTarget } from './channels.ts';
import { type AttachedFile, attachedFile, withFilesLinked } from './files.ts';
import { fromSlackText, type SlackNames } from './markup.ts';
import { pinOf } from './pins.ts';
import { richText } from './rich-text.ts';

/** The name that other importers use, so that people recognize it. */
const TOPIC = 'imported from Slack';
/** Kinds of notices that are not imported. */
const DROPPED = new Map([
  ...['channel_join', 'channel_leave', 'group_join', 'group_leave'].map(
    (kind) => [kind, 'joins and leaves'] as const,
  ),
  ...['channel_name', 'group_name'].map((kind) => [kind, 'notices of renames'] as const),
  ...['pinned_item', 'unpinned_item'].map((kind) => [kind, 'notices of pinned messages'] as const),
  ...['message_changed', 'message_deleted', 'message_replied'].map(
    (kind) => [kind, 'notices of changes'] as const,
  ),
]);
/** Kinds of messages whose text is an action of the sender, without their name. */
const ACTIONS = new Set(['me_message', 'bot_add', 'sh_room_created']);
const SECONDS = /^\d{1,11}(?:\.\d{1,9})?$/;
const LATEST_SECONDS = 1e11;
/** The text that Slack put before the comment of a shared file until 2018. */
const SHARED =
  /^<@[^<>]{1,200}> (?:uploaded|shared|mentioned) (?:a|an|the) [\p{L} ]{1,40}: <[^<>]{1,2000}>(?: and commented: ?)?/u;

/** The context for reading messages. */
export interface SlackMessageContext {
  readonly accounts: SlackAccounts;
  readonly names: SlackNames;
  readonly topics: ThreadTopics;
  readonly notes: Notes;
  readonly customEmoji: EmojiCollector;
  readonly filesInside: ReadonlyMap<string, ArchiveFile>;
  readonly secret: string;
}

function secondsIn(row: Row, name: string): number {
  const text = row.text(name);
  if (!SECONDS.test(text)) throw row.error(name, 'is not a valid time.');
  return Number(text);
}

/** The sender of a message; undefined if it has none. */
function senderOf(row: Row, { accounts }: SlackMessageContext): number | undefined {
  const comment = row.record('comment');
  const user =
    (row.text('subtype', '') === 'file_comment' && comment.text('user', '')) || row.text('user', '');
  const bot = row.optionalText('bot_id') ?? '';
  const account = accounts.find(user);
  if (account) return account.id;
  if (bot !== '') {
    const name = row.text('username', '') || row.record('bot_profile').text('name', '');
    return accounts.accountOfBot(bot, name);
  }
  if (user !== '') {
    const profile = row.record('user_profile');
    return accounts.accountOfPerson(
      user,
      profile.text('real_name', '') || profile.text('name', '') || undefined,
    );
  }
  const owner = row.record('file').text('user', '');
  if (owner !== '') return accounts.accountOfPerson(owner, undefined);
  const name = row.text('username', '');
  return name === '' ? undefined : accounts.accountOfBot(`called ${name}`, name);
}

/**
 * The attachments that are cards of programs or quoted messages. Previews of linked pages are generated again
 * here.
 */
function cardsOf(row: Row): Readonly<Record<string, unknown>>[] {
  const attachments = row.value('attachments');
  if (!Array.isArray(attachments)) return [];
  return attachments
    .filter(isRecord)
    .filter((attachment) => typeof attachment.from_url !== 'string' || attachment.is_share === true);
}

function textOf(row: Row, { names }: SlackMessageContext, hasSharedFile: boolean): string {
  const blocks = row.value('blocks');
  const raw = row.optionalText('text') ?? '';
  const withoutNotice = hasSharedFile ? raw.replace(SHARED, '') : raw;
  const fromRichText = richText(blocks, names);
  const cards = cardsOf(row).map((card) => cardText(card, names));
  const fromBlocks = fromRichText ?? blocksText(blocks, names);
  return [fromBlocks || fromSlackText(withoutNotice, names), ...cards]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

function reactionsOf(row: Row, context: SlackMessageContext): PreparedMessage['reactions'] {
  const { accounts, customEmoji, notes } = context;
  const found = new ReactionCollector();
  for (const reaction of row.records('reactions')) {
    const name = reaction.text('name');
    const custom = customEmoji.byName(name.split('::')[0] ?? '');
    const importedEmoji = custom ?? emojiByServiceName(name);
    const people = reaction.texts('users');
    if (!importedEmoji) {
      notes.add('reactions', 'their emoji are not in the archive', people.length);
      continue;
    }
    for (const slackId of people) {
      const account = accounts.find(slackId);
      if (!account) {
        notes.add('reactions', 'the people who reacted are not in the list of people');
        continue;
      }
      found.add(account.id, importedEmoji, custom ? 'realm_emoji' : 'unicode_emoji');
    }
  }
  return found.all;
}

function isShare(subtype: string): boolean {
  return subtype === 'file_share' || subtype === 'file_mention';
}

/** The files of a message, including the form in old exports. */
function fileRows(row: Row): Row[] {
  const files = row.records('files');
  return files.length === 0 && isShare(row.text('subtype', '')) && row.record('file').has('id')
    ? [row.record('file')]
    : files;
}

/** Converts a row of a conversation; undefined if it is not imported. */
export function readSlackMessage(
  row: Row,
  conversation: Omit<SlackConversation, 'folders'>,
  context: SlackMessageContext,
): ConvertedMessage | undefined {
  const { target } = conversation;
  const { notes, topics } = context;
  const subtype = row.optionalText('subtype') ?? '';
  const dropped = DROPPED.get(subtype);
  if (dropped !== undefined) {
    notes.add(dropped, 'they are system messages');
    return undefined;
  }
  const sentAt = secondsIn(row, 'ts');
  const senderId = senderOf(row, context);
  if (senderId === undefined) {
    notes.add('messages', 'Slack does not name their authors');
    return undefined;
  }
  const attached: AttachedFile[] = [];
  const files: LinkedFile[] = [];
  const uploads: ImportedUpload[] = [];
  for (const fileRow of fileRows(row)) {
    const owner = context.accounts.find(fileRow.text('user', ''))?.id ?? senderId;
    const file = attachedFile(fileRow, {
      inside: context.filesInside,
      secret: context.secret,
      ownerId: owner,
      notes,
    });
    if (!file) continue;
    attached.push(file);
    if (file.linked) files.push(file.linked);
    if (file.upload) uploads.push(file.upload);
  }
  const { content: linked, unlinked } = withFilesLinked(
    textOf(row, context, isShare(subtype) && attached.length > 0),
    attached,
  );
  const text = ACTIONS.has(subtype) && linked !== '' ? `/me ${linked}` : linked;
  const content = [text, ...unlinked].filter((part) => part !== '').join('\n');
  const editedAt = row.record('edited').number('ts', 0);
  const message = {
    senderId,
    content,
    sentAt,
    editedAt: editedAt > 0 && editedAt < LATEST_SECONDS ? Math.floor(editedAt) : undefined,
    files: files.length === 0 ? undefined : files,
    pin: pinOf(row, conversation, context.accounts, notes),
    reactions: reactionsOf(row, context),
  };
  const conversationFor = (piece: string) =>
    conversationOf(row, { target, senderId, sentAt, text: piece, topics });
  return { messages: splitMessage(message, conversationFor, notes), uploads };
}

function conversationOf(
  row: Row,
  {
    target,
    senderId,
    sentAt,
    text,
    topics,
  }: {
    readonly target: SlackTarget;
    readonly senderId: number;
    readonly sentAt: number;
    readonly text: string;
    readonly topics: ThreadTopics;
  },
): PreparedMessage['conversation'] {
  if ('members' in target) return directConversationOf(target.members, senderId);
  const thread = row.text('thread_ts', '');
  if (thread === '') return { channelId: target.channelId, topic: TOPIC };
  const isTime = SECONDS.test(thread);
  const startedAt = isTime ? Number(thread) : sentAt;
  // A time may be a number or a text; both identify the same thread.
  const key = isTime ? String(startedAt) : thread;
  return { channelId: target.channelId, topic: topics.topicOf(target.channelId, key, startedAt, text) };
}
