// Reads a backup sequentially, from a compressed tar file. Callers read a backup completely once before they write
// anything.

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { entryLabel } from '../archives/archive-format.ts';
import { type ArchiveEntry, type ArchivePart, readArchive } from '../archives/read-archive.ts';
import { messageOf } from '../errors/error-detail.ts';
import { BackupError } from './backup-error.ts';
import { type BackupDetails, backupFormat, type DataFileName } from './backup-format.ts';

/** A part of a backup, in archive order. */
export type BackupPart = ArchivePart<BackupDetails, DataFileName>;

/** The parts of the backup at a path. @throws BackupError */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const source = createReadStream(path);
  const bytes = createGunzip();
  source.on('error', (error) => bytes.destroy(error));
  source.pipe(bytes);
  let last = 'the start';
  let hasBegun = false;
  try {
    const entries = entriesOf(bytes, (label) => {
      last = label;
    });
    for await (const part of readArchive(backupFormat, entries)) {
      hasBegun = true;
      yield part;
    }
  } catch (error) {
    if (error instanceof BackupError || !isArchiveError(error)) throw error;
    throw new BackupError(
      `the backup, near ${last}`,
      hasBegun
        ? `damaged or incomplete (${messageOf(error)}).`
        : 'not a Parley backup, or its start is damaged.',
    );
  } finally {
    source.destroy();
    bytes.destroy();
  }
}

/** The entries of a tar file. @param onEntry is called with the label of each */
async function* entriesOf(bytes: Readable, onEntry: (label: string) => void): AsyncGenerator<ArchiveEntry> {
  const { createTarDecoder } = await import('modern-tar');
  const decoder = createTarDecoder({ strict: true });
  const entries = (Readable.toWeb(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(decoder);
  for await (const { header, body } of entries) {
    const label = entryLabel(header.name);
    onEntry(label);
    if (header.type === 'pax-header' || header.type === 'pax-global-header') {
      await body.cancel();
      continue;
    }
    if (header.type !== 'file') throw new BackupError(label, `unexpected entry type ${header.type}.`);
    yield { name: header.name, size: header.size, body };
  }
}

/** Whether an error comes from the archive rather than from the consumer of its parts. */
function isArchiveError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '' || code.startsWith('Z_') || code.startsWith('ERR_');
}
