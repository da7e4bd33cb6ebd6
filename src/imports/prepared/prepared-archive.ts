// Collects messages of an archive whose format or order differs from what an import needs. Each message is converted
// once, all are sorted by time on disk, and then numbered. After that any thread can read them as often as needed.

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { ImportedConversation, ImportedUpload } from '../records/directory.ts';
import type { ImportedPin, ImportedReaction, LinkedFile } from '../records/messages.ts';
import { serializeWithFiles } from './archive-files.ts';
import { SortedRuns } from './sorted-runs.ts';

/** A message before it is numbered. */
export interface PreparedMessage {
  readonly senderId: number;
  readonly conversation: ImportedConversation;
  readonly content: string;
  /** Seconds, with fractions. */
  readonly sentAt: number;
  readonly editedAt?: number | undefined;
  readonly starredBy?: readonly number[] | undefined;
  readonly pin?: ImportedPin | undefined;
  readonly files?: readonly LinkedFile[] | undefined;
  readonly reactions: readonly Omit<ImportedReaction, 'messageId'>[];
}

/** The result of one message of an archive: several messages if it is long, and the files that they link. */
export interface ConvertedMessage {
  readonly messages: readonly PreparedMessage[];
  readonly uploads: readonly ImportedUpload[];
}

/** The maximum numbers of messages and characters of a part on disk. */
const PART_MESSAGES = 5000;
const PART_CHARACTERS = 8_000_000;
export const REACTIONS = 'reactions';
export const UPLOADS = 'uploads';

/** The prepared messages, reactions and uploads of an archive. */
export interface PreparedFiles {
  readonly files: ReadonlyMap<string, ArchiveFile>;
  /** Names of files, in the order of the messages in them. */
  readonly parts: readonly string[];
}

/** Collects messages in any order. */
export class PreparedArchive {
  readonly #folder: string;
  readonly #runs: SortedRuns;
  readonly #uploads: LineFile;
  /** Paths of files that were added: several messages may share one. */
  readonly #added = new Set<string>();

  /** `folder` must be empty; it is removed with the archive. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#runs = new SortedRuns(folder);
    this.#uploads = new LineFile(join(folder, UPLOADS));
  }

  /** Adds the result of one message of the archive. */
  async addConverted({ messages, uploads }: ConvertedMessage): Promise<void> {
    for (const message of messages) await this.add(message);
    for (const upload of uploads) {
      if (this.#added.has(upload.pathId)) continue;
      this.#added.add(upload.pathId);
      await this.addUpload(upload);
    }
  }

  async add({ reactions, sentAt, ...message }: PreparedMessage): Promise<void> {
    const reactionsJson = reactions.length === 0 ? '' : JSON.stringify(reactions);
    const text = JSON.stringify({ ...message, sentAt: Math.floor(sentAt) });
    await this.#runs.add(sentAt, `${reactionsJson}\t${text}`);
  }

  async addUpload(upload: ImportedUpload): Promise<void> {
    await this.#uploads.write(serializeWithFiles(upload));
  }

  /** Numbers the messages from 1, in the order of their times. */
  async finish(): Promise<PreparedFiles> {
    await this.#uploads.close();
    const reactions = new LineFile(join(this.#folder, REACTIONS));
    const parts: string[] = [];
    let lines: string[] = [];
    let characters = 0;
    let id = 0;
    const endPart = async () => {
      if (lines.length === 0) return;
      const name = `messages ${id - lines.length + 1} to ${id}`;
      await writeFile(join(this.#folder, name), lines.join('\n'));
      parts.push(name);
      lines = [];
      characters = 0;
    };
    for await (const batch of this.#runs.sortedBatches()) {
      for (const line of batch) {
        id++;
        const tab = line.indexOf('\t');
        if (tab > 0) await reactions.write(`[${id},${line.slice(0, tab)}]`);
        lines.push(`{"id":${id},${line.slice(tab + 2)}`);
        characters += line.length;
        if (lines.length >= PART_MESSAGES || characters >= PART_CHARACTERS) await endPart();
      }
    }
    await endPart();
    await reactions.close();
    return PreparedArchive.filesIn(this.#folder, parts);
  }

  /** The files of a finished folder. */
  static async filesIn(folder: string, parts: readonly string[]): Promise<PreparedFiles> {
    const files = new Map<string, ArchiveFile>();
    for (const name of [...parts, REACTIONS, UPLOADS]) {
      const path = join(folder, name);
      files.set(name, { name, path, size: (await stat(path)).size });
    }
    return { parts, files };
  }
}

/** A file that is written line by line. */
class LineFile {
  readonly #stream: WriteStream;
  #failure: Error | undefined;

  constructor(path: string) {
    this.#stream = createWriteStream(path, { mode: 0o600 });
    this.#stream.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  async write(line: string): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#stream.write(`${line}\n`)) return;
    await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    if (this.#failure) throw this.#failure;
    this.#stream.end();
    await finished(this.#stream);
  }
}
