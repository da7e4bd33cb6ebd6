// The channels and direct conversations of a Slack export, with the folders that contain their messages.

import type { ArchiveFolder } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import { listRows } from '../archive/tables.ts';
import { TolerantRow } from '../archive/tolerant-row.ts';
import type { ImportedChannel, ImportedSubscription } from '../records/directory.ts';
import { channelWith } from '../shaping/channels.ts';
import { subscriptionWith } from '../shaping/directory.ts';
import { ChannelNames } from '../shaping/names.ts';
import type { SlackAccounts } from './accounts.ts';
import { ListedPins } from './pins.ts';

/** Channels that people who join later are subscribed to. */
const DEFAULTS = new Set(['general', 'random']);

/** The conversation that a folder's messages belong to. */
export type SlackTarget =
  | { readonly channelId: number }
  /** The accounts of a direct conversation. */
  | { readonly members: readonly number[] };

/** A conversation that an export lists. */
export interface SlackConversation {
  /** Slack's id. */
  readonly id: string;
  /** What the list of conversations says about pinned messages. */
  readonly pins: ListedPins;
  /** Folders that may contain its messages. */
  readonly folders: readonly string[];
  readonly target: SlackTarget;
}

export interface SlackChannels {
  readonly channels: readonly ImportedChannel[];
  readonly subscriptions: readonly ImportedSubscription[];
  readonly conversations: readonly SlackConversation[];
  /** Names of imported channels, by Slack's ids. */
  readonly names: ReadonlyMap<string, string>;
  /** The channel for announcements of new channels. */
  readonly generalId: number | undefined;
}

async function rowsOf(folder: ArchiveFolder, name: string): Promise<Row[]> {
  const file = folder.files.get(name);
  const all: Row[] = [];
  if (file) for await (const rows of listRows(file, TolerantRow)) for (const row of rows) all.push(row);
  return all;
}

/** Reads everything except the messages. */
export async function channelsOf(folder: ArchiveFolder, accounts: SlackAccounts): Promise<SlackChannels> {
  const names = new ChannelNames();
  const byId = new Map<string, string>();
  const channels: ImportedChannel[] = [];
  const subscriptions: ImportedSubscription[] = [];
  const conversations: SlackConversation[] = [];
  let generalId: number | undefined;
  for (const [file, isListedPrivate] of [
    ['channels.json', false],
    ['groups.json', true],
  ] as const) {
    for (const row of await rowsOf(folder, file)) {
      const id = channels.length + 1;
      const isPrivate = isListedPrivate || row.flag('is_private');
      const handle = row.text('name', '') || row.text('id');
      const channel = channelOf(row, id, { name: names.assign(handle), isPrivate, accounts });
      channels.push(channel);
      byId.set(row.text('id'), channel.name);
      conversations.push({
        id: row.text('id'),
        pins: new ListedPins(row, accounts),
        folders: [handle, row.text('id')],
        target: { channelId: id },
      });
      if (row.flag('is_general')) generalId = id;
      for (const accountId of membersOf(row, accounts)) subscriptions.push(subscriptionWith(accountId, id));
    }
  }
  for (const file of ['dms.json', 'mpims.json'])
    for (const row of await rowsOf(folder, file))
      conversations.push({
        id: row.text('id'),
        pins: new ListedPins(row, accounts),
        folders: [row.text('id'), row.text('name', '')].filter((name) => name !== ''),
        target: { members: membersOf(row, accounts) },
      });
  return { channels, subscriptions, conversations, names: byId, generalId };
}

function membersOf(row: Row, accounts: SlackAccounts): number[] {
  return [...new Set(row.texts('members').map((member) => accounts.accountOfPerson(member, undefined)))];
}

function channelOf(
  row: Row,
  id: number,
  { name, isPrivate, accounts }: { name: string; isPrivate: boolean; accounts: SlackAccounts },
): ImportedChannel {
  const purpose = row.record('purpose').text('value', '') || row.record('topic').text('value', '');
  const isArchived = row.flag('is_archived');
  const creator = accounts.find(row.text('creator', ''));
  return channelWith({
    id,
    name,
    description: purpose,
    createdAt: row.seconds('created', 0),
    creatorId: creator?.id ?? null,
    isPrivate,
    isArchived,
    isDefault: !isPrivate && !isArchived && (row.flag('is_general') || DEFAULTS.has(name)),
  });
}
