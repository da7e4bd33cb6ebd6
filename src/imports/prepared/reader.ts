// Reads prepared messages, and the directory that was prepared with them.

import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import type { ImportedDirectory, ImportedSubscription, ImportedUpload } from '../records/directory.ts';
import type { ImportedBatch, ImportedMessage, ImportedReaction } from '../records/messages.ts';
import type { Note, Notes } from '../records/notes.ts';
import type { ArchiveFormat, ArchiveReader, MessagePart } from '../records/reader.ts';
import { parseWithFiles } from './archive-files.ts';
import { type PreparedFiles, REACTIONS, UPLOADS } from './prepared-archive.ts';

/** The number of items per batch. */
const BATCH = 1000;
const NAME = 'prepared';

/** Everything in an archive except its messages. */
export interface PreparedDirectory {
  readonly directory: ImportedDirectory;
  readonly subscriptions: readonly ImportedSubscription[];
  readonly notes: readonly Note[];
}

async function* lineBatches(path: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    lines.push(line);
    if (lines.length < BATCH) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

type StoredMessage = Omit<ImportedMessage, 'edits' | 'submessages' | 'firstChannelId' | 'client'>;
type StoredReactions = readonly [messageId: number, readonly Omit<ImportedReaction, 'messageId'>[]];

/** Archives do not contain the client. */
const CLIENT = 'Unspecified';

function messageOf(stored: StoredMessage): ImportedMessage {
  return { ...stored, edits: [], submessages: [], firstChannelId: undefined, client: CLIENT };
}

/** Reads an archive whose messages were prepared. */
export class PreparedReader implements ArchiveReader {
  readonly parts: readonly MessagePart[];
  readonly source: ArchiveReader['source'];
  readonly #folder: ArchiveFolder;
  readonly #directory: PreparedDirectory | undefined;
  readonly #archive: ReadonlyMap<string, ArchiveFile>;

  /** `archive` contains the files of the original archive. */
  constructor(
    { files, parts }: PreparedFiles,
    directory: PreparedDirectory | undefined,
    archive: ReadonlyMap<string, ArchiveFile> = new Map(),
  ) {
    this.#archive = archive;
    this.parts = parts;
    this.source = { format: NAME, files };
    this.#folder = ArchiveFolder.of(files);
    this.#directory = directory;
  }

  async directory(notes: Notes): Promise<ImportedDirectory> {
    if (!this.#directory) throw new Error('only the main thread has the directory');
    notes.addAll(this.#directory.notes);
    return this.#directory.directory;
  }

  async *subscriptions(): AsyncGenerator<readonly ImportedSubscription[]> {
    yield* batchesOf(this.#directory?.subscriptions ?? []);
  }

  // The files were written by `prepare` of the same run, so that their types are known.
  async *reactions(): AsyncGenerator<readonly ImportedReaction[]> {
    for await (const lines of lineBatches(this.#folder.file(REACTIONS).path)) {
      const stored: StoredReactions[] = JSON.parse(`[${lines.join(',')}]`);
      yield stored.flatMap(([messageId, reactions]) =>
        reactions.map((reaction) => ({ messageId, ...reaction })),
      );
    }
  }

  async *uploads(): AsyncGenerator<ImportedUpload> {
    for await (const lines of lineBatches(this.#folder.file(UPLOADS).path))
      for (const line of lines) yield parseWithFiles(line, this.#archive);
  }

  async *messages(part: MessagePart): AsyncGenerator<ImportedBatch> {
    const lines = (await readFile(this.#folder.file(part).path, 'utf8')).split('\n');
    for (const batch of batchesOf(lines)) {
      const stored: StoredMessage[] = JSON.parse(`[${batch.join(',')}]`);
      yield { messages: stored.map(messageOf), receipts: [] };
    }
  }
}

/** The format by which other threads read prepared messages. */
export const prepared: ArchiveFormat = {
  name: NAME,
  title: 'messages that were prepared',
  choices: [],
  matches: () => false,
  open: async ({ files }) => new PreparedReader({ files, parts: [] }, undefined),
};
