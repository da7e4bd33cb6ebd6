// What reads an archive of one format.

import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
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
  /** What another thread opens to read messages. */
  readonly source: {
    readonly format: string;
    readonly files: ReadonlyMap<string, ArchiveFile>;
  };
  /** The messages of a part, and after them who received which of them. */
  messages(part: MessagePart): AsyncIterable<ImportedBatch>;
}

/** Addresses for people whose archive tells none. */
export interface GivenAddresses {
  /** Everybody who still has none gets one at this domain. */
  readonly domain?: string | undefined;
  /** By ids of the archive. */
  readonly byId?: Readonly<Record<string, string>> | undefined;
}

/** What whoever imports has chosen, and the archive cannot tell. */
export interface ImportChoices {
  /** What the organization is to be called. */
  readonly name?: string | undefined;
  /** Which of several teams comes. */
  readonly team?: string | undefined;
  readonly addresses?: GivenAddresses | undefined;
  /** Who becomes the owner, by id or user name, where the archive does not tell who administers. */
  readonly owner?: string | undefined;
}

/** What an archive is opened with. */
export interface OpeningContext {
  readonly choices: ImportChoices;
  /** Is told how many messages were read. */
  readonly progress: (messages: number) => void;
}

/** A format: how it is recognized, and what reads it. */
export interface ArchiveFormat {
  readonly name: string;
  /** Of the person at the shell. */
  readonly title: string;
  /** What the person who imports can choose; the archive tells everything else. */
  readonly choices: readonly (keyof ImportChoices)[];
  isIn(folder: ArchiveFolder): boolean;
  open(folder: ArchiveFolder, context: OpeningContext): Promise<ArchiveReader>;
}
