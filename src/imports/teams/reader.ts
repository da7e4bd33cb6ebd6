// Reads responses of Microsoft's Graph API about one team: members, channels, and the messages of channels and
// chats, with replies nested or separate.

import { Role } from '../../model/accounts/roles.ts';
import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { preparedReader } from '../prepared/prepare.ts';
import type { PreparedArchive } from '../prepared/prepared-archive.ts';
import type { PreparedDirectory } from '../prepared/reader.ts';
import { Notes } from '../records/notes.ts';
import type { ArchiveFormat, OpeningContext } from '../records/reader.ts';
import { directoryWith } from '../shaping/directory.ts';
import { ThreadTopics } from '../shaping/thread-topics.ts';
import { graphRecordsIn, hasTeamsMessages, kindOf } from './graph-records.ts';
import { readTeamsMessage, type TeamsContext } from './messages.ts';
import { messageKey, surveyTeam } from './team-survey.ts';

async function prepareAll(
  folder: ArchiveFolder,
  opening: OpeningContext,
  prepared: PreparedArchive,
): Promise<PreparedDirectory> {
  const { choices, progress } = opening;
  const notes = new Notes();
  const found = await surveyTeam(folder, opening, notes);
  const { people, conversations, memberIds, teamName, isOfTeam } = found;
  const context: TeamsContext = { ...found, notes, topics: new ThreadTopics() };
  // Pages may overlap, and a reply may occur both nested and separately.
  const seenIds = new Set<string>();
  let messagesDone = 0;
  // A thread is named after its first message, but lists begin with the newest.
  for (const isReplyPass of [false, true])
    for await (const record of graphRecordsIn(folder)) {
      const { row } = record;
      if (kindOf(row) !== 'message') continue;
      if (!isOfTeam(record)) {
        if (!isReplyPass) notes.add('messages', 'they belong to another team');
        continue;
      }
      const isReply = row.text('replyToId', '') !== '';
      const direct = isReply === isReplyPass ? [row] : [];
      for (const messageRow of isReplyPass ? [...direct, ...row.records('replies')] : direct) {
        const key = messageKey(row, messageRow.text('id'));
        if (seenIds.has(key)) continue;
        seenIds.add(key);
        const preparedMessage = readTeamsMessage(messageRow, messageRow === row ? undefined : row, context);
        if (preparedMessage) await prepared.addConverted(preparedMessage);
        if (++messagesDone % 1000 === 0) progress(messagesDone);
      }
    }
  progress(messagesDone);
  notes.add('files, tabs, meetings, wikis and pictures of people', 'the responses do not contain them', 1);
  notes.add('earlier versions of edited messages', 'the responses contain only the last version', 1);
  const accounts = people.people.finish('members');
  const owners = accounts.filter(({ role }) => role === Role.owner).map(({ id }) => id);
  return {
    directory: directoryWith({
      name: choices.name ?? (teamName || 'Microsoft Teams'),
      accounts,
      avatars: people.people.avatars,
      channels: conversations.channels,
    }),
    subscriptions: conversations.subscriptions(memberIds, owners),
    notes: notes.all,
  };
}

export const teams: ArchiveFormat = {
  name: 'teams',
  title: 'responses of the Microsoft Graph API about a team (messages, channels, members)',
  choices: ['name', 'team', 'owner', 'addresses'],
  matches: hasTeamsMessages,
  open: (folder, context) =>
    preparedReader(folder, context.choices, (prepared) => prepareAll(folder, context, prepared)),
};
