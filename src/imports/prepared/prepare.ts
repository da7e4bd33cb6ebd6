// Prepares the messages of an archive, or takes what an import of the same archive had prepared before it was killed.

import type { ArchiveFolder } from '../archive/archive-folder.ts';
import type { ArchiveReader, ImportChoices } from '../records/reader.ts';
import { fromStored, toStored } from './archive-files.ts';
import { PreparedArchive } from './prepared-archive.ts';
import { type PreparedDirectory, PreparedReader } from './reader.ts';

const PIECE = 'prepared';

/** What is known of complete work. */
interface Stored {
  readonly choices: string;
  readonly parts: readonly string[];
  readonly told: PreparedDirectory;
}

/**
 * Reads an archive whose messages `prepare` puts into the form of an import.
 * @param prepare gives everything but the messages, once it has added those
 */
export async function preparedReader(
  folder: ArchiveFolder,
  choices: ImportChoices,
  prepare: (archive: PreparedArchive) => Promise<PreparedDirectory>,
): Promise<ArchiveReader> {
  const chosen = JSON.stringify(choices);
  const { work } = folder;
  const facts = await work.facts(PIECE);
  if (facts !== undefined) {
    const stored = fromStored<Stored>(facts, folder.files);
    if (stored.choices === chosen) {
      const files = await PreparedArchive.filesIn(work.folder(PIECE), stored.parts);
      return new PreparedReader(files, revived(stored.told), folder.files);
    }
  }
  const archive = new PreparedArchive(await work.empty(PIECE));
  const told = await prepare(archive);
  const files = await archive.finish();
  await work.complete(PIECE, toStored({ choices: chosen, parts: files.parts, told } satisfies Stored));
  return new PreparedReader(files, told, folder.files);
}

/** A directory that was stored; archives that are prepared have no aliases of accounts. */
function revived(told: PreparedDirectory): PreparedDirectory {
  return { ...told, directory: { ...told.directory, aliases: new Map() } };
}
