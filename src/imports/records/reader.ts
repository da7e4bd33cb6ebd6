// What reads an archive of one format.

import type { ArchiveFolder } from '../archive/archive-folder.ts';
import type { ImportedDirectory, ImportedSubscription, ImportedUpload } from './directory.ts';
import type { ImportedBatch, ImportedReaction } from './messages.ts';
import type { Notes } from './notes.ts';

/** A part of the messages that can be read by itself, in the order of their ids: any plain data. */
export type MessagePart = string;

/** Reads one archive; every method can be asked again, and gives the same. */
export interface ArchiveReader {
  /** Everything but what there may be very much of. Notes what does not come. */
  directory(notes: Notes): Promise<ImportedDirectory>;
  subscriptions(): AsyncIterable<readonly ImportedSubscription[]>;
  reactions(): AsyncIterable<readonly ImportedReaction[]>;
  uploads(notes: Notes): AsyncIterable<ImportedUpload>;
  readonly parts: readonly MessagePart[];
  /** The messages of a part, and after them who received which of them. */
  messages(part: MessagePart): AsyncIterable<ImportedBatch>;
}

/** A format: how it is recognized, and what reads it. */
export interface ArchiveFormat {
  readonly name: string;
  /** Of the person at the shell. */
  readonly title: string;
  isIn(folder: ArchiveFolder): boolean;
  open(folder: ArchiveFolder): Promise<ArchiveReader>;
}
