// Reads messages that were prepared, and what their reader has found besides them.

import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import type { ImportedDirectory, ImportedSubscription, ImportedUpload } from '../records/directory.ts';
import type { ImportedBatch, ImportedMessage, ImportedReaction } from '../records/messages.ts';
import type { Note, Notes } from '../records/notes.ts';
import type { ArchiveFormat, ArchiveReader, MessagePart } from '../records/reader.ts';
import { fromStored } from './archive-files.ts';
import { type PreparedFiles, REACTIONS, UPLOADS } from './prepared-archive.ts';

/** Messages, or what hangs on them, that are handed out together. */
const TOGETHER = 1000;
const NAME = 'prepared';

/** What an archive holds besides its messages. */
export interface PreparedDirectory {
  readonly directory: ImportedDirectory;
  readonly subscriptions: readonly ImportedSubscription[];
  readonly notes: readonly Note[];
}

async function* someLines(path: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    lines.push(line);
    if (lines.length < TOGETHER) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

function* inTogether<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += TOGETHER) yield all.slice(at, at + TOGETHER);
}

type StoredMessage = Omit<ImportedMessage, 'edits' | 'submessages' | 'firstChannelId' | 'client'>;
type StoredReactions = readonly [messageId: number, readonly Omit<ImportedReaction, 'messageId'>[]];

/** Where it was written from nobody knows any more. */
const CLIENT = 'Unspecified';

function messageOf(stored: StoredMessage): ImportedMessage {
  return { ...stored, edits: [], submessages: [], firstChannelId: undefined, client: CLIENT };
}

/** Reads an archive whose messages were prepared. */
export class PreparedReader implements ArchiveReader {
  readonly parts: readonly MessagePart[];
  readonly source: ArchiveReader['source'];
  readonly #folder: ArchiveFolder;
  readonly #told: PreparedDirectory | undefined;
  readonly #archive: ReadonlyMap<string, ArchiveFile>;

  /** `archive` are the files of the archive that was prepared. */
  constructor(
    { files, parts }: PreparedFiles,
    told: PreparedDirectory | undefined,
    archive: ReadonlyMap<string, ArchiveFile> = new Map(),
  ) {
    this.#archive = archive;
    this.parts = parts;
    this.source = { format: NAME, files };
    this.#folder = ArchiveFolder.of(files);
    this.#told = told;
  }

  async directory(notes: Notes): Promise<ImportedDirectory> {
    if (!this.#told) throw new Error('another thread knows the directory');
    notes.addAll(this.#told.notes);
    return this.#told.directory;
  }

  async *subscriptions(): AsyncGenerator<readonly ImportedSubscription[]> {
    yield* inTogether(this.#told?.subscriptions ?? []);
  }

  async *reactions(): AsyncGenerator<readonly ImportedReaction[]> {
    for await (const lines of someLines(this.#folder.file(REACTIONS).path)) {
      const some: StoredReactions[] = JSON.parse(`[${lines.join(',')}]`);
      yield some.flatMap(([messageId, reactions]) => reactions.map((one) => ({ messageId, ...one })));
    }
  }

  async *uploads(): AsyncGenerator<ImportedUpload> {
    for await (const lines of someLines(this.#folder.file(UPLOADS).path))
      for (const line of lines) yield fromStored(line, this.#archive);
  }

  async *messages(part: MessagePart): AsyncGenerator<ImportedBatch> {
    const lines = (await readFile(this.#folder.file(part).path, 'utf8')).split('\n');
    for (const some of inTogether(lines)) {
      const stored: StoredMessage[] = JSON.parse(`[${some.join(',')}]`);
      yield { messages: stored.map(messageOf), receipts: [] };
    }
  }
}

/** How other threads read them. */
export const prepared: ArchiveFormat = {
  name: NAME,
  title: 'messages that were prepared',
  choices: [],
  isIn: () => false,
  open: async ({ files }) => new PreparedReader({ files, parts: [] }, undefined),
};
