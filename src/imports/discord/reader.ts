// Reads the JSON files of DiscordChatExporter: one per channel and thread, each with a folder of attachments if
// those were downloaded. There is no list of people; people are those who wrote, were mentioned or reacted.

import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import { Role } from '../../model/accounts/roles.ts';
import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { tableRows } from '../archive/tables.ts';
import { TolerantRow } from '../archive/tolerant-row.ts';
import { preparedReader } from '../prepared/prepare.ts';
import type { PreparedArchive } from '../prepared/prepared-archive.ts';
import type { PreparedDirectory } from '../prepared/reader.ts';
import { Notes } from '../records/notes.ts';
import type { ArchiveFormat, OpeningContext } from '../records/reader.ts';
import { EmojiCollector } from '../shaping/custom-emoji.ts';
import { directoryWith } from '../shaping/directory.ts';
import { People } from '../shaping/people.ts';
import { ThreadTopics } from '../shaping/thread-topics.ts';
import { type ChannelFile, channelFilesIn, hasChannelFiles } from './channel-files.ts';
import { DIRECT_GUILD, DiscordChannels, selectGuild } from './channels.ts';
import { type DiscordContext, personIn } from './context.ts';
import { readDiscordMessage } from './messages.ts';
import { Replies } from './replies.ts';

/** The server id of a file. */
function guildOf({ guild }: ChannelFile): string {
  return guild.text('id', DIRECT_GUILD);
}

async function* messageRows({ file }: ChannelFile): AsyncGenerator<TolerantRow> {
  for await (const { first, rows } of tableRows(file, (table) => table === 'messages'))
    for (const [at, values] of rows.entries())
      yield new TolerantRow(file.name || 'the archive', first + at, values);
}

/**
 * Finds files by paths relative to a file of messages. Paths may use Windows separators, and names may be
 * percent-encoded.
 */
function filesBeside({ files }: ArchiveFolder, { file }: ChannelFile): DiscordContext['fileAt'] {
  return (path) => {
    if (path === '' || /^\w+:/.test(path)) return undefined;
    const plain = path.replaceAll('\\', '/');
    const decoded = /%[0-9a-f]{2}/i.test(plain) ? decodedPath(plain) : plain;
    for (const path of [plain, decoded]) {
      const found = files.get(join(dirname(file.name), path)) ?? files.get(path.replace(/^\.\//, ''));
      if (found) return found;
    }
    return undefined;
  };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function prepareAll(
  folder: ArchiveFolder,
  { choices, progress }: OpeningContext,
  prepared: PreparedArchive,
): Promise<PreparedDirectory> {
  const notes = new Notes();
  const all = channelFilesIn(folder);
  const guild = selectGuild(all, choices.team);
  const files = all.filter((file) => [guild.id, DIRECT_GUILD].includes(guildOf(file)));
  notes.add('channels', 'they belong to another server', all.length - files.length);
  const people = new People('discord', choices, notes);
  const channels = new DiscordChannels();
  channels.addAll(files);
  const emoji = new EmojiCollector(notes);
  const topics = new ThreadTopics();
  const members = new Map<string, readonly number[]>();
  const secret = createHash('sha256').update(folder.key).digest('base64');
  let messagesDone = 0;
  for (const file of files) {
    const context: DiscordContext = {
      people,
      channels,
      emoji,
      topics,
      notes,
      secret,
      members,
      fileAt: filesBeside(folder, file),
      replies: new Replies(),
      names: {
        mention: (id) => {
          const account = people.find(id);
          return account && `@**${account.fullName}|${account.id}**`;
        },
        channel: (name) => channels.nameOf(name),
        ownEmoji: (name) => emoji.byName(name)?.name,
      },
    };
    const conversation = channels.conversationOf(file);
    if ('direct' in conversation)
      members.set(
        conversation.direct,
        await writersOf(file, context, members.get(conversation.direct) ?? []),
      );
    for await (const row of messageRows(file)) {
      const preparedMessage = readDiscordMessage(row, conversation, context);
      if (preparedMessage) await prepared.addConverted(preparedMessage);
      if (++messagesDone % 1000 === 0) progress(messagesDone);
    }
    progress(messagesDone);
  }
  noteLosses(notes, files);
  const accounts = people.finish('people');
  const owners = accounts.filter(({ role }) => role === Role.owner).map(({ id }) => id);
  return {
    directory: directoryWith({
      name: choices.name ?? (guild.name || 'Discord'),
      accounts,
      avatars: people.avatars,
      channels: channels.all,
      emoji: emoji.emoji,
    }),
    subscriptions: channels.subscriptions(owners),
    notes: notes.all,
  };
}

/** The people who wrote in a direct conversation. An export does not list its members. */
async function writersOf(
  file: ChannelFile,
  context: DiscordContext,
  memberIds: readonly number[],
): Promise<readonly number[]> {
  const found = new Set(memberIds);
  for await (const row of messageRows(file)) found.add(personIn(row.record('author'), context));
  return [...found];
}

function noteLosses(notes: Notes, files: readonly ChannelFile[]): void {
  notes.add('roles and permissions', 'exports do not contain them; all channels were imported as private', 1);
  notes.add('polls and unused custom emoji', 'exports do not contain them', 1);
  notes.add('earlier versions of edited messages', 'exports contain only the last version', 1);
  const direct = files.filter((file) => guildOf(file) === DIRECT_GUILD).length;
  notes.add('members of direct messages', 'exports name only people who wrote in them', direct);
}

export const discord: ArchiveFormat = {
  name: 'discord',
  title: 'a Discord export of DiscordChatExporter (JSON)',
  choices: ['name', 'team', 'owner', 'addresses'],
  matches: hasChannelFiles,
  open: (folder, context) =>
    preparedReader(folder, context.choices, (prepared) => prepareAll(folder, context, prepared)),
};
