// Reads an archive with the reader of its format, without importing it.

import { join } from 'node:path';
import { ArchiveFolder } from '../../src/imports/archive/archive-folder.ts';
import type { ImportedSubscription } from '../../src/imports/records/directory.ts';
import type { ImportedMessage, ImportedReaction } from '../../src/imports/records/messages.ts';
import { Notes } from '../../src/imports/records/notes.ts';
import type { ArchiveFormat, ImportChoices } from '../../src/imports/records/reader.ts';
import { checkDirectory } from '../../src/imports/write/check-directory.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Reads the archive at a path, with the checks of every import. */
export async function readArchive(format: ArchiveFormat, path: string, choices: ImportChoices = {}) {
  const folder = await ArchiveFolder.open(path, join(temporaryFolder(), 'work'));
  try {
    const reader = await format.open(folder, { choices, progress: () => undefined });
    const notes = new Notes();
    const directory = await reader.directory(notes);
    checkDirectory(directory);
    const messages: ImportedMessage[] = [];
    for (const part of reader.parts)
      for await (const batch of reader.messages(part)) messages.push(...batch.messages);
    const subscriptions: ImportedSubscription[] = [];
    for await (const some of reader.subscriptions()) subscriptions.push(...some);
    const reactions: ImportedReaction[] = [];
    for await (const some of reader.reactions()) reactions.push(...some);
    const counts = Object.fromEntries(notes.all.map(({ what, why, count }) => [`${what}: ${why}`, count]));
    const account = (name: string) => directory.accounts.find(({ fullName }) => fullName === name);
    const senderOf = ({ senderId }: ImportedMessage) => directory.accounts.find(({ id }) => id === senderId);
    return { directory, messages, subscriptions, reactions, counts, account, senderOf };
  } finally {
    await folder.close();
  }
}
