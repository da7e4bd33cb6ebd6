// Collects the facts that must be known before messages are read: the team, its people, channels and chats, and
// which messages have replies.

import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Row } from '../archive/row.ts';
import type { Notes } from '../records/notes.ts';
import type { OpeningContext } from '../records/reader.ts';
import { People } from '../shaping/people.ts';
import { conversationIdsOf, peopleOfChat, TeamsConversations } from './conversations.ts';
import { type GraphRecord, graphRecordsIn, kindOf } from './graph-records.ts';
import { memberIdIn, TeamsPeople } from './people.ts';

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export interface TeamSurvey {
  readonly people: TeamsPeople;
  readonly conversations: TeamsConversations;
  readonly teamName: string;
  readonly memberIds: readonly number[];
  /** Messages with replies, by channel and id. */
  readonly messagesWithReplies: ReadonlySet<string>;
  /** Whether a message belongs to the imported team, or to a chat. */
  readonly isOfTeam: (record: GraphRecord) => boolean;
}

/** Identifies a message by its conversation and id. */
export function messageKey(row: Row, id: string): string {
  const { channel, chat } = conversationIdsOf(row);
  return `${channel || chat} ${id}`;
}

/** The teams that records are about, with their names as far as known. */
class Teams {
  readonly #names = new Map<string, string>();

  add(id: string, name = ''): void {
    if (id !== '' && (name !== '' || !this.#names.has(id))) this.#names.set(id, name);
  }

  /** The only team, or the one named by `chosenTeam`; undefined if no record names any. */
  select(chosenTeam: string | undefined): { readonly id: string; readonly name: string } | undefined {
    const all = [...this.#names].map(([id, name]) => ({ id, name }));
    const matches =
      chosenTeam === undefined ? all : all.filter(({ id, name }) => [id, name].includes(chosenTeam));
    const [only] = matches;
    if (matches.length === 1 || (all.length === 0 && chosenTeam === undefined)) return only;
    const list = all
      .slice(0, 50)
      .map(({ id, name }) => (name === '' ? id : `${JSON.stringify(name)} (${id})`));
    const summary =
      chosenTeam === undefined
        ? `responses about ${all.length} teams; choose one with --team`
        : `${matches.length === 0 ? 'no team' : 'several teams'} ${JSON.stringify(chosenTeam)}`;
    throw new InvalidArchiveError('the archive', `it contains ${summary}. Found: ${list.join(', ')}.`);
  }

  /** The team that a record is about: from its content, or from the name of its file or folder. */
  of({ row, fileName, team }: GraphRecord): string | undefined {
    const stated = row.record('channelIdentity').text('teamId', '') || team;
    if (stated) return stated;
    const sources = [fileName, row.text('webUrl', '')];
    for (const source of sources)
      for (const [id] of source.matchAll(GUID)) if (this.#names.has(id)) return id;
    return undefined;
  }
}

export async function surveyTeam(
  folder: ArchiveFolder,
  { choices }: OpeningContext,
  notes: Notes,
): Promise<TeamSurvey> {
  const people = new TeamsPeople(new People('teams', choices, notes));
  const conversations = new TeamsConversations();
  const teams = new Teams();
  const [members, channels, chats]: [GraphRecord[], GraphRecord[], GraphRecord[]] = [[], [], []];
  for await (const record of graphRecordsIn(folder)) {
    const { row, team = '' } = record;
    const kind = kindOf(row);
    teams.add(team);
    if (kind === 'user') people.addUser(row);
    else if (kind === 'member') members.push(record);
    else if (kind === 'channel') channels.push(record);
    else if (kind === 'chat') chats.push(record);
    else if (kind === 'team')
      teams.add(
        row.text('groupsId', '') || row.text('id'),
        row.text('displayName', '') || row.text('name', ''),
      );
    else if (kind === 'message') teams.add(row.record('channelIdentity').text('teamId', ''));
    else notes.add('records', 'their type is not imported');
  }
  const team = teams.select(choices.team);
  const isOfTeam = (record: GraphRecord) => (teams.of(record) ?? team?.id) === team?.id;
  for (const record of channels) if (isOfTeam(record)) conversations.addChannel(record.row);
  const memberIds = addMembers(members.filter(isOfTeam), people, conversations);
  for (const { row } of chats)
    for (const member of row.records('members')) addTo(row.text('id'), member, people, conversations);
  const replied = await repliesIn(folder, { people, conversations, isOfTeam });
  return {
    people,
    conversations,
    memberIds,
    messagesWithReplies: replied,
    isOfTeam,
    teamName: team?.name ?? '',
  };
}

function addTo(conversation: string, row: Row, people: TeamsPeople, conversations: TeamsConversations): void {
  if (memberIdIn(row) !== '') conversations.addMember(conversation, people.accountOfMember(row));
}

/** Adds members. Returns the accounts of the members of the whole team, who are numbered first. */
function addMembers(
  records: readonly GraphRecord[],
  people: TeamsPeople,
  conversations: TeamsConversations,
): readonly number[] {
  const all = records.filter(({ row }) => memberIdIn(row) !== '');
  const ofTeam = all.filter(({ channel, chat }) => channel === undefined && chat === undefined);
  const memberIds = ofTeam.map(({ row }) => people.accountOfMember(row));
  for (const { row, channel, chat } of all) {
    const conversation = channel ?? chat;
    if (conversation !== undefined) addTo(conversation, row, people, conversations);
  }
  return [...new Set(memberIds)];
}

/** Finds messages with replies, and who wrote in each conversation. */
async function repliesIn(
  folder: ArchiveFolder,
  { people, conversations, isOfTeam }: Pick<TeamSurvey, 'people' | 'conversations' | 'isOfTeam'>,
): Promise<Set<string>> {
  const replied = new Set<string>();
  for await (const record of graphRecordsIn(folder)) {
    const { row } = record;
    if (kindOf(row) !== 'message' || !isOfTeam(record)) continue;
    const replies = row.records('replies');
    const root = row.text('replyToId', '');
    if (replies.length > 0) replied.add(messageKey(row, row.text('id')));
    if (root !== '') replied.add(messageKey(row, root));
    const ids = conversationIdsOf(row);
    for (const messageRow of [row, ...replies]) {
      const author =
        messageRow.text('messageType', 'message') === 'message'
          ? people.accountOfAuthor(messageRow)
          : undefined;
      if (author !== undefined) conversations.addWriter(ids, author);
    }
    for (const id of peopleOfChat(ids.chat)) {
      const account = people.find(id);
      if (account) conversations.addMember(ids.chat, account.id);
    }
  }
  return replied;
}
