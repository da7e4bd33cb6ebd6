// Reads a Mattermost bulk export: a JSON Lines file with records of several kinds, and a folder of files. One team
// becomes the organization. People and channels are read first, then the posts, which refer to them.

import { createHash } from 'node:crypto';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { firstBytes } from '../archive/first-bytes.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import { lineRows } from '../archive/line-rows.ts';
import type { Row } from '../archive/row.ts';
import { preparedReader } from '../prepared/prepare.ts';
import type { PreparedArchive } from '../prepared/prepared-archive.ts';
import type { PreparedDirectory } from '../prepared/reader.ts';
import type { ImportedSubscription } from '../records/directory.ts';
import { Notes } from '../records/notes.ts';
import type { ArchiveFormat, ArchiveReader, GivenAddresses, OpeningContext } from '../records/reader.ts';
import { EmojiCollector } from '../shaping/custom-emoji.ts';
import { directoryWith } from '../shaping/directory.ts';
import { ThreadTopics } from '../shaping/thread-topics.ts';
import { MattermostAccounts } from './accounts.ts';
import { MattermostChannels } from './channels.ts';
import { type PostContext, type PostConversation, readPost } from './posts.ts';

const HEAD_BYTES = 4096;
/** Matches lines that can be skipped without parsing: most lines are posts. */
const IS_POST = /^\s*\{\s*"type"\s*:\s*"(?:direct_)?post"/;
const IS_OTHER = /^\s*\{\s*"type"\s*:\s*"(?!(?:direct_)?post")/;
/** Kinds of records that are reported as not imported. */
const NOT_IMPORTED: ReadonlyMap<string, readonly [what: string, why: string]> = new Map([
  ['scheme', ['permission schemes', 'Parley has other permissions']],
  ['role', ['roles', 'Parley has other permissions']],
]);

/** The version of the line format; there has been only one. */
const VERSION = 1;

/** Whether a file begins with the line that all bulk exports begin with. */
function isBulkFile(file: ArchiveFile): boolean {
  const [line = ''] = firstBytes(file, HEAD_BYTES).toString('utf8').split('\n');
  try {
    const first: unknown = JSON.parse(line);
    return typeof first === 'object' && first !== null && 'type' in first && first.type === 'version';
  } catch {
    // A file that is not JSON Lines.
    return false;
  }
}

/** The bulk files of an archive: one, if it is a Mattermost export. */
function bulkFilesIn({ files }: ArchiveFolder): ArchiveFile[] {
  return [...files.values()].filter(({ name }) => /^[^/]*\.jsonl?$|^$/.test(name)).filter(isBulkFile);
}

/** The record of a line. */
function recordOf(line: Row, kind: string): Row {
  if (!line.has(kind)) throw line.error(kind, 'is missing.');
  return line.record(kind);
}

/** @throws InvalidArchiveError for lines of a newer format */
function checkVersion(line: Row): void {
  const version = line.number('version');
  if (version !== VERSION) throw line.error('version', `is ${version}. Only ${VERSION} is supported.`);
}

async function selectTeam(
  list: ArchiveFile,
  chosenName: string | undefined,
): Promise<{ readonly team: Row; readonly isOnly: boolean }> {
  const teams: Row[] = [];
  for await (const line of lineRows(list, (beginning) => !IS_POST.test(beginning)))
    if (line.text('type') === 'team') teams.push(recordOf(line, 'team'));
    else if (line.text('type') === 'version') checkVersion(line);
  const matches = chosenName === undefined ? teams : teams.filter((team) => team.text('name') === chosenName);
  const [only] = matches;
  if (only && matches.length === 1) return { team: only, isOnly: teams.length === 1 };
  const names = teams.map((team) => JSON.stringify(team.text('name'))).join(', ');
  if (teams.length === 0) throw new InvalidArchiveError('the archive', 'it contains no team.');
  if (chosenName !== undefined)
    throw new InvalidArchiveError(
      'the archive',
      `it contains ${matches.length === 0 ? 'no team' : 'several teams'} "${chosenName}". Its teams: ${names}.`,
    );
  throw new InvalidArchiveError(
    'the archive',
    `it contains several teams; choose one with --team. Its teams: ${names}.`,
  );
}

/** Everything in an archive except its posts. */
interface Directory {
  readonly accounts: MattermostAccounts;
  readonly channels: MattermostChannels;
  readonly subscriptions: ImportedSubscription[];
  readonly emoji: EmojiCollector;
  readonly digest: string;
}

/** Collects people, channels and emoji. */
async function readDirectory(
  list: ArchiveFile,
  team: string,
  {
    fileAt,
    notes,
    addresses,
  }: Pick<PostContext, 'fileAt' | 'notes'> & { readonly addresses: GivenAddresses | undefined },
): Promise<Directory> {
  const accounts = new MattermostAccounts(team, notes, addresses);
  const channels = new MattermostChannels();
  const memberships: [username: string, membership: Row][] = [];
  const emoji = new EmojiCollector(notes);
  const hash = createHash('sha256');
  for await (const line of lineRows(list, (beginning) => !IS_POST.test(beginning))) {
    const kind = line.text('type');
    if (kind === 'channel') {
      const row = recordOf(line, kind);
      if (row.text('team') === team) channels.add(row);
    } else if (kind === 'user') {
      const row = recordOf(line, kind);
      const membership = accounts.addPerson(row, fileAt(row.text('profile_image', '')));
      hash.update(`${row.text('username')} ${row.text('email', '')} ${row.text('auth_data', '')}\n`);
      if (membership) memberships.push([row.text('username'), membership]);
    } else if (kind === 'bot') accounts.addBot(recordOf(line, kind));
    else if (kind === 'emoji') {
      const row = recordOf(line, kind);
      emoji.add(row.text('name'), fileAt(row.text('image')));
    } else {
      const note = NOT_IMPORTED.get(kind);
      if (note) notes.add(...note);
    }
  }
  accounts.begin();
  const subscriptions = memberships.flatMap(([username, membership]) =>
    channels.subscriptionsOf(accounts.senderId(username), membership),
  );
  return { accounts, channels, subscriptions, emoji, digest: hash.digest('base64') };
}

/** Files are in `data`; their paths are relative to it or to its parent. */
function filesBelow({ files }: ArchiveFolder): PostContext['fileAt'] {
  return (path) => {
    const plain = path.replace(/^\.?\/+/, '');
    if (plain === '') return undefined;
    return files.get(`data/${plain}`) ?? files.get(plain);
  };
}

/** The conversation of a post; undefined if it does not belong to the team. */
function conversationOf(
  line: Row,
  { team, isOnly }: { readonly team: string; readonly isOnly: boolean },
  { accounts, channels }: Directory,
): PostConversation | undefined {
  const kind = line.text('type');
  const row = recordOf(line, kind);
  if (kind === 'post') {
    if (row.text('team') !== team) return undefined;
    const channel = channels.byHandle(row.text('channel'));
    if (!channel) throw row.error('channel', 'is not in the archive.');
    return { channelId: channel.id };
  }
  const members = row.texts('channel_members');
  if (members.length === 0) throw row.error('channel_members', 'is empty.');
  if (!isOnly && !members.every((username) => accounts.isMember(username))) return undefined;
  return { members: [...new Set(members.map((username) => accounts.senderId(username)))] };
}

function open(folder: ArchiveFolder, context: OpeningContext): Promise<ArchiveReader> {
  return preparedReader(folder, context.choices, (prepared) => prepareAll(folder, context, prepared));
}

async function prepareAll(
  folder: ArchiveFolder,
  { choices, progress }: OpeningContext,
  prepared: PreparedArchive,
): Promise<PreparedDirectory> {
  const [list, secondList] = bulkFilesIn(folder);
  if (!list || secondList)
    throw new InvalidArchiveError('the archive', 'it must contain exactly one JSONL file.');
  const notes = new Notes();
  const { team, isOnly } = await selectTeam(list, choices.team);
  const name = team.text('name');
  const fileAt = filesBelow(folder);
  const found = await readDirectory(list, name, { fileAt, notes, addresses: choices.addresses });
  const { accounts, channels } = found;
  const context: PostContext = {
    accounts,
    notes,
    fileAt,
    topics: new ThreadTopics(),
    customEmoji: found.emoji,
    secret: found.digest,
    names: {
      mention(username) {
        const account = accounts.find(username);
        return account && `@**${account.fullName}|${account.id}**`;
      },
      channel: (handle) => channels.byHandle(handle)?.name,
      isOwnEmoji: (name) => found.emoji.byName(name) !== undefined,
    },
  };
  let postsDone = 0;
  for await (const line of lineRows(list, (beginning) => !IS_OTHER.test(beginning))) {
    if (!/^(?:direct_)?post$/.test(line.text('type'))) continue;
    const conversation = conversationOf(line, { team: name, isOnly }, found);
    if (!conversation) {
      notes.add('messages', 'they belong to another team, or include people outside this one');
      continue;
    }
    for (const post of readPost(line.record(line.text('type')), conversation, context)) {
      await prepared.addConverted(post);
      postsDone++;
    }
    progress(postsDone);
  }
  notes.add('earlier versions of edited messages', 'exports contain only the last version');
  return {
    notes: notes.all,
    subscriptions: found.subscriptions,
    directory: directoryWith({
      name: choices.name ?? (team.text('display_name', '') || name),
      stringId: name,
      accounts: accounts.all,
      avatars: accounts.avatars,
      channels: channels.all,
      emoji: found.emoji.emoji,
    }),
  };
}

export const mattermost: ArchiveFormat = {
  name: 'mattermost',
  title: 'a Mattermost export',
  choices: ['name', 'team', 'addresses'],
  matches: (folder) => bulkFilesIn(folder).length > 0,
  open,
};
