// Reads the archive of Zulip's export command: `realm.json`, `messages-000001.json` and following, lists of files,
// and the files themselves.

import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { Row } from '../archive/row.ts';
import { loadTables, tableRows } from '../archive/tables.ts';
import type { ImportedDirectory, ImportedSubscription, ImportedUpload } from '../records/directory.ts';
import type { ImportedBatch, ImportedReaction } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import type { ArchiveFormat, ArchiveReader, MessagePart } from '../records/reader.ts';
import { clientNames, type DirectoryTables, directoryOf, directoryTables } from './directory.ts';
import { uploadsOf } from './files.ts';
import { type MessageContext, messagesOf } from './messages.ts';
import { Recipients } from './recipients.ts';

const REALM = 'realm.json';
const PARTS = /^messages-\d+\.json$/;

class ZulipReader implements ArchiveReader {
  readonly parts: readonly MessagePart[];
  readonly source: ArchiveReader['source'];
  readonly #folder: ArchiveFolder;
  readonly #tables: DirectoryTables;
  readonly #context: MessageContext;

  constructor(folder: ArchiveFolder, tables: DirectoryTables, recipients: Recipients) {
    this.source = { format: 'zulip', files: folder.files };
    this.parts = folder.filesMatching(PARTS).map(({ name }) => name);
    this.#folder = folder;
    this.#tables = tables;
    this.#context = { recipients, clients: clientNames(tables) };
  }

  directory(notes: Notes): Promise<ImportedDirectory> {
    return directoryOf(this.#folder, this.#tables, this.#context.recipients, notes);
  }

  async *subscriptions(): AsyncGenerator<ImportedSubscription[]> {
    const { recipients } = this.#context;
    for await (const rows of rowsOf(this.#folder, 'zerver_subscription')) {
      yield rows.flatMap((row) => {
        const channelId = recipients.channelOf(row.id('recipient'));
        return channelId === undefined ? [] : [subscriptionOf(row, channelId)];
      });
    }
  }

  async *reactions(): AsyncGenerator<ImportedReaction[]> {
    for await (const rows of rowsOf(this.#folder, 'zerver_reaction')) yield rows.map(reactionOf);
  }

  uploads(notes: Notes): AsyncIterable<ImportedUpload> {
    return uploadsOf(this.#folder, notes);
  }

  messages(part: MessagePart): AsyncIterable<ImportedBatch> {
    return messagesOf(this.#folder.file(part), this.#context);
  }
}

async function* rowsOf(folder: ArchiveFolder, tableName: string): AsyncGenerator<Row[]> {
  for await (const { table, first, rows } of tableRows(folder.file(REALM), (name) => name === tableName))
    yield rows.map((values, at) => new Row(`${REALM}, ${table}`, first + at, values));
}

function subscriptionOf(row: Row, channelId: number): ImportedSubscription {
  const choice = (name: string) => (row.value(name) == null ? null : row.flag(name));
  return {
    accountId: row.id('user_profile'),
    channelId,
    isActive: row.flag('active', true),
    color: row.text('color', '#c2c2c2'),
    isMuted: row.flag('is_muted', row.value('in_home_view') === false),
    isPinned: row.flag('pin_to_top'),
    notifications: {
      desktop: choice('desktop_notifications'),
      audible: choice('audible_notifications'),
      push: choice('push_notifications'),
      email: choice('email_notifications'),
      wildcard: choice('wildcard_mentions_notify'),
    },
  };
}

function reactionOf(row: Row): ImportedReaction {
  return {
    messageId: row.id('message'),
    accountId: row.id('user_profile'),
    emojiName: row.text('emoji_name'),
    emojiCode: row.text('emoji_code'),
    reactionType: row.text('reaction_type'),
  };
}

/** Reads the tables that everything else in the archive refers to. */
async function open(folder: ArchiveFolder): Promise<ArchiveReader> {
  const tables = await loadTables(folder.file(REALM), directoryTables);
  const recipients = new Recipients(
    tables.get('zerver_recipient') ?? [],
    tables.get('zerver_userprofile_crossrealm') ?? [],
  );
  // Subscriptions tell who belongs to a set of people.
  for await (const rows of rowsOf(folder, 'zerver_subscription'))
    for (const row of rows) recipients.addMember(row.id('recipient'), row.id('user_profile'));
  return new ZulipReader(folder, tables, recipients);
}

export const zulip: ArchiveFormat = {
  name: 'zulip',
  title: 'an export of a Zulip server',
  choices: [],
  matches: ({ files }) =>
    files.has(REALM) && (files.has('messages-000001.json') || files.has('migration_status.json')),
  open,
};
