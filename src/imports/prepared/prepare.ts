// Prepares the messages of an archive, or reuses what a killed import of the same archive had prepared.

import type { ArchiveFolder } from '../archive/archive-folder.ts';
import type { ArchiveReader, ImportChoices } from '../records/reader.ts';
import { parseWithFiles, serializeWithFiles } from './archive-files.ts';
import { PreparedArchive } from './prepared-archive.ts';
import { type PreparedDirectory, PreparedReader } from './reader.ts';

const PART = 'prepared';

/** The description of completed preparation that is stored in the work folder. */
interface Stored {
  readonly choices: string;
  readonly parts: readonly string[];
  /** Everything except the messages. Work folders store it under this name. */
  readonly told: PreparedDirectory;
}

/**
 * Reads an archive whose messages are converted by `prepare`.
 * @param prepare adds the messages, and returns everything else
 */
export async function preparedReader(
  folder: ArchiveFolder,
  choices: ImportChoices,
  prepare: (archive: PreparedArchive) => Promise<PreparedDirectory>,
): Promise<ArchiveReader> {
  const choicesJson = JSON.stringify(choices);
  const { work } = folder;
  const facts = await work.facts(PART);
  if (facts !== undefined) {
    const stored = parseWithFiles<Stored>(facts, folder.files);
    if (stored.choices === choicesJson) {
      const files = await PreparedArchive.filesIn(work.folder(PART), stored.parts);
      return new PreparedReader(files, withoutAliases(stored.told), folder.files);
    }
  }
  const archive = new PreparedArchive(await work.createEmpty(PART));
  const directory = await prepare(archive);
  const files = await archive.finish();
  await work.markComplete(
    PART,
    serializeWithFiles({ choices: choicesJson, parts: files.parts, told: directory } satisfies Stored),
  );
  return new PreparedReader(files, directory, folder.files);
}

/** Restores a stored directory; prepared archives have no account aliases. */
function withoutAliases(directory: PreparedDirectory): PreparedDirectory {
  return { ...directory, directory: { ...directory.directory, aliases: new Map() } };
}
