// Reads the collections of a Rocket.Chat database that were exported by `mongoexport` (users, rooms, subscriptions
// and messages), and the uploaded files next to them, each named by its id.

import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path/posix';
import { Role } from '../../model/accounts/roles.ts';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import { preparedReader } from '../prepared/prepare.ts';
import type { PreparedArchive } from '../prepared/prepared-archive.ts';
import type { PreparedDirectory } from '../prepared/reader.ts';
import { Notes } from '../records/notes.ts';
import type { ArchiveFormat, OpeningContext } from '../records/reader.ts';
import { directoryWith } from '../shaping/directory.ts';
import { People } from '../shaping/people.ts';
import { ThreadTopics } from '../shaping/thread-topics.ts';
import { documentsOf, hasCollections } from './collections.ts';
import { isReply, type RocketChatContext, readRocketChatMessage } from './messages.ts';
import { Rooms } from './rooms.ts';
import { Subscriptions } from './subscriptions.ts';

function roleOf(row: Row): number {
  const roles = row.texts('roles');
  if (roles.includes('admin')) return Role.owner;
  return roles.includes('guest') && !roles.includes('user') ? Role.guest : Role.member;
}

function addPerson(row: Row, people: People): void {
  const type = row.text('type', 'user');
  const username = row.text('username', '') || row.text('_id');
  const isBot = type === 'bot' || type === 'app' || row.texts('roles').includes('bot');
  people.accountOf({
    id: row.text('_id'),
    handle: username,
    fullName: row.text('name', '') || username,
    email: row.records('emails')[0]?.text('address', '') ?? '',
    role: isBot ? Role.member : roleOf(row),
    isActive: row.flag('active', true),
    isBot,
  });
}

/** The files of an archive that are named by the id of an upload, with or without an extension. */
function filesById(folder: ArchiveFolder): RocketChatContext['fileOf'] {
  const found = new Map<string, ArchiveFile>();
  for (const file of folder.filesMatching(/[^/]/)) {
    const name = basename(file.name);
    found.set(name, file);
    found.set(name.slice(0, name.length - extname(name).length), file);
  }
  return (id) => (id === '' ? undefined : found.get(id));
}

async function prepareAll(
  folder: ArchiveFolder,
  { choices, progress }: OpeningContext,
  prepared: PreparedArchive,
): Promise<PreparedDirectory> {
  const notes = new Notes();
  const people = new People('rocket-chat', choices, notes);
  const ids = new Map<string, string>();
  const listedRooms = new Map<string, readonly string[]>();
  const secret = createHash('sha256').update(folder.key).digest('base64');
  for await (const row of documentsOf(folder, 'users')) {
    if (row.text('type', 'user') === 'visitor') continue;
    addPerson(row, people);
    ids.set(row.text('username', ''), row.text('_id'));
    listedRooms.set(row.text('_id'), row.texts('__rooms'));
  }
  const idOf = (username: string) => ids.get(username) ?? username;
  const rooms = new Rooms(notes);
  for await (const row of documentsOf(folder, 'rooms')) rooms.add(row, people, idOf);
  const subscriptions = new Subscriptions(people, rooms);
  for await (const row of documentsOf(folder, 'subscriptions')) subscriptions.add(row);
  if (subscriptions.all.length === 0) subscriptions.addListed(listedRooms);
  const withoutMembers =
    rooms.channels.length - new Set(subscriptions.all.map((subscription) => subscription.channelId)).size;
  notes.add('members of channels', 'they are not in the archive', withoutMembers);
  const context: RocketChatContext = {
    people,
    rooms,
    notes,
    idOf,
    topics: new ThreadTopics(),
    secret,
    fileOf: filesById(folder),
    names: {
      mention: (username) => {
        const account = people.find(idOf(username));
        return account && `@**${account.fullName}|${account.id}**`;
      },
      channel: (handle) => rooms.channelName(handle),
    },
  };
  let messagesDone = 0;
  // A thread is named after its first message, which may come after its replies.
  for (const isReplyPass of [false, true])
    for await (const row of documentsOf(folder, 'messages')) {
      if (isReply(row) !== isReplyPass) continue;
      const preparedMessage = readRocketChatMessage(row, context);
      if (preparedMessage) await prepared.addConverted(preparedMessage);
      if (++messagesDone % 1000 === 0) progress(messagesDone);
    }
  progress(messagesDone);
  notes.add(
    'roles and permissions',
    'Parley has other permissions; administrators and guests keep their role',
    1,
  );
  notes.add('custom emoji and pictures of people', 'these collections do not contain them', 1);
  return {
    directory: directoryWith({
      name: choices.name ?? 'Rocket.Chat',
      accounts: people.finish('users'),
      avatars: people.avatars,
      channels: rooms.channels,
    }),
    subscriptions: subscriptions.all,
    notes: notes.all,
  };
}

export const rocketChat: ArchiveFormat = {
  name: 'rocket-chat',
  title: 'Rocket.Chat collections written by mongoexport (users, rocketchat_room, rocketchat_message, …)',
  choices: ['name', 'owner', 'addresses'],
  matches: hasCollections,
  open: (folder, context) =>
    preparedReader(folder, context.choices, (prepared) => prepareAll(folder, context, prepared)),
};
