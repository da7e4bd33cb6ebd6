// The interface between the reader of a format and the import.

import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import type { ImportedDirectory, ImportedSubscription, ImportedUpload } from './directory.ts';
import type { ImportedBatch, ImportedReaction } from './messages.ts';
import type { Notes } from './notes.ts';

/** A part of the messages that can be read independently, in the order of ids: an opaque string. */
export type MessagePart = string;

/** Reads one archive. Every method can be called again, and returns the same. */
export interface ArchiveReader {
  /** Everything except the parts that may be very large. Adds notes about objects that are not imported. */
  directory(notes: Notes): Promise<ImportedDirectory>;
  subscriptions(): AsyncIterable<readonly ImportedSubscription[]>;
  reactions(): AsyncIterable<readonly ImportedReaction[]>;
  uploads(notes: Notes): AsyncIterable<ImportedUpload>;
  readonly parts: readonly MessagePart[];
  /** The source that another thread opens to read messages. */
  readonly source: {
    readonly format: string;
    readonly files: ReadonlyMap<string, ArchiveFile>;
  };
  /** The messages of a part, followed by their receipts. */
  messages(part: MessagePart): AsyncIterable<ImportedBatch>;
}

/** Addresses for people whose archive has none. */
export interface GivenAddresses {
  /** The domain for addresses of everyone who still has none. */
  readonly domain?: string | undefined;
  /** The addresses by ids of the archive. */
  readonly byId?: Readonly<Record<string, string>> | undefined;
}

/** The choices of the operator who imports, which the archive cannot contain. */
export interface ImportChoices {
  /** The organization's name. */
  readonly name?: string | undefined;
  /** Which of several teams is imported. */
  readonly team?: string | undefined;
  readonly addresses?: GivenAddresses | undefined;
  /** The owner, by id or user name, for archives that do not name administrators. */
  readonly owner?: string | undefined;
}

/** The context for opening an archive. */
export interface OpeningContext {
  readonly choices: ImportChoices;
  /** Called with the number of messages read so far. */
  readonly progress: (messages: number) => void;
}

/** A format: its recognition and its reader. */
export interface ArchiveFormat {
  readonly name: string;
  /** Shown in the terminal. */
  readonly title: string;
  /** The choices that apply to this format. */
  readonly choices: readonly (keyof ImportChoices)[];
  matches(folder: ArchiveFolder): boolean;
  open(folder: ArchiveFolder, context: OpeningContext): Promise<ArchiveReader>;
}
