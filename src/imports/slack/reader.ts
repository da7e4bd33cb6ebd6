// Reads a Slack export: lists of people and conversations, and per conversation a folder with one file of messages per
// day. Messages are converted once in advance, because people and threads are only known after reading all of them.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { firstText } from '../archive/first-bytes.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Row } from '../archive/row.ts';
import { listRows } from '../archive/tables.ts';
import { TolerantRow } from '../archive/tolerant-row.ts';
import { preparedReader } from '../prepared/prepare.ts';
import type { ImportedDirectory } from '../records/directory.ts';
import { Notes } from '../records/notes.ts';
import type { ArchiveFormat, ArchiveReader, OpeningContext } from '../records/reader.ts';
import type { EmojiCollector } from '../shaping/custom-emoji.ts';
import { directoryWith } from '../shaping/directory.ts';
import { ThreadTopics } from '../shaping/thread-topics.ts';
import { SlackAccounts } from './accounts.ts';
import { channelsOf, type SlackChannels, type SlackConversation } from './channels.ts';
import { customEmojiOf } from './custom-emoji.ts';
import { filesInside } from './files.ts';
import type { SlackNames } from './markup.ts';
import { readSlackMessage, type SlackMessageContext } from './messages.ts';

const USERS = 'users.json';
/** The list of people in exports of a whole Enterprise organization. */
const ORGANIZATION_USERS = 'org_users.json';
const LISTS = ['channels.json', 'groups.json', 'dms.json', 'mpims.json'];
const DAY = /^(.+)\/(\d{4}-\d{2}-\d{2})\.json$/;
/** Slack's name for export files. */
const FILE_NAME = /^(.+?) Slack export /;

function usersIn({ files }: Pick<ArchiveFolder, 'files'>): ArchiveFile | undefined {
  return files.get(USERS) ?? files.get(ORGANIZATION_USERS);
}

async function peopleOf(file: ArchiveFile): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of listRows(file, TolerantRow)) for (const row of rows) all.push(row);
  return all;
}

/** The files of messages in the order of their days, each with its conversation. */
function dayFiles(
  { files }: ArchiveFolder,
  conversations: readonly SlackConversation[],
  notes: Notes,
): { readonly file: ArchiveFile; readonly conversation: SlackConversation }[] {
  const byFolder = new Map<string, SlackConversation>();
  /** Folders that several conversations claim: their messages might be private. */
  const ambiguous = new Set<string>();
  for (const conversation of conversations)
    for (const folder of conversation.folders) {
      if ((byFolder.get(folder) ?? conversation) !== conversation) ambiguous.add(folder);
      byFolder.set(folder, conversation);
    }
  const found: { file: ArchiveFile; conversation: SlackConversation; day: string }[] = [];
  for (const file of files.values()) {
    const [, folder = '', day = ''] = DAY.exec(file.name) ?? [];
    if (day === '') continue;
    if (ambiguous.has(folder)) throw new InvalidArchiveError(folder, 'it belongs to two conversations.');
    const conversation = byFolder.get(folder);
    if (conversation) found.push({ file, conversation, day });
    else notes.add('folders of messages', 'the archive does not name their conversation');
  }
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.file.name < b.file.name ? -1 : 1));
}

function namesOf(accounts: SlackAccounts, channels: SlackChannels, emoji: EmojiCollector): SlackNames {
  return {
    mention(slackId) {
      const account = accounts.find(slackId);
      return account && `@**${account.fullName}|${account.id}**`;
    },
    channel: (slackId) => channels.names.get(slackId),
    isOwnEmoji: (name) => emoji.byName(name) !== undefined,
  };
}

async function open(folder: ArchiveFolder, { choices, progress }: OpeningContext): Promise<ArchiveReader> {
  return await preparedReader(folder, choices, async (prepared) => {
    const notes = new Notes();
    const users = usersIn(folder) ?? folder.file(USERS);
    const accounts = new SlackAccounts(await peopleOf(users), notes, choices.addresses);
    const channels = await channelsOf(folder, accounts);
    const emoji = await customEmojiOf(folder, notes);
    const context: SlackMessageContext = {
      accounts,
      notes,
      names: namesOf(accounts, channels, emoji),
      topics: new ThreadTopics(),
      customEmoji: emoji,
      filesInside: filesInside(folder),
      secret: createHash('sha256')
        .update(await readFile(users.path))
        .digest('base64'),
    };
    let messagesDone = 0;
    for (const { file, conversation } of dayFiles(folder, channels.conversations, notes)) {
      for await (const rows of listRows(file, TolerantRow)) {
        for (const row of rows) {
          const preparedMessage = readSlackMessage(row, conversation, context);
          if (preparedMessage) await prepared.addConverted(preparedMessage);
        }
        messagesDone += rows.length;
        progress(messagesDone);
      }
    }
    for (const { pins } of channels.conversations) pins.noteRest(notes);
    notes.add('earlier versions of edited messages', 'exports contain only the last version', 1);
    return {
      directory: directoryOf(choices.name ?? nameIn(folder), { accounts, channels, emoji }),
      subscriptions: channels.subscriptions,
      notes: notes.all,
    };
  });
}

/** Exports do not contain the team's name, but their file name does. */
function nameIn(folder: ArchiveFolder): string {
  return FILE_NAME.exec(folder.name)?.[1] ?? 'Slack';
}

function directoryOf(
  name: string,
  {
    accounts,
    channels,
    emoji,
  }: { readonly accounts: SlackAccounts; readonly channels: SlackChannels; readonly emoji: EmojiCollector },
): ImportedDirectory {
  const announcements = channels.generalId ?? -1;
  if (accounts.all.length === 0) throw new InvalidArchiveError(USERS, 'it lists no people.');
  return directoryWith({
    name,
    settings: { new_stream_announcements_stream_id: announcements },
    accounts: accounts.all,
    avatars: accounts.avatars,
    channels: channels.channels,
    emoji: emoji.emoji,
  });
}

/** Fields of responses of Microsoft's Graph API, which may be saved under the same names. */
const OF_TEAMS = /"(?:@odata\.context|userPrincipalName|membershipType)"\s*:/i;
const HEAD_BYTES = 4096;

function isIn(folder: ArchiveFolder): boolean {
  const lists = [usersIn(folder), ...LISTS.map((name) => folder.files.get(name))];
  const [users, ...conversations] = lists;
  if (!users || conversations.every((list) => list === undefined)) return false;
  return !lists.some((list) => list && OF_TEAMS.test(firstText(list, HEAD_BYTES)));
}

export const slack: ArchiveFormat = {
  name: 'slack',
  title: 'a Slack export',
  choices: ['name', 'addresses'],
  matches: isIn,
  open,
};
